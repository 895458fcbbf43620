// syntax: a description that is not there cannot be plain; at `plain`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, plain)]
    name: String,
}

fn main() {}
