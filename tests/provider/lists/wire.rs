//! The messages of lists, which Terraform sends from 1.14 on.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{
    DynamicValue, ResourceIdentityData, diagnostic, import_resource_state, list_resource,
    read_resource, stop_provider, validate_list_resource_config,
};
use schema_provider::plugin::{Handler, StreamSender};
use schema_provider::schema_runtime::codec::msgpack;

use super::archive::Archive;
use super::served::{self, Server};

async fn server() -> (Server, Instance) {
    served::configured::<Archive>("{}").await
}

fn encoded(instance: &Instance, text: &str) -> Option<DynamicValue> {
    served::encoded(&instance.schemas().list_resources["arch_paper"], text)
}

pub async fn list(
    server: &Server,
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
    taken(server, request).await
}

/// All events of a list.
async fn taken(server: &Server, request: list_resource::Request) -> Vec<list_resource::Event> {
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

/// How many other lists have running code.
async fn at_work(server: &Server, instance: &Instance) -> usize {
    let text = r#"{"shelf": "s", "how": "at work"}"#;
    let events = list(server, instance, text, 1, false).await;
    events[0].display_name.parse().unwrap()
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
    for (how, more, earlier_ones, said) in [
        ("fail", "", 2, "the shelf broke"),
        (
            "panic",
            "",
            2,
            "arch_paper: the provider panicked in list Some(\"(sensitive value)\") opens nothing",
        ),
        ("nameless", "", 1, "a listed object has no identity"),
        (
            "hang",
            r#", "timeouts": {"list": "1s"}"#,
            2,
            "arch_paper: list took longer than 1s",
        ),
    ] {
        let text = format!(r#"{{"shelf": "s", "how": "{how}", "key": "hunter2hunter2"{more}}}"#);
        let events = list(&server, &instance, &text, 10, false).await;
        let (last, earlier) = events.split_last().unwrap();
        let [told] = &last.diagnostics[..] else {
            panic!("{how}: {last:?}");
        };
        assert_eq!(
            told.severity,
            i32::from(diagnostic::Severity::Error),
            "{how}"
        );
        let told = format!("{} {}", told.summary, told.detail);
        assert!(told.contains(said), "{how}: {told}");
        assert!(!told.contains("hunter2"), "{how}: {told}");
        let rest = (&last.identity, &last.resource_object, &*last.display_name);
        assert_eq!(rest, (&None, &None, ""), "{how}");
        assert_eq!(earlier.len(), earlier_ones, "{how}");
        assert!(
            earlier
                .iter()
                .all(|event| event.identity.is_some() && event.diagnostics.is_empty())
        );
    }
}

/// Terraform accepts an event without identity if it has only warnings, and continues.
#[tokio::test(flavor = "multi_thread")]
async fn warnings_alone_are_a_separate_event() {
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
    // Terraform reads nothing more once it has as many as it requested.
    let text = r#"{"shelf": "s", "how": "warn last", "count": 2}"#;
    assert_eq!(list(&server, &instance, text, 2, false).await.len(), 2);
    // One that comes first is sent with the first object, which Terraform reads.
    let text = r#"{"shelf": "s", "how": "warn first", "count": 2}"#;
    let events = list(&server, &instance, text, 10, false).await;
    assert_eq!(events.len(), 2);
    assert_eq!(events[0].diagnostics.len(), 1);
    assert!(events.iter().all(|event| event.identity.is_some()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_client_ends_the_list() {
    let (server, instance) = server().await;
    let request = list_resource::Request {
        type_name: "arch_paper".to_owned(),
        config: encoded(&instance, r#"{"shelf": "s", "how": "endless"}"#),
        include_resource_object: false,
        limit: i64::MAX,
    };
    let (sender, mut taken) = StreamSender::local();
    let answer = tokio::spawn({
        let server = server.clone();
        async move { server.list_resource(request, sender).await }
    });
    for _ in 0..5 {
        assert!(taken.recv().await.unwrap().identity.is_some());
    }
    drop(taken);
    answer.await.unwrap();
    // The provider code has ended too.
    served::wait_until(async || at_work(&server, &instance).await == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn configurations_are_validated_and_garbage_is_rejected() {
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

/// A listed object is imported by its identity and read, and equals the listed one.
#[tokio::test(flavor = "multi_thread")]
async fn listed_objects_are_imported_by_identity() {
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

/// Terraform sends an object of nulls if a list has no `config` at all.
#[tokio::test(flavor = "multi_thread")]
async fn only_optional_arguments_of_lists_may_be_omitted() {
    let (server, instance) = server().await;
    let boxes = served::encoded(&instance.schemas().list_resources["arch_box"], "{}");
    let request = list_resource::Request {
        type_name: "arch_box".to_owned(),
        config: boxes,
        include_resource_object: false,
        limit: 10,
    };
    let events = taken(&server, request).await;
    let names: Vec<_> = events.iter().map(|event| &*event.display_name).collect();
    assert_eq!(names, ["box 1", "box 2"]);
    // The default of `count` replaces the omitted value.
    assert_eq!(
        list(&server, &instance, r#"{"shelf": "s"}"#, 10, false)
            .await
            .len(),
        3
    );
    let events = list(&server, &instance, r#"{"count": 2}"#, 10, false).await;
    let [event] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((&event.identity, event.diagnostics.len()), (&None, 1));
    let path = event.diagnostics[0].attribute.as_ref().unwrap();
    assert!(format!("{path:?}").contains("shelf"), "{path:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_configurations_are_validated_and_not_listed() {
    let (server, instance) = server().await;
    let request = validate_list_resource_config::Request {
        type_name: "arch_paper".to_owned(),
        config: encoded(&instance, r#"{"shelf": "?"}"#),
        ..Default::default()
    };
    let told = server.validate_list_resource_config(request).await;
    assert_eq!(told.diagnostics, []);
    let events = list(&server, &instance, r#"{"shelf": "?"}"#, 10, true).await;
    assert_eq!(events.len(), 1);
    let summary = &events[0].diagnostics[0].summary;
    assert!(summary.contains("not known yet"), "{summary}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_zero_lists_nothing_and_a_negative_one_is_rejected() {
    let (server, instance) = server().await;
    let text = r#"{"shelf": "s", "how": "endless"}"#;
    assert_eq!(list(&server, &instance, text, 0, true).await, []);
    let events = list(&server, &instance, text, -1, true).await;
    assert_eq!(events.len(), 1);
    let summary = &events[0].diagnostics[0];
    assert!(
        format!("{summary:?}").contains("must not be negative"),
        "{summary:?}"
    );
}

/// A list block with `for_each`: one call for each key, at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn lists_of_several_configurations_run_in_parallel() {
    let (server, instance) = server().await;
    let shelf = async |name: &str, count: usize| {
        let text = format!(r#"{{"shelf": "{name}", "count": {count}}}"#);
        let events = list(&server, &instance, &text, 100, false).await;
        assert_eq!(events.len(), count);
        events
            .iter()
            .all(|event| shelf_of(&instance, event) == name)
    };
    let all = tokio::join!(shelf("a", 40), shelf("b", 7), shelf("c", 0), shelf("a", 3));
    assert_eq!(all, (true, true, true, true));
}

/// The values for which one list block refers to another: identities and objects.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_may_use_results_of_another() {
    let (server, instance) = server().await;
    let first = list(&server, &instance, r#"{"shelf": "s", "count": 1}"#, 1, true).await;
    let block = &instance.schemas().resources["arch_paper"].block;
    let object = first[0].resource_object.as_ref().unwrap();
    let object = msgpack::decode_block(block, &object.msgpack).unwrap();
    let (position, _) = block.find("sum").unwrap();
    let sum = object.as_object().unwrap()[position]
        .as_str()
        .unwrap()
        .replace(' ', "-");
    let text = format!(r#"{{"shelf": "{sum}", "count": 2}}"#);
    let second = list(&server, &instance, &text, 10, false).await;
    assert_eq!(second.len(), 2);
    assert_eq!(shelf_of(&instance, &second[1]), "sum-of-c0");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_alias_lists_with_its_own_settings() {
    let codes = async |prefix: &str| {
        let settings = format!(r#"{{"prefix": "{prefix}"}}"#);
        let (server, instance) = served::configured::<Archive>(&settings).await;
        let events = list(&server, &instance, r#"{"shelf": "s"}"#, 1, false).await;
        let identity = identity_of(&instance, &events[0]);
        identity[0].as_str().unwrap().to_owned()
    };
    let (west, east) = tokio::join!(codes("w-"), codes("e-"));
    assert_eq!((&*west, &*east), ("w-c0", "e-c0"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_a_list_that_never_ends_and_the_next_is_answered() {
    let (server, instance) = server().await;
    let request = list_resource::Request {
        type_name: "arch_paper".to_owned(),
        config: encoded(
            &instance,
            r#"{"shelf": "s", "how": "hang", "key": "hunter2hunter2"}"#,
        ),
        include_resource_object: false,
        limit: i64::MAX,
    };
    let (sender, mut taken) = StreamSender::local();
    let answer = tokio::spawn({
        let server = server.clone();
        async move { server.list_resource(request, sender).await }
    });
    assert!(taken.recv().await.unwrap().identity.is_some());
    server.stop_provider(stop_provider::Request {}).await;
    let mut last = None;
    while let Some(event) = taken.recv().await {
        last = Some(event);
    }
    answer.await.unwrap();
    let last = last.unwrap();
    let [told] = &last.diagnostics[..] else {
        panic!("{last:?}");
    };
    assert_eq!(told.severity, i32::from(diagnostic::Severity::Error));
    let told = format!("{} {}", told.summary, told.detail);
    assert!(told.contains("list was interrupted"), "{told}");
    assert!(!told.contains("hunter2"), "{told}");
    assert_eq!(
        list(&server, &instance, r#"{"shelf": "s"}"#, 2, false)
            .await
            .len(),
        2
    );
}

/// Its identity, sorted by name: code and shelf.
fn identity_of(instance: &Instance, event: &list_resource::Event) -> Vec<Value> {
    let data = event.identity.as_ref().unwrap().identity_data.as_ref();
    let block = instance.schemas().identities["arch_paper"].block();
    let identity = msgpack::decode_block(block, &data.unwrap().msgpack).unwrap();
    identity.as_object().unwrap().to_vec()
}

fn shelf_of(instance: &Instance, event: &list_resource::Event) -> String {
    identity_of(instance, event)[1].as_str().unwrap().to_owned()
}
