// R135: a text as default of an address that is none; at `"localhost"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "localhost")]
    field: std::net::IpAddr,
}

fn main() {}
