// E0277: a resource among the ephemeral resources; at `Copy`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Copy]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "disk_copy")]
pub struct Copy {
    #[field(required, force_new)]
    image: String,
    #[field(computed)]
    path: String,
}

impl Resource for Copy {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
