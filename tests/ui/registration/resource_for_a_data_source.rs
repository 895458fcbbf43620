// E0277: impl Resource for a data source; at `Lookup`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Lookup]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(data_source = "disk_lookup")]
pub struct Lookup {
    #[field(required)]
    name: String,
}

impl Resource for Lookup {
    type Provider = Disk;
    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("a");
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}


fn main() {}
