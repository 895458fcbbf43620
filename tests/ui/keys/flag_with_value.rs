// -: a flag with a value; at `required`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required = true)]
    name: String,
}

fn main() {}
