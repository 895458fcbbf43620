// E0277: set_new of a field that only the configuration sets; at `set_new`
use schema_runtime::Schema;
use schema_runtime::data::PlanData;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    name: String,
    #[field(optional, write_only)]
    token: Option<String>,
}

pub fn plan(plan: &mut PlanData<Image>) {
    plan.set_new(Image::NAME, "a");
}

fn main() {}
