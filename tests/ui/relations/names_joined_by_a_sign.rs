// -: names with a sign between them; at `zone`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional)]
    zone: Option<String>,
    #[field(optional, conflicts_with(zone | name))]
    region: Option<String>,
}

fn main() {}
