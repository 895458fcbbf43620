use schema_provider::prelude::*;
use provider::*;
use structs::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a resource among the data sources; at `Fixed`
mod resource_as_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_fixed")]
    pub struct Fixed {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Fixed {
        type Provider = Disk;

        async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![]
        }

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Fixed]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: impl Resource for a data source; at `Lookup`
mod resource_for_a_data_source {
    use super::*;

    impl Resource for Lookup {
        type Provider = Disk;
        async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("a");
            Ok(())
        }
        nothing_to_read!();
        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
