//! Calls of a program: what goes wrong, and what is reported.

use crate::stub;
use schema_client::proto::v6::{
    DynamicValue, apply_resource_change, get_provider_schema, plan_resource_change,
};
use schema_client::{CallError, Protocol, Provider};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A plan of a thing with this name.
fn plan(name: &str) -> plan_resource_change::Request {
    let length = u8::try_from(name.len()).unwrap();
    let bytes = [
        b"\x82\xa2id\xc0\xa4name",
        &[0xa0 + length][..],
        name.as_bytes(),
    ]
    .concat();
    plan_resource_change::Request {
        type_name: "stub_thing".into(),
        prior_state: Some(DynamicValue::from_msgpack(vec![0xc0])),
        proposed_new_state: Some(DynamicValue::from_msgpack(bytes.clone())),
        config: Some(DynamicValue::from_msgpack(bytes)),
        ..Default::default()
    }
}

#[tokio::test]
async fn both_protocols() {
    for protocol in [Protocol::V5, Protocol::V6] {
        let plugin = stub().protocols([protocol]).connect().await.unwrap();
        assert_eq!(plugin.provider().protocol(), protocol);
        let request = get_provider_schema::Request {};
        let schemas = plugin
            .provider()
            .get_provider_schema(&request)
            .await
            .unwrap();
        let thing = schemas.resource_schemas["stub_thing"]
            .block
            .as_ref()
            .unwrap();
        assert_eq!(thing.attributes.len(), 2);
        let planned = plugin.provider().plan_resource_change(&plan("a")).await;
        assert!(planned.unwrap().planned_state.is_some());
        plugin.stop().await.unwrap();
        assert!(plugin.close().await.unwrap());
    }
}

#[tokio::test]
async fn the_program_dies_in_a_call() {
    let mut plugin = stub().connect().await.unwrap();
    let error = plugin.provider().plan_resource_change(&plan("crash")).await;
    let error = error.unwrap_err();
    assert!(error.is_broken(), "{error:?}");
    let text = plugin.explain(&error).await;
    assert!(
        text.contains("stub-provider ended in the middle of the call ("),
        "{text}"
    );
}

#[tokio::test]
async fn a_call_that_hangs() {
    let plugin = stub().connect().await.unwrap();
    let client = plugin.provider().client().clone();
    let hasty = Provider::new(
        client.with_deadline(Duration::from_millis(300)),
        plugin.provider().protocol(),
    );
    let planned = plan("block");
    let request = apply_resource_change::Request {
        type_name: planned.type_name,
        prior_state: planned.prior_state,
        planned_state: planned.proposed_new_state,
        config: planned.config,
        ..Default::default()
    };
    let error = hasty.apply_resource_change(&request).await.unwrap_err();
    assert_eq!(error, CallError::TimedOut(Duration::from_millis(300)));
    assert_eq!(error.to_string(), "no answer came within 300ms");
    // It blocks for ever, but the program still ends: when it is asked, since nobody waits for the
    // call, or killed.
    plugin.close().await.unwrap();
}

#[tokio::test]
async fn an_answer_that_is_too_large() {
    let plugin = stub().connect().await.unwrap();
    let client = plugin.provider().client().clone().with_max_answer(16);
    let small = Provider::new(client, plugin.provider().protocol());
    let error = small
        .plan_resource_change(&plan("a long name"))
        .await
        .unwrap_err();
    assert_eq!(error, CallError::TooLarge { limit: 16 });
}

#[tokio::test]
async fn the_environment_and_the_log() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&lines);
    let program = stub()
        .env_clear()
        .env("TF_LOG", "TRACE")
        .on_log(move |line| {
            kept.lock().unwrap().push(line);
        });
    let plugin = program.connect().await.unwrap();
    let process = plugin.process().id();
    let variables = std::fs::read_to_string(format!("/proc/{process}/environ")).unwrap();
    assert!(!variables.contains("CARGO"), "{variables}");
    let work = std::fs::read_link(format!("/proc/{process}/cwd")).unwrap();
    assert!(variables.contains(&format!("HOME={}", work.display())));
    plugin.close().await.unwrap();
    assert!(!work.exists(), "{}", work.display());
    let lines = lines.lock().unwrap();
    // Output before the handshake goes there too.
    assert!(
        lines.iter().any(|line| line.message == "the stub starts"),
        "{lines:?}"
    );
}

/// How Terraform connects to a provider in a debugger.
#[tokio::test]
async fn debug_mode() {
    use std::io::BufRead as _;
    let mut child = tokio::process::Command::new(stub().path())
        .arg("--debug")
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let stdout = child.stdout.take().unwrap().into_owned_fd().unwrap();
    let stdout = std::io::BufReader::new(std::fs::File::from(stdout));
    let line = stdout
        .lines()
        .map(Result::unwrap)
        .find(|line| line.contains("TF_REATTACH_PROVIDERS="));
    let line = line.unwrap();
    let json = line
        .split_once("TF_REATTACH_PROVIDERS='")
        .unwrap()
        .1
        .split('\'')
        .next()
        .unwrap();
    let provider = Provider::reattach(json, None).await.unwrap();
    let planned = provider.plan_resource_change(&plan("a")).await;
    child.kill().await.unwrap();
    assert!(planned.is_ok());
    let text = Provider::reattach(json, None)
        .await
        .unwrap_err()
        .to_string();
    assert!(text.contains("cannot be reached"), "{text}");
}
