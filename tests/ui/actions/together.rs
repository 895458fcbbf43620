// R123: an action of another provider by its name; at `Verify`
mod r123_prefix {
    use schema_provider::prelude::*;

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

    #[derive(Schema)]
    #[schema(action = "cloud_verify")]
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

// R141: a write-only field inside a set of an action; at `Set<Key>`
mod r141_write_only_in_a_set {
    use schema_runtime::Schema;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    #[schema(action = "disk_verify")]
    struct Verify {
        #[field(block(set))]
        key: Set<Key>,
    }

    #[derive(Schema)]
    #[schema(block)]
    struct Key {
        #[field(required, write_only)]
        text: Option<String>,
    }
}

// R145: an action twice; at `Verify`
mod r145_action_twice {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn actions() -> &'static [ActionDef<Self>] {
            actions![Verify, Verify]
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

fn main() {}
