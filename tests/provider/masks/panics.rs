//! Panics of provider code of every kind are reported without the secrets in their messages.

use schema_provider::lifecycle::{Instance, InvokeActionRequest, ListRequest, PlanActionRequest};
use schema_provider::prelude::*;

use crate::reckless::PLACES;
use crate::vault::whole;
use crate::{configure, instance, object};

/// The message is reported, and neither it nor the log has the secret.
#[track_caller]
fn told(said: &str, place: &str, secret: &str) {
    assert!(
        said.contains(&format!("{place}: reckless with (sensitive value)")),
        "{said}"
    );
    assert!(!said.contains(secret), "{said}");
    let log = whole();
    let line = log.lines().find(|line| line.contains(secret));
    assert_eq!(line, None);
}

async fn configured() -> Instance {
    let instance = instance();
    configure(&instance, r#"{"name": "reckless"}"#).await;
    instance
}

#[tokio::test(flavor = "multi_thread")]
async fn of_functions() {
    let instance = instance();
    for (number, place) in PLACES.into_iter().enumerate() {
        let secret = format!("argument-of-{place}");
        let first = match place {
            "further" => "another-argument",
            _ => &secret,
        };
        let number = i64::try_from(number).unwrap();
        let arguments = vec![number.into(), first.into(), secret.as_str().into()];
        let failed = instance.call_function("reckless", arguments).await;
        told(&failed.unwrap_err().text, place, &secret);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_actions() {
    let instance = configured().await;
    let schema = &instance.schemas().actions["vault_reckless_action"];
    let config = |place: &str| {
        let text = format!(r#"{{"place": "{place}", "secret": "s3cret-of-{place}"}}"#);
        object(schema, &text)
    };
    let invoked = instance.invoke_action(InvokeActionRequest {
        type_name: "vault_reckless_action".to_owned(),
        config: config("invoke"),
        progress: None,
    });
    told(&invoked.await.to_string(), "invoke", "s3cret-of-invoke");
    let planned = instance.plan_action(PlanActionRequest {
        type_name: "vault_reckless_action".to_owned(),
        config: config("plan"),
        deferral_allowed: false,
    });
    told(
        &planned.await.diagnostics.to_string(),
        "plan",
        "s3cret-of-plan",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn of_lists() {
    let instance = configured().await;
    let schema = &instance.schemas().list_resources["vault_reckless"];
    let mut listing = instance.list_resource(ListRequest {
        type_name: "vault_reckless".to_owned(),
        config: object(schema, r#"{"place": "list", "secret": "s3cret-of-list"}"#),
        include_object: false,
        limit: 10,
    });
    let event = listing.next().await.unwrap();
    told(&event.diagnostics.to_string(), "list", "s3cret-of-list");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_ephemeral_resources() {
    const NAME: &str = "vault_reckless_lease";
    let instance = configured().await;
    let schema = &instance.schemas().ephemeral_resources[NAME];
    let config = |place: &str| {
        let text = format!(r#"{{"place": "{place}", "secret": "s3cret-of-{place}"}}"#);
        object(schema, &text)
    };
    let opened = instance.open_ephemeral_resource(NAME, config("open")).await;
    let said = opened.diagnostics.to_string();
    assert!(
        said.contains("open: reckless with (sensitive value) and (sensitive value)"),
        "{said}"
    );
    told(&said, "open", "s3cret-of-open");
    let opened = instance
        .open_ephemeral_resource(NAME, config("renew"))
        .await;
    assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
    let renewed = instance.renew_ephemeral_resource(NAME, opened.private.clone());
    told(
        &renewed.await.diagnostics.to_string(),
        "renew",
        "s3cret-of-renew",
    );
    let closed = instance
        .close_ephemeral_resource(NAME, opened.private)
        .await;
    assert!(closed.is_empty(), "{closed}");
    let opened = instance
        .open_ephemeral_resource(NAME, config("close"))
        .await;
    assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
    let closed = instance
        .close_ephemeral_resource(NAME, opened.private)
        .await;
    told(&closed.to_string(), "close", "s3cret-of-close");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_state_stores() {
    const NAME: &str = "vault_reckless_states";
    const SECRET: &str = "s3cret-of-store";
    let instance = configured().await;
    let schema = &instance.schemas().state_stores[NAME];
    let config = object(schema, &format!(r#"{{"secret": "{SECRET}"}}"#));
    let found = instance.configure_state_store(NAME, config, 64).await;
    assert!(found.diagnostics.is_empty(), "{}", found.diagnostics);
    let state = Bytes::from_static(b"state");
    let read = instance.read_state_bytes(NAME, "a").await.diagnostics;
    let written = instance.write_state_bytes(NAME, "a", state).await;
    let locked = instance.lock_state(NAME, "a", "plan").await.diagnostics;
    let unlocked = instance.unlock_state(NAME, "a", "1").await;
    let listed = instance.get_states(NAME).await.diagnostics;
    let deleted = instance.delete_state(NAME, "a").await;
    for (place, found) in [
        ("read", read),
        ("write", written),
        ("lock", locked),
        ("unlock", unlocked),
        ("list", listed),
        ("delete", deleted),
    ] {
        told(&found.to_string(), place, SECRET);
    }
}
