//! What is saved in every case of decision 5 of the design.

use std::sync::{Arc, Mutex};

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::schema_runtime::data::{Journal, Private};

use crate::host::{Host, error, private};

const CREATE: &str = r#"{"name":"a","size":4,"labels":{"x":"y"},"disk":[{"size":1}]}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_success_saves_the_plan_and_what_was_set() {
    let host = Host::new("success").await;
    let response = host.change(&Value::Null, CREATE).await;
    assert!(response.diagnostics.is_empty(), "{}", response.diagnostics);
    let state = &response.new_state;
    assert_eq!(host.field(state, "id"), Value::from("id-a"));
    assert_eq!(host.field(state, "size"), Value::from(4));
    assert_eq!(host.field(state, "sum"), Value::from(4000));
    assert_eq!(host.field(state, "zone"), Value::from("a"));
    assert!(state.is_wholly_known());
    assert_eq!(
        private(&response.private, "made").as_deref(),
        Some("by create")
    );

    // Nothing to do afterwards.
    let plan = host.plan(state, &host.thing(CREATE)).await;
    assert!(plan.planned_state == *state);
    let read = host.read(state).await;
    assert!(read.new_state == *state);

    let gone = host.delete(state).await;
    assert!(gone.diagnostics.is_empty() && gone.new_state.is_null());
    assert!(gone.private.is_empty());
}

// (a) Create fails.

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_fails_before_the_id_saves_nothing() {
    let host = Host::new("before").await;
    for kind in ["error", "panic", "late-panic", "blocking-panic", "silent"] {
        let config = format!(r#"{{"name":"a","flaw":"create.before={kind}"}}"#);
        let response = host.change(&Value::Null, &config).await;
        error(&response.diagnostics);
        assert!(response.new_state.is_null(), "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_fails_after_the_id_saves_plan_and_what_was_set() {
    let host = Host::new("after").await;
    for kind in ["error", "panic", "late-panic", "blocking-panic", "silent"] {
        let config = format!(
            r#"{{"name":"a","size":4,"flaw":"create.after={kind}","labels":{{"x":"y"}},
                 "disk":[{{"size":1}}]}}"#
        );
        let response = host.change(&Value::Null, &config).await;
        error(&response.diagnostics);
        let state = &response.new_state;
        assert_eq!(host.field(state, "id"), Value::from("id-a"), "{kind}");
        assert_eq!(host.field(state, "uuid"), Value::from("uuid-a"));
        // Planned as known: delete finds its arguments.
        assert_eq!(host.field(state, "size"), Value::from(4));
        assert!(host.field(state, "labels").element_count() == Some(1));
        assert!(host.field(state, "disk").element_count() == Some(1));
        // Planned as unknown and not set yet.
        assert_eq!(host.field(state, "sum"), Value::Null);
        assert_eq!(host.field(state, "zone"), Value::Null);
        assert!(state.is_wholly_known());
        assert_eq!(
            private(&response.private, "made").as_deref(),
            Some("by create")
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_without_an_id_is_an_error() {
    let host = Host::new("noid").await;
    let response = host
        .change(&Value::Null, r#"{"name":"a","flaw":"create.noid"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("without an id"));
    assert!(response.new_state.is_null());
    let response = host
        .change(&Value::Null, r#"{"name":"a","flaw":"create.gone"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("without an id"));
    assert!(response.new_state.is_null());
}

// (b) Update fails.

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_fails_saves_the_prior_state() {
    let host = Host::impatient("update").await;
    let state = host.created(CREATE).await;
    for kind in ["error", "panic", "late-panic", "silent", "hang"] {
        let config = format!(r#"{{"name":"a","size":5,"flaw":"update={kind}"}}"#);
        if kind == "hang" {
            host.stop_at_flaw();
        }
        let response = host.change(&state, &config).await;
        error(&response.diagnostics);
        assert!(response.new_state == state, "{kind}");
        // Private data is not part of what was planned.
        assert_eq!(
            private(&response.private, "changed").as_deref(),
            Some("by update")
        );
    }
}

// (c) A success that contradicts the plan.

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_contradicts_the_plan_is_saved_with_our_error() {
    let host = Host::new("contradiction").await;
    let config = r#"{"name":"a","size":4,"flaw":"create.wrong-size"}"#;
    let response = host.change(&Value::Null, config).await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at size)") && text.contains("diff_suppress"),
        "{text}"
    );
    assert_eq!(host.field(&response.new_state, "size"), Value::from(5));
    assert_eq!(host.field(&response.new_state, "id"), Value::from("id-a"));

    let response = host
        .change(&Value::Null, r#"{"name":"a","flaw":"create.wrong-size"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at size)") && text.contains("`default`"),
        "{text}"
    );

    let response = host
        .change(&Value::Null, r#"{"name":"a","flaw":"create.tag"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at tag)") && text.contains("`optional, computed`"),
        "{text}"
    );
    assert_eq!(
        host.field(&response.new_state, "tag"),
        Value::from("made up")
    );

    let state = host.created(r#"{"name":"a"}"#).await;
    let response = host
        .change(&state, r#"{"name":"a","flaw":"update.id"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at id)") && text.contains("`#[schema(…, id(when_changed(…)))]`"),
        "{text}"
    );

    let state = host.created(r#"{"name":"a"}"#).await;
    let response = host
        .change(&state, r#"{"name":"a","size":9,"flaw":"update.uuid"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at uuid)") && text.contains("when_changed"),
        "{text}"
    );
    assert_eq!(
        host.field(&response.new_state, "uuid"),
        Value::from("another")
    );
    assert_eq!(host.field(&response.new_state, "size"), Value::from(9));

    let response = host
        .change(&state, r#"{"name":"a","size":9,"flaw":"update.blocks"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("disk") && text.contains("Blocks must match the configuration"),
        "{text}"
    );

    let response = host
        .change(&state, r#"{"name":"a","size":9,"flaw":"update.gone"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("nothing is left after update"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_equal_value_is_stored_as_planned() {
    let host = Host::new("same").await;
    let config = r#"{"name":"a","note":"hello","flaw":"create.loud"}"#;
    let state = host.created(config).await;
    assert_eq!(host.field(&state, "note"), Value::from("hello"));
    let config = r#"{"name":"a","note":"hello","flaw":"create.other-note"}"#;
    let response = host.change(&Value::Null, config).await;
    assert!(error(&response.diagnostics).contains("(at note)"));
}

// (d) Partial mode.

#[tokio::test(flavor = "multi_thread")]
async fn partial_mode_saves_the_named_fields_only() {
    let host = Host::new("partial").await;
    let state = host.created(CREATE).await;
    for kind in ["error", "panic"] {
        let config = format!(
            r#"{{"name":"a","size":5,"labels":{{"x":"z"}},"flaw":"update.partial={kind}",
                 "disk":[{{"size":1}}]}}"#
        );
        let response = host.change(&state, &config).await;
        error(&response.diagnostics);
        let saved = &response.new_state;
        assert_eq!(host.field(saved, "size"), Value::from(5), "{kind}");
        assert_eq!(host.field(saved, "sum"), Value::from(5000));
        // Not named: as before.
        assert!(host.field(saved, "labels") == host.field(&state, "labels"));
        assert!(host.field(saved, "uuid") == host.field(&state, "uuid"));
        assert!(host.field(saved, "flaw").is_null());
    }
    let config = r#"{"name":"a","size":5,"labels":{"x":"z"},"flaw":"update.partial=yield"}"#;
    let response = host.change(&state, config).await;
    // One mistake, one message.
    let text = error(&response.diagnostics);
    assert!(
        text.contains("partial mode was still on") && text.contains("labels"),
        "{text}"
    );

    let config = r#"{"name":"b","size":5,"flaw":"create.partial"}"#;
    let response = host.change(&Value::Null, config).await;
    assert!(response.diagnostics.has_errors());
    assert_eq!(host.field(&response.new_state, "id"), Value::from("id-b"));
    assert_eq!(host.field(&response.new_state, "name"), Value::from("b"));
    assert_eq!(host.field(&response.new_state, "size"), Value::Null);
}

// (e) Read and delete fail.

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_fails_changes_nothing() {
    let host = Host::new("read").await;
    for kind in ["error", "panic", "late-panic", "silent"] {
        for step in ["read", "exists"] {
            let state = host
                .created(&format!(r#"{{"name":"a","flaw":"{step}={kind}"}}"#))
                .await;
            let response = host.read(&state).await;
            error(&response.diagnostics);
            assert!(response.new_state == state, "{kind}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_thing_is_noticed() {
    let host = Host::new("gone").await;
    let state = host.created(r#"{"name":"a"}"#).await;
    host.remote.things.lock().unwrap().insert("id-a".into(), 12);
    let drifted = host.read(&state).await;
    assert_eq!(host.field(&drifted.new_state, "size"), Value::from(12));
    host.remote.things.lock().unwrap().clear();
    assert!(host.read(&state).await.new_state.is_null());
    let state = host.created(r#"{"name":"a","flaw":"exists.no"}"#).await;
    let before = host.remote.calls().len();
    assert!(host.read(&state).await.new_state.is_null());
    assert_eq!(host.remote.calls().len(), before, "read was called");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delete_that_fails_keeps_the_object() {
    let host = Host::new("delete").await;
    for kind in ["error", "panic", "silent"] {
        let state = host
            .created(&format!(r#"{{"name":"a","flaw":"delete={kind}"}}"#))
            .await;
        let response = host.delete(&state).await;
        error(&response.diagnostics);
        assert!(response.new_state == state, "{kind}");
    }
}

// (f) The journal.

#[derive(Default)]
struct Recorder(Mutex<Vec<(Value, Private)>>);

impl Journal for Recorder {
    fn record(&self, object: &Value, private: &Private) {
        self.0
            .lock()
            .unwrap()
            .push((object.clone(), private.clone()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_records_the_id_first() {
    let host = Host::impatient("journal").await;
    let recorder = Arc::new(Recorder::default());
    let config = host.thing(r#"{"name":"a","size":4,"flaw":"create.after=block"}"#);
    let planned = host.plan(&Value::Null, &config).await.planned_state;
    let request = ApplyRequest {
        planned_identity: None,
        type_name: "mem_thing".to_owned(),
        prior_state: Value::Null,
        planned_state: planned,
        config,
        planned_private: Vec::new(),
        journal: Some(recorder.clone()),
        progress: None,
    };
    let instance = host.instance.clone();
    let apply = tokio::spawn(async move { instance.apply_resource_change(request).await });
    host.remote.reached(1).await;
    {
        let records = recorder.0.lock().unwrap();
        let (first, _) = records.first().expect("a record while create runs");
        assert_eq!(host.field(first, "id"), Value::from("id-a"));
        assert_eq!(host.field(first, "size"), Value::from(4));
        let (_, private) = records.last().unwrap();
        assert!(private.get("made").is_some());
    }
    // Its thread is blocked: it is abandoned, and what it does later has no effect.
    host.instance.stop();
    let response = apply.await.unwrap();
    assert!(error(&response.diagnostics).contains("abandoned"));
    assert_eq!(
        host.field(&response.new_state, "uuid"),
        Value::from("uuid-a")
    );
    let count = recorder.0.lock().unwrap().len();
    host.remote.release();
    while !host.instance.running().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    assert_eq!(recorder.0.lock().unwrap().len(), count);
}
