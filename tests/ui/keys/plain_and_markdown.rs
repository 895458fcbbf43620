// syntax: the form of a description said in two ways; at `markdown`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    /// What it is called.
    #[field(required, plain, markdown)]
    name: String,
}

fn main() {}
