//! Which values are secret for how long, seen in provider logs: a separate program, because a
//! process has only one subscriber.
#![allow(missing_docs, unreachable_pub)]

mod careless;
mod panics;
mod reckless;
mod vault;

use std::time::Duration;

use schema_provider::Value;
use schema_provider::lifecycle::{ApplyRequest, Instance, PlanRequest, RawState};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::schema::Schema;

use schema_provider::testing::{ProviderTest, Step};
use vault::{GO, STARTED, Vault, lines, log, whole};

fn object(schema: &Schema, text: &str) -> Value {
    json::decode_block(
        &schema.block,
        text.as_bytes(),
        UnsupportedAttributes::Refuse,
    )
    .unwrap()
}

fn instance() -> Instance {
    log();
    Instance::new::<Vault>(Environment::default()).unwrap()
}

async fn configure(instance: &Instance, text: &str) {
    let config = object(&instance.schemas().provider, text);
    let found = instance.configure_provider(config).await;
    assert!(found.is_empty(), "{found}");
}

async fn plan(instance: &Instance, text: &str) -> Value {
    let request = PlanRequest {
        prior_identity: None,
        type_name: "vault_item".to_owned(),
        prior_state: Value::Null,
        config: object(&instance.schemas().resources["vault_item"], text),
        prior_private: Vec::new(),
        planned_private: None,
    };
    let plan = instance.plan_resource_change(request).await;
    assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
    plan.planned_state
}

/// Every line with this text has something instead of this word.
#[track_caller]
fn hidden(text: &str, word: &str) {
    for line in lines(text) {
        assert!(
            line.contains("(sensitive value)") && !line.contains(word),
            "{line}"
        );
    }
}

/// Nobody holds this word any more, or soon so.
#[track_caller]
fn released(word: &str) {
    for _ in 0..2_000 {
        if schema_provider::masks().text(word) == word {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{word} is still held");
}

/// Somebody holds it.
#[track_caller]
fn held(word: &str) {
    assert_eq!(schema_provider::masks().text(word), "(sensitive value)");
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_of_a_state_store_are_masked_until_its_destructor_has_run() {
    let instance = instance();
    configure(&instance, r#"{"name": "of states"}"#).await;
    let schema = &instance.schemas().state_stores["vault_states"];
    let config = object(schema, r#"{"space": "a"}"#);
    let configured = instance.configure_state_store("vault_states", config, 64);
    let diagnostics = configured.await.diagnostics;
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let read = instance.read_state_bytes("vault_states", "default").await;
    assert!(read.diagnostics.is_empty(), "{}", read.diagnostics);
    hidden("store reads", "t0ken-1");
    instance.close(Duration::from_secs(60));
    hidden("store is dropped", "t0ken-1");
    released("t0ken-1");
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_masked_until_the_last_call_with_their_client_and_its_destructor() {
    let instance = instance();
    configure(&instance, r#"{"name": "first", "token": "t0ken-first"}"#).await;
    let planning = {
        let instance = instance.clone();
        tokio::spawn(async move { plan(&instance, r#"{"name": "waits"}"#).await })
    };
    STARTED.notified().await;
    configure(&instance, r#"{"name": "second", "token": "t0ken-second"}"#).await;
    held("t0ken-first");
    GO.notify_one();
    planning.await.unwrap();
    hidden("waits: planned by first", "t0ken-first");
    instance.close(Duration::from_secs(60));
    hidden("first is dropped", "t0ken-first");
    hidden("second is dropped", "t0ken-second");
    released("t0ken-first");
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_values_are_masked_in_the_hook() {
    let instance = instance();
    plan(&instance, r#"{"name": "planned"}"#).await;
    hidden("planned: the default", "pin-by-default-1");
    hidden("planned: the new one", "made-in-plan-1");
}

#[tokio::test(flavor = "multi_thread")]
async fn configured_values_are_masked_in_validators_and_default_functions() {
    let instance = instance();
    let schema = &instance.schemas().resources["vault_item"];
    let config = object(
        schema,
        r#"{"name": "validated", "code": "code-validated-1"}"#,
    );
    let found = instance
        .validate_resource_config("vault_item", &config)
        .await;
    assert!(found.is_empty(), "{found}");
    hidden("the validator", "code-validated-1");
    let mut environment = Environment::default();
    environment.set("VAULT_SAYS", "t0ken-before-defaults");
    let instance = Instance::new::<Vault>(environment).unwrap();
    let text = r#"{"name": "defaults", "token": "t0ken-before-defaults"}"#;
    configure(&instance, text).await;
    hidden("the default function", "t0ken-before-defaults");
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_left_open_are_closed_without_a_secret_in_the_log() {
    let instance = instance();
    configure(&instance, r#"{"name": "leases"}"#).await;
    let schema = &instance.schemas().ephemeral_resources["vault_lease"];
    let opened = instance.open_ephemeral_resource("vault_lease", object(schema, "{}"));
    let opened = opened.await;
    assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
    instance.close_opened().await;
    hidden("Terraform left it open", "lease-secret-1");
    released("lease-secret-1");
}

#[tokio::test(flavor = "multi_thread")]
async fn moved_values_are_masked_under_the_same_name() {
    let instance = instance();
    let raw = RawState::Json((*br#"{"id": "1", "name": "a", "code": "code-moved-1"}"#).into());
    let from = MovedState::new(
        "registry.terraform.io/old/old",
        "old_item",
        OldState::new(0, raw),
        Private::default(),
    );
    let moved = instance.move_resource_state("vault_item", from).await;
    assert!(moved.is_ok(), "{}", moved.err().unwrap_or_default());
    hidden("moved from", "code-moved-1");
    released("code-moved-1");
}

const CARELESS: &str = r#"
provider "vault" {
  name  = "careless"
  token = "t0ken-of-settings"
}
resource "vault_careless" "a" {
  name       = "NAME"
  password   = "p@ss \"w0rd\"\nof-PASS"
  passphrase = "phrase-unseen-1"
  pin        = 918273
  keys       = { main = "key-of-map-1" }
  credentials = jsonencode({ private_key = "key-of-credentials-1" })
  document   = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END KEY-----\n"
  login      = { web = { user = "admin", secret = "l0gin-secret-1" } }
  safe {
    code = "code-of-safe-1"
  }
}
"#;

/// Values that must never be visible.
const NEVER: [&str; 11] = [
    "w0rd",
    "of-PASS",
    "p@ss",
    "phrase-unseen",
    "918273",
    "key-of-map",
    "key-of-credentials",
    "MIIEvQ",
    "l0gin-secret",
    "code-of-safe",
    "t0ken-of",
];

#[track_caller]
fn nothing_in(text: &str) {
    for secret in NEVER {
        let found = text.lines().find(|line| line.contains(secret));
        assert_eq!(found, None, "{secret}");
    }
}

#[test]
fn nothing_secret_is_in_the_log_of_a_careless_provider() {
    log();
    let config = |name: &str, pass: &str| CARELESS.replace("NAME", name).replace("-PASS", pass);
    ProviderTest::new::<Vault>()
        .step(Step::apply(config("a", "-PASS")))
        .step(Step::apply(config("b", "-PASS2")))
        .run();
    for said in [
        "as a field",
        "sent",
        "a number",
        "a line",
        "in a span",
        "in a task",
        "deleted",
        "validates",
        "plans",
        "changes",
    ] {
        lines(&format!("careless: {said}"));
    }
    nothing_in(&whole());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_secret_is_in_the_message_of_a_panic_in_a_validator() {
    let instance = instance();
    let schema = &instance.schemas().resources["vault_item"];
    let text = r#"{"name": "panics", "code": "c0de-that-panics"}"#;
    let config = object(schema, text);
    let validated = instance
        .validate_resource_config("vault_item", &config)
        .await;
    // Configuration generated from an object goes through the validators too.
    let text =
        r#"{"id": "1", "name": "panics", "code": "c0de-that-panics", "pin": "1", "made": "2"}"#;
    let (_, generated) = instance
        .generate_resource_config("vault_item", object(schema, text))
        .await;
    for said in [validated.to_string(), generated.to_string()] {
        assert!(
            said.contains("it does not like (sensitive value)"),
            "{said}"
        );
        assert!(!said.contains("c0de"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_secret_is_in_the_message_of_a_panic() {
    let instance = instance();
    configure(
        &instance,
        r#"{"name": "panics", "token": "t0ken-of-panic"}"#,
    )
    .await;
    let schema = &instance.schemas().resources["vault_careless"];
    let config = object(
        schema,
        r#"{"name": "panics", "password": "p@ss-of-panic", "safe": []}"#,
    );
    let request = PlanRequest {
        prior_identity: None,
        type_name: "vault_careless".to_owned(),
        prior_state: Value::Null,
        config: config.clone(),
        prior_private: Vec::new(),
        planned_private: None,
    };
    let plan = instance.plan_resource_change(request).await;
    assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
    let request = ApplyRequest {
        type_name: "vault_careless".to_owned(),
        prior_state: Value::Null,
        planned_state: plan.planned_state,
        config,
        planned_private: plan.planned_private,
        planned_identity: None,
        journal: None,
        progress: None,
    };
    let applied = instance.apply_resource_change(request).await;
    let said = applied.diagnostics.to_string();
    assert!(
        said.contains("careless: panicked with (sensitive value)"),
        "{said}"
    );
    nothing_in(&said);
}
