// R42: at_least_one_of on a computed-only field; at `at_least_one_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, at_least_one_of(b))]
    a: String,
    #[field(optional)]
    b: Option<String>,
}

fn main() {}
