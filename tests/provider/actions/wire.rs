//! The messages of actions in protocol 6, including cases that only a protocol client can produce.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::invoke_action::{Event, Request, event::Type};
use schema_provider::plugin::proto::v6::{
    self, ClientCapabilities, DynamicValue, deferred, diagnostic, plan_action,
    validate_action_config,
};
use schema_provider::plugin::{Handler, StreamSender};

use super::lab::{Lab, Log};
use super::served::{self, Server};

pub fn encoded(instance: &Instance, action: &str, text: &str) -> Option<DynamicValue> {
    served::encoded(&instance.schemas().actions[action], text)
}

/// A laboratory whose log is a file, which other processes see too; it exists as long as the
/// directory.
pub async fn server() -> (Server, Instance, Log, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let settings = serde_json::json!({ "name": log }).to_string();
    let (server, instance) = served::configured::<Lab>(&settings).await;
    (server, instance, Log::File(log), directory)
}

pub fn request(action: &str, config: Option<DynamicValue>) -> Request {
    Request {
        action_type: action.to_owned(),
        config,
        client_capabilities: None,
    }
}

/// The whole stream: its progress, and its single end.
pub async fn stream(server: &Server, request: Request) -> (Vec<String>, Vec<v6::Diagnostic>) {
    let (send, mut taken) = StreamSender::local();
    let taking = async {
        let mut events: Vec<Event> = Vec::new();
        while let Some(event) = taken.recv().await {
            events.push(event);
        }
        events
    };
    let ((), mut events) = tokio::join!(server.invoke_action(request, send), taking);
    let end = match events.pop().and_then(|event| event.r#type) {
        Some(Type::Completed(end)) => end.diagnostics,
        other => panic!("no end, but {other:?}"),
    };
    let progress = events.into_iter().map(|event| match event.r#type {
        Some(Type::Progress(progress)) => progress.message,
        other => panic!("no progress, but {other:?}"),
    });
    (progress.collect(), end)
}

#[track_caller]
pub fn one(diagnostics: &[v6::Diagnostic]) -> &v6::Diagnostic {
    let [one] = diagnostics else {
        panic!("one diagnostic expected: {diagnostics:#?}");
    };
    assert_eq!(one.severity, i32::from(diagnostic::Severity::Error));
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn schemas_are_reported_as_those_of_actions() {
    let (server, instance, _, _directory) = server().await;
    let answer = server
        .get_provider_schema(v6::get_provider_schema::Request {})
        .await;
    assert_eq!(answer.diagnostics, []);
    let names: Vec<&str> = answer.action_schemas.keys().map(String::as_str).collect();
    assert_eq!(names, ["lab_picky", "lab_plain", "lab_test", "lab_typed"]);
    // An action without a schema would crash Terraform.
    let schema = answer.action_schemas["lab_test"].schema.as_ref().unwrap();
    let block = schema.block.as_ref().unwrap();
    let code = block.attributes.iter().find(|one| one.name == "code");
    assert!(code.unwrap().write_only && !code.unwrap().computed);
    // The provider fills in a default, independent of Terraform: an action has no computed values.
    let times = block.attributes.iter().find(|one| one.name == "times");
    assert!(times.unwrap().optional && !times.unwrap().computed);
    assert!(block.attributes.iter().all(|one| one.name != "id"));
    let blocks: Vec<&str> = block
        .block_types
        .iter()
        .map(|one| one.type_name.as_str())
        .collect();
    assert_eq!(blocks, ["instrument", "timeouts"]);
    let metadata = server.get_metadata(v6::get_metadata::Request {}).await;
    let names: Vec<&str> = metadata
        .actions
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, instance.schemas().actions.keys().collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_and_then_the_end() {
    let (server, instance, log, _directory) = server().await;
    let config = encoded(&instance, "lab_test", r#"{"sample":"a","times":3}"#);
    let (progress, end) = stream(&server, request("lab_test", config)).await;
    assert_eq!(progress, ["1 of 3", "2 of 3", "3 of 3"]);
    assert_eq!(end, []);
    assert_eq!(log.lines(), ["test a", "tested a"]);
    let config = encoded(&instance, "lab_test", r#"{"sample":"a","flaw":"warning"}"#);
    let (_, end) = stream(&server, request("lab_test", config)).await;
    assert_eq!(end.len(), 1);
    assert_eq!(end[0].severity, i32::from(diagnostic::Severity::Warning));
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_an_end_on_every_path() {
    let (server, instance, _, _directory) = server().await;
    let of = |text: &str| request("lab_test", encoded(&instance, "lab_test", text));
    let damaged = |bytes: &[u8]| Some(DynamicValue::from_msgpack(bytes.to_vec()));
    for (request, part) in [
        (
            request("lab_tset", None),
            "The provider has no action \"lab_tset\"",
        ),
        (request("lab_test", None), "The argument sample is required"),
        (
            request("lab_test", damaged(b"\xff\xff")),
            "the configuration",
        ),
        (
            request("lab_test", damaged(b"\xc0")),
            "The argument sample is required",
        ),
        (
            of(r#"{"sample":"?"}"#),
            "the configuration is not known yet",
        ),
        (of(r#"{"sample":"forbidden"}"#), "not this one"),
        (of(r#"{"sample":"a","times":9999}"#), "times"),
        (of(r#"{"sample":"a","flaw":"error"}"#), "the sample is bad"),
        (of(r#"{"sample":"a","flaw":"silent"}"#), "invoke failed"),
        (
            of(r#"{"sample":"a","flaw":"panic","code":"xyzzy"}"#),
            "lab_test: the provider panicked in invoke dropped it with the code Some(\"(sensitive value)\")",
        ),
        (
            of(r#"{"sample":"a","flaw":"wait","code":"xyzzy","timeouts":{"invoke":"20ms"}}"#),
            "took longer than 20ms",
        ),
    ] {
        let (_, end) = stream(&server, request).await;
        let end = one(&end);
        let text = format!("{} {}", end.summary, end.detail);
        assert!(text.contains(part), "{part}: {text}");
        assert!(!text.contains("xyzzy"), "{part}: {text}");
    }
    let (server, instance) = served::unconfigured::<Lab>().await;
    let config = encoded(&instance, "lab_test", r#"{"sample":"a"}"#);
    let (_, end) = stream(&server, request("lab_test", config)).await;
    assert!(one(&end).summary.contains("not configured"));
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_have_the_path_in_the_configuration() {
    let (server, instance, _, _directory) = server().await;
    let config = encoded(&instance, "lab_test", r#"{"sample":"forbidden"}"#);
    let (_, end) = stream(&server, request("lab_test", config)).await;
    let steps = &one(&end).attribute.as_ref().unwrap().steps;
    assert_eq!(steps.len(), 1);
    assert!(format!("{:?}", steps[0]).contains("sample"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_the_stream_with_an_error() {
    let (server, instance, log, _directory) = server().await;
    let config = encoded(&instance, "lab_test", r#"{"sample":"a","flaw":"wait"}"#);
    let stopping = async {
        log.wait("test a").await;
        server.stop_provider(v6::stop_provider::Request {}).await
    };
    let invoking = stream(&server, request("lab_test", config));
    let ((_, end), _) = tokio::join!(invoking, stopping);
    assert!(one(&end).summary.contains("invoke was interrupted"));
    // Calls may still come.
    let config = encoded(&instance, "lab_test", r#"{"sample":"b"}"#);
    let (_, end) = stream(&server, request("lab_test", config)).await;
    assert_eq!(end, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_client_stops_the_action() {
    let (server, instance, log, _directory) = server().await;
    // The connection is dropped, and the handler with it.
    let config = encoded(&instance, "lab_test", r#"{"sample":"a","flaw":"wait"}"#);
    let (send, mut taken) = StreamSender::local();
    let running = tokio::spawn({
        let (server, request) = (server.clone(), request("lab_test", config));
        async move { server.invoke_action(request, send).await }
    });
    assert!(taken.recv().await.is_some());
    log.wait("test a").await;
    running.abort();
    log.wait("cancelled").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn validation_and_plan() {
    let (server, instance, log, _directory) = server().await;
    let validate = async |action: &str, config| {
        let request = validate_action_config::Request {
            action_type: action.to_owned(),
            config,
        };
        server.validate_action_config(request).await.diagnostics
    };
    assert_eq!(
        validate(
            "lab_test",
            encoded(&instance, "lab_test", r#"{"sample":"?"}"#)
        )
        .await,
        []
    );
    let wrong = validate(
        "lab_test",
        encoded(&instance, "lab_test", r#"{"sample":""}"#),
    )
    .await;
    assert!(one(&wrong).attribute.is_some());
    assert!(
        one(&validate("lab_tset", None).await)
            .summary
            .contains("lab_tset")
    );
    let plan = async |server: &Server, text: &str, deferral_allowed| {
        let request = plan_action::Request {
            action_type: "lab_test".to_owned(),
            config: encoded(&instance, "lab_test", text),
            client_capabilities: Some(ClientCapabilities {
                deferral_allowed,
                ..Default::default()
            }),
        };
        server.plan_action(request).await
    };
    let answer = plan(&server, r#"{"sample":"?"}"#, true).await;
    assert_eq!((answer.diagnostics, answer.deferred), (vec![], None));
    assert_eq!(log.take(), ["plan ?"]);
    let answer = plan(&server, r#"{"sample":"a","flaw":"plan-error"}"#, false).await;
    assert!(one(&answer.diagnostics).summary.contains("it will not do"));
    // Unknown settings.
    let (waiting, _) = served::configured::<Lab>(r#"{"name":"?"}"#).await;
    let answer = plan(&waiting, r#"{"sample":"a"}"#, true).await;
    let reason = deferred::Reason::ProviderConfigUnknown.into();
    assert_eq!(answer.deferred, Some(v6::Deferred { reason }));
    assert_eq!(answer.diagnostics, []);
    let answer = plan(&waiting, r#"{"sample":"a"}"#, false).await;
    assert_eq!(answer.deferred, None);
    assert!(
        one(&answer.diagnostics)
            .summary
            .contains("not configured yet")
    );
}
