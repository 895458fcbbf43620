// E0277: a plan of what is no action; at `Verify`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(required)]
    path: String,
}

impl ActionPlan for Verify {
    async fn plan(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

fn main() {}
