// E0046: an ephemeral resource without a close; at `impl EphemeralResource for Copy`
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
#[schema(ephemeral = "disk_copy")]
pub struct Copy {
    #[field(required)]
    image: String,
    #[field(computed)]
    path: String,
}

impl EphemeralResource for Copy {
    type Provider = Disk;

    async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
