// R242: a listed value that another validator refuses; at `"a"`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, validate = [one_of("a", "bb"), length(2..)])]
    zone: Option<String>,
}

fn main() {}
