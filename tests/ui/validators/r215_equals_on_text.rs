// R215: equals on a text; at `equals`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = equals(true))]
    name: String,
}

fn main() {}
