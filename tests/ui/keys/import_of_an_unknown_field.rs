// syntax: an import of a field that there is not; at `"{directory}/{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{directory}/{name}")]
struct Image {
    #[field(required)]
    pool: String,
    #[field(required)]
    name: String,
}

fn main() {}
