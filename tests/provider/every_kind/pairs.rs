//! A provider of one of each kind that is neither a resource nor a data source; all have the same
//! fields.

use schema_provider::prelude::*;
use schema_provider::{Bytes, LockInfo, LockOutcome, UnlockOutcome};

/// Everything in it has the same fields.
#[derive(Schema)]
#[schema(provider = "pair")]
pub struct Pairs {}

impl Provider for Pairs {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }
    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Fleeting]
    }
    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Thing]
    }
    fn actions() -> &'static [ActionDef<Self>] {
        actions![Deed]
    }
    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![Store]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

macro_rules! related {
    ($(#[$meta:meta])* $name:ident) => {
        /// Fields that are related.
        #[derive(Schema)]
        $(#[$meta])*
        pub struct $name {
            #[field(optional, exactly_one_of(two))]
            one: Option<String>,
            #[field(optional, exactly_one_of(one))]
            two: Option<String>,
            #[field(optional, conflicts_with(right))]
            left: Option<String>,
            #[field(optional, conflicts_with(left))]
            right: Option<String>,
            #[field(optional, required_with(label))]
            user: Option<String>,
            #[field(optional)]
            label: Option<String>,
            #[field(optional, at_least_one_of(from))]
            to: Option<String>,
            #[field(optional, at_least_one_of(to))]
            from: Option<String>,
        }
    };
}

related!(
    #[schema(ephemeral = "pair_fleeting")]
    Fleeting
);
related!(
    #[schema(list = "pair_thing")]
    ThingFilter
);
related!(
    #[schema(action = "pair_deed")]
    Deed
);
related!(
    #[schema(state_store = "pair_store")]
    Store
);

/// Something to list.
#[derive(Schema)]
#[schema(resource = "pair_thing", identity(id))]
pub struct Thing {
    #[field(optional, force_new)]
    name: Option<String>,
}

impl Resource for Thing {
    type Provider = Pairs;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl ListResource for Thing {
    type Filter = ThingFilter;

    async fn list(_: &Cx<Self>, _: ConfigData<'_, ThingFilter>, _: &mut ListSink<Self>) -> Result {
        Ok(())
    }
}

impl EphemeralResource for Fleeting {
    type Provider = Pairs;

    async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

impl Action for Deed {
    type Provider = Pairs;

    async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

impl StateStore for Store {
    type Provider = Pairs;
    type Store = ();

    async fn configure(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
    async fn read(_: &Cx<Self>, (): &(), _: &str) -> Result<Option<Bytes>> {
        Ok(None)
    }
    async fn write(_: &Cx<Self>, (): &(), _: &str, _: Bytes) -> Result {
        Ok(())
    }
    async fn lock(_: &Cx<Self>, (): &(), _: &str, _: &LockInfo) -> Result<LockOutcome> {
        Ok(LockOutcome::Unsupported)
    }
    async fn unlock(_: &Cx<Self>, (): &(), _: &str, _: &str) -> Result<UnlockOutcome> {
        Ok(UnlockOutcome::NotLocked)
    }
    async fn list(_: &Cx<Self>, (): &()) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
    async fn delete(_: &Cx<Self>, (): &(), _: &str) -> Result<bool> {
        Ok(false)
    }
}
