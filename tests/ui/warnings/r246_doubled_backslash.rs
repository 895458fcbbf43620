// R246: a doubled backslash in a raw string; at `r"^\\d+$"`
#![deny(warnings)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, validate = regex(r"^\\d+$"))]
    digits: Option<String>,
}

fn main() {}
