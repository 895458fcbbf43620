// syntax: an import pattern with the id, which the identity lacks; at `"{name}/{id}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{name}/{id}", identity(name))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
