// syntax: a relation of another library; at `at_most_one_of`
mod at_most_one_of {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional)]
        zone: Option<String>,
        #[field(optional, at_most_one_of(zone))]
        region: Option<String>,
    }
}

// syntax: another name for `required`; at `mandatory`
mod mandatory {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(mandatory)]
        name: String,
    }
}

// syntax: a key of another library; at `possible_values`
mod possible_values {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, possible_values("a", "b"))]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `required_if`
mod required_if {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, required_if(other))]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `skip`
mod skip {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, skip)]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `string`
mod string {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, string)]
        name: Option<String>,
    }
}

fn main() {}
