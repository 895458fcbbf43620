// E0080: a secret that Terraform would show; at `Option<Secret>`
use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, sensitive = false)]
    passphrase: Option<Secret>,
}

fn main() {}
