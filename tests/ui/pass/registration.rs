#![deny(warnings)]

use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "mem")]
pub struct Mem {}

impl Provider for Mem {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_cx: &Cx, _config: ConfigData<'_, Self>) -> Result<String> {
        Ok(String::new())
    }
}

#[derive(Schema)]
#[schema(resource = "mem_thing")]
pub struct Thing {
    #[field(required)]
    name: String,
}

impl Resource for Thing {
    type Provider = Mem;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(cx.client()?.as_str());
        Ok(())
    }

    async fn read(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_cx: &Cx<Self>, _data: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
