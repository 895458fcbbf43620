use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0277: an ephemeral resource without #[schema(ephemeral)]; at `Copy`
mod no_kind {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_copy")]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }

    impl EphemeralResource for Copy {
        type Provider = Disk;

        async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
            Ok(())
        }

        async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a struct without `impl EphemeralResource`; at `Copy`
mod not_ephemeral {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
            ephemeral_resources![Copy]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }
}

// E0277: a time of renewal of what has no renewal; at `renew_in`
mod renewal_without_renew {
    use super::*;

    #[derive(Schema)]
    #[schema(ephemeral = "disk_copy")]
    pub struct Copy {
        #[field(required)]
        image: String,
        #[field(computed)]
        path: String,
    }

    impl EphemeralResource for Copy {
        type Provider = Disk;

        async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
            data.renew_in(std::time::Duration::from_secs(60));
            Ok(())
        }

        async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a resource among the ephemeral resources; at `Copy`
mod resource_as_ephemeral {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
            ephemeral_resources![Copy]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    #[derive(Schema)]
    #[schema(resource = "disk_copy")]
    pub struct Copy {
        #[field(required, force_new)]
        image: String,
        #[field(computed)]
        path: String,
    }

    impl Resource for Copy {
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

fn main() {}
