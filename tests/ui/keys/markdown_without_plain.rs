// syntax: Markdown needs no word; at `markdown`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    /// What it is called.
    #[field(required, markdown)]
    name: String,
}

fn main() {}
