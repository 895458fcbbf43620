// R222: a timeout of an update that there is not; at `Fixed`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_fixed", timeouts(create = "5m", update = "10m"))]
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
        resources![Fixed]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

fn main() {}
