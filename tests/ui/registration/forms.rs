use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// a function instead of the struct; at `Image::new`
mod function_of_a_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();
        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image::new]
        }
        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    impl Resource for Image {
        type Provider = Disk;
        async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("1");
            Ok(())
        }
        nothing_to_read!();
        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// -: a type's name instead of the struct; at `"disk_image"`
mod resource_in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();
        fn resources() -> &'static [ResourceDef<Self>] {
            resources!["disk_image"]
        }
        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// -: structs in another list; at `vec![Server]`
mod vec_of_structs {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "cloud")]
    pub struct Cloud {}

    impl Provider for Cloud {
        type Client = ();

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![vec![Server]]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(data_source = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
    }

    impl DataSource for Server {
        type Provider = Cloud;

        async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("1");
            Ok(())
        }
    }
}

fn main() {}
