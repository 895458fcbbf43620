// R227: a computed field inside a block of a provider; at `Vec<Endpoint>`
use schema_runtime::Schema;

#[derive(Schema)]
pub struct Endpoint {
    #[field(optional)]
    url: Option<String>,
    #[field(computed)]
    address: String,
}

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    #[field(block(list))]
    endpoint: Vec<Endpoint>,
}

fn main() {}
