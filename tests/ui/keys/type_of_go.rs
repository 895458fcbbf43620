// syntax: a type as in Go; at `schema`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(schema::TypeString, required)]
    name: String,
}

fn main() {}
