use schema_provider::prelude::*;

// R88: an identity that names no field; at `identity`
mod r88_names_nothing {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity())]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// R88: a struct of an identity without fields; at `ImageIdentity`
mod r88_no_fields {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
    }
}

fn main() {}
