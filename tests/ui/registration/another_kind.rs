use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a data source among the resources; at `Lookup`
mod data_source_as_a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image, Lookup]
        }

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Lookup]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    impl Resource for Image {
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

    impl DataSource for Lookup {
        type Provider = Disk;

        async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a function among the resources; at `Twice`
mod function_as_a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();
        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Twice]
        }
        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Function)]
    #[function(name = "twice", output = i64)]
    struct Twice {
        number: i64,
    }

    impl Function for Twice {
        fn call(self) -> FunctionResult<i64> {
            Ok(self.number.saturating_mul(2))
        }
    }
}

fn main() {}
