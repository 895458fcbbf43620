// R145: one data source twice; at `Lookup`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_image")]
pub struct Lookup {
    #[field(required)]
    name: String,
}

impl DataSource for Lookup {
    type Provider = Disk;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup, Lookup]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

fn main() {}
