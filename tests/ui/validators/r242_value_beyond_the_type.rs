// R242: a listed number beyond the type; at `256`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = one_of(1, 256))]
    level: Option<u8>,
}

fn main() {}
