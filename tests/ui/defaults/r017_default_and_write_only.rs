// R17: default with write_only; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, write_only, default = "a")]
    name: String,
}

fn main() {}
