// syntax: an import pattern of something that nobody imports; at `import`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(data_source = "disk_image", import = "{name}")]
struct ImageLookup {
    #[field(required)]
    name: String,
}

fn main() {}
