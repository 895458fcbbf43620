//! A provider that defers answers.

use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "later")]
pub struct Later {
    #[field(optional)]
    region: Option<String>,
}

impl Provider for Later {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        Ok(config.get_ok(Later::REGION).unwrap_or_default())
    }
}

#[derive(Schema)]
#[schema(resource = "later_thing")]
pub struct Thing {
    /// Whether it waits for something, and with an error of its own.
    #[field(required)]
    waits: String,
    #[field(computed)]
    made: Option<String>,
}

fn put_off<R>(cx: &Cx<R>, waits: &str) -> Result {
    match waits {
        "for more" => cx.defer(DeferReason::AbsentPrerequisite),
        "for itself" => cx.defer(DeferReason::ResourceConfigUnknown),
        "and fails" => {
            cx.defer(DeferReason::AbsentPrerequisite)?;
            Err(Diagnostic::error("it fails as well").into())
        }
        _ => Ok(()),
    }
}

impl Resource for Thing {
    type Provider = Later;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Thing::MADE, "made");
        assert!(!cx.deferral_allowed());
        put_off(cx, &data.get(Thing::WAITS))
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?;
        data.set(Thing::MADE, "read");
        put_off(cx, &data.get(Thing::WAITS))
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        cx.client()?;
        plan.set_new(Thing::MADE, "planned");
        put_off(cx, &plan.value(Thing::WAITS).known().unwrap_or_default())
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        cx.client()?;
        data.set_id(id);
        put_off(cx, id)
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(data_source = "later_thing")]
pub struct Lookup {
    #[field(required)]
    waits: String,
}

impl DataSource for Lookup {
    type Provider = Later;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?;
        data.set_id("1");
        put_off(cx, &data.get(Lookup::WAITS))
    }
}
