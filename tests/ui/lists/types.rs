use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// a resource as its own filter; at `Image`
mod filter_that_is_none {
    use super::*;

    impl ListResource for Image {
        type Filter = Image;

        async fn list(
            _: &Cx<Self>,
            _: ConfigData<'_, Image>,
            _: &mut ListSink<Self>,
        ) -> Result {
            Ok(())
        }
    }
}

// a resource that has no list; at `Image`
mod not_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Image]
        }

        fn list_resources() -> &'static [ListDef<Self>] {
            list_resources![Image]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name))]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
    }

    impl Resource for Image {
        type Provider = Disk;

        async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }

        nothing_to_read!();

        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
