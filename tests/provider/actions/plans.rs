//! Actions in a plan: their errors are reported before anything is changed.

use schema_provider::Value;
use schema_provider::lifecycle::{Instance, PlanActionRequest, PlanActionResponse};

use crate::lab::{config, impatient, lab, unconfigured};

async fn planned(
    instance: &Instance,
    action: &str,
    config: Value,
    deferral_allowed: bool,
) -> PlanActionResponse {
    let request = PlanActionRequest {
        type_name: action.to_owned(),
        config,
        deferral_allowed,
    };
    instance.plan_action(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_provider_plans_with_known_values() {
    let (lab, log) = lab("plan").await;
    for (text, line) in [
        (r#"{"sample":"a"}"#, "plan a"),
        (r#"{"sample":"?"}"#, "plan ?"),
    ] {
        let config = config(&lab, "lab_test", text);
        let response = planned(&lab, "lab_test", config, false).await;
        assert!(response.diagnostics.is_empty(), "{}", response.diagnostics);
        assert!(!response.deferred);
        assert_eq!(log.take(), [line]);
    }
    // Without a plan function.
    let config = config(&lab, "lab_plain", "{}");
    let response = planned(&lab, "lab_plain", config, true).await;
    assert!(response.diagnostics.is_empty() && !response.deferred);
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_reported() {
    let (lab, log) = lab("plan-wrong").await;
    let said = async |text: &str| {
        let config = config(&lab, "lab_test", text);
        let response = planned(&lab, "lab_test", config, false).await;
        (
            response.diagnostics.has_errors(),
            response.diagnostics.to_string(),
        )
    };
    let (failed, text) = said(r#"{"sample":"a","flaw":"plan-error"}"#).await;
    assert!(failed && text.contains("it will not do"), "{text}");
    let (failed, text) = said(r#"{"sample":"a","flaw":"plan-warning"}"#).await;
    assert!(!failed && text.contains("it may not do"), "{text}");
    let (failed, text) = said(r#"{"sample":"a","flaw":"plan-panic"}"#).await;
    assert!(
        failed && text.contains("lab_test: the provider panicked in plan"),
        "{text}"
    );
    log.take();
    // Values that validation did not know.
    let (failed, text) = said(r#"{"sample":"forbidden"}"#).await;
    assert!(failed && text.contains("not this one"), "{text}");
    let (failed, text) = said(r#"{"sample":"a","times":9999}"#).await;
    assert!(failed && text.contains("(at times)"), "{text}");
    assert_eq!(log.lines(), [""; 0]);
    let response = planned(&lab, "lab_tset", Value::Object(vec![]), false).await;
    let text = response.diagnostics.to_string();
    assert!(
        text.contains("The provider has no action \"lab_tset\""),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_hangs_is_stopped() {
    let (lab, log) = lab("plan-hang").await;
    let running = tokio::spawn({
        let lab = impatient(&lab);
        let config = config(&lab, "lab_test", r#"{"sample":"a","flaw":"plan-hang"}"#);
        async move { planned(&lab, "lab_test", config, false).await }
    });
    log.wait("plan a").await;
    lab.stop();
    let text = running.await.unwrap().diagnostics.to_string();
    assert!(text.contains("lab_test: plan was interrupted"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_deferred_only_for_unknown_settings_and_with_permission() {
    let lab = unconfigured();
    let settings = Value::Object(vec![Value::UNKNOWN]);
    assert!(lab.configure_provider(settings).await.is_empty());
    let config = |text| config(&lab, "lab_test", text);
    let response = planned(&lab, "lab_test", config(r#"{"sample":"a"}"#), true).await;
    assert!(response.deferred && response.diagnostics.is_empty());
    let response = planned(&lab, "lab_test", config(r#"{"sample":"a"}"#), false).await;
    let text = response.diagnostics.to_string();
    assert!(
        !response.deferred && text.contains("not configured yet"),
        "{text}"
    );
    // The error does not depend on the settings.
    let response = planned(&lab, "lab_test", config(r#"{"sample":"forbidden"}"#), true).await;
    assert!(!response.deferred && response.diagnostics.has_errors());
}
