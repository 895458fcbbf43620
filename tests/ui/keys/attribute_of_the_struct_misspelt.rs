// syntax: the same of the struct; at `shema`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(optional)]
    directory: Option<String>,
}

impl Provider for Disk {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<()> {
        Ok(())
    }
}

#[derive(Schema)]
#[shema(resource = "disk_image")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Image {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Image::NAME));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
