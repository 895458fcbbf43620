use std::collections::BTreeMap;

use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size: i64,
}

// E0277: a struct without a grouping; at `Part`
mod one {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        part: Part,
    }
}

// E0277: a struct that may be absent without a grouping; at `Option<Part>`
mod optional {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        part: Option<Part>,
    }
}

// E0277: a list of structs without a grouping; at `Vec<Part>`
mod list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        part: Vec<Part>,
    }
}

// E0277: a set of structs without a grouping; at `Set<Part>`
mod set {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        part: Set<Part>,
    }
}

// E0277: a map of structs without a grouping; at `BTreeMap<String, Part>`
mod map {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        part: BTreeMap<String, Part>,
    }
}

// E0277: a list of structs that may be null without a grouping; at `Option<Vec<Part>>`
mod list_or_null {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        part: Option<Vec<Part>>,
    }
}

fn main() {}
