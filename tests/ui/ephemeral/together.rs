use schema_provider::prelude::*;

// R123: an ephemeral resource of another provider's name; at `Copy`
mod r123_prefix {
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
    #[schema(ephemeral = "disc_copy")]
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

// R145: two ephemeral resources of one type; at `Copy`
mod r145_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
            ephemeral_resources![Copy, Copy]
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

fn main() {}
