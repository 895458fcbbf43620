// E0277: keep of a field that only the configuration sets; at `keep_prior`
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
    plan.keep_prior(Image::NAME);
}

fn main() {}
