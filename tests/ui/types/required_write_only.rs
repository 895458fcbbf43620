// E0080: a required write-only value that read and delete have not, of a type that cannot say so; at `String`
use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

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

fn main() {}
