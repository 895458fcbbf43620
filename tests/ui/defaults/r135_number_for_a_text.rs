// R135: a number as default of a text; at `10`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 10)]
    name: String,
}

fn main() {}
