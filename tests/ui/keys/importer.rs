// syntax: a misspelt `import`; at `importer`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", importer = "{name}")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
