// E0277: a field is named by its constant; at `"name"`
use schema_provider::prelude::*;
use structs::*;
use provider::*;

#[path = "../fixtures/structs.rs"]
mod structs;

#[path = "../fixtures/provider.rs"]
mod provider;

impl Resource for Image {
    type Provider = Disk;
    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }
    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        plan.error_at("name", format!("{} is taken", 1), format!("{}", 2));
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
