use schema_provider::prelude::*;

// R60: no update although a field can change in place; at `Image`
mod r060_update_missing {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required)]
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

// R61: an update that can never run; at `Fixed`
mod r061_update_superfluous {
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

    impl Update for Fixed {
        async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Fixed]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// R222: a timeout of an update that does not exist; at `Fixed`
mod r222_update_timeout {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_fixed", timeouts(create = "5m", update = "10m"))]
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
            resources![Fixed]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
