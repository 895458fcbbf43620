// E0308: a string as the value of a variant; at `"raw"`
mod enum_text_as_a_value {
    use schema_runtime::SchemaEnum;

    #[derive(SchemaEnum, Clone, Debug, PartialEq)]
    pub enum Kind {
        Raw = "raw",
    }
}

// E0072: a struct that holds itself; at `struct Image`
mod self_as_it_stands {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(single))]
        next: Option<Self>,
    }
}

// E0433: a type of Go's framework; at `types`
mod type_of_the_framework {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional)]
        zone: Option<types::String>,
    }
}

// E0277: a string without its owner in a set; at `Set<str>`
mod unsized_text_inside {
    use schema_runtime::Schema;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        zones: Set<str>,
        #[field(optional)]
        note: Option<String>,
    }
}

fn main() {}
