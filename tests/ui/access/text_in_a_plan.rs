// E0277: get of a text in a plan; at `"name"`
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

pub fn plan(plan: &mut PlanData<Image>) {
    let _ = plan.value("name");
}

fn main() {}
