use schema_provider::prelude::*;

// E0277: an action among the resources; at `Verify`
mod action_as_a_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn resources() -> &'static [ResourceDef<Self>] {
            resources![Verify]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
    }

    impl Action for Verify {
        type Provider = Disk;

        async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: an action without an implementation; at `Verify`
mod no_impl {
    use super::*;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn actions() -> &'static [ActionDef<Self>] {
            actions![Verify]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a struct that is not an action; at `Verify`
mod not_an_action {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_verify")]
    struct Verify {
        #[field(required)]
        path: String,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn actions() -> &'static [ActionDef<Self>] {
            actions![Verify]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
