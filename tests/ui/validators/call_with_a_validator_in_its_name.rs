// -: a call whose name has a validator's in it; at `length_between`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = length_between(1, 63))]
    name: String,
}

fn main() {}
