// syntax: a description of an object type; at `description`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(object, description = "A part.")]
struct Part {
    size: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed)]
    parts: Vec<Part>,
}

fn main() {}
