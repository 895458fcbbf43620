// E0277: an error is not a string; at `error`
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
        data.set_id("1");
        Ok(())
    }
    fn validate(_: ConfigData<'_, Self>) -> Diagnostics {
        let mut found = Diagnostics::new();
        if let Err(error) = std::fs::read("x") {
            found.push(Diagnostic::error(error));
        }
        found
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
