//! Lists as in the local runner and in tests.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use schema_provider::Value;
use schema_provider::lifecycle::{Instance, ListEvent, ListRequest, Listing};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};

use crate::archive::{Archive, Seen};

pub async fn instance(prefix: &str) -> (Instance, Arc<Seen>) {
    let instance = Instance::new::<Archive>(Environment::default()).unwrap();
    let config = format!(r#"{{"prefix": "{prefix}"}}"#);
    let block = &instance.schemas().provider.block;
    let config = json::decode_block(block, config.as_bytes(), UnsupportedAttributes::Refuse);
    let found = instance.configure_provider(config.unwrap()).await;
    assert!(!found.has_errors(), "{found}");
    let seen = Arc::clone(&*instance.client_of::<Archive>().unwrap());
    (instance, seen)
}

pub fn config(instance: &Instance, name: &str, text: &str) -> Value {
    let block = &instance.schemas().list_resources[name].block;
    json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap()
}

fn listing(instance: &Instance, name: &str, text: &str, limit: i64, whole: bool) -> Listing {
    instance.list_resource(ListRequest {
        type_name: name.to_owned(),
        config: config(instance, name, text),
        include_object: whole,
        limit,
    })
}

async fn all(mut listing: Listing) -> Vec<ListEvent> {
    let mut events = Vec::new();
    while let Some(event) = listing.next().await {
        events.push(event);
    }
    assert!(listing.next().await.is_none());
    events
}

async fn papers(text: &str, limit: i64) -> Vec<ListEvent> {
    let (instance, _) = instance("").await;
    all(listing(&instance, "arch_paper", text, limit, false)).await
}

#[track_caller]
fn only_error(events: &[ListEvent]) -> String {
    let last = events.last().expect("an event");
    assert!(last.identity.is_none() && last.object.is_none());
    assert!(last.diagnostics.has_errors());
    let earlier = &events[..events.len() - 1];
    assert!(earlier.iter().all(|event| !event.diagnostics.has_errors()));
    last.diagnostics.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn none_one_and_many_are_listed() {
    for count in [0, 1, 3, 200] {
        let config = format!(r#"{{"shelf": "s", "count": {count}}}"#);
        let events = papers(&config, 1000).await;
        let names: Vec<_> = events
            .iter()
            .map(|event| event.display_name.clone())
            .collect();
        let expected: Vec<_> = (0..count).map(|number| format!("paper {number}")).collect();
        // A default of the filter replaces null, not 0.
        assert_eq!(names, expected);
        for (number, event) in events.iter().enumerate() {
            let code = format!("c{number}");
            let identity = Value::Object(vec![Value::from(code.as_str()), Value::from("s")]);
            assert_eq!(event.identity, Some(identity));
            assert_eq!(event.object, None);
            assert!(event.diagnostics.is_empty());
        }
    }
    assert_eq!(papers(r#"{"shelf": "s"}"#, 1000).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_use_the_providers_client() {
    let (instance, _) = instance("x-").await;
    let events = all(listing(
        &instance,
        "arch_paper",
        r#"{"shelf": "s"}"#,
        1,
        false,
    ))
    .await;
    let Some(Value::Object(values)) = &events[0].identity else {
        panic!("no identity");
    };
    assert_eq!(values[0], Value::from("x-c0"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_ends_the_list_quietly() {
    let (instance, seen) = instance("").await;
    for limit in [1, 2, 5] {
        let config = r#"{"shelf": "s", "how": "endless"}"#;
        let events = all(listing(&instance, "arch_paper", config, limit, false)).await;
        assert_eq!(events.len(), usize::try_from(limit).unwrap());
        assert!(events.iter().all(|event| event.diagnostics.is_empty()));
    }
    // The next push informs the provider code, which ends.
    wait_until(|| seen.at_work.load(Ordering::SeqCst) == 0).await;
    wait_until(|| instance.running().is_empty()).await;
    let pushed = seen.pushed.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(seen.pushed.load(Ordering::SeqCst), pushed);
    assert!(pushed <= 8, "{pushed}");
    assert_eq!(seen.ended.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_zero_calls_nothing_and_a_negative_one_is_rejected() {
    let (instance, seen) = instance("").await;
    let config = r#"{"shelf": "s"}"#;
    assert_eq!(
        all(listing(&instance, "arch_paper", config, 0, false)).await,
        []
    );
    assert_eq!(seen.pushed.load(Ordering::SeqCst), 0);
    let events = all(listing(&instance, "arch_paper", config, -1, false)).await;
    assert!(only_error(&events).contains("must not be negative"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_waits_for_its_reader() {
    let (instance, seen) = instance("").await;
    let config = r#"{"shelf": "s", "how": "endless"}"#;
    let mut listing = listing(&instance, "arch_paper", config, i64::MAX, false);
    assert!(listing.next().await.is_some());
    listing
        .meanwhile(tokio::time::sleep(Duration::from_millis(100)))
        .await;
    // One on the way, and one that waits for room.
    let pushed = seen.pushed.load(Ordering::SeqCst);
    assert!(pushed <= 3, "{pushed}");
    drop(listing);
    wait_until(|| instance.running().is_empty()).await;
    wait_until(|| seen.at_work.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_objects_are_returned_on_request_without_missing_ones() {
    let (instance, _) = instance("").await;
    let config = r#"{"shelf": "s", "count": 15}"#;
    let events = all(listing(&instance, "arch_paper", config, 100, true)).await;
    // One no longer existed when it was read.
    assert_eq!(events.len(), 14);
    assert!(!events.iter().any(|event| event.display_name == "paper 13"));
    let block = &instance.schemas().resources["arch_paper"].block;
    let field = |event: &ListEvent, name: &str| {
        let (position, _) = block.find(name).unwrap();
        event.object.as_ref().unwrap().as_object().unwrap()[position].clone()
    };
    assert_eq!(field(&events[2], "sum"), Value::from("sum of c2"));
    assert_eq!(field(&events[2], "id"), Value::from("2"));
    assert_eq!(field(&events[2], "title"), Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_come_with_objects_or_at_the_end() {
    let events = papers(r#"{"shelf": "s", "how": "warn first"}"#, 10).await;
    assert_eq!(events.len(), 3);
    assert_eq!(
        events[0].diagnostics.to_string(),
        "Warning: the archive is dusty"
    );
    assert!(events[0].identity.is_some());
    let events = papers(r#"{"shelf": "s", "how": "warn last"}"#, 10).await;
    assert_eq!(events.len(), 4);
    assert!(events[3].identity.is_none());
    assert_eq!(
        events[3].diagnostics.to_string(),
        "Warning: the last drawer is locked"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_ends_the_list() {
    let events = papers(r#"{"shelf": "s", "how": "fail"}"#, 10).await;
    assert_eq!(events.len(), 3);
    assert_eq!(only_error(&events), "Error: the shelf broke");
    let events = papers(r#"{"shelf": "s", "how": "panic"}"#, 10).await;
    assert_eq!(events.len(), 3);
    assert!(only_error(&events).contains("arch_paper: the provider panicked in list"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_without_identity_or_id_or_with_unknowns_is_an_error() {
    let (instance, seen) = instance("").await;
    for (how, whole, expected) in [
        ("nameless", false, "a listed object has no identity"),
        ("no id", true, "a listed object has no id"),
        ("unknown", true, "no unknown values: code"),
    ] {
        let config = format!(r#"{{"shelf": "s", "how": "{how}"}}"#);
        let events = all(listing(&instance, "arch_paper", &config, 10, whole)).await;
        let said = only_error(&events);
        assert!(said.contains(expected), "{said}");
    }
    let config = r#"{"shelf": "s", "how": "nameless"}"#;
    let events = all(listing(&instance, "arch_paper", config, 10, false)).await;
    let said = only_error(&events);
    assert!(
        said.contains("\"paper 1\"") && said.contains("lacks shelf"),
        "{said}"
    );
    assert_eq!(seen.ended.load(Ordering::SeqCst), 0);
    let events = all(listing(
        &instance,
        "arch_box",
        r#"{"silent": true}"#,
        10,
        false,
    ))
    .await;
    assert!(only_error(&events).contains("call `set_identity` before `push`"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_separate_identity_is_set() {
    let (instance, _) = instance("").await;
    let events = all(listing(&instance, "arch_box", "{}", 10, false)).await;
    let serials: Vec<_> = events
        .iter()
        .map(|event| event.identity.clone().unwrap())
        .collect();
    assert_eq!(
        serials,
        [1, 2].map(|serial| Value::Object(vec![Value::from(serial)]))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_does_not_listen_is_abandoned() {
    let (instance, seen) = instance("").await;
    // It ignores the result of push.
    let config = r#"{"shelf": "s", "how": "stubborn", "count": 50}"#;
    let events = all(listing(&instance, "arch_paper", config, 2, false)).await;
    assert_eq!(events.len(), 2);
    wait_until(|| seen.ended.load(Ordering::SeqCst) == 1).await;
    // It waits for something that never happens.
    let config = r#"{"shelf": "s", "how": "deaf"}"#;
    let began = Instant::now();
    assert_eq!(
        all(listing(&instance, "arch_paper", config, 2, false))
            .await
            .len(),
        2
    );
    assert!(began.elapsed() < Duration::from_secs(60));
    // Nobody waits for it, but it is reported as running until it is abandoned.
    wait_until(|| instance.running() == ["list of arch_paper"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_takes_too_long_is_an_error() {
    let config = r#"{"shelf": "s", "how": "hang", "timeouts": {"list": "2s"}}"#;
    let events = papers(config, 10).await;
    assert_eq!(events.len(), 3);
    let said = only_error(&events);
    assert!(
        said.contains("arch_paper: list took longer than 2s"),
        "{said}"
    );
    // Nobody reads the objects of this one for a while.
    let (instance, _) = instance("").await;
    let config = r#"{"shelf": "s", "how": "endless", "timeouts": {"list": "2s"}}"#;
    let mut listing = listing(&instance, "arch_paper", config, i64::MAX, false);
    assert!(listing.next().await.is_some());
    listing
        .meanwhile(tokio::time::sleep(Duration::from_secs(3)))
        .await;
    let rest = all(listing).await;
    assert!(only_error(&rest).contains("took longer"), "{rest:?}");
    assert!(rest.len() <= 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_ends_the_list_with_an_error() {
    let (instance, _) = instance("").await;
    let config = r#"{"shelf": "s", "how": "hang"}"#;
    let mut listing = listing(&instance, "arch_paper", config, 10, false);
    assert!(listing.next().await.is_some());
    instance.stop();
    let rest = all(listing).await;
    assert!(only_error(&rest).contains("arch_paper: list was interrupted"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_requested_pages_are_fetched() {
    let (instance, seen) = instance("").await;
    let config = r#"{"shelf": "s", "how": "pages", "count": 100}"#;
    let events = all(listing(&instance, "arch_paper", config, 4, false)).await;
    assert_eq!(events.len(), 4);
    wait_until(|| seen.at_work.load(Ordering::SeqCst) == 0).await;
    assert_eq!(seen.pages.load(Ordering::SeqCst), 2);
    let events = all(listing(&instance, "arch_paper", config, 1000, false)).await;
    assert_eq!(events.len(), 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_configurations_and_missing_types_are_rejected() {
    let (instance, seen) = instance("").await;
    let Value::Object(mut values) = config(&instance, "arch_paper", r#"{"shelf": "s"}"#) else {
        panic!("not an object");
    };
    let (position, _) = instance.schemas().list_resources["arch_paper"]
        .block
        .find("shelf")
        .unwrap();
    values[position] = Value::Unknown(None);
    let request = |type_name: &str, config: Value| ListRequest {
        type_name: type_name.to_owned(),
        config,
        include_object: false,
        limit: 5,
    };
    let events = all(instance.list_resource(request("arch_paper", Value::Object(values)))).await;
    assert!(only_error(&events).contains("the configuration is not known yet"));
    let events = all(instance.list_resource(request("arch_paper", Value::Null))).await;
    assert!(only_error(&events).contains("has no configuration"));
    let events = all(instance.list_resource(request("arch_pen", Value::Null))).await;
    assert!(only_error(&events).contains("no list resource \"arch_pen\""));
    assert_eq!(seen.pushed.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_are_checked_by_the_schema_and_by_provider_code() {
    let (instance, _) = instance("").await;
    for (text, expected) in [
        (r#"{"shelf": "s"}"#, ""),
        (r#"{"shelf": "s s"}"#, "a shelf has no spaces"),
        (r#"{"shelf": "s", "count": 2000000}"#, "too many"),
        (r#"{}"#, "shelf"),
        (
            r#"{"shelf": "s", "timeouts": {"list": "soon"}}"#,
            "timeouts",
        ),
    ] {
        let config = config(&instance, "arch_paper", text);
        let found = instance
            .validate_list_resource_config("arch_paper", &config)
            .await;
        match expected {
            "" => assert!(found.is_empty(), "{found}"),
            _ => assert!(
                found.has_errors() && found.to_string().contains(expected),
                "{text}: {found}"
            ),
        }
    }
}

pub async fn wait_until(mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "it never happened"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
