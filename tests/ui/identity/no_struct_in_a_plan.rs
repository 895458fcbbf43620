// E0277: there is no struct, for the fields say it; at `identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn plan(plan: &mut PlanData<Image>) {
    let _ = plan.identity();
}

fn main() {}
