// E0277: a struct that is no function; at `Join`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_join")]
struct Join {}

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {}

impl Provider for Disk {
    type Client = ();

    fn functions() -> &'static [FunctionDef] {
        functions![Join]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

fn main() {}
