// syntax: a string is expected; at `1`
mod text_expected {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, deprecated = 1)]
        name: Option<String>,
    }
}

// -: a string of several words without quotes; at `The name`
mod text_without_quotes {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, description = The name)]
        name: String,
    }
}

fn main() {}
