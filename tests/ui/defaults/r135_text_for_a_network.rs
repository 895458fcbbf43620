// R135: a text as default of a network that is none; at `"10.0.0.0"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "10.0.0.0")]
    field: schema_runtime::field_type::Cidr,
}

fn main() {}
