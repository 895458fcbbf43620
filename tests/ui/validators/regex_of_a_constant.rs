// -: a regular expression that is no literal; at `PATTERN`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = regex(PATTERN))]
    name: Option<String>,
}

#[allow(dead_code)]
const PATTERN: &str = "^a";

fn main() {}
