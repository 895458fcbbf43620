// R209: a sum on a computed field; at `equal_to_sum_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, equal_to_sum_of(a))]
    size: Option<i64>,
    #[field(optional)]
    a: Option<i64>,
}

fn main() {}
