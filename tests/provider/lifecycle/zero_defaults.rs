//! State of a provider for which null and zero are the same: if the zero is the default, a plan
//! without a refresh changes nothing.

use schema_provider::Value;
use schema_provider::lifecycle::{Instance, PlanRequest, RawState};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::json;

use crate::host::object;

#[derive(Schema)]
#[schema(provider = "taken")]
struct Taken {}

impl Provider for Taken {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Over]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
struct Part {
    #[field(optional)]
    plain: Option<String>,
    #[field(optional, default = "")]
    text: Option<String>,
    #[field(optional, default = 1)]
    one: i64,
}

#[derive(Schema)]
#[schema(resource = "taken_over", version = 1)]
struct Over {
    #[field(optional, force_new, default = "")]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    forced: String,
    #[field(optional, default = false)]
    flag: bool,
    #[field(optional, default = 0)]
    number: i64,
    #[field(optional, default = [])]
    names: Vec<String>,
    #[field(optional, default = [])]
    labels: Set<String>,
    #[field(optional, default = true)]
    on: bool,
    #[field(optional, default_env("TAKEN_FROM_ENV", fallback = "false"))]
    from_env: bool,
    #[field(optional)]
    plain: Option<String>,
    #[field(computed)]
    found: String,
    #[field(block(list))]
    listed: Vec<Part>,
    #[field(block(set))]
    set: Set<Part>,
    #[field(optional, nested(map))]
    mapped: BTreeMap<String, Part>,
    #[field(optional, nested(single))]
    single: Option<Part>,
}

impl Resource for Over {
    type Provider = Taken;

    nothing_to_do!();

    async fn upgrade(_: &Cx<Self>, _: &OldState, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Over {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// The same for this version and an older one, whose upgrade sets nothing.
async fn upgraded(instance: &Instance, stored: &str) -> Value {
    let mut versions = Vec::new();
    for version in [0, 1] {
        let state = RawState::Json(stored.as_bytes().to_vec());
        let upgraded = instance.upgrade_resource_state("taken_over", version, state);
        versions.push(upgraded.await.unwrap().0);
    }
    assert_eq!(versions[0], versions[1]);
    versions.remove(0)
}

#[tokio::test]
async fn null_equals_a_zero_default() {
    let instance = Instance::new::<Taken>(Environment::default()).unwrap();
    let schema = instance.schemas().resources["taken_over"].clone();
    let value = upgraded(&instance, r#"{"id": "1"}"#).await;
    let json = json::encode_block(&schema.block, &value).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "id": "1", "forced": "", "flag": false, "number": 0, "names": [], "labels": [],
            // Their original values are unknown.
            "on": null, "from_env": null,
            "plain": null, "found": null, "listed": [], "set": [], "mapped": null, "single": null,
        })
    );
    // Existing values are kept.
    let stored = r#"{"id": "1", "forced": "f", "flag": true, "number": 5, "names": ["n"], "labels": ["l"], "plain": ""}"#;
    let value = upgraded(&instance, stored).await;
    let json = json::encode_block(&schema.block, &value).unwrap();
    for part in [
        r#""forced":"f""#,
        r#""flag":true"#,
        r#""number":5"#,
        r#""names":["n"]"#,
        r#""labels":["l"]"#,
        r#""plain":"""#,
    ] {
        assert!(json.contains(part), "{json}");
    }
}

#[tokio::test]
async fn nothing_is_planned_at_any_depth() {
    let instance = Instance::new::<Taken>(Environment::default()).unwrap();
    let schema = instance.schemas().resources["taken_over"].clone();
    let part = r#"{"plain": null, "text": null, "one": 1}"#;
    let stored = format!(
        r#"{{"id": "1", "forced": null, "on": true, "from_env": false, "found": "x",
            "listed": [{part}, {{"text": "a", "one": 1}}], "set": [{part}, {{"text": "", "one": 1}}],
            "mapped": {{"a": {part}}}, "single": {part}}}"#
    );
    let prior = upgraded(&instance, &stored).await;
    let config =
        r#"{"listed": [{}, {"text": "a"}], "set": [{}], "mapped": {"a": {}}, "single": {}}"#;
    let plan = async |prior: Value| {
        let request = PlanRequest {
            prior_identity: None,
            type_name: "taken_over".to_owned(),
            prior_state: prior,
            config: object(&schema, config),
            prior_private: Vec::new(),
            planned_private: None,
        };
        let plan = instance.plan_resource_change(request).await;
        assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
        plan
    };
    let planned = plan(prior.clone()).await;
    assert_eq!(planned.planned_state, prior);
    assert!(planned.requires_replace.is_empty());
    // With the stored state, the resource would be replaced.
    let kept = plan(object(&schema, &stored)).await;
    assert!(!kept.requires_replace.is_empty());
}
