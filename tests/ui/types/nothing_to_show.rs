// E0080: `sensitive = false` of what is not a secret; at `String`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, sensitive = false)]
    name: String,
}

fn main() {}
