// R123: all types of a list begin with another name than the provider's, reported once; at `Image`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "dsk")]
struct Disk {}

impl Provider for Disk {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image, Snapshot]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<()> {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
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

#[derive(Schema)]
#[schema(resource = "disk_snapshot")]
struct Snapshot {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Snapshot {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Snapshot::NAME));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
