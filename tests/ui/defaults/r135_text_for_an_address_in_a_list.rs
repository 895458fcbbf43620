// R135: a text in the default of a list of addresses that is none; at `"10.0.0"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = ["10.0.0.1", "10.0.0"])]
    field: Vec<std::net::IpAddr>,
}

fn main() {}
