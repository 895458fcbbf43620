use schema_provider::prelude::*;

macro_rules! provider {
    ($($resource:ident),*) => {
        #[derive(Schema)]
        #[schema(provider = "disk")]
        pub struct Disk {}

        impl Provider for Disk {
            type Client = ();
            fn resources() -> &'static [ResourceDef<Self>] {
                resources![$($resource),*]
            }
            async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
                Ok(())
            }
        }
    };
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
            #[field(required, force_new)]
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

#[derive(Schema)]
#[schema(identity)]
pub struct Place {
    #[field(required)]
    name: String,
}

mod without_a_mistake {
    use super::*;

    provider!(Filled, Own, Boxed, Nameless);
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
    resource!(Nameless, "disk_nameless"; id = none, import = "{pool}/{name}", identity(name));
}

// R300: a field of the pattern that the identity lacks; at `Image`
mod field_beyond_the_identity {
    use super::*;

    provider!(Image);
    resource!(Image, "disk_image"; import = "{pool}/{name}", identity(name));
}

// R300: the id, which the identity lacks; at `Snapshot`
mod id_beyond_the_identity {
    use super::*;

    provider!(Snapshot);
    resource!(Snapshot, "disk_snapshot"; import = "{name}/{id}", identity(name, pool));
}

// R300: a field that the identity's struct lacks; at `Copied`
mod field_beyond_the_struct {
    use super::*;

    provider!(Copied);
    resource!(Copied, "disk_copied"; import = "{name}@{pool}", identity = Place);
}

fn main() {}
