use schema_provider::prelude::*;

// R123: a type name without the provider's; at `Image`
mod r123_prefix {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disc_image")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
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
    }

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
            resources![Fixed, Image]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// R123: a data source's name without the provider's; at `Lookup`
mod r123_prefix_of_a_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "image")]
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

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![]
        }

        fn data_sources() -> &'static [DataSourceDef<Self>] {
            data_sources![Lookup]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
