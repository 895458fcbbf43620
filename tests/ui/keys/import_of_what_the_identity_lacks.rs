// syntax: an import pattern with a field that the identity lacks; at `"{pool}/{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{pool}/{name}", identity(name))]
struct Image {
    #[field(required, force_new)]
    pool: String,
    #[field(required, force_new)]
    name: String,
}

fn main() {}
