//! The provider of corner cases. Its objects exist only in the state.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::prelude::*;

use crate::functions::{Choose, Dig, EchoPair, Known, Nullables, Route, Swap};
use crate::kinds::{Spot, Tell};
use crate::sets::Zoo;
use crate::write_only::{Locker, Ticket};

/// Corner cases.
#[derive(Schema)]
#[schema(provider = "corner")]
pub struct Corner {
    /// Often set by an ephemeral resource.
    #[field(optional, sensitive)]
    token: Option<String>,
    #[field(optional)]
    tags: Option<Set<String>>,
}

impl Provider for Corner {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Echo, Zoo, Locker, Spot]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Ticket]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Spot]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![Tell]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Choose, Dig, EchoPair, Known, Nullables, Route, Swap]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// Returns what it gets, when it is applied.
#[derive(Schema)]
#[schema(resource = "corner_echo")]
pub struct Echo {
    #[field(optional)]
    input: Option<Dynamic>,
    #[field(computed(when_changed(input)))]
    output: Option<Dynamic>,
}

/// An id that no other object has.
pub fn next_id() -> String {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed).to_string()
}

impl Resource for Echo {
    type Provider = Corner;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(next_id());
        data.set(Echo::OUTPUT, data.get(Echo::INPUT));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Echo {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Echo::OUTPUT, data.get(Echo::INPUT));
        Ok(())
    }
}
