use schema_runtime::Schema;

// R229: an empty type name; at `""`
mod r229_empty_type_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

// R229: a type name with a dash; at `"disk-image"`
mod r229_type_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk-image")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
