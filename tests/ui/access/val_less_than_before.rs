// E0277: less than before, of what a plan answers; at `<`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    name: String,
    #[field(optional, removed = "images have no zone any more")]
    zone: Option<String>,
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(optional)]
    zones: Set<String>,
    #[field(block(list))]
    part: Vec<Part>,
    #[field(block(set))]
    rule: Set<Part>,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(computed)]
    sha256: String,
}

#[derive(Schema)]
#[schema(block)]
pub struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_volume")]
pub struct Volume {
    #[field(computed)]
    checksum: String,
}

pub fn plan(plan: &PlanData<Image>) -> bool {
    plan.value(Image::SIZE_MB) < plan.prior(Image::SIZE_MB)
}

fn main() {}
