// R299: an upgrade of a resource that is still at version 0; at `Image`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Written,
            Unwritten,
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
resource!(Unwritten, "disk_unwritten";);
resource!(Image, "disk_image", async fn upgrade(_: &Cx<Self>, _: &OldState, _: &mut ResourceData<Self>) -> Result {
    Ok(())
};);

fn main() {}
