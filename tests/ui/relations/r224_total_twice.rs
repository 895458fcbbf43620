// R224: a sum names a field twice; at `a`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, at_most_sum_of(a, a))]
    size: Option<i64>,
    #[field(optional)]
    a: Option<i64>,
}

fn main() {}
