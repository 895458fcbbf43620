// R240: a sum of a text; at `a`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, at_least_sum_of(a))]
    size: Option<i64>,
    #[field(optional)]
    a: Option<String>,
}

fn main() {}
