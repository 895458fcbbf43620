//! The provider behind it.

use schema_provider::prelude::*;

/// The provider behind it.
#[derive(Schema)]
#[schema(provider = "old")]
pub(crate) struct Old {}

impl Provider for Old {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![OldThing, Extra]
    }

    async fn configure(cx: &Cx, _: ConfigData<'_, Self>) -> Result {
        if std::env::var_os("MOVING_REFUSES").is_some() {
            bail!("no credentials");
        }
        cx.warn("the old program is old");
        Ok(())
    }
}

/// The same thing, as it was.
#[derive(Schema)]
#[schema(resource = "old_thing")]
pub(crate) struct OldThing {
    #[field(required, force_new)]
    name: String,
    #[field(optional, validate = one_of("small", "large"))]
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

impl Resource for OldThing {
    type Provider = Old;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("made");
        tracing::warn!("the old program makes a thing");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for OldThing {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(OldThing::NAME) == "dies" {
            std::process::abort();
        }
        Ok(())
    }
}

/// What only the old program has.
#[derive(Schema)]
#[schema(resource = "old_extra")]
pub(crate) struct Extra {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Extra {
    type Provider = Old;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("extra");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
