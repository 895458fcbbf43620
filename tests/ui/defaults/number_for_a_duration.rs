// -: a length of time without unit; at `30`
use std::time::Duration;

use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = 30)]
    within: Duration,
}

fn main() {}
