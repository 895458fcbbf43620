// syntax: a grouping of another library; at `array`
use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(array))]
    part: Vec<Part>,
}

fn main() {}
