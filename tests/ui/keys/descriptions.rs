// An empty description that describes nothing; at `""`
mod empty_description {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, description = "")]
        zone: Option<String>,
    }
}

// syntax: Markdown needs no option; at `markdown`
mod markdown_without_plain {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        /// What it is called.
        #[field(required, markdown)]
        name: String,
    }
}

// R295: a subcategory with blanks around it; at `subcategory`
mod r295_subcategory_line {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", subcategory = "Storage ")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
