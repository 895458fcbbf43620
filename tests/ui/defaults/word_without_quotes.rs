// -: a text as default without quotes; at `standard`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = standard)]
    tier: String,
}

fn main() {}
