// -: a relation with a field whose own keys cannot be read; at `write_onyl`
use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, sensitive, prefer_write_only(passphrase_wo))]
    passphrase: Option<Secret>,
    #[field(optional, write_onyl)]
    passphrase_wo: Option<Secret>,
}

fn main() {}
