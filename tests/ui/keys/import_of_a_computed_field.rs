// syntax: an import pattern with a field that only the provider sets; at `"{name}/{uuid}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{name}/{uuid}")]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(computed)]
    uuid: String,
}

fn main() {}
