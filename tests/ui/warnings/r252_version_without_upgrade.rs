// R252: a version above 0 without an upgrade, with warnings denied; at `Image`
#![deny(warnings)]
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Written,
            Returned,
            Allowed,
            Image
        ]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

macro_rules! resource {
    ($name:ident, $type:literal $(, $upgrade:item)?; $($keys:tt)*) => {
        #[derive(Schema)]
        #[schema(resource = $type, $($keys)*)]
        pub struct $name {
            #[field(required, force_new)]
            name: String,
        }
        impl Resource for $name {
            type Provider = Disk;
            async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
            nothing_to_read!();
            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
            $($upgrade)?
        }
    };
}

resource!(Written, "disk_written", async fn upgrade(_: &Cx<Self>, _: &OldState, _: &mut ResourceData<Self>) -> Result {
    Ok(())
}; version = 1);
resource!(Returned, "disk_returned", fn upgrade(_: &Cx<Self>, _: &OldState, _: &mut ResourceData<Self>) -> impl Future<Output = Result> {
    std::future::ready(Ok(()))
}; version = 1);
resource!(Allowed, "disk_allowed"; version = 1, allow(version_without_upgrade, reason = "none was published"));
resource!(Image, "disk_image"; version = 1);

fn main() {}
