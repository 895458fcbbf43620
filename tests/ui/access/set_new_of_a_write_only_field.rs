// E0277: set_new of a write-only field; at `set_new`
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
    plan.set_new(Image::TOKEN, "x");
}

fn main() {}
