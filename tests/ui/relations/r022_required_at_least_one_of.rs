// R22: at_least_one_of on a required field; at `at_least_one_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, at_least_one_of(b))]
    a: String,
    #[field(optional)]
    b: Option<String>,
}

fn main() {}
