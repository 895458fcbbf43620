// R213: a limit of a count that is a constant below zero; at `LEAST`
use schema_runtime::Schema;

const LEAST: i32 = -1;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(LEAST..=5))]
    name: Option<String>,
}

fn main() {}
