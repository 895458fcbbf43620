// E0599: get_id of data, with the answer used; at `get_id`
use schema_provider::prelude::*;

#[derive(SchemaEnum)]
pub enum Tier {
    Standard,
    Premium,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional, default = "standard")]
    tier: Tier,
    #[field(block(list))]
    part: Vec<Part>,
    #[field(computed)]
    sha256: String,
}

#[derive(Schema)]
#[schema(block)]
pub struct Part {
    #[field(required)]
    label: String,
}

pub fn read(data: &mut ResourceData<Image>) {
    let id: String = data.get_id().to_string();
    drop(id);
}

fn main() {}
