//! Deferred answers: only for a client that allows it, by the provider developer or because the
//! settings are unknown.
#![allow(clippy::needless_update, reason = "messages grow")]

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::deferred::Reason;
use schema_provider::plugin::proto::v6::{self, ClientCapabilities, DynamicValue};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::schema::Schema as Table;

use super::later::Later;
use super::served;

use served::encoded as of;

/// The answer of each call that can be deferred.
struct Answer {
    call: &'static str,
    value: Option<Value>,
    deferred: Option<Reason>,
    errors: Vec<String>,
}

struct Server {
    server: served::Server,
    instance: Instance,
    resource: Table,
    data_source: Table,
}

impl Server {
    async fn new(settings: &str) -> Server {
        let (server, instance) = served::configured::<Later>(settings).await;
        let schemas = instance.schemas();
        let resource = (*schemas.resources["later_thing"]).clone();
        let data_source = (*schemas.data_sources["later_thing"]).clone();
        Server {
            server,
            instance,
            resource,
            data_source,
        }
    }

    /// Plan, read, import and data source read of something that waits.
    async fn ask(&self, waits: &str, allowed: Option<bool>) -> [Answer; 4] {
        let client_capabilities = allowed.map(|deferral_allowed| ClientCapabilities {
            deferral_allowed,
            ..Default::default()
        });
        let (server, resource) = (&self.server, &self.resource);
        let decoded = |schema: &Table, value: Option<DynamicValue>| {
            value.map(|value| msgpack::decode_block(&schema.block, &value.msgpack).unwrap())
        };
        let answer =
            |call, value, deferred: Option<v6::Deferred>, told: Vec<v6::Diagnostic>| Answer {
                call,
                value,
                deferred: deferred.map(|deferred| deferred.reason()),
                errors: told.into_iter().map(|told| told.summary).collect(),
            };
        let config = format!(r#"{{"waits":"{waits}"}}"#);
        let stored = format!(r#"{{"id":"1","waits":"{waits}","made":"before"}}"#);
        let type_name = || "later_thing".to_owned();
        let mut kept = Private::default();
        kept.set("etag", "e");
        let kept = kept.to_bytes();
        let plan = server.plan_resource_change(v6::plan_resource_change::Request {
            type_name: type_name(),
            prior_state: of(resource, "null"),
            config: of(resource, &config),
            client_capabilities,
            ..Default::default()
        });
        let plan = plan.await;
        let read = server.read_resource(v6::read_resource::Request {
            type_name: type_name(),
            current_state: of(resource, &stored),
            private: kept.clone().into(),
            client_capabilities,
            ..Default::default()
        });
        let read = read.await;
        assert_eq!(read.private, kept);
        let import = server.import_resource_state(v6::import_resource_state::Request {
            type_name: type_name(),
            id: waits.to_owned(),
            client_capabilities,
            ..Default::default()
        });
        let import = import.await;
        let look_up = server.read_data_source(v6::read_data_source::Request {
            type_name: type_name(),
            config: of(&self.data_source, &config),
            client_capabilities,
            ..Default::default()
        });
        let look_up = look_up.await;
        let imported = import.imported_resources.into_iter().next();
        let imported = imported.and_then(|imported| imported.state);
        [
            answer(
                "plan",
                decoded(resource, plan.planned_state),
                plan.deferred,
                plan.diagnostics,
            ),
            answer(
                "read",
                decoded(resource, read.new_state),
                read.deferred,
                read.diagnostics,
            ),
            answer(
                "import",
                decoded(resource, imported),
                import.deferred,
                import.diagnostics,
            ),
            answer(
                "look up",
                decoded(&self.data_source, look_up.state),
                look_up.deferred,
                look_up.diagnostics,
            ),
        ]
    }

    fn made(&self, value: Option<&Value>) -> Value {
        let (position, _) = self.resource.block.find("made").unwrap();
        value.unwrap().as_object().unwrap()[position].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_defers_an_answer_if_the_client_allows_it() {
    let server = Server::new("{}").await;
    for (waits, reason) in [
        ("for more", Reason::AbsentPrereq),
        ("for itself", Reason::ResourceConfigUnknown),
    ] {
        for answer in server.ask(waits, Some(true)).await {
            let Answer {
                call,
                value,
                deferred,
                errors,
            } = answer;
            assert_eq!((deferred, &errors[..]), (Some(reason), &[][..]), "{call}");
            match call {
                "plan" => assert_eq!(server.made(value.as_ref()), Value::from("planned")),
                // Unchanged.
                "read" => assert_eq!(server.made(value.as_ref()), Value::from("before")),
                // Nothing of it is known.
                _ => assert_eq!(value, Some(Value::UNKNOWN), "{call}"),
            }
        }
    }
    for answer in server.ask("for nothing", Some(true)).await {
        assert_eq!((answer.deferred, &answer.errors[..]), (None, &[][..]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_allow_it_gets_an_error() {
    let server = Server::new("{}").await;
    for allowed in [None, Some(false)] {
        for answer in server.ask("for more", allowed).await {
            assert_eq!(answer.deferred, None, "{}", answer.call);
            let [error] = &answer.errors[..] else {
                panic!("{}: {:?}", answer.call, answer.errors);
            };
            assert!(error.ends_with("cannot be deferred"), "{error}");
        }
    }
    // An apply is never deferred.
    let (resource, thing) = (&server.resource, r#"{"waits":"for more"}"#);
    let request = v6::apply_resource_change::Request {
        type_name: "later_thing".into(),
        prior_state: of(resource, "null"),
        planned_state: of(resource, r#"{"waits":"for more","id":"?","made":"?"}"#),
        config: of(resource, thing),
        ..Default::default()
    };
    let applied = server.server.apply_resource_change(request).await;
    assert!(
        applied.diagnostics[0]
            .detail
            .contains("Only plan, read and import")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_take_precedence_over_deferral() {
    let server = Server::new("{}").await;
    for answer in server.ask("and fails", Some(true)).await {
        assert_eq!(answer.deferred, None, "{}", answer.call);
        assert_eq!(answer.errors, ["it fails as well"], "{}", answer.call);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_with_unknown_settings_defers_everything() {
    let server = Server::new(r#"{"region":"?"}"#).await;
    for answer in server.ask("for nothing", Some(true)).await {
        let Answer {
            call,
            value,
            deferred,
            errors,
        } = answer;
        let reason = Reason::ProviderConfigUnknown;
        assert_eq!((deferred, &errors[..]), (Some(reason), &[][..]), "{call}");
        match call {
            // The hook is not called: it would find no client.
            "plan" => assert_eq!(server.made(value.as_ref()), Value::UNKNOWN),
            "read" => assert_eq!(server.made(value.as_ref()), Value::from("before")),
            _ => assert_eq!(value, Some(Value::UNKNOWN), "{call}"),
        }
    }
    // If that is not allowed, calls that need the client report why it is missing.
    for answer in server.ask("for nothing", Some(false)).await {
        assert_eq!(answer.deferred, None);
        assert_eq!(
            answer.errors,
            ["The provider is not configured yet"],
            "{}",
            answer.call
        );
    }
    // Once it is configured, the hook is called.
    served::configure(&server.server, &server.instance, "{}").await;
    let [plan, ..] = server.ask("for nothing", Some(true)).await;
    assert_eq!(plan.deferred, None);
    assert_eq!(server.made(plan.value.as_ref()), Value::from("planned"));
}
