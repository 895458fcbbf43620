// R275: write_only in what is no resource and no action; at `write_only`
use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

#[derive(Schema)]
#[schema(list = "disk_image")]
struct Settings {
    #[field(optional, write_only)]
    passphrase: Option<Secret>,
}

fn main() {}
