// syntax: flatten of a list; at `Vec<Common>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    name: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Vec<Common>,
}

fn main() {}
