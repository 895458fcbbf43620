//! The resource in the documentation's examples, each of which shows one function.

/// A provider and one of its resources with these functions besides the required ones. (A macro, so
/// only the examples compile it.)
#[doc(hidden)]
#[macro_export]
macro_rules! __example_resource {
    ($($function:tt)*) => {
        use schema_provider::prelude::*;

        #[derive(Schema)]
        #[schema(provider = "disk")]
        pub struct Disk {}

        impl Provider for Disk {
            type Client = ();

            async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
                Ok(())
            }
        }

        #[derive(Schema)]
        #[schema(resource = "disk_image")]
        pub struct Image {
            #[field(required, force_new)]
            name: String,
            #[field(required, force_new)]
            size_mb: i64,
        }

        impl Resource for Image {
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

            $($function)*
        }
    };
}
