//! Code that a page needs to run but a reader need not see, in one hidden line each. They use the
//! names of the page, which imports the prelude.

/// A provider without settings: `provider!(Disk "disk" Image Snapshot)`.
#[macro_export]
macro_rules! provider {
    ($provider:ident $name:tt $($resource:ident)*) => {
        #[derive(Schema)]
        #[schema(provider = $name)]
        pub struct $provider {}

        impl Provider for $provider {
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

/// A `delete` that does nothing.
#[macro_export]
macro_rules! no_delete {
    () => {
        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    };
}

/// An update that does nothing.
#[macro_export]
macro_rules! no_update {
    ($resource:ident) => {
        impl Update for $resource {
            async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }
    };
}

/// A `create` that sets this id, a `read` and a `delete` that do nothing.
#[macro_export]
macro_rules! creates {
    ($id:literal) => {
        async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id($id);
            Ok(())
        }

        nothing_to_read!();
        $crate::no_delete!();
    };
}
