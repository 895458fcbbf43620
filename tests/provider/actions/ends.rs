//! However an action ends, the end is reported exactly once.

use schema_provider::Value;
use schema_provider::lifecycle::{ActionEvent, Instance};

use crate::lab::{config, ended, impatient, invoked, lab, unconfigured};

#[tokio::test(flavor = "multi_thread")]
async fn progress_comes_before_the_end() {
    let (lab, log) = lab("progress").await;
    let (progress, said) = invoked(&lab, "lab_test", r#"{"sample":"a","times":3}"#).await;
    assert_eq!(progress, ["1 of 3", "2 of 3", "3 of 3"]);
    assert!(said.is_empty(), "{said}");
    assert_eq!(log.lines(), ["test a", "tested a"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn defaults_and_types_reach_provider_code() {
    let (lab, _) = lab("types").await;
    let (progress, said) = invoked(&lab, "lab_plain", "{}").await;
    assert_eq!((progress, said.len()), (vec!["made".to_owned()], 0));
    let text =
        r#"{"flag":true,"ratio":1.5,"tags":{"a":"b"},"numbers":[1,2,2],"part":{"name":"x"}}"#;
    let (progress, said) = invoked(&lab, "lab_typed", text).await;
    assert!(said.is_empty(), "{said}");
    let expected = r#"Some(true) Some(1.5) Some({"a": "b"}) Some(2) Some("x")"#;
    assert_eq!(progress, [expected]);
    let (progress, said) = invoked(&lab, "lab_typed", "{}").await;
    assert!(said.is_empty(), "{said}");
    assert_eq!(progress, ["None None None None None"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn write_only_arguments_reach_provider_code_even_in_blocks() {
    let (lab, log) = lab("write-only").await;
    let text = r#"{"sample":"a","code":"1234","flaw":"code","instrument":[{"name":"x","pin":"1"},{"name":"y"}]}"#;
    let (_, said) = invoked(&lab, "lab_test", text).await;
    assert!(said.is_empty(), "{said}");
    assert_eq!(log.lines(), ["test a", "code 4, 1 pins", "tested a"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_warnings_and_panics_are_reported() {
    // As `run` does in a program: panics are searched for secrets.
    let _ = schema_provider::masks();
    let (lab, _) = lab("errors").await;
    let told = async |flaw: &str| {
        let text = format!(r#"{{"sample":"a","flaw":"{flaw}","code":"xyzzy"}}"#);
        let (progress, said) = invoked(&lab, "lab_test", &text).await;
        assert_eq!(progress, ["1 of 1"], "{flaw}");
        let text = said.to_string();
        assert!(!text.contains("xyzzy"), "{text}");
        (said.has_errors(), text)
    };
    let (failed, text) = told("error").await;
    assert!(failed && text.contains("the sample is bad"), "{text}");
    let (failed, text) = told("warning").await;
    assert!(!failed && text.contains("the sample is old"), "{text}");
    let (failed, text) = told("silent").await;
    assert!(failed && text.contains("lab_test: invoke failed"), "{text}");
    let (failed, text) = told("panic").await;
    assert!(failed, "{text}");
    assert!(
        text.contains("lab_test: the provider panicked in invoke"),
        "{text}"
    );
    // It quotes the code.
    assert!(
        text.contains("dropped it with the code Some(\"(sensitive value)\")"),
        "{text}"
    );
    // In the provider developer's own task, it is the error of awaiting that task.
    let (failed, text) = told("panic-in-task").await;
    assert!(failed && text.contains("dropped it elsewhere"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_configuration_is_not_invoked() {
    let (lab, log) = lab("wrong").await;
    let refused = async |text: &str| {
        let (progress, said) = invoked(&lab, "lab_test", text).await;
        assert!(progress.is_empty() && said.has_errors(), "{text}: {said}");
        said.to_string()
    };
    let text = refused(r#"{"sample":"?"}"#).await;
    assert!(
        text.contains("lab_test: the configuration is not known yet"),
        "{text}"
    );
    // It became known only now, so it has not been checked before.
    let text = refused(r#"{"sample":"a","times":9999}"#).await;
    assert!(text.contains("(at times)"), "{text}");
    let text = refused(r#"{"sample":"forbidden"}"#).await;
    assert!(
        text.contains("not this one") && text.contains("(at sample)"),
        "{text}"
    );
    let text = refused("{}").await;
    assert!(text.contains("sample"), "{text}");
    let text = refused(r#"{"sample":"validate-panics"}"#).await;
    assert!(text.contains("panicked"), "{text}");
    let (_, said) = ended(&lab, "lab_test", Value::Null).await;
    assert!(
        said.to_string().contains("The argument sample is required"),
        "{said}"
    );
    assert_eq!(log.lines(), [""; 0]);
    // Validation of the configuration has reported the warning.
    let (_, said) = invoked(&lab, "lab_test", r#"{"sample":"odd"}"#).await;
    assert!(said.is_empty(), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_action_and_a_provider_without_settings_are_errors() {
    let (configured, _) = lab("unknown").await;
    let (_, said) = ended(&configured, "lab_tset", Value::Object(vec![])).await;
    let text = said.to_string();
    assert!(
        text.contains("The provider has no action \"lab_tset\""),
        "{text}"
    );
    assert!(text.contains("lab_test"), "{text}");
    let lab = unconfigured();
    let (_, said) = invoked(&lab, "lab_test", r#"{"sample":"a"}"#).await;
    assert!(
        said.to_string().contains("The provider is not configured"),
        "{said}"
    );
    // An action without a client needs no settings.
    let (progress, said) = invoked(&lab, "lab_plain", r#"{"text":"b"}"#).await;
    assert_eq!((progress, said.len()), (vec!["b".to_owned()], 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_reaches_provider_code_and_is_an_error() {
    let (lab, log) = lab("stop").await;
    let stopping = async |lab: &Instance, flaw: &str| {
        log.take();
        let config = config(
            lab,
            "lab_test",
            &format!(r#"{{"sample":"a","flaw":"{flaw}"}}"#),
        );
        let running = tokio::spawn({
            let lab = lab.clone();
            async move { ended(&lab, "lab_test", config).await.1 }
        });
        log.wait("test a").await;
        lab.stop();
        running.await.unwrap()
    };
    let said = stopping(&lab, "wait").await;
    assert!(
        said.to_string()
            .contains("lab_test: invoke was interrupted"),
        "{said}"
    );
    assert_eq!(log.lines(), ["test a", "cancelled"]);
    // Work that was completed anyway is kept.
    let said = stopping(&lab, "finish").await;
    assert!(said.is_empty(), "{said}");
    for deaf in ["hang", "block"] {
        let said = stopping(&impatient(&lab), deaf).await;
        let text = said.to_string();
        assert!(
            said.has_errors() && text.contains("abandoned"),
            "{deaf}: {text}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timeout_of_invoke_applies() {
    let (lab, log) = lab("timeout").await;
    let text = r#"{"sample":"a","flaw":"wait","timeouts":{"invoke":"50ms"}}"#;
    let (_, said) = invoked(&lab, "lab_test", text).await;
    let text = said.to_string();
    assert!(
        text.contains("lab_test: invoke took longer than 50ms"),
        "{text}"
    );
    assert!(
        text.contains("Where the action has a `timeouts` block"),
        "{text}"
    );
    assert_eq!(log.lines(), ["test a", "cancelled"]);
    let text = r#"{"sample":"a","timeouts":{"invoke":"soon"}}"#;
    let (_, said) = invoked(&lab, "lab_test", text).await;
    assert!(said.to_string().contains("(at timeouts.invoke)"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absent_caller_stops_provider_code() {
    let (lab, log) = lab("lost").await;
    let config = config(&lab, "lab_test", r#"{"sample":"a","flaw":"wait"}"#);
    let mut events = lab.action_events("lab_test", config);
    assert_eq!(
        events.next().await,
        Some(ActionEvent::Progress("1 of 1".to_owned()))
    );
    drop(events);
    log.wait("cancelled").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_comes_after_the_end() {
    let (lab, log) = lab("late").await;
    let text = r#"{"sample":"a","flaw":"late"}"#;
    let (progress, said) = invoked(&lab, "lab_test", text).await;
    assert_eq!((progress, said.len()), (vec!["1 of 1".to_owned()], 0));
    log.wait("too late").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_with_many_messages_is_not_delayed() {
    let (lab, log) = lab("much").await;
    let config = config(&lab, "lab_test", r#"{"sample":"a","times":5000}"#);
    let mut events = lab.action_events("lab_test", config);
    // Nobody reads anything until it has ended.
    log.wait("tested a").await;
    let (mut heard, mut ends) = (0, 0);
    while let Some(event) = events.next().await {
        match event {
            ActionEvent::Progress(_) => heard += 1,
            ActionEvent::Completed(said) => {
                assert!(said.is_empty(), "{said}");
                ends += 1;
            }
        }
    }
    assert_eq!((heard, ends), (1000, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn configurations_have_their_own_clients_and_stops() {
    let (one, first) = lab("first").await;
    let other = one.another_configuration();
    let settings = crate::lab::object(&other.schemas().provider, r#"{"name":"second"}"#);
    assert!(other.configure_provider(settings).await.is_empty());
    let second = crate::lab::Log::of("second");
    let running = tokio::spawn({
        let config = config(&other, "lab_test", r#"{"sample":"b","flaw":"wait"}"#);
        let other = other.clone();
        async move { ended(&other, "lab_test", config).await.1 }
    });
    second.wait("test b").await;
    one.stop_configuration();
    let (_, said) = invoked(&one, "lab_test", r#"{"sample":"a"}"#).await;
    assert!(said.is_empty(), "{said}");
    assert_eq!(first.lines(), ["test a", "tested a"]);
    assert_eq!(second.lines(), ["test b"]);
    other.stop_configuration();
    assert!(running.await.unwrap().has_errors());
}
