// R4: neither required, optional nor computed; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(force_new)]
    name: String,
}

fn main() {}
