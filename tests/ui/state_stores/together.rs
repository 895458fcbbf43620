// R123: a state store's name without the provider's; at `States`
mod r123_prefix {
    use schema_provider::prelude::*;
    use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};

    #[derive(Schema)]
    #[schema(state_store = "states")]
    pub struct States {
        #[field(required)]
        directory: String,
    }

    impl StateStore for States {
        type Provider = Disk;
        type Store = ();

        async fn configure(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }

        async fn read(_: &Cx<Self>, _: &(), _: &str) -> Result<Option<Bytes>> {
            Ok(None)
        }

        async fn write(_: &Cx<Self>, _: &(), _: &str, _: Bytes) -> Result {
            Ok(())
        }

        async fn lock(_: &Cx<Self>, _: &(), _: &str, _: &LockInfo) -> Result<LockOutcome> {
            Ok(LockOutcome::Unsupported)
        }

        async fn unlock(_: &Cx<Self>, _: &(), _: &str, _: &str) -> Result<UnlockOutcome> {
            Ok(UnlockOutcome::NotLocked)
        }

        async fn list(_: &Cx<Self>, _: &()) -> Result<Vec<String>> {
            Ok(Vec::new())
        }

        async fn delete(_: &Cx<Self>, _: &(), _: &str) -> Result<bool> {
            Ok(true)
        }
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

// R145: a state store named twice; at `States`
mod r145_twice {
    use schema_provider::prelude::*;
    use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    pub struct States {
        #[field(required)]
        directory: String,
    }

    impl StateStore for States {
        type Provider = Disk;
        type Store = ();

        async fn configure(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }

        async fn read(_: &Cx<Self>, _: &(), _: &str) -> Result<Option<Bytes>> {
            Ok(None)
        }

        async fn write(_: &Cx<Self>, _: &(), _: &str, _: Bytes) -> Result {
            Ok(())
        }

        async fn lock(_: &Cx<Self>, _: &(), _: &str, _: &LockInfo) -> Result<LockOutcome> {
            Ok(LockOutcome::Unsupported)
        }

        async fn unlock(_: &Cx<Self>, _: &(), _: &str, _: &str) -> Result<UnlockOutcome> {
            Ok(UnlockOutcome::NotLocked)
        }

        async fn list(_: &Cx<Self>, _: &()) -> Result<Vec<String>> {
            Ok(Vec::new())
        }

        async fn delete(_: &Cx<Self>, _: &(), _: &str) -> Result<bool> {
            Ok(true)
        }
    }

    #[derive(Schema)]
    #[schema(provider = "disk")]
    pub struct Disk {}

    impl Provider for Disk {
        type Client = ();

        fn state_stores() -> &'static [StateStoreDef<Self>] {
            state_stores![States, States]
        }

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }
}

// R275: a write-only field inside a nested attribute of a state store; at `Option<Login>`
mod r275_write_only_inside {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Login {
        #[field(optional, write_only)]
        password: Option<String>,
    }

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(optional, nested(single))]
        login: Option<Login>,
    }
}

// R285: a sensitive field inside a nested attribute of a state store; at `Option<Login>`
mod r285_sensitive_inside {
    use schema_runtime::Schema;

    #[derive(Schema)]
    struct Login {
        #[field(required, sensitive)]
        password: String,
    }

    #[derive(Schema)]
    #[schema(state_store = "disk_states")]
    struct States {
        #[field(optional, nested(single))]
        login: Option<Login>,
    }
}

fn main() {}
