// E0277: a data source that is gone; at `data`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "cloud")]
pub struct Cloud {}

impl Provider for Cloud {
    type Client = ();

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Server]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(data_source = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
}

impl DataSource for Server {
    type Provider = Cloud;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.mark_gone();
        Ok(())
    }
}

fn main() {}
