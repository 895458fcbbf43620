// E0599: is_some of a Val, as a condition; at `is_some`
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

pub fn plan(plan: &mut PlanData<Image>) {
    if plan.value(Image::SIZE_MB).is_some() {}
}

fn main() {}
