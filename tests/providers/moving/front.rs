//! The provider in front.

use schema_provider::OldProgram;
use schema_provider::prelude::*;

/// The provider in front.
#[derive(Schema)]
#[schema(provider = "old")]
pub(crate) struct Moving {}

impl Provider for Moving {
    type Client = ();

    fn old_program() -> Option<OldProgram> {
        let old = OldProgram::beside("terraform-provider-moving-old").or_env("MOVING_OLD_PROGRAM");
        (stage() < 2).then_some(old)
    }

    fn resources() -> &'static [ResourceDef<Self>] {
        match stage() {
            0 => resources![Unported, Own],
            1 => resources![Ported, Own],
            _ => resources![Ported, Own, PortedExtra],
        }
    }
}

/// How many of the old program's types have their code here. With the last one that program is no
/// longer needed.
fn stage() -> usize {
    let text = std::env::var("MOVING_PORTED").unwrap_or_default();
    text.parse().unwrap_or(0)
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

/// The same thing, served here, as `cargo provider port` writes it after it has asked the Go
/// program.
#[derive(Schema)]
#[schema(resource = "old_thing", import = none)]
pub(crate) struct Ported {
    #[field(required, force_new)]
    name: String,
    #[field(optional, validate = one_of("small", "large"))]
    plain: Option<String>,
    #[field(optional, validate = one_of("very small", "large"))]
    blanks: Option<String>,
    #[field(optional, default = 3, validate = range(1..=9))]
    size: i64,
    #[field(optional, validate = cidr)]
    network: Option<String>,
    #[field(optional, conflicts_with(b))]
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

/// The last type of the old program.
#[derive(Schema)]
#[schema(resource = "old_extra", import = none)]
pub(crate) struct PortedExtra {
    #[field(required, force_new)]
    name: String,
}

impl Resource for PortedExtra {
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
