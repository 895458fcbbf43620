// E0277: `?` on what is not an error; at `?`
use schema_provider::prelude::*;
use structs::*;
use provider::*;

#[path = "../fixtures/structs.rs"]
mod structs;

#[path = "../fixtures/provider.rs"]
mod provider;

impl Resource for Image {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        fn found() -> std::result::Result<(), i64> {
            Ok(())
        }
        data.set_id("a");
        found()?;
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl DataSource for Lookup {
    type Provider = Disk;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
