// -: keys joined as in Go; at `|`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional | computed)]
    name: Option<String>,
}

fn main() {}
