// R3: required with computed; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, computed)]
    name: String,
}

fn main() {}
