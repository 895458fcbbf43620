// E0308: a string as the error; at `refused()`
use schema_provider::prelude::*;
use structs::*;
use provider::*;

#[path = "../fixtures/structs.rs"]
mod structs;

#[path = "../fixtures/provider.rs"]
mod provider;

fn refused() -> std::result::Result<(), &'static str> {
    Err("no")
}

impl Resource for Image {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("a");
        refused()
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
