//! Moves from several types, which are tried in order; and a write-only value that differs when the
//! plan is applied.

use schema_provider::Value;
use schema_provider::lifecycle::{ApplyRequest, Instance, PlanRequest, RawState};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::object::schema;

use super::host::object;
use super::hub::{ASKED, Box_, Hub};

#[tokio::test]
async fn movers_are_tried_in_order_until_one_returns_a_state_or_fails() {
    let instance = Instance::new::<Hub>(Environment::default()).unwrap();
    for (type_name, state, asked, outcome) in [
        ("old_box", r#"{"label":"a"}"#, &["typed"][..], Ok("a")),
        (
            "old_box",
            r#"{"label":["x"],"title":"b"}"#,
            &["typed", "raw"],
            Ok("b"),
        ),
        ("other", r#"{"title":"c"}"#, &["typed", "raw"], Ok("c")),
        ("other", r#"{"x":1}"#, &["typed", "raw", "any"], Ok("any")),
        (
            "other",
            r#"{"title":""}"#,
            &["typed", "raw"],
            Err("the title is empty"),
        ),
    ] {
        let state = OldState::new(0, RawState::Json(state.into()));
        let from = MovedState::new("x/y/z", type_name, state, Private::default());
        let moved = instance.move_resource_state("hub_box", from).await;
        assert_eq!(std::mem::take(&mut *ASKED.lock().unwrap()), asked);
        match (moved, outcome) {
            (Ok((moved, told)), Ok(id)) => {
                assert!(told.is_empty(), "{told}");
                let (position, _) = schema::<Box_>().block.find("id").unwrap();
                assert_eq!(moved.state.as_object().unwrap()[position], Value::from(id));
            }
            (Err(told), Err(text)) => assert!(told.to_string().contains(text), "{told}"),
            (moved, outcome) => panic!("{outcome:?}, {:?}", moved.err()),
        }
    }
}

#[tokio::test]
async fn only_the_write_only_value_of_the_apply_arrives() {
    let instance = Instance::new::<Hub>(Environment::default()).unwrap();
    let table = schema::<Box_>();
    let of = |text: &str| object(table, text);
    for (planned_with, applied_with, length) in [
        (
            r#"{"name":"a","code":"hush"}"#,
            r#"{"name":"a","code":"longer"}"#,
            6,
        ),
        (
            r#"{"name":"a","code":"?"}"#,
            r#"{"name":"a","code":"x"}"#,
            1,
        ),
        (
            r#"{"name":"a","code":"hush"}"#,
            r#"{"name":"a","code":null}"#,
            0,
        ),
        (
            r#"{"name":"a","code":null}"#,
            r#"{"name":"a","code":"hush"}"#,
            4,
        ),
    ] {
        let plan = instance
            .plan_resource_change(PlanRequest {
                type_name: "hub_box".to_owned(),
                prior_state: Value::Null,
                config: of(planned_with),
                prior_private: Vec::new(),
                planned_private: None,
                prior_identity: None,
            })
            .await;
        assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
        let made = instance
            .apply_resource_change(ApplyRequest {
                type_name: "hub_box".to_owned(),
                prior_state: Value::Null,
                planned_state: plan.planned_state,
                config: of(applied_with),
                planned_private: plan.planned_private,
                journal: None,
                progress: None,
                planned_identity: None,
            })
            .await;
        assert!(made.diagnostics.is_empty(), "{}", made.diagnostics);
        let stored = format!(r#"{{"id":"1","name":"a","code":null,"length":{length}}}"#);
        assert_eq!(made.new_state, of(&stored), "{applied_with}");
    }
}
