// syntax: flatten with another key; at `optional`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten, optional)]
    common: Common,
}

fn main() {}
