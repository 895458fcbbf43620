// R240: a sum on a text; at `at_least_sum_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, at_least_sum_of(a))]
    size: Option<String>,
    #[field(optional)]
    a: Option<i64>,
}

fn main() {}
