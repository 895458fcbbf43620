//! Write-only values over gRPC: the error for an older client, values that provider code sets in
//! every call, and a replacement because of one.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::schema::Flags;
use schema_provider::server::ProviderServer;

use crate::host::object;

const LEAK: &str = "canary-leak";

#[derive(Schema)]
#[schema(provider = "hush")]
struct Hush {}

impl Provider for Hush {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Vault]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "hush_vault", version = 1)]
struct Vault {
    #[field(required)]
    name: String,
    #[field(optional, sensitive, prefer_write_only(text))]
    plain: Option<String>,
    #[field(optional, write_only)]
    text: Option<String>,
    #[field(optional, write_only)]
    list: Option<Vec<String>>,
    #[field(optional, write_only, nested(single))]
    credentials: Option<Credentials>,
    #[field(optional, nested(single))]
    desk: Option<Drawer>,
    #[field(optional, nested(list))]
    shelf: Vec<Drawer>,
    #[field(optional, nested(map))]
    door: BTreeMap<String, Drawer>,
    #[field(block(list))]
    account: Vec<Account>,
    /// What goes wrong, or is asked for.
    #[field(optional)]
    flaw: Option<String>,
}

#[derive(Schema)]
struct Credentials {
    #[field(required, write_only)]
    user: Option<String>,
}

#[derive(Schema)]
struct Drawer {
    #[field(optional, write_only)]
    code: Option<Secret>,
}

#[derive(Schema)]
struct Account {
    #[field(optional, write_only)]
    otp: Option<String>,
    #[field(block(single))]
    recovery: Option<Recovery>,
}

#[derive(Schema)]
struct Recovery {
    #[field(required, write_only)]
    answer: Secret,
}

/// Sets everything that is write-only.
fn leak(data: &mut ResourceData<Vault>) {
    let drawer = || Drawer {
        code: Some(Secret::from(LEAK)),
    };
    data.set(Vault::DESK, Some(drawer()));
    data.set(Vault::SHELF, vec![drawer(), drawer()]);
    data.set(Vault::DOOR, BTreeMap::from([("x".to_owned(), drawer())]));
    let recovery = Recovery {
        answer: Secret::from(LEAK),
    };
    let account = Account {
        otp: Some(LEAK.to_owned()),
        recovery: Some(recovery),
    };
    data.set(Vault::ACCOUNT, vec![account]);
    // Bypasses the compiler.
    let core = data.dynamic_mut();
    let fields = core.schema().block.fields.iter().enumerate();
    let secret = fields.filter(|(_, field)| field.is(Flags::WRITE_ONLY));
    let positions: Vec<usize> = secret.map(|(position, _)| position).collect();
    for position in positions {
        core.write(position, Value::from(LEAK), false);
    }
}

impl Resource for Vault {
    type Provider = Hush;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        leak(data);
        match data.get(Vault::FLAW).as_deref() {
            Some("error") => Err(Diagnostic::error("it failed").into()),
            Some("panic") => panic!("it panicked"),
            _ => Ok(()),
        }
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        leak(data);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        match plan.value(Vault::FLAW).known().as_deref() {
            Some("replace") => {
                plan.require_replace(Vault::TEXT);
                plan.require_replace(Vault::DOOR.at("x").then(Drawer::CODE));
                plan.require_replace(Vault::SHELF.at(0).then(Drawer::CODE));
                plan.require_replace(Vault::ACCOUNT.at(0).then(Account::OTP));
                // Terraform knows the attribute itself, not its content.
                plan.require_replace(Vault::CREDENTIALS.then(Credentials::USER));
                plan.require_replace(Vault::LIST.at(0));
                // Absent, and unchanged.
                plan.require_replace(Vault::SHELF.at(7).then(Drawer::CODE));
                plan.require_replace(Vault::NAME);
            }
            Some("private") => {
                let times = |private: Option<&Private>| {
                    let times = private.and_then(|private| private.get("times"));
                    times
                        .and_then(|times| times.first())
                        .copied()
                        .unwrap_or_default()
                };
                let (kept, earlier) = (times(Some(plan.private())), times(plan.earlier_private()));
                plan.set_private("times", [kept.max(earlier) + 1]);
                plan.set_private("kept", format!("{kept} {earlier}"));
            }
            Some("reserved") => plan.set_private(".ours", "x"),
            _ => {}
        }
        Ok(())
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set_id(id);
        leak(data);
        Ok(())
    }

    async fn upgrade(_: &Cx<Self>, _: &OldState, data: &mut ResourceData<Self>) -> Result {
        leak(data);
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, _: &MovedState, data: &mut ResourceData<Self>) -> Result {
        data.set_id("moved");
        leak(data);
        Ok(())
    }
}

impl Update for Vault {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        leak(data);
        Ok(())
    }
}

pub fn server() -> ProviderServer {
    ProviderServer::new(Instance::new::<Hush>(Environment::default()).unwrap())
}

fn schema() -> &'static schema_provider::schema_runtime::schema::Schema {
    schema_provider::schema_runtime::object::schema::<Vault>()
}

fn wire(value: &Value) -> Option<DynamicValue> {
    let bytes = msgpack::encode_block(&schema().block, value).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

pub fn of(text: &str) -> Option<DynamicValue> {
    wire(&object(schema(), text))
}

pub fn nothing() -> Option<DynamicValue> {
    wire(&Value::Null)
}

/// A vault with all values.
const FULL: &str = r#"{"name":"a","text":"hush","list":["hush"],"credentials":{"user":"hush"},
    "desk":{"code":"hush"},"shelf":[{"code":"hush"},{"code":null}],"door":{"x":{"code":"hush"}},
    "account":[{"otp":"hush","recovery":{"answer":"hush"}}]}"#;

pub fn full(flaw: &str) -> String {
    FULL.replacen('{', &format!("{{\"flaw\":\"{flaw}\","), 1)
}

fn address(path: &v6::AttributePath) -> String {
    use v6::attribute_path::Selector;
    let steps = path.steps.iter().map(|step| match &step.selector {
        Some(Selector::AttributeName(name)) => name.clone(),
        Some(Selector::ElementKeyString(key)) => format!("[{key}]"),
        Some(Selector::ElementKeyInt(index)) => format!("[{index}]"),
        None => "?".to_owned(),
    });
    steps.collect::<Vec<_>>().join(".")
}

async fn validate(config: &str, allowed: bool) -> Vec<v6::Diagnostic> {
    let request = v6::validate_resource_config::Request {
        type_name: "hush_vault".into(),
        config: of(config),
        client_capabilities: Some(v6::ClientCapabilities {
            write_only_attributes_allowed: allowed,
            ..Default::default()
        }),
    };
    server().validate_resource_config(request).await.diagnostics
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_client_is_warned_at_each_place() {
    for (config, place) in [
        (r#"{"name":"a","text":"x"}"#, "text"),
        (r#"{"name":"a","text":"?"}"#, "text"),
        (r#"{"name":"a","list":[]}"#, "list"),
        (r#"{"name":"a","credentials":{"user":"x"}}"#, "credentials"),
        (r#"{"name":"a","desk":{"code":"x"}}"#, "desk"),
        (
            r#"{"name":"a","shelf":[{"code":null},{"code":"x"}]}"#,
            "shelf.[1]",
        ),
        (r#"{"name":"a","door":{"k":{"code":"x"}}}"#, "door.[k]"),
        (
            r#"{"name":"a","account":[{"otp":"x","recovery":null}]}"#,
            "account.[0].otp",
        ),
        (
            r#"{"name":"a","account":[{"otp":null,"recovery":{"answer":"x"}}]}"#,
            "account.[0].recovery.answer",
        ),
    ] {
        let found = validate(config, false).await;
        let [one] = &found[..] else {
            panic!("{config}: {found:?}");
        };
        assert_eq!(one.severity(), v6::diagnostic::Severity::Error);
        assert!(one.detail.contains("Terraform 1.11"), "{}", one.detail);
        assert_eq!(address(one.attribute.as_ref().unwrap()), place);
        assert_eq!(validate(config, true).await, [], "{config}");
    }
    // Each has its own error.
    assert_eq!(validate(FULL, false).await.len(), 8);
    assert_eq!(validate(FULL, true).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_write_only_argument_is_preferred_only_for_clients_that_support_it() {
    let config = r#"{"name":"a","plain":"x"}"#;
    let found = validate(config, true).await;
    let [one] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(one.severity(), v6::diagnostic::Severity::Warning);
    assert_eq!(address(one.attribute.as_ref().unwrap()), "plain");
    assert_eq!(validate(config, false).await, []);
    // Also if the value is unknown; not if it is null.
    assert_eq!(validate(r#"{"name":"a","plain":null}"#, true).await, []);
}

/// The object on the wire, without write-only values.
#[track_caller]
fn clean(value: Option<DynamicValue>, what: &str) -> Value {
    let value = value.unwrap();
    let text = String::from_utf8_lossy(&value.msgpack).into_owned();
    assert!(!text.contains(LEAK) && !text.contains("hush\""), "{what}");
    let object = msgpack::decode_block(&schema().block, &value.msgpack).unwrap();
    let found = schema_provider::schema_runtime::terraform_core::write_only_values(
        &schema().block,
        &object,
    );
    assert!(found.is_empty(), "{what}: {found:?}");
    object
}

pub async fn plan(prior: Option<DynamicValue>, config: &str) -> v6::plan_resource_change::Response {
    let request = v6::plan_resource_change::Request {
        type_name: "hush_vault".into(),
        prior_state: prior,
        config: of(config),
        ..Default::default()
    };
    server().plan_resource_change(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_provider_code_returns_leaves_the_provider() {
    let server = server();
    for flaw in ["", "error", "panic"] {
        let config = full(flaw);
        let planned = plan(nothing(), &config).await;
        assert_eq!(planned.diagnostics, []);
        clean(planned.planned_state.clone(), "plan");
        let request = v6::apply_resource_change::Request {
            type_name: "hush_vault".into(),
            prior_state: nothing(),
            planned_state: planned.planned_state,
            config: of(&config),
            ..Default::default()
        };
        let created = server.apply_resource_change(request).await;
        assert_eq!(created.diagnostics.len(), usize::from(!flaw.is_empty()));
        let object = clean(created.new_state, "create");
        assert!(matches!(object, Value::Object(_)), "{flaw}");
    }
    let stored = r#"{"id":"1","name":"a","desk":{"code":null},"shelf":[{"code":null},{"code":null}],
        "door":{"x":{"code":null}},"account":[{"otp":null,"recovery":{"answer":null}}]}"#;
    let planned = plan(of(stored), &full("update")).await;
    let request = v6::apply_resource_change::Request {
        type_name: "hush_vault".into(),
        prior_state: of(stored),
        planned_state: planned.planned_state,
        config: of(&full("update")),
        ..Default::default()
    };
    let updated = server.apply_resource_change(request).await;
    assert_eq!(updated.diagnostics, []);
    clean(updated.new_state, "update");
    let request = v6::read_resource::Request {
        type_name: "hush_vault".into(),
        current_state: of(stored),
        ..Default::default()
    };
    let read = server.read_resource(request).await;
    assert_eq!(read.diagnostics, []);
    clean(read.new_state, "read");
    let request = v6::import_resource_state::Request {
        type_name: "hush_vault".into(),
        id: "1".into(),
        ..Default::default()
    };
    let imported = server.import_resource_state(request).await;
    assert_eq!(imported.diagnostics, []);
    clean(imported.imported_resources[0].state.clone(), "import");
    let raw = || v6::RawState {
        json: FULL.into(),
        ..Default::default()
    };
    // A state of the present version, for which no provider code is called, and one of an older
    // version.
    for version in [1, 0] {
        let request = v6::upgrade_resource_state::Request {
            type_name: "hush_vault".into(),
            version,
            raw_state: Some(v6::RawState {
                json: FULL.replacen('{', r#"{"id":"1","#, 1).into(),
                ..Default::default()
            }),
        };
        let upgraded = server.upgrade_resource_state(request).await;
        assert_eq!(upgraded.diagnostics, []);
        clean(upgraded.upgraded_state, "upgrade");
    }
    let request = v6::move_resource_state::Request {
        source_provider_address: "x/y/z".into(),
        source_type_name: "other".into(),
        source_state: Some(raw()),
        target_type_name: "hush_vault".into(),
        ..Default::default()
    };
    let moved = server.move_resource_state(request).await;
    assert_eq!(moved.diagnostics, []);
    clean(moved.target_state, "move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_names_the_exact_attribute() {
    let stored = r#"{"id":"1","name":"a","flaw":"replace","desk":{"code":null},
        "shelf":[{"code":null},{"code":null}],"door":{"x":{"code":null}},
        "account":[{"otp":null,"recovery":{"answer":null}}]}"#;
    let planned = plan(of(stored), &full("replace")).await;
    assert_eq!(planned.diagnostics, []);
    let places: Vec<String> = planned.requires_replace.iter().map(address).collect();
    assert_eq!(
        places,
        [
            "text",
            "door.[x].code",
            "shelf.[0].code",
            "account.[0].otp",
            "credentials",
            "list"
        ]
    );
    // The second plan of a replacement, which has no prior object, requires none.
    assert_eq!(plan(nothing(), &full("replace")).await.requires_replace, []);
}
