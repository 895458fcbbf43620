// E0324: the Go SDK's name of a function; at `async fn custom_diff(_: &Cx<Self>, _: &mut PlanData<Self>) -> Result { Ok(()) }`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Image {
    type Provider = Disk;
    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("a");
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
    #[rustfmt::skip]
    async fn custom_diff(_: &Cx<Self>, _: &mut PlanData<Self>) -> Result { Ok(()) }
}


fn main() {}
