use std::collections::BTreeMap;

use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size: i64,
}

// E0277: one struct, grouped as a list; at `Part`
mod list_of_one {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        part: Part,
    }
}

// E0277: a list, grouped as a set; at `Vec<Part>`
mod set_of_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set))]
        part: Vec<Part>,
    }
}

// E0277: a map, grouped as one struct; at `BTreeMap<String, Part>`
mod single_of_a_map {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(single))]
        part: BTreeMap<String, Part>,
    }
}

// E0277: a list, grouped as a map; at `Vec<Part>`
mod map_of_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, nested(map))]
        part: Vec<Part>,
    }
}

// E0277: an Option, grouped as a list; at `Option<Part>`
mod list_of_an_option {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, nested(list))]
        part: Option<Part>,
    }
}

fn main() {}
