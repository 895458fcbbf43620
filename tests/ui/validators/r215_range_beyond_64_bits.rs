// R215: an end of a range that no limit can hold; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = range(..=99999999999999999999))]
    size: Option<i64>,
}

fn main() {}
