// R242: a range beyond the type; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = range(300..=400))]
    level: Option<u8>,
}

fn main() {}
