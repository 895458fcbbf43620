// R91: a list of lists; at `rows`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(rows))]
struct Image {
    #[field(required, force_new)]
    rows: Vec<Vec<String>>,
}

fn main() {}
