// R135: a default whose element is not of the elements' type; at `1`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = ["a", 1])]
    labels: Vec<String>,
}

fn main() {}
