// E0277: a limit of a count that is a fraction; at `MOST`
use schema_runtime::Schema;

const MOST: f64 = 5.5;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(1..=MOST))]
    name: Option<String>,
}

fn main() {}
