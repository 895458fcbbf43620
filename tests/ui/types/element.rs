use schema_runtime::Schema;

// E0277: an element that is not a schema type; at `Vec<std::time::Instant>`
mod element_is_no_schema_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        at: Vec<std::time::Instant>,
    }
}

// E0277: a map of a type that is not a schema type; at `std::collections::BTreeMap<String, std::time::Instant>`
mod element_of_map_is_no_schema_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        at: std::collections::BTreeMap<String, std::time::Instant>,
    }
}

// E0277: an Option of a type that is not a schema type; at `Option<std::time::Instant>`
mod element_of_option_is_no_schema_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        at: Option<std::time::Instant>,
    }
}

// E0277: a tuple with a type that is not a schema type; at `(String, std::time::Instant)`
mod element_of_tuple_is_no_schema_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        at: (String, std::time::Instant),
    }
}

fn main() {}
