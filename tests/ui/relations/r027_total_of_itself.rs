// R27: a sum of the field itself; at `size`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, equal_to_sum_of(size))]
    size: Option<i64>,
}

fn main() {}
