use schema_runtime::Schema;

// R114: a removed field that is no Option; at `String`
mod r114_removed_no_option {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, removed = "it did nothing")]
        name: String,
    }
}

// R114: removed with required; at `removed`
mod r114_removed_required {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, removed = "it did nothing")]
        name: String,
    }
}

fn main() {}
