// R135: a default that the integer type does not hold; at `300`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 300)]
    level: u8,
}

fn main() {}
