// syntax: the attribute of structs on a field; at `schema`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[schema(required)]
    name: String,
}

fn main() {}
