//! The plugin protocol's messages, answered by the lifecycle.

mod schemas;

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue, diagnostic};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::{Value, server};

use crate::host::Host;

pub struct Wire {
    pub host: Host,
    pub provider: server::ProviderServer,
}

impl Wire {
    pub async fn new(remote: &str) -> Wire {
        let host = Host::new(remote).await;
        let provider = server::ProviderServer::new(host.instance.clone());
        Wire { host, provider }
    }

    fn thing(&self, text: &str) -> Option<DynamicValue> {
        self.encode(&self.host.thing(text))
    }

    fn encode(&self, value: &Value) -> Option<DynamicValue> {
        let schema = &self.host.instance.schemas().resources["mem_thing"];
        let bytes = msgpack::encode_block(&schema.block, value).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    }

    fn decode(&self, value: Option<DynamicValue>) -> Value {
        let schema = &self.host.instance.schemas().resources["mem_thing"];
        msgpack::decode_block(&schema.block, &value.unwrap().msgpack).unwrap()
    }

    async fn plan(
        &self,
        prior_state: Option<DynamicValue>,
        config: Option<DynamicValue>,
    ) -> v6::plan_resource_change::Response {
        let request = v6::plan_resource_change::Request {
            type_name: "mem_thing".into(),
            prior_state,
            proposed_new_state: config.clone(),
            config,
            prior_private: "kept".into(),
            ..Default::default()
        };
        self.provider.plan_resource_change(request).await
    }

    async fn apply(
        &self,
        prior_state: Option<DynamicValue>,
        planned_state: Option<DynamicValue>,
        config: Option<DynamicValue>,
    ) -> v6::apply_resource_change::Response {
        let request = v6::apply_resource_change::Request {
            type_name: "mem_thing".into(),
            prior_state,
            planned_state,
            config,
            ..Default::default()
        };
        self.provider.apply_resource_change(request).await
    }
}

/// Terraform does not name the resource in the error of a destroy.
#[tokio::test(flavor = "multi_thread")]
async fn an_error_of_a_destruction_says_what_was_to_be_destroyed() {
    let wire = Wire::new("destroyed").await;
    for flaw in ["delete=error", "delete=panic"] {
        let config = wire.thing(&format!(r#"{{"name":"a","size":3,"flaw":"{flaw}"}}"#));
        let plan = wire
            .plan(Some(DynamicValue::default()), config.clone())
            .await;
        let made = wire.apply(None, plan.planned_state, config).await;
        assert!(made.diagnostics.is_empty(), "{:?}", made.diagnostics);
        let id = wire.host.field(&wire.decode(made.new_state.clone()), "id");
        let id = id.as_str().unwrap();
        let kept = wire.apply(made.new_state.clone(), None, None).await;
        assert_eq!(kept.new_state, made.new_state);
        let error = one(&kept.diagnostics);
        let said = format!("It was mem_thing {id:?} that was to be destroyed.");
        assert!(error.detail.ends_with(&said), "{}", error.detail);
        assert_eq!(error.detail.matches("to be destroyed").count(), 1);
    }
}

fn damaged(bytes: &[u8]) -> Option<DynamicValue> {
    Some(DynamicValue::from_msgpack(bytes.to_vec()))
}

fn one(diagnostics: &[v6::Diagnostic]) -> &v6::Diagnostic {
    let [one] = diagnostics else {
        panic!("one diagnostic expected: {diagnostics:#?}");
    };
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn create_update_and_delete_in_messages() {
    let wire = Wire::new("messages").await;
    let config = wire.thing(r#"{"name":"a","size":3}"#);
    let plan = wire
        .plan(Some(DynamicValue::default()), config.clone())
        .await;
    assert!(plan.diagnostics.is_empty() && !plan.legacy_type_system);
    // For the create half of a replacement Terraform sends the old object's.
    assert_eq!(plan.planned_private, "");
    let applied = wire.apply(None, plan.planned_state, config).await;
    assert!(applied.diagnostics.is_empty(), "{:?}", applied.diagnostics);
    let state = wire.decode(applied.new_state.clone());
    assert_eq!(wire.host.field(&state, "sum"), Value::from(3000));

    let request = v6::read_resource::Request {
        type_name: "mem_thing".into(),
        current_state: applied.new_state.clone(),
        private: applied.private.clone(),
        ..Default::default()
    };
    let read = wire.provider.read_resource(request).await;
    assert!(wire.decode(read.new_state) == state);
    assert_eq!(read.private, applied.private);

    let config = wire.thing(r#"{"name":"b","size":3}"#);
    let plan = wire.plan(applied.new_state.clone(), config).await;
    assert_eq!(plan.planned_private, "kept");
    assert_eq!(plan.requires_replace.len(), 1);
    let steps = &plan.requires_replace[0].steps;
    let name = v6::attribute_path::Selector::AttributeName("name".into());
    assert_eq!(steps[0].selector, Some(name));

    let gone = wire.apply(applied.new_state, None, None).await;
    assert!(gone.diagnostics.is_empty());
    assert!(wire.decode(gone.new_state).is_null());

    let request = v6::import_resource_state::Request {
        type_name: "mem_thing".into(),
        id: "z".into(),
        ..Default::default()
    };
    let imported = wire.provider.import_resource_state(request).await;
    let state = wire.decode(imported.imported_resources[0].state.clone());
    assert_eq!(wire.host.field(&state, "id"), Value::from("id-z"));

    let request = v6::upgrade_resource_state::Request {
        type_name: "mem_thing".into(),
        version: 1,
        raw_state: Some(v6::RawState {
            json: r#"{"id":"id-q","name":"q","size_kb":1024}"#.into(),
            ..Default::default()
        }),
    };
    let upgraded = wire.provider.upgrade_resource_state(request).await;
    assert!(
        upgraded.diagnostics.is_empty(),
        "{:?}",
        upgraded.diagnostics
    );
    let state = wire.decode(upgraded.upgraded_state);
    assert_eq!(wire.host.field(&state, "size"), Value::from(1));

    let request = v6::move_resource_state::Request {
        source_type_name: "old_thing".into(),
        source_state: Some(v6::RawState {
            json: r#"{"name":"q","size_kb":1}"#.into(),
            ..Default::default()
        }),
        target_type_name: "mem_thing".into(),
        ..Default::default()
    };
    let moved = wire.provider.move_resource_state(request).await;
    let state = wire.decode(moved.target_state);
    assert_eq!(wire.host.field(&state, "id"), Value::from("id-q"));
}

#[tokio::test(flavor = "multi_thread")]
async fn values_that_do_not_fit_are_errors_with_a_path() {
    let wire = Wire::new("damaged").await;
    let schema = &wire.host.instance.schemas().resources["mem_thing"];
    let (size, _) = schema.block.find("size").unwrap();
    let good = wire.thing(r#"{"name":"a"}"#);
    // The same, with a string instead of the number.
    let mut bytes = good.as_ref().unwrap().msgpack.to_vec();
    let at = bytes
        .windows(4)
        .position(|window| window == b"size")
        .unwrap()
        + 4;
    assert_eq!(bytes[at], 0xc0);
    bytes[at] = 0xa0;
    let bad = damaged(&bytes);
    for plan in [
        wire.plan(None, bad.clone()).await,
        wire.plan(bad.clone(), good.clone()).await,
    ] {
        let error = one(&plan.diagnostics);
        assert_eq!(error.severity(), diagnostic::Severity::Error);
        assert!(error.summary.contains("mem_thing"), "{error:?}");
        let path = error.attribute.as_ref().expect("a path");
        let name = v6::attribute_path::Selector::AttributeName("size".into());
        assert_eq!(path.steps[0].selector, Some(name), "position {size}");
        assert_eq!(plan.planned_private, "kept");
    }
    let applied = wire.apply(good.clone(), bad, good.clone()).await;
    one(&applied.diagnostics);
    assert_eq!(applied.new_state, good);

    let request = v6::read_resource::Request {
        type_name: "mem_thong".into(),
        current_state: good.clone(),
        ..Default::default()
    };
    let read = wire.provider.read_resource(request).await;
    assert!(one(&read.diagnostics).summary.contains("mem_thong"));
    assert_eq!(read.new_state, good);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bytes_end_the_process() {
    let wire = Wire::new("bytes").await;
    let text = r#"{"name":"a","size":3,"labels":{"x":"y"},"disk":[{"size":1}],"note":"n"}"#;
    let good = wire.thing(text).unwrap().msgpack.to_vec();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random >> 33).unwrap()
    };
    let mut refused = 0;
    for _ in 0..2000 {
        let mut bytes = good.clone();
        for _ in 0..=next() % 3 {
            let at = next() % bytes.len();
            bytes[at] = u8::try_from(next() % 256).unwrap();
        }
        bytes.truncate(bytes.len() - next() % 2 * (next() % bytes.len()));
        let value = damaged(&bytes);
        let plan = wire.plan(None, value.clone()).await;
        refused += usize::from(!plan.diagnostics.is_empty());
        if !plan.diagnostics.is_empty() {
            continue;
        }
        let _ = wire.apply(value.clone(), plan.planned_state, value).await;
    }
    assert!(refused > 500, "only {refused} rejected");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_terraform_gets_no_write_only_values() {
    let wire = Wire::new("old-terraform").await;
    let validate = |config: &str, allowed: Option<bool>| {
        let request = v6::validate_resource_config::Request {
            type_name: "mem_thing".into(),
            config: wire.thing(config),
            client_capabilities: allowed.map(|allowed| v6::ClientCapabilities {
                write_only_attributes_allowed: allowed,
                ..Default::default()
            }),
        };
        wire.provider.validate_resource_config(request)
    };
    let secret = r#"{"name":"a","secret":"hush"}"#;
    for old in [None, Some(false)] {
        let found = validate(secret, old).await.diagnostics;
        assert!(one(&found).summary.contains("no write-only"), "{found:?}");
        assert!(
            validate(r#"{"name":"a"}"#, old)
                .await
                .diagnostics
                .is_empty()
        );
    }
    assert!(validate(secret, Some(true)).await.diagnostics.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_from_nothing_to_nothing_runs_no_code() {
    let wire = Wire::new("nothing-to-nothing").await;
    let null = wire.encode(&Value::Null);
    let unknown = damaged(b"\xd4\x00\x00");
    let prior = wire.host.created(r#"{"name":"a"}"#).await;
    let called = wire.host.remote.calls();
    for (prior, planned) in [
        (null.clone(), null.clone()),
        (None, None),
        // An unknown value is not a reason to delete either.
        (wire.encode(&prior), unknown.clone()),
        (unknown, null.clone()),
    ] {
        let answer = wire.apply(prior.clone(), planned, null.clone()).await;
        let error = one(&answer.diagnostics);
        assert!(error.summary.contains("there is no change"), "{error:?}");
        assert!(
            wire.decode(answer.new_state) == prior.map_or(Value::Null, |p| wire.decode(Some(p)))
        );
        assert_eq!(wire.host.remote.calls(), called);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_stops_its_own_calls_and_the_server_all() {
    let Wire { host, provider } = Wire::new("connections").await;
    let settings = || {
        let schema = &host.instance.schemas().provider;
        let value = crate::host::object(schema, r#"{"remote":"connections"}"#);
        let bytes = msgpack::encode_block(&schema.block, &value).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    };
    let mut connections = Vec::new();
    for _ in 0..2 {
        let connection = provider.for_connection().unwrap();
        let request = v6::configure_provider::Request {
            config: settings(),
            ..Default::default()
        };
        let response = connection.configure_provider(request).await;
        assert!(
            response.diagnostics.is_empty(),
            "{:?}",
            response.diagnostics
        );
        connections.push(connection);
    }
    // One create each, which waits until it is asked to stop.
    let creating = |number: usize| {
        let config = host.thing(&format!(
            r#"{{"name":"c{number}","flaw":"create.after=wait"}}"#
        ));
        let schema = &host.instance.schemas().resources["mem_thing"];
        let bytes = msgpack::encode_block(&schema.block, &config).unwrap();
        let config = Some(DynamicValue::from_msgpack(bytes));
        let connection = connections[number].clone();
        tokio::spawn(async move {
            let request = v6::plan_resource_change::Request {
                type_name: "mem_thing".into(),
                proposed_new_state: config.clone(),
                config: config.clone(),
                ..Default::default()
            };
            let planned = connection.plan_resource_change(request).await;
            let request = v6::apply_resource_change::Request {
                type_name: "mem_thing".into(),
                planned_state: planned.planned_state,
                config,
                planned_private: planned.planned_private,
                ..Default::default()
            };
            connection.apply_resource_change(request).await
        })
    };
    let (first, second) = (creating(0), creating(1));
    let begun = |name: &'static str| {
        let remote = host.remote.clone();
        async move {
            while !remote.things.lock().unwrap().contains_key(name) {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
    };
    begun("id-c0").await;
    begun("id-c1").await;
    connections[0]
        .stop_provider(v6::stop_provider::Request {})
        .await;
    let told = |answer: &v6::apply_resource_change::Response| answer.diagnostics[0].summary.clone();
    assert!(told(&first.await.unwrap()).contains("interrupted"));
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert!(!second.is_finished(), "another client's stop ended it");
    // The server itself stops everything.
    provider.stop();
    assert!(told(&second.await.unwrap()).contains("interrupted"));
}
