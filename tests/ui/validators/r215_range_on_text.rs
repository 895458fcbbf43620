// R215: range on a text; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = range(1..=5))]
    name: String,
}

fn main() {}
