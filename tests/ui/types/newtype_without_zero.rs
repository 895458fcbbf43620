// R203: an optional newtype around a type without zero; at `Address`
use schema_runtime::{Schema, SchemaNewtype};

#[derive(SchemaNewtype)]
struct Address(std::net::IpAddr);

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    address: Address,
}

fn main() {}
