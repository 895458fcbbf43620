// E0277: a type that is close; at `Option<DateTime<Utc>>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<DateTime<Utc>>,
}

/// As in chrono.
pub struct DateTime<Zone>(Zone);
pub struct Utc;

fn main() {}
