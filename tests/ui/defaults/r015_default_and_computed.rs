// R15: default with computed; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed, default = "a")]
    name: String,
}

fn main() {}
