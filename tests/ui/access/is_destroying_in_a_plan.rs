// E0277: a plan of a deletion; at `is_destroying`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional, sensitive)]
    passphrase: Option<Secret>,
    #[field(computed)]
    sha256: String,
}

pub fn code(plan: &mut PlanData<Image>) {
    if plan.is_destroying() {}
}

fn main() {}
