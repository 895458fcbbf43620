//! Actions as Terraform calls them around a change: the messages of a plan and of an apply, in its
//! order.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, apply_resource_change, close_ephemeral_resource, open_ephemeral_resource,
    plan_action, plan_resource_change, stop_provider,
};
use schema_provider::schema_runtime::codec::msgpack;

use super::lab::Log;
use super::served::{self, Server};
use super::wire::{encoded, one, request, server, stream};

/// A laboratory, called like Terraform calls it.
struct Core {
    server: Server,
    instance: Instance,
    log: Log,
    _directory: tempfile::TempDir,
}

impl Core {
    async fn new() -> Core {
        let (server, instance, log, directory) = server().await;
        Core {
            server,
            instance,
            log,
            _directory: directory,
        }
    }

    fn test(&self, text: &str) -> Option<DynamicValue> {
        encoded(&self.instance, "lab_test", text)
    }

    async fn plan(&self, text: &str) -> Vec<v6::Diagnostic> {
        let request = plan_action::Request {
            action_type: "lab_test".to_owned(),
            config: self.test(text),
            client_capabilities: None,
        };
        let planned = self.server.plan_action(request).await;
        assert_eq!(planned.deferred, None);
        planned.diagnostics
    }

    /// The message at the end of an action.
    async fn invoke(&self, text: &str) -> Vec<v6::Diagnostic> {
        let request = request("lab_test", self.test(text));
        stream(&self.server, request).await.1
    }

    fn sample(&self, text: &str) -> Option<DynamicValue> {
        served::encoded(&self.instance.schemas().resources["lab_sample"], text)
    }

    async fn plan_sample(&self, prior: &str, config: &str) -> plan_resource_change::Response {
        let request = plan_resource_change::Request {
            type_name: "lab_sample".to_owned(),
            prior_state: self.sample(prior),
            proposed_new_state: self.sample(config),
            config: self.sample(config),
            ..Default::default()
        };
        self.server.plan_resource_change(request).await
    }

    async fn apply_sample(
        &self,
        (prior, config): (&str, &str),
        planned: plan_resource_change::Response,
    ) -> apply_resource_change::Response {
        assert_eq!(planned.diagnostics, []);
        let request = apply_resource_change::Request {
            type_name: "lab_sample".to_owned(),
            prior_state: self.sample(prior),
            planned_state: planned.planned_state,
            config: self.sample(config),
            planned_private: planned.planned_private,
            ..Default::default()
        };
        self.server.apply_resource_change(request).await
    }
}

/// Calls the actions of each event of a change, before and after it, in the order of the list; an
/// action without an event is neither planned nor invoked.
#[tokio::test(flavor = "multi_thread")]
async fn each_event_calls_its_actions_around_the_change() {
    let core = Core::new().await;
    let made = r#"{"id": "a", "name": "a", "number": 1}"#;
    let grown = r#"{"id": "a", "name": "ab", "number": 1}"#;
    for (prior, config, change) in [
        ("null", r#"{"name": "a"}"#, "create a"),
        (made, r#"{"name": "ab"}"#, "update ab"),
        (grown, "null", "delete ab"),
    ] {
        let planned = core.plan_sample(prior, config).await;
        for event in ["before", "first", "second"] {
            let text = format!(r#"{{"sample": "{event}"}}"#);
            assert_eq!(core.plan(&text).await, []);
        }
        // Nothing is invoked in a plan.
        let plans = ["plan before", "plan first", "plan second"];
        assert_eq!(core.log.take(), plans);
        assert_eq!(core.invoke(r#"{"sample": "before"}"#).await, []);
        let applied = core.apply_sample((prior, config), planned).await;
        assert_eq!(applied.diagnostics, []);
        assert_eq!(core.invoke(r#"{"sample": "first"}"#).await, []);
        assert_eq!(core.invoke(r#"{"sample": "second"}"#).await, []);
        let lines = [
            "test before",
            "tested before",
            change,
            "test first",
            "tested first",
            "test second",
            "tested second",
        ];
        assert_eq!(core.log.take(), lines);
    }
}

/// A condition that no longer holds in the apply, and a change of nothing but the action's
/// configuration.
#[tokio::test(flavor = "multi_thread")]
async fn planned_actions_that_are_not_invoked_do_nothing() {
    let core = Core::new().await;
    let config = r#"{"name": "a"}"#;
    let planned = core.plan_sample("null", config).await;
    assert_eq!(core.plan(r#"{"sample": "a"}"#).await, []);
    assert_eq!(core.plan(r#"{"sample": "a", "times": 7}"#).await, []);
    let applied = core.apply_sample(("null", config), planned).await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(core.log.lines(), ["plan a", "plan a", "create a"]);
}

/// Terraform stops at an error in an end: so there is one, and the next call would still work.
#[tokio::test(flavor = "multi_thread")]
async fn a_failed_action_is_reported_before_the_next_call() {
    let core = Core::new().await;
    let before = core
        .invoke(r#"{"sample": "before", "flaw": "error"}"#)
        .await;
    assert!(one(&before).summary.contains("the sample is bad"));
    assert_eq!(core.log.take(), ["test before"]);
    // The object that a failed change leaves has no event after it.
    let config = r#"{"name": "broken"}"#;
    let planned = core.plan_sample("null", config).await;
    let applied = core.apply_sample(("null", config), planned).await;
    assert!(one(&applied.diagnostics).summary.contains("it broke"));
    assert_eq!(core.log.take(), [""; 0]);
    // With `on_failure = continue` it continues anyway.
    assert_eq!(core.invoke(r#"{"sample": "next"}"#).await, []);
    assert_eq!(core.log.take(), ["test next", "tested next"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_of_an_action_end_separately() {
    let core = Core::new().await;
    let (first, second, third) = tokio::join!(
        core.invoke(r#"{"sample": "a", "times": 40}"#),
        core.invoke(r#"{"sample": "b", "flaw": "error"}"#),
        core.invoke(r#"{"sample": "c", "flaw": "panic"}"#),
    );
    assert_eq!(first, []);
    assert!(one(&second).summary.contains("the sample is bad"));
    assert!(one(&third).summary.contains("panicked in invoke"));
}

#[tokio::test(flavor = "multi_thread")]
async fn ephemeral_values_reach_write_only_arguments() {
    let core = Core::new().await;
    // Unknown in the plan.
    let text = r#"{"sample": "a", "code": "?", "flaw": "code"}"#;
    assert_eq!(core.plan(text).await, []);
    let schema = core.instance.schemas().ephemeral_resources["lab_code"].clone();
    let opened = core
        .server
        .open_ephemeral_resource(open_ephemeral_resource::Request {
            type_name: "lab_code".to_owned(),
            config: served::encoded(&schema, r#"{"length": 5}"#),
            client_capabilities: None,
        });
    let opened = opened.await;
    assert_eq!(opened.diagnostics, []);
    let result = msgpack::decode_block(&schema.block, &opened.result.unwrap().msgpack).unwrap();
    let (position, _) = schema.block.find("text").unwrap();
    let Some(code) = result.as_object().unwrap()[position].as_str() else {
        panic!("no code");
    };
    let text = format!(
        r#"{{"sample": "a", "code": "{code}", "flaw": "code", "instrument": [{{"name": "i", "pin": "1"}}]}}"#
    );
    assert_eq!(core.invoke(&text).await, []);
    let closed = core
        .server
        .close_ephemeral_resource(close_ephemeral_resource::Request {
            type_name: "lab_code".to_owned(),
            private: opened.private,
        });
    assert_eq!(closed.await.diagnostics, []);
    let lines = [
        "plan a",
        "open",
        "test a",
        "code 5, 1 pins",
        "tested a",
        "close",
    ];
    assert_eq!(core.log.lines(), lines);
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_in_a_plan_are_reported() {
    let core = Core::new().await;
    for (text, said) in [
        (r#"{"sample": "a", "flaw": "plan-error"}"#, "it will not do"),
        (
            r#"{"sample": "a", "flaw": "plan-panic"}"#,
            "panicked in plan",
        ),
        (r#"{"sample": "forbidden"}"#, "not this one"),
        (r#"{"sample": "a", "times": 9999}"#, "times"),
    ] {
        let told = core.plan(text).await;
        let told = format!("{:?}", one(&told));
        assert!(told.contains(said), "{told}");
    }
    let warned = core
        .plan(r#"{"sample": "a", "flaw": "plan-warning"}"#)
        .await;
    assert_eq!(
        warned[0].severity,
        i32::from(v6::diagnostic::Severity::Warning)
    );
    // And one that does not return when the user interrupts.
    let stop = async {
        core.log.wait("plan hangs").await;
        core.server.stop_provider(stop_provider::Request {}).await;
    };
    let hanging = core.plan(r#"{"sample": "hangs", "flaw": "plan-hang"}"#);
    let (told, ()) = tokio::join!(hanging, stop);
    assert!(one(&told).summary.contains("plan was interrupted"));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_alias_has_its_own_actions() {
    let (west, east) = tokio::join!(Core::new(), Core::new());
    assert_eq!(west.invoke(r#"{"sample": "w"}"#).await, []);
    assert_eq!(east.invoke(r#"{"sample": "e"}"#).await, []);
    assert_eq!(west.log.lines(), ["test w", "tested w"]);
    assert_eq!(east.log.lines(), ["test e", "tested e"]);
    // Unknown settings do not reuse another instance's settings.
    let settings = served::encoded(&west.instance.schemas().provider, r#"{"name": "?"}"#);
    let request = v6::configure_provider::Request {
        config: settings,
        ..Default::default()
    };
    let _ = west.server.configure_provider(request).await;
    assert!(!west.invoke(r#"{"sample": "w"}"#).await.is_empty());
    assert_eq!(east.invoke(r#"{"sample": "e"}"#).await, []);
    assert_eq!(east.log.lines().len(), 4);
}
