// syntax: a field of an object with a presence of its own; at `required`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(object)]
struct Part {
    #[field(required)]
    size: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed)]
    parts: Vec<Part>,
}

fn main() {}
