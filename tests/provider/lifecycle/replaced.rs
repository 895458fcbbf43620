//! Private data of a replacement: what Terraform passes from one plan to the next, with and without
//! the capability to store private data of plans, and what create gets.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::object::schema;
use schema_provider::server::ProviderServer;

use crate::host::{object, private};

#[derive(Schema)]
#[schema(provider = "swap")]
struct Swap {}

impl Provider for Swap {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Crate]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "swap_crate")]
struct Crate {
    #[field(required, force_new)]
    name: String,
    /// What the hook sets; nothing if `silent`.
    #[field(optional, computed)]
    hook: Option<String>,
}

impl Resource for Crate {
    type Provider = Swap;

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if plan.value(Crate::HOOK).known().as_deref() == Some("silent") {
            return Ok(());
        }
        let seen = |kept: Option<&Private>| match kept {
            Some(kept) => ["etag", "plan"].map(|key| u8::from(kept.get(key).is_some())),
            None => [9, 9],
        };
        let seen = [seen(Some(plan.private())), seen(plan.earlier_private())].concat();
        plan.set_private("plan", seen);
        Ok(())
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        if data.private().get("etag").is_some() {
            bail!("this is kept with another object");
        }
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Crate {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// The private data of the first plan, of the second, of the plan before the apply, and of the new
/// object.
async fn replace(hook: &str, stores: bool) -> [Vec<u8>; 4] {
    let instance = Instance::new::<Swap>(Environment::default()).unwrap();
    let server = ProviderServer::new(instance);
    let of = |text: &str| {
        let value = match text {
            "null" => Value::Null,
            text => object(schema::<Crate>(), text),
        };
        let bytes = msgpack::encode_block(&schema::<Crate>().block, &value).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    };
    let config = format!(r#"{{"name":"b","hook":{hook}}}"#);
    let plan = async |prior: &str, prior_private: &[u8], planned_private: &[u8]| {
        let request = v6::plan_resource_change::Request {
            type_name: "swap_crate".into(),
            prior_state: of(prior),
            config: of(&config),
            proposed_new_state: of(&config),
            prior_private: prior_private.to_vec().into(),
            planned_private: planned_private.to_vec().into(),
            client_capabilities: Some(v6::ClientCapabilities {
                store_planned_private: stores,
                ..Default::default()
            }),
            ..Default::default()
        };
        let planned = server.plan_resource_change(request).await;
        assert_eq!(planned.diagnostics, []);
        planned
    };
    let mut kept = Private::default();
    kept.set("etag", "e1");
    // The plan walk: first of the existing object, then of the new one with the data of the first.
    let stored = r#"{"id":"1","name":"a","hook":"loud"}"#;
    let first = plan(stored, &kept.to_bytes(), b"").await;
    assert_eq!(first.requires_replace.len(), 1);
    let second = plan("null", &first.planned_private, b"").await;
    // The apply walk, in which the old object no longer exists.
    let stored: &[u8] = if stores { &second.planned_private } else { b"" };
    let last = plan("null", b"", stored).await;
    let request = v6::apply_resource_change::Request {
        type_name: "swap_crate".into(),
        prior_state: of("null"),
        planned_state: last.planned_state,
        config: of(&config),
        planned_private: last.planned_private.clone(),
        ..Default::default()
    };
    let made = server.apply_resource_change(request).await;
    assert_eq!(made.diagnostics, []);
    let planned = [first, second].map(|plan| plan.planned_private.to_vec());
    let [first, second] = planned;
    [
        first,
        second,
        last.planned_private.to_vec(),
        made.private.to_vec(),
    ]
}

/// What the hook saw in kept and earlier data: whether the old object's existed, and whether a
/// plan's.
fn saw(bytes: &[u8]) -> Option<Vec<u8>> {
    private(bytes, "plan").map(String::into_bytes)
}

#[tokio::test(flavor = "multi_thread")]
async fn create_gets_private_data_of_the_new_objects_plan() {
    for (stores, at_last) in [(true, [0, 0, 0, 1]), (false, [0, 0, 9, 9])] {
        let [first, second, last, kept] = replace("\"loud\"", stores).await;
        assert_eq!(private(&first, "etag").as_deref(), Some("e1"));
        assert_eq!(saw(&first).unwrap(), [1, 0, 9, 9]);
        // The second begins again, as the one before the apply must.
        assert_eq!(private(&second, "etag"), None);
        assert_eq!(saw(&second).unwrap(), [0, 0, 9, 9]);
        assert_eq!(saw(&last).unwrap(), at_last, "{stores}");
        assert_eq!(kept, last);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_hook_create_gets_no_private_data() {
    for stores in [true, false] {
        let [first, second, last, kept] = replace("\"silent\"", stores).await;
        assert_eq!(private(&first, "etag").as_deref(), Some("e1"));
        for later in [second, last, kept] {
            assert_eq!(String::from_utf8_lossy(&later), "", "{stores}");
        }
    }
}
