// R135: a text as default of a moment that is none; at `"2026-01-31"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "2026-01-31")]
    field: jiff::Timestamp,
}

fn main() {}
