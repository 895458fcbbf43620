// syntax: operations without their timeouts, told once; at `create`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create, delete))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
