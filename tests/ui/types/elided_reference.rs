// E0106: a borrowed text without a lifetime; at `&`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: &str,
    #[field(optional)]
    note: Option<String>,
}

fn main() {}
