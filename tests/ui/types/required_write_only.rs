use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

// E0080: a required write-only value that read and delete have not, of a type that cannot say so; at `String`
mod required_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, write_only)]
        passphrase: String,
        #[field(required, write_only)]
        token: Secret,
        #[field(required, write_only)]
        pin: Option<u16>,
    }
}

// E0080: required write-only structs, of which an empty list would look like none; at `Vec<Key>`
mod required_write_only_nested {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, write_only, nested(list))]
        keys: Vec<Key>,
        #[field(required, write_only, nested(single))]
        key: Option<Key>,
    }

    #[derive(Schema)]
    struct Key {
        #[field(required, write_only)]
        code: Secret,
    }
}

fn main() {}
