// R242: two ranges without a number in both; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = [range(1..=5), range(10..=20)])]
    size: Option<i64>,
}

fn main() {}
