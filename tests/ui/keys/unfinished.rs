use schema_runtime::Schema;

// syntax: a name without its key; at `"disk_image"`
mod name_alone {
    use super::*;

    #[derive(Schema)]
    #[schema("disk_image")]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// -: fields that the struct and another field name have a key that cannot be read; at `force_nwe`
mod named_field_misspelt {
    use super::*;
    use schema_runtime::field_type::Secret;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(pool))]
    struct Image {
        #[field(required, force_nwe)]
        pool: String,
        #[field(optional)]
        name: Option<String>,
        #[field(optional, sensitive)]
        token: Option<Secret>,
    }
}

// syntax: nothing was before version 0; at `only_added`
mod only_added_without_version {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", only_added)]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: an unknown key; at `colour`
mod unknown_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, colour)]
        name: Option<String>,
    }
}

fn main() {}
