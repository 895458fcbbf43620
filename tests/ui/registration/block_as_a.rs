use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a block among the data sources; at `Part`
mod block_as_a_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image]
        }

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Lookup, Part]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(block(list), force_new)]
        part: Vec<Part>,
    }

    #[derive(Schema)]
    #[schema(block)]
    pub struct Part {
        #[field(required, force_new)]
        label: String,
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

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    pub struct Lookup {
        #[field(required)]
        name: String,
    }

    impl DataSource for Lookup {
        type Provider = Disk;

        async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a block among the resources; at `Part`
mod block_as_a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image, Part]
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

fn main() {}
