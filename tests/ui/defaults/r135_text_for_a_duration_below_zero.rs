// R135: a text as default of a duration that is negative; at `"-5m"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "-5m")]
    field: std::time::Duration,
}

fn main() {}
