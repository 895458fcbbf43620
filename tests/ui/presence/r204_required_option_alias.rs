// R204: required with an alias of Option; at `Name`
use schema_runtime::Schema;

type Name = Option<String>;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: Name,
}

fn main() {}
