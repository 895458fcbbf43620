// R225: a sum of a computed field; at `used`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, at_least_sum_of(used))]
    size: Option<i64>,
    #[field(computed)]
    used: Option<i64>,
}

fn main() {}
