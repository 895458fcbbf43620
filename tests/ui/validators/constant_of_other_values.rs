// E0277: a constant that lists values of another type; at `LEVELS`
use schema_provider::prelude::*;

const LEVELS: [i64; 2] = [1, 2];

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, validate = one_of(LEVELS))]
    zone: Option<String>,
}

fn main() {}
