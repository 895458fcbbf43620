use schema_provider::prelude::*;

// syntax: a setting that does not exist; at `since`
mod unknown_setting {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name, since = 1))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: an option that does not exist; at `computed`
mod unknown_word {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name(computed)))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

fn main() {}
