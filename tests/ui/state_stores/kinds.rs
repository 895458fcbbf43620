use schema_provider::prelude::*;

// E0277: a state store without its trait; at `States`
mod not_a_state_store {
    use super::*;

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    pub struct States {
        #[field(required)]
        directory: String,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn state_stores() -> &'static [StateStoreDef<Self>] {
            state_stores![States]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: a resource among the state stores; at `States`
mod resource_as_a_state_store {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_states")]
    pub struct States {
        #[field(required)]
        directory: String,
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn state_stores() -> &'static [StateStoreDef<Self>] {
            state_stores![States]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

fn main() {}
