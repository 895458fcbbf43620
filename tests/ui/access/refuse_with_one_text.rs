// E0061: a string is not a field; at `error_at`
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
        plan.error_at("no");
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
