// R135: a text as default of a duration that is none; at `"1 hour"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "1 hour")]
    field: std::time::Duration,
}

fn main() {}
