use std::collections::BTreeMap;

// syntax: a map written as in other languages; at `{"a": "b"}`
mod map_in_braces {
    use super::*;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = {"a": "b"})]
        labels: BTreeMap<String, String>,
    }
}

// -: a map whose strings are not owned; at `[("a", "b")]`
mod map_of_borrowed_texts {
    use super::*;
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, default = [("a", "b")])]
        tags: BTreeMap<String, String>,
    }
}

fn main() {}
