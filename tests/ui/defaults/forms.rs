// -: another field as default; at `size_mb`
mod a_field_as_default {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required)]
        size_mb: i64,
        #[field(optional, default = size_mb)]
        max_mb: i64,
    }
}

// syntax: elements of another type, reported once; at `1`
mod elements_of_another_type {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = [1, 2])]
        zones: Vec<String>,
    }
}

// syntax: an empty map in braces; at `{}`
mod empty_braces {
    use std::collections::BTreeMap;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = {})]
        labels: BTreeMap<String, String>,
    }
}

// -: the environment as a value; at `env("ZONE")`
mod environment {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, default = env("ZONE"))]
        zone: String,
    }
}

// syntax: a default in parentheses; at `default`
mod in_parentheses {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default(5))]
        size: i64,
    }
}

// -: a length of time without unit; at `30`
mod number_for_a_duration {
    use std::time::Duration;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = 30)]
        within: Duration,
    }
}

fn main() {}
