//! Faulty calls of a state store: each of them, as messages.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    Diagnostic, delete_state, diagnostic, get_states, lock_state, unlock_state,
};

use super::keep::TYPE;
use super::store::{Client, state};

/// The message of each call.
async fn all_calls(client: &Client) -> [(&'static str, Vec<Diagnostic>); 6] {
    let (server, id) = (&client.server, || "default".to_owned());
    let read = client.read("default").await;
    let read = read.into_iter().flat_map(|chunk| chunk.diagnostics);
    let written = client.write("default", &state(20)).await;
    let locked = server.lock_state(lock_state::Request {
        type_name: TYPE.into(),
        state_id: id(),
        operation: "OperationTypePlan".into(),
    });
    let locked = locked.await;
    let lock_id = match &*locked.lock_id {
        "" => "7",
        id => id,
    };
    let unlocked = server.unlock_state(unlock_state::Request {
        type_name: TYPE.into(),
        state_id: id(),
        lock_id: lock_id.to_owned(),
    });
    let unlocked = unlocked.await.diagnostics;
    let listed = server.get_states(get_states::Request {
        type_name: TYPE.into(),
    });
    let listed = listed.await.diagnostics;
    let deleted = server.delete_state(delete_state::Request {
        type_name: TYPE.into(),
        state_id: id(),
    });
    let deleted = deleted.await.diagnostics;
    [
        ("read", read.collect()),
        ("write", written),
        ("lock", locked.diagnostics),
        ("unlock", unlocked),
        ("list", listed),
        ("delete", deleted),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_before_the_configuration_is_rejected() {
    let client = Client::unconfigured().await;
    for (call, told) in all_calls(&client).await {
        let [one] = &told[..] else {
            panic!("{call}: {told:?}");
        };
        let text = format!("{} {}", one.summary, one.detail);
        assert!(text.contains("is not configured"), "{call}: {text}");
    }
    // None of it reached a store.
    let mut client = client;
    let configured = client.configure(r#"{"space": "before"}"#, 8).await;
    assert_eq!(configured.diagnostics, []);
    assert_eq!(client.read("default").await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_call_may_fail_panic_and_warn_and_the_next_is_answered() {
    let error = i32::from(diagnostic::Severity::Error);
    for operation in ["read", "write", "lock", "unlock", "list", "delete"] {
        for (fault, said) in [
            ("fail", format!("no {operation} today")),
            (
                "panic",
                format!("keep_states: the provider panicked in {operation}"),
            ),
            ("warn", format!("{operation} is slow")),
        ] {
            let fault_of = format!("{fault} {operation}");
            let text = format!(
                r#"{{"space": "{fault_of}", "fault": "{fault_of}", "password": "hunter2hunter2"}}"#
            );
            let mut client = Client::new(&text, 8).await;
            for (call, told) in all_calls(&client).await {
                let found = told.iter().find(|told| told.summary == said);
                assert_eq!(
                    found.is_some(),
                    call == operation,
                    "{call} of {text}: {told:?}"
                );
                assert!(!format!("{told:?}").contains("hunter2"), "{told:?}");
                if let Some(found) = found {
                    assert_eq!(found.severity == error, fault != "warn", "{found:?}");
                    // It quotes the password.
                    let quoted = found.detail.contains("Some(\"(sensitive value)\")");
                    assert_eq!(quoted, fault == "panic", "{found:?}");
                }
            }
            // The process continues, and the store still works.
            let again = client.configure(r#"{"space": "after a fault"}"#, 8).await;
            assert_eq!(again.diagnostics, []);
            assert_eq!(client.write("default", &state(9)).await, []);
            assert_eq!(client.read("default").await.len(), 2);
        }
    }
}
