// R300: import patterns that the identity does not fill in; at `Image`, `Snapshot`, `Copied`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Filled,
            Own,
            Boxed,
            Constant,
            Nameless,
            Image,
            Snapshot,
            Copied
        ]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(identity)]
pub struct Place {
    #[field(required)]
    name: String,
}

macro_rules! resource {
    ($name:ident, $type:literal $(, $import:item)?; $($keys:tt)*) => {
        #[derive(Schema)]
        #[schema(resource = $type, $($keys)*)]
        pub struct $name {
            #[field(required, force_new)]
            name: String,
            #[field(required, force_new)]
            pool: String,
            #[field(optional, force_new, default = "eu")]
            zone: String,
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
            $($import)?
        }
    };
}

resource!(Filled, "disk_filled"; import = "{pool}/{name}", identity(name, pool));
resource!(Own, "disk_own", async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
    data.set_id("own");
    Ok(())
}; import = "{pool}/{name}", identity(name));
resource!(Boxed, "disk_boxed", fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send {
    let boxed: std::pin::Pin<Box<dyn Future<Output = Result> + Send>> = Box::pin(std::future::ready(Ok(())));
    data.set_id("boxed");
    boxed
}; import = "{pool}/{name}", identity(name));
resource!(Constant, "disk_constant"; import = "{zone}/{name}", identity(name));
resource!(Nameless, "disk_nameless"; id = none, import = "{pool}/{name}", identity(name));
resource!(Image, "disk_image"; import = "{pool}/{name}", identity(name));
resource!(Snapshot, "disk_snapshot"; import = "{name}/{id}", identity(name, pool));
resource!(Copied, "disk_copied"; import = "{name}@{pool}", identity = Place);

fn main() {}
