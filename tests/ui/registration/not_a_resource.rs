// E0277: a struct that is not a resource; at `Image`
use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

#[derive(Schema)]
#[schema(resource = "disk_fixed")]
pub struct Fixed {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Fixed {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Fixed, Image]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

fn main() {}
