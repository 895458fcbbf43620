// -: the ends of a range as in Go; at `range`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = range(1, 64))]
    cores: i64,
}

fn main() {}
