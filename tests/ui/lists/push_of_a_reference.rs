// E0277: an object that is not given away; at `&image`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image]
    }
    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Image]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Image {
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

#[derive(Schema)]
#[schema(list = "disk_image")]
struct ImageFilter {}

impl ListResource for Image {
    type Filter = ImageFilter;
    async fn list(_: &Cx<Self>, _: ConfigData<'_, ImageFilter>, found: &mut ListSink<Self>) -> Result {
        let image = found.object();
        found.push("a", &image).await?;
        Ok(())
    }
}

fn main() {}
