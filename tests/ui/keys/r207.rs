use schema_runtime::Schema;

// R207: an empty deprecation; at `deprecated`
mod r207_empty_text {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, deprecated = "")]
        name: Option<String>,
    }
}

// R207: an empty subcategory; at `subcategory`
mod r207_subcategory {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image", subcategory = "")]
    struct ImageLookup {
        #[field(required)]
        name: String,
    }
}

fn main() {}
