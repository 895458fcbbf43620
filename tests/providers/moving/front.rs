//! The provider in front.

use schema_provider::OldProgram;
use schema_provider::prelude::*;

use super::kept::{PortedKept, UnportedKept};

/// The provider in front.
#[derive(Schema)]
#[schema(provider = "old")]
pub(crate) struct Moving {}

impl Provider for Moving {
    type Client = ();

    fn old_program() -> Option<OldProgram> {
        Some(OldProgram::beside("terraform-provider-moving-old").or_env("MOVING_OLD_PROGRAM"))
    }

    fn resources() -> &'static [ResourceDef<Self>] {
        let set = |name| std::env::var_os(name).is_some();
        match (set("MOVING_KEPT"), set("MOVING_PORTED")) {
            (false, true) => resources![Ported, Own],
            (false, false) => resources![Unported, Own],
            (true, true) => resources![PortedKept],
            (true, false) => resources![UnportedKept],
        }
    }
}

/// A thing that the old program serves.
#[derive(Schema)]
#[schema(resource = "old_thing", unported)]
pub(crate) struct Unported {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    plain: Option<String>,
    #[field(optional)]
    blanks: Option<String>,
    #[field(optional, default = 3)]
    size: i64,
    #[field(optional)]
    network: Option<String>,
    #[field(optional)]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
}

/// The same thing, served here.
#[derive(Schema)]
#[schema(resource = "old_thing")]
pub(crate) struct Ported {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    plain: Option<String>,
    #[field(optional)]
    blanks: Option<String>,
    #[field(optional, default = 3)]
    size: i64,
    #[field(optional)]
    network: Option<String>,
    #[field(optional)]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
}

impl Resource for Ported {
    type Provider = Moving;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("ported");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Ported {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// What only the new provider has.
#[derive(Schema)]
#[schema(resource = "old_own")]
pub(crate) struct Own {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Own {
    type Provider = Moving;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("own");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
