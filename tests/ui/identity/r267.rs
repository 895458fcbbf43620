use schema_provider::prelude::*;

// R267: a secret identifies; at `pin`
mod r267_secret_type {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, pin))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(required, force_new, sensitive)]
        pin: Secret,
    }
}

// R267: a sensitive field identifies; at `name`
mod r267_sensitive {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name))]
    struct Image {
        #[field(required, force_new, sensitive)]
        name: String,
    }
}

// R267: a write-only field identifies; at `pin`
mod r267_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, pin))]
    struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(required, write_only)]
        pin: String,
    }
}

fn main() {}
