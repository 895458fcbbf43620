// E0277: a type that is close; at `BTreeSet<f64>`
use std::collections::BTreeSet;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: BTreeSet<f64>,
}

fn main() {}
