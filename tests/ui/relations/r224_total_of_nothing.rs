// R224: a sum of nothing; at `at_least_sum_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, at_least_sum_of())]
    size: Option<i64>,
}

fn main() {}
