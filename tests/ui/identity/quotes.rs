use schema_provider::prelude::*;

// syntax: the struct in quotes; at `"ImageIdentity"`
mod in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity = "ImageIdentity")]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: a field in quotes; at `"name"`
mod name_in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity("name"))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

fn main() {}
