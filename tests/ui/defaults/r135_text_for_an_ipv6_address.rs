// R135: an IPv4 address as default of an IPv6 address; at `"192.0.2.1"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "192.0.2.1")]
    field: std::net::Ipv6Addr,
}

fn main() {}
