//! How the lifecycle handles opens, renewals and closes.

use std::time::{Duration, SystemTime};

use schema_provider::Value;
use schema_provider::lifecycle::{Grace, Instance, OpenResponse};
use schema_provider::prelude::*;

use crate::lease::{Leases, object};

/// A provider with its log.
pub struct Host {
    pub instance: Instance,
    directory: tempfile::TempDir,
}

impl Host {
    pub async fn new() -> Host {
        Host::with(Environment::default()).await
    }

    pub async fn with(environment: Environment) -> Host {
        // As `run` does in a program: panics are searched for secrets.
        let _ = schema_provider::masks();
        let grace = Duration::from_secs(60);
        let instance = Instance::new::<Leases>(environment)
            .unwrap()
            .with_grace(Grace {
                apply: grace,
                other: grace,
            });
        let host = Host {
            instance,
            directory: tempfile::tempdir().unwrap(),
        };
        let told = host.configure().await;
        assert!(told.is_empty(), "{told}");
        host
    }

    pub async fn configure(&self) -> Diagnostics {
        let settings = serde_json::json!({ "log": self.directory.path().join("log") });
        let settings = object(&self.instance.schemas().provider, &settings.to_string());
        self.instance.configure_provider(settings).await
    }

    /// Waits until the log has this line.
    pub async fn says(&self, line: &str) {
        for _ in 0..6000 {
            if self.lines().iter().any(|known| known == line) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no {line:?} in {:?}", self.lines());
    }

    /// Waits until the token was closed that was not renewed.
    pub async fn closed(&self, name: &str) {
        self.says(&format!("close {name} {name}-xxx 0")).await;
    }

    /// The same in another process.
    pub async fn restarted(&self) -> Instance {
        let instance = Instance::new::<Leases>(Environment::default()).unwrap();
        let settings = serde_json::json!({ "log": self.directory.path().join("log") });
        let settings = object(&instance.schemas().provider, &settings.to_string());
        let told = instance.configure_provider(settings).await;
        assert!(told.is_empty(), "{told}");
        instance
    }

    pub fn config(&self, text: &str) -> Value {
        object(
            &self.instance.schemas().ephemeral_resources["lease_token"],
            text,
        )
    }

    pub async fn open(&self, text: &str) -> OpenResponse {
        let config = self.config(text);
        self.instance
            .open_ephemeral_resource("lease_token", config)
            .await
    }

    pub async fn close(&self, private: &[u8]) -> Diagnostics {
        let private = private.to_vec();
        self.instance
            .close_ephemeral_resource("lease_token", private)
            .await
    }

    /// Returns the log, and clears it.
    pub fn log(&self) -> Vec<String> {
        let lines = self.lines();
        let _ = std::fs::remove_file(self.directory.path().join("log"));
        lines
    }

    /// The log, which stays.
    fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.directory.path().join("log"));
        let text = text.unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn at(&self, result: &Value, name: &str) -> Value {
        let schema = &self.instance.schemas().ephemeral_resources["lease_token"];
        let (position, _) = schema.block.find(name).unwrap();
        result.as_object().unwrap()[position].clone()
    }
}

#[track_caller]
fn error(diagnostics: &Diagnostics) -> String {
    assert!(diagnostics.has_errors(), "{diagnostics}");
    diagnostics.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn opened_resources_are_renewed_and_closed() {
    let host = Host::new().await;
    let before = SystemTime::now();
    let opened = host.open(r#"{"name":"a","mode":"renews-5000"}"#).await;
    assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
    assert_eq!(host.at(&opened.result, "token"), Value::from("a-xxx"));
    // A default is filled in, other unset arguments stay null.
    assert_eq!(host.at(&opened.result, "length"), Value::from(3));
    assert_eq!(host.at(&opened.result, "note"), Value::Null);
    let wait = opened.renew_at.unwrap().duration_since(before).unwrap();
    assert!((4..6).contains(&wait.as_secs()), "{wait:?}");
    let renewed = host
        .instance
        .renew_ephemeral_resource("lease_token", opened.private.clone())
        .await;
    assert!(renewed.diagnostics.is_empty(), "{}", renewed.diagnostics);
    assert!(renewed.renew_at.is_some());
    // The last private data goes to the next renewal.
    let again = host
        .instance
        .renew_ephemeral_resource("lease_token", renewed.private)
        .await;
    assert!(again.diagnostics.is_empty(), "{}", again.diagnostics);
    // Terraform closes with the private data of the open.
    let closed = host.close(&opened.private).await;
    assert!(closed.is_empty(), "{closed}");
    assert_eq!(
        host.log(),
        [
            "open a of 3",
            "renew a-xxx 0",
            "renew a-xxx 1",
            "close a a-xxx 0"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_without_renewal_have_no_renewal_time() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a"}"#).await;
    assert_eq!(opened.renew_at, None);
    let schema = &host.instance.schemas().ephemeral_resources["lease_once"];
    let opened = host
        .instance
        .open_ephemeral_resource("lease_once", object(schema, "{}"))
        .await;
    assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
    let renewed = host
        .instance
        .renew_ephemeral_resource("lease_once", opened.private.clone())
        .await;
    assert!(error(&renewed.diagnostics).contains("lease_once cannot be renewed"));
    assert!(renewed.private == opened.private);
}

#[tokio::test(flavor = "multi_thread")]
async fn past_renewals_come_a_second_later() {
    let host = Host::new().await;
    for mode in ["past", "renews-0", "renews-300"] {
        let before = SystemTime::now();
        let opened = host
            .open(&format!(r#"{{"name":"a","mode":"{mode}"}}"#))
            .await;
        assert!(!opened.diagnostics.has_errors(), "{}", opened.diagnostics);
        assert!(
            opened
                .diagnostics
                .to_string()
                .contains("the renewal is too soon"),
            "{mode}"
        );
        let wait = opened.renew_at.unwrap().duration_since(before).unwrap();
        assert!(wait > Duration::from_millis(900), "{mode}: {wait:?}");
        let told = SystemTime::now();
        let renewed = host
            .instance
            .renew_ephemeral_resource("lease_token", opened.private)
            .await;
        let wait = renewed.renew_at.unwrap().duration_since(told).unwrap();
        assert!(wait > Duration::from_millis(900), "{mode}: {wait:?}");
        assert!(
            renewed.diagnostics.to_string().contains("too soon"),
            "{mode}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_open_is_closed_if_something_was_opened() {
    for (mode, expected) in [
        ("fails late", "the token is of no use"),
        ("panics", "lease_token: the provider panicked in open"),
        (
            "changes",
            "lease_token: Terraform would reject the opened value",
        ),
        ("fills", "only a `computed` field may have a value"),
        ("dot", "is reserved"),
    ] {
        let host = Host::new().await;
        let opened = host
            .open(&format!(r#"{{"name":"a","mode":"{mode}"}}"#))
            .await;
        let errors = error(&opened.diagnostics);
        assert!(errors.contains(expected), "{mode}: {errors}");
        assert!(!errors.contains("a note of its own"), "{errors}");
        assert!(
            opened.result.is_null() && opened.private.is_empty(),
            "{mode}"
        );
        assert_eq!(opened.renew_at, None);
        let log = host.log();
        let last = log.last().unwrap();
        assert!(
            last.starts_with("close a") || last.starts_with("close another"),
            "{mode}: {log:?}"
        );
        assert_eq!(log.len(), 2, "{mode}: {log:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_open_is_not_closed_if_nothing_was_opened() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a","mode":"fails"}"#).await;
    assert!(error(&opened.diagnostics).contains("there are no tokens"));
    assert_eq!(host.log(), ["open a of 3"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_fails_is_reported_with_the_failure_before_it() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a","mode":"unclosable"}"#).await;
    let errors = error(&opened.diagnostics);
    assert!(errors.contains("would reject"), "{errors}");
    assert!(errors.contains("it cannot be given back"), "{errors}");
    for (mode, expected) in [
        ("close fails", "it cannot be given back"),
        ("close panics", "the provider panicked in close"),
    ] {
        let opened = host
            .open(&format!(r#"{{"name":"a","mode":"{mode}"}}"#))
            .await;
        assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
        assert!(error(&host.close(&opened.private).await).contains(expected));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_reaches_open_and_closes_opened_resources() {
    for mode in ["waits", "hangs"] {
        let host = Host::new().await;
        let config = host.config(&format!(r#"{{"name":"a","mode":"{mode}"}}"#));
        let instance = match mode {
            "waits" => host.instance.clone(),
            // Nobody waits for its end.
            _ => host.instance.clone().with_grace(Grace {
                apply: Duration::from_secs(2),
                other: Duration::from_secs(2),
            }),
        };
        let opening = tokio::spawn(async move {
            instance
                .open_ephemeral_resource("lease_token", config)
                .await
        });
        host.says("open a of 3").await;
        host.instance.stop();
        let opened = opening.await.unwrap();
        assert!(error(&opened.diagnostics).contains("open was interrupted"));
        assert_eq!(host.log(), ["open a of 3", "close a a-xxx 0"], "{mode}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_does_not_end_a_close() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a","mode":"closes slowly"}"#).await;
    let closing = host.close(&opened.private);
    let stopping = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        host.instance.stop();
    };
    let (closed, ()) = tokio::join!(closing, stopping);
    assert!(closed.is_empty(), "{closed}");
    assert_eq!(host.log(), ["open a of 3", "close a a-xxx 0"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn timeouts_end_open_renew_and_close() {
    let host = Host::new().await;
    let opened = host
        .open(r#"{"name":"a","mode":"waits","timeouts":{"open":"100ms"}}"#)
        .await;
    assert!(error(&opened.diagnostics).contains("open took longer than 100ms"));
    assert_eq!(host.log(), ["open a of 3", "close a a-xxx 0"]);
    let host = Host::with(Environment::default()).await;
    let instance = host.instance.clone().with_grace(Grace {
        apply: Duration::from_millis(20),
        other: Duration::from_millis(20),
    });
    let opened = host
        .open(r#"{"name":"a","mode":"closes slowly","timeouts":{"close":"50ms"}}"#)
        .await;
    let closed = instance
        .close_ephemeral_resource("lease_token", opened.private)
        .await;
    assert!(error(&closed).contains("close took longer than 50ms"));
    let host = Host::new().await;
    let opened = host
        .open(r#"{"name":"a","mode":"renews-2000","note":"renewal waits","timeouts":{"renew":"100ms"}}"#)
        .await;
    let renewed = host
        .instance
        .renew_ephemeral_resource("lease_token", opened.private.clone())
        .await;
    let error = error(&renewed.diagnostics);
    assert!(error.contains("renew took longer than 100ms"), "{error}");
    assert!(!error.contains("hush"), "{error}");
    // It stays open, is not renewed again, and is closed with the open's data.
    assert_eq!(renewed.renew_at, None);
    assert!(renewed.private == opened.private);
    assert!(host.close(&opened.private).await.is_empty());
    assert_eq!(
        host.log(),
        ["open a of 3", "renew a-xxx 0", "close a a-xxx 0"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_renewal_keeps_the_resource_open() {
    let host = Host::new().await;
    for (note, expected) in [
        ("no renewal", "the token cannot be renewed"),
        (
            "renewal panics",
            "out of renewals of Some(\"(sensitive value)\")",
        ),
    ] {
        let opened = host
            .open(&format!(
                r#"{{"name":"a","mode":"renews-2000","note":"{note}"}}"#
            ))
            .await;
        let renewed = host
            .instance
            .renew_ephemeral_resource("lease_token", opened.private.clone())
            .await;
        let told = error(&renewed.diagnostics);
        assert!(told.contains(expected), "{told}");
        assert!(!told.contains("hush"), "{told}");
        // Core stops renewing.
        assert_eq!(renewed.renew_at, None);
        assert!(renewed.private == opened.private);
        assert!(host.close(&opened.private).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_can_close_resources_of_a_dead_one() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a"}"#).await;
    let another = host.restarted().await;
    let closed = another
        .close_ephemeral_resource("lease_token", opened.private)
        .await;
    assert!(closed.is_empty(), "{closed}");
    assert_eq!(host.log(), ["open a of 3", "close a a-xxx 0"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_private_data_calls_no_code() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a"}"#).await;
    let mut cut = opened.private.clone();
    cut.truncate(cut.len() / 2);
    host.log();
    for private in [&b""[..], b"{}", b"\x01", &cut] {
        let closed = host.close(private).await;
        assert!(error(&closed).contains("what close is for is not known"));
        let renewed = host
            .instance
            .renew_ephemeral_resource("lease_token", private.to_vec())
            .await;
        assert!(error(&renewed.diagnostics).contains("what renew is for is not known"));
    }
    assert_eq!(host.log(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_known_configuration_is_opened() {
    let host = Host::new().await;
    let config = host.config(r#"{"name":"a"}"#);
    let Value::Object(mut values) = config else {
        panic!()
    };
    let schema = &host.instance.schemas().ephemeral_resources["lease_token"];
    values[schema.block.find("note").unwrap().0] = Value::UNKNOWN;
    let config = Value::Object(values);
    let told = host
        .instance
        .validate_ephemeral_resource_config("lease_token", &config)
        .await;
    assert!(told.is_empty(), "{told}");
    let opened = host
        .instance
        .open_ephemeral_resource("lease_token", config)
        .await;
    assert!(error(&opened.diagnostics).contains("the configuration is not known yet"));
    assert_eq!(host.log(), [""; 0]);
    let opened = host
        .instance
        .open_ephemeral_resource("lease_tokens", Value::Null)
        .await;
    assert!(error(&opened.diagnostics).contains("no ephemeral resource \"lease_tokens\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn configurations_are_checked() {
    let host = Host::new().await;
    let config = host.config(r#"{"name":"a b"}"#);
    let told = host
        .instance
        .validate_ephemeral_resource_config("lease_token", &config)
        .await;
    assert!(error(&told).contains("a name has no spaces"));
    let config = host.config(r#"{"name":"a","timeouts":{"open":"soon"}}"#);
    let told = host
        .instance
        .validate_ephemeral_resource_config("lease_token", &config)
        .await;
    assert!(error(&told).contains("timeouts"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_crash_log_contains_open_resources() {
    let directory = tempfile::tempdir().unwrap();
    let environment = || {
        let mut environment = Environment::default();
        environment.set("SCHEMA_CRASH_LOG", directory.path().to_str().unwrap());
        environment
    };
    let host = Host::with(environment()).await;
    let kept = host.open(r#"{"name":"kept"}"#).await;
    let closed = host.open(r#"{"name":"closed"}"#).await;
    assert!(host.close(&closed.private).await.is_empty());
    // Its process dies: nothing holds the file's lock, and the file is unchanged.
    let crashed = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(directory.path()).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), crashed.path().join(file.file_name())).unwrap();
    }
    drop(kept);
    let mut another = Environment::default();
    another.set("SCHEMA_CRASH_LOG", crashed.path().to_str().unwrap());
    let instance = Instance::new::<Leases>(another).unwrap();
    let settings = object(&instance.schemas().provider, r#"{"log":"/dev/null"}"#);
    let told = instance.configure_provider(settings).await.to_string();
    assert!(
        told.contains("open of lease_token, id token kept"),
        "{told}"
    );
    // Only that one: the other was closed. No opened values are shown.
    assert_eq!(told.matches("\n  - ").count(), 1, "{told}");
    assert!(!told.contains("token closed"), "{told}");
    assert!(
        !told.contains("hush") && !told.contains("kept-xxx"),
        "{told}"
    );
}
