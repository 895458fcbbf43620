use schema_runtime::Schema;

// across: two flattened structs bring one name; at `Second`
mod name_in_both {
    use super::*;

    #[derive(Schema)]
    struct First {
        #[field(optional)]
        name: Option<String>,
    }

    #[derive(Schema)]
    struct Second {
        #[field(optional)]
        name: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(flatten)]
        first: First,
        #[field(flatten)]
        second: Second,
    }
}

// across: a flattened struct brings a name that is there; at `Common`
mod name_twice {
    use super::*;

    #[derive(Schema)]
    struct Common {
        #[field(optional)]
        name: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
        #[field(flatten)]
        common: Common,
    }
}

fn main() {}
