// -: a validator of Go's framework; at `stringvalidator`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, validate = stringvalidator::LengthAtLeast(2))]
    zone: Option<String>,
}

fn main() {}
