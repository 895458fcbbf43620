use schema_provider::prelude::*;

// syntax: the version of an identity beside it; at `identity_version`
mod version_as_a_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name), identity_version = 1)]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: a version below zero; at `version`
mod version_below_zero {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(version = -1, name))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

fn main() {}
