use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(list = "disk_image")]
pub struct ImageFilter {
    #[field(optional)]
    prefix: Option<String>,
}

// R145: a list resource named twice; at `Image`
mod r145_list_twice {
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
            list_resources![Image, Image]
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

    impl ListResource for Image {
        type Filter = ImageFilter;

        async fn list(
            _: &Cx<Self>,
            _: ConfigData<'_, ImageFilter>,
            _: &mut ListSink<Self>,
        ) -> Result {
            Ok(())
        }
    }
}

// R288: a list of what nothing identifies; at `Image`
mod r288_no_identity {
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
    #[schema(resource = "disk_image")]
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

    impl ListResource for Image {
        type Filter = ImageFilter;

        async fn list(
            _: &Cx<Self>,
            _: ConfigData<'_, ImageFilter>,
            _: &mut ListSink<Self>,
        ) -> Result {
            Ok(())
        }
    }
}

// R289: a filter for another type; at `Image`
mod r289_filter_of_another_type {
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

    #[derive(Schema)]
    #[schema(list = "disk_snapshot")]
    pub struct ImageFilter {
        #[field(optional)]
        prefix: Option<String>,
    }

    impl ListResource for Image {
        type Filter = ImageFilter;

        async fn list(
            _: &Cx<Self>,
            _: ConfigData<'_, ImageFilter>,
            _: &mut ListSink<Self>,
        ) -> Result {
            Ok(())
        }
    }
}

fn main() {}
