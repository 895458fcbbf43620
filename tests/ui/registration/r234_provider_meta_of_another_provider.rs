// R234: another provider's blocks as its own; at `DiskMeta`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "notes", meta = DiskMeta)]
pub struct Notes {}

#[derive(Schema)]
#[schema(provider_meta = "disk")]
pub struct DiskMeta {
    #[field(optional)]
    team: Option<String>,
}

fn main() {}
