//! What is saved, in every case of decision 5 of the design.

use std::sync::{Arc, Mutex};

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::schema_runtime::data::{Journal, Private};

use crate::life::{Life, error, private};

const CREATE: &str = r#"{"name":"a","size":4,"labels":{"x":"y"},"disk":[{"size":1}]}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_success_saves_the_plan_and_what_was_set() {
    let life = Life::new("success").await;
    let response = life.change(&Value::Null, CREATE).await;
    assert!(response.diagnostics.is_empty(), "{}", response.diagnostics);
    let state = &response.new_state;
    assert_eq!(life.field(state, "id"), Value::from("id-a"));
    assert_eq!(life.field(state, "size"), Value::from(4));
    assert_eq!(life.field(state, "sum"), Value::from(4000));
    assert_eq!(life.field(state, "zone"), Value::from("a"));
    assert!(state.is_wholly_known());
    assert_eq!(
        private(&response.private, "made").as_deref(),
        Some("by create")
    );

    // Nothing to do afterwards.
    let plan = life.plan(state, &life.thing(CREATE)).await;
    assert!(plan.planned_state == *state);
    let read = life.read(state).await;
    assert!(read.new_state == *state);

    let gone = life.delete(state).await;
    assert!(gone.diagnostics.is_empty() && gone.new_state.is_null());
    assert!(gone.private.is_empty());
}

// (a) Create fails.

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_fails_before_the_id_saves_nothing() {
    let life = Life::new("before").await;
    for kind in ["error", "panic", "late-panic", "blocking-panic", "silent"] {
        let config = format!(r#"{{"name":"a","flaw":"create.before={kind}"}}"#);
        let response = life.change(&Value::Null, &config).await;
        error(&response.diagnostics);
        assert!(response.new_state.is_null(), "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_fails_after_the_id_saves_plan_and_what_was_set() {
    let life = Life::new("after").await;
    for kind in ["error", "panic", "late-panic", "blocking-panic", "silent"] {
        let config = format!(
            r#"{{"name":"a","size":4,"flaw":"create.after={kind}","labels":{{"x":"y"}},
                 "disk":[{{"size":1}}]}}"#
        );
        let response = life.change(&Value::Null, &config).await;
        error(&response.diagnostics);
        let state = &response.new_state;
        assert_eq!(life.field(state, "id"), Value::from("id-a"), "{kind}");
        assert_eq!(life.field(state, "uuid"), Value::from("uuid-a"));
        // Planned as known: delete finds its arguments.
        assert_eq!(life.field(state, "size"), Value::from(4));
        assert!(life.field(state, "labels").element_count() == Some(1));
        assert!(life.field(state, "disk").element_count() == Some(1));
        // Planned as unknown and not set yet.
        assert_eq!(life.field(state, "sum"), Value::Null);
        assert_eq!(life.field(state, "zone"), Value::Null);
        assert!(state.is_wholly_known());
        assert_eq!(
            private(&response.private, "made").as_deref(),
            Some("by create")
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_without_an_id_is_an_error() {
    let life = Life::new("noid").await;
    let response = life
        .change(&Value::Null, r#"{"name":"a","flaw":"create.noid"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("without an id"));
    assert!(response.new_state.is_null());
    let response = life
        .change(&Value::Null, r#"{"name":"a","flaw":"create.gone"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("without an id"));
    assert!(response.new_state.is_null());
}

// (b) Update fails.

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_fails_saves_the_prior_state() {
    let life = Life::new("update").await;
    let state = life.created(CREATE).await;
    for kind in ["error", "panic", "late-panic", "silent", "hang"] {
        let config = format!(r#"{{"name":"a","size":5,"flaw":"update={kind}"}}"#);
        if kind == "hang" {
            let instance = life.instance.clone();
            tokio::spawn(async move {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                instance.stop();
            });
        }
        let response = life.change(&state, &config).await;
        error(&response.diagnostics);
        assert!(response.new_state == state, "{kind}");
        // Private data is no part of what was planned.
        assert_eq!(
            private(&response.private, "changed").as_deref(),
            Some("by update")
        );
    }
}

// (c) A success that contradicts the plan.

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_contradicts_the_plan_is_saved_with_our_error() {
    let life = Life::new("contradiction").await;
    let config = r#"{"name":"a","size":4,"flaw":"create.wrong-size"}"#;
    let response = life.change(&Value::Null, config).await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at size)") && text.contains("diff_suppress"),
        "{text}"
    );
    assert_eq!(life.field(&response.new_state, "size"), Value::from(5));
    assert_eq!(life.field(&response.new_state, "id"), Value::from("id-a"));

    let response = life
        .change(&Value::Null, r#"{"name":"a","flaw":"create.wrong-size"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at size)") && text.contains("`default`"),
        "{text}"
    );

    let response = life
        .change(&Value::Null, r#"{"name":"a","flaw":"create.tag"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at tag)") && text.contains("`optional, computed`"),
        "{text}"
    );
    assert_eq!(
        life.field(&response.new_state, "tag"),
        Value::from("made up")
    );

    let state = life.created(r#"{"name":"a"}"#).await;
    let response = life
        .change(&state, r#"{"name":"a","flaw":"update.id"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at id)") && text.contains("`#[schema(…, id(when_changed(…)))]`"),
        "{text}"
    );

    let state = life.created(r#"{"name":"a"}"#).await;
    let response = life
        .change(&state, r#"{"name":"a","size":9,"flaw":"update.uuid"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("(at uuid)") && text.contains("when_changed"),
        "{text}"
    );
    assert_eq!(
        life.field(&response.new_state, "uuid"),
        Value::from("another")
    );
    assert_eq!(life.field(&response.new_state, "size"), Value::from(9));

    let response = life
        .change(&state, r#"{"name":"a","size":9,"flaw":"update.blocks"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("disk") && text.contains("Blocks are as the configuration"),
        "{text}"
    );

    let response = life
        .change(&state, r#"{"name":"a","size":9,"flaw":"update.gone"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("nothing is left after update"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_means_the_same_is_stored_as_planned() {
    let life = Life::new("same").await;
    let config = r#"{"name":"a","note":"hello","flaw":"create.loud"}"#;
    let state = life.created(config).await;
    assert_eq!(life.field(&state, "note"), Value::from("hello"));
    let config = r#"{"name":"a","note":"hello","flaw":"create.other-note"}"#;
    let response = life.change(&Value::Null, config).await;
    assert!(error(&response.diagnostics).contains("(at note)"));
}

// (d) Partial mode.

#[tokio::test(flavor = "multi_thread")]
async fn partial_mode_saves_the_named_fields_only() {
    let life = Life::new("partial").await;
    let state = life.created(CREATE).await;
    for kind in ["error", "panic"] {
        let config = format!(
            r#"{{"name":"a","size":5,"labels":{{"x":"z"}},"flaw":"update.partial={kind}",
                 "disk":[{{"size":1}}]}}"#
        );
        let response = life.change(&state, &config).await;
        error(&response.diagnostics);
        let saved = &response.new_state;
        assert_eq!(life.field(saved, "size"), Value::from(5), "{kind}");
        assert_eq!(life.field(saved, "sum"), Value::from(5000));
        // Not named: as before.
        assert!(life.field(saved, "labels") == life.field(&state, "labels"));
        assert!(life.field(saved, "uuid") == life.field(&state, "uuid"));
        assert!(life.field(saved, "flaw").is_null());
    }
    let config = r#"{"name":"a","size":5,"labels":{"x":"z"},"flaw":"update.partial=yield"}"#;
    let response = life.change(&state, config).await;
    // One mistake, one message.
    let text = error(&response.diagnostics);
    assert!(
        text.contains("partial mode was still on") && text.contains("labels"),
        "{text}"
    );

    let config = r#"{"name":"b","size":5,"flaw":"create.partial"}"#;
    let response = life.change(&Value::Null, config).await;
    assert!(response.diagnostics.has_errors());
    assert_eq!(life.field(&response.new_state, "id"), Value::from("id-b"));
    assert_eq!(life.field(&response.new_state, "name"), Value::from("b"));
    assert_eq!(life.field(&response.new_state, "size"), Value::Null);
}

// (e) Read and delete fail.

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_fails_changes_nothing() {
    let life = Life::new("read").await;
    for kind in ["error", "panic", "late-panic", "silent"] {
        for step in ["read", "exists"] {
            let state = life
                .created(&format!(r#"{{"name":"a","flaw":"{step}={kind}"}}"#))
                .await;
            let response = life.read(&state).await;
            error(&response.diagnostics);
            assert!(response.new_state == state, "{kind}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thing_that_is_gone_is_noticed() {
    let life = Life::new("gone").await;
    let state = life.created(r#"{"name":"a"}"#).await;
    life.world.things.lock().unwrap().insert("id-a".into(), 12);
    let drifted = life.read(&state).await;
    assert_eq!(life.field(&drifted.new_state, "size"), Value::from(12));
    life.world.things.lock().unwrap().clear();
    assert!(life.read(&state).await.new_state.is_null());
    let state = life.created(r#"{"name":"a","flaw":"exists.no"}"#).await;
    let before = life.world.calls().len();
    assert!(life.read(&state).await.new_state.is_null());
    assert_eq!(life.world.calls().len(), before, "read was called");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delete_that_fails_keeps_the_object() {
    let life = Life::new("delete").await;
    for kind in ["error", "panic", "silent"] {
        let state = life
            .created(&format!(r#"{{"name":"a","flaw":"delete={kind}"}}"#))
            .await;
        let response = life.delete(&state).await;
        error(&response.diagnostics);
        assert!(response.new_state == state, "{kind}");
    }
}

// (f) The journal.

#[derive(Default)]
struct Heard(Mutex<Vec<(Value, Private)>>);

impl Journal for Heard {
    fn record(&self, object: &Value, private: &Private) {
        self.0
            .lock()
            .unwrap()
            .push((object.clone(), private.clone()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_hears_of_the_id_before_anything_else_happens() {
    let life = Life::new("journal").await;
    let heard = Arc::new(Heard::default());
    let config = life.thing(r#"{"name":"a","size":4,"flaw":"create.after=block"}"#);
    let planned = life.plan(&Value::Null, &config).await.planned_state;
    let request = ApplyRequest {
        type_name: "mem_thing".to_owned(),
        prior_state: Value::Null,
        planned_state: planned,
        config,
        planned_private: Vec::new(),
        journal: Some(heard.clone()),
        progress: None,
    };
    let instance = life.instance.clone();
    let apply = tokio::spawn(async move { instance.apply_resource_change(request).await });
    for _ in 0..1000 {
        if heard.0.lock().unwrap().len() >= 3 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    {
        let records = heard.0.lock().unwrap();
        let (first, _) = records.first().expect("a record while create runs");
        assert_eq!(life.field(first, "id"), Value::from("id-a"));
        assert_eq!(life.field(first, "size"), Value::from(4));
        let (_, private) = records.last().unwrap();
        assert!(private.get("made").is_some());
    }
    // Its thread is blocked: it is given up on, and what it does later changes nothing.
    life.instance.stop();
    let response = apply.await.unwrap();
    assert!(error(&response.diagnostics).contains("given up"));
    assert_eq!(
        life.field(&response.new_state, "uuid"),
        Value::from("uuid-a")
    );
    let count = heard.0.lock().unwrap().len();
    tokio::time::sleep(std::time::Duration::from_millis(3500)).await;
    assert_eq!(heard.0.lock().unwrap().len(), count);
}
