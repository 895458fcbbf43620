//! The messages of lists, which Terraform sends from 1.14 on.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{
    DynamicValue, ResourceIdentityData, diagnostic, import_resource_state, list_resource,
    read_resource, validate_list_resource_config,
};
use schema_provider::plugin::{Handler, StreamSender};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::server::ProviderServer;

use crate::in_process::{config, instance, wait_until};

async fn server() -> (ProviderServer, Instance) {
    let (instance, _) = instance("").await;
    (ProviderServer::new(instance.clone()), instance)
}

fn encoded(instance: &Instance, text: &str) -> Option<DynamicValue> {
    let block = &instance.schemas().list_resources["arch_paper"].block;
    let value = config(instance, "arch_paper", text);
    Some(DynamicValue::from_msgpack(
        msgpack::encode_block(block, &value).unwrap(),
    ))
}

async fn list(
    server: &ProviderServer,
    instance: &Instance,
    text: &str,
    limit: i64,
    whole: bool,
) -> Vec<list_resource::Event> {
    let request = list_resource::Request {
        type_name: "arch_paper".to_owned(),
        config: encoded(instance, text),
        include_resource_object: whole,
        limit,
    };
    let (sender, mut taken) = StreamSender::local();
    let answer = server.list_resource(request, sender);
    let take = async {
        let mut events = Vec::new();
        while let Some(event) = taken.recv().await {
            events.push(event);
        }
        events
    };
    let ((), events) = tokio::join!(answer, take);
    events
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_streamed() {
    let (server, instance) = server().await;
    for (count, limit, expected) in [(0, 10, 0), (1, 10, 1), (7, 10, 7), (7, 3, 3), (7, 0, 0)] {
        let text = format!(r#"{{"shelf": "s", "count": {count}}}"#);
        let events = list(&server, &instance, &text, limit, false).await;
        assert_eq!(events.len(), expected, "{count} {limit}");
        for event in events {
            assert!(event.identity.unwrap().identity_data.is_some());
            assert_eq!(event.resource_object, None);
            assert_eq!(event.diagnostics, []);
            assert!(event.display_name.starts_with("paper "));
        }
    }
    let events = list(&server, &instance, r#"{"shelf": "s"}"#, 10, true).await;
    assert!(events.iter().all(|event| event.resource_object.is_some()));
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_the_last_event() {
    let (server, instance) = server().await;
    for how in [
        "fail",
        "panic",
        "nameless",
        "hang\", \"timeouts\": {\"list\": \"50ms\"}, \"how\": \"hang",
    ] {
        let text = format!(r#"{{"shelf": "s", "how": "{how}"}}"#);
        let text = if how.starts_with("hang") {
            r#"{"shelf": "s", "how": "hang", "timeouts": {"list": "50ms"}}"#.to_owned()
        } else {
            text
        };
        let events = list(&server, &instance, &text, 10, false).await;
        let (last, earlier) = events.split_last().unwrap();
        assert_eq!(
            (last.diagnostics.len(), &last.identity),
            (1, &None),
            "{how}"
        );
        assert!(
            earlier
                .iter()
                .all(|event| event.identity.is_some() && event.diagnostics.is_empty())
        );
    }
    let events = list(
        &server.clone().with_largest_answer(200),
        &instance,
        r#"{"shelf": "s", "count": 2}"#,
        10,
        false,
    )
    .await;
    assert_eq!(events.len(), 2);
    let huge = format!(r#"{{"shelf": "{}"}}"#, "x".repeat(5000));
    let events = list(
        &server.with_largest_answer(4000),
        &instance,
        &huge,
        10,
        false,
    )
    .await;
    assert_eq!(events.len(), 1);
    assert!(
        events[0].diagnostics[0]
            .summary
            .contains("too large for Terraform"),
        "{events:?}"
    );
}

/// Terraform keeps an event without identity where its diagnostics are warnings, and goes on.
#[tokio::test(flavor = "multi_thread")]
async fn warnings_alone_are_an_event_of_their_own() {
    let (server, instance) = server().await;
    for (count, limit, whole) in [(0, 10, false), (2, 10, false), (2, 10, true)] {
        let text = format!(r#"{{"shelf": "s", "how": "warn last", "count": {count}}}"#);
        let events = list(&server, &instance, &text, limit, whole).await;
        let (last, earlier) = events.split_last().unwrap();
        assert_eq!(earlier.len(), count, "{limit} {whole}");
        assert!(earlier.iter().all(|event| event.identity.is_some()));
        let warning = i32::from(diagnostic::Severity::Warning);
        assert_eq!(last.diagnostics.len(), 1);
        assert_eq!(last.diagnostics[0].severity, warning);
        assert_eq!(last.diagnostics[0].summary, "the last drawer is locked");
        let rest = (&last.identity, &last.resource_object, &*last.display_name);
        assert_eq!(rest, (&None, &None, ""));
    }
    // Terraform hears nothing more when it has as many as it asked for.
    let text = r#"{"shelf": "s", "how": "warn last", "count": 2}"#;
    assert_eq!(list(&server, &instance, text, 2, false).await.len(), 2);
    // One that comes first goes with the first object, which Terraform takes.
    let text = r#"{"shelf": "s", "how": "warn first", "count": 2}"#;
    let events = list(&server, &instance, text, 10, false).await;
    assert_eq!(events.len(), 2);
    assert_eq!(events[0].diagnostics.len(), 1);
    assert!(events.iter().all(|event| event.identity.is_some()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_ends_the_list() {
    let (server, instance) = server().await;
    let request = list_resource::Request {
        type_name: "arch_paper".to_owned(),
        config: encoded(&instance, r#"{"shelf": "s", "how": "endless"}"#),
        include_resource_object: false,
        limit: i64::MAX,
    };
    let (sender, mut taken) = StreamSender::local();
    let answer = tokio::spawn(async move { server.list_resource(request, sender).await });
    for _ in 0..5 {
        assert!(taken.recv().await.unwrap().identity.is_some());
    }
    drop(taken);
    answer.await.unwrap();
    wait_until(|| instance.running().is_empty()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn configurations_are_validated_and_garbage_is_refused() {
    let (server, instance) = server().await;
    let validate = async |config| {
        let request = validate_list_resource_config::Request {
            type_name: "arch_paper".to_owned(),
            config,
            ..Default::default()
        };
        server
            .validate_list_resource_config(request)
            .await
            .diagnostics
    };
    assert_eq!(validate(encoded(&instance, r#"{"shelf": "s"}"#)).await, []);
    let found = validate(encoded(&instance, r#"{"shelf": "s s"}"#)).await;
    assert_eq!(found.len(), 1);
    assert!(found[0].attribute.is_some());
    let found = validate(Some(DynamicValue::from_msgpack(vec![0xc1]))).await;
    assert_eq!(found.len(), 1);
    for (type_name, config) in [
        ("arch_paper", Some(DynamicValue::from_msgpack(vec![0xc1]))),
        ("arch_paper", None),
        ("arch_pen", None),
    ] {
        let request = list_resource::Request {
            type_name: type_name.to_owned(),
            config,
            include_resource_object: true,
            limit: 5,
        };
        let (sender, mut taken) = StreamSender::local();
        server.list_resource(request, sender).await;
        let event = taken.recv().await.unwrap();
        assert_eq!(event.diagnostics.len(), 1);
        assert!(taken.recv().await.is_none());
    }
}

/// What is listed is imported by its identity and read, and is what the list gave.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_listed_is_imported_by_its_identity() {
    let (server, instance) = server().await;
    let events = list(
        &server,
        &instance,
        r#"{"shelf": "s", "count": 2}"#,
        10,
        true,
    )
    .await;
    for event in events {
        let identity: ResourceIdentityData = event.identity.unwrap();
        let request = import_resource_state::Request {
            type_name: "arch_paper".to_owned(),
            identity: Some(identity.clone()),
            ..Default::default()
        };
        let imported = server.import_resource_state(request).await;
        assert_eq!(imported.diagnostics, []);
        let imported = imported.imported_resources.into_iter().next().unwrap();
        let request = read_resource::Request {
            type_name: "arch_paper".to_owned(),
            current_state: imported.state,
            private: imported.private,
            current_identity: imported.identity,
            ..Default::default()
        };
        let read = server.read_resource(request).await;
        assert_eq!(read.diagnostics, []);
        assert_eq!(read.new_identity, Some(identity));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_says_that_it_generates_configuration() {
    let (server, _) = server().await;
    let schemas = server.get_provider_schema(Default::default()).await;
    assert!(
        schemas
            .server_capabilities
            .unwrap()
            .generate_resource_config
    );
    assert_eq!(
        schemas.list_resource_schemas.keys().collect::<Vec<_>>(),
        ["arch_box", "arch_paper"]
    );
}
