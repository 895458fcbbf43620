// syntax: a relation of another library; at `at_most_one_of`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional)]
    zone: Option<String>,
    #[field(optional, at_most_one_of(zone))]
    region: Option<String>,
}

fn main() {}
