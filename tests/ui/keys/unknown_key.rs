// syntax: an unknown key; at `colour`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, colour)]
    name: Option<String>,
}

fn main() {}
