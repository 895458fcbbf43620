// syntax: the name of a field where a struct is named; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", identity = name)]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
