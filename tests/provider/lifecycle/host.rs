//! A client's calls to an instance.

use std::sync::Arc;
use std::time::Duration;

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::schema::Schema;

use crate::mem::Mem;
use crate::remote::Remote;

pub struct Host {
    pub instance: Instance,
    pub remote: Arc<Remote>,
}

/// An object of the schema, from JSON; `"?"` is unknown.
pub fn object(schema: &Schema, text: &str) -> Value {
    let value = json::decode_block(
        &schema.block,
        text.as_bytes(),
        UnsupportedAttributes::Refuse,
    )
    .unwrap();
    let Value::Object(values) = value else {
        return value;
    };
    let unknown = Value::from("?");
    let values = values.into_iter();
    Value::Object(
        values
            .map(|value| {
                if value == unknown {
                    Value::UNKNOWN
                } else {
                    value
                }
            })
            .collect(),
    )
}

/// The grace of an instance whose code does not end in time.
pub fn short() -> Grace {
    Grace {
        apply: Duration::from_millis(80),
        other: Duration::from_millis(40),
    }
}

/// The grace of an instance whose code ends when it is asked to.
fn long() -> Grace {
    let time = Duration::from_secs(60);
    Grace {
        apply: time,
        other: time,
    }
}

impl Host {
    pub async fn new(remote: &str) -> Host {
        Host::with(remote, Environment::default()).await
    }

    pub async fn with(remote: &str, environment: Environment) -> Host {
        let host = Host::unconfigured(remote, environment);
        let diagnostics = host.configure(&format!(r#"{{"remote":"{remote}"}}"#)).await;
        assert!(diagnostics.is_empty(), "{diagnostics}");
        host
    }

    /// One that soon abandons code which does not end.
    pub async fn impatient(remote: &str) -> Host {
        let host = Host::new(remote).await;
        Host {
            instance: host.instance.with_grace(short()),
            ..host
        }
    }

    pub fn unconfigured(remote: &str, environment: Environment) -> Host {
        Host {
            instance: Instance::new::<Mem>(environment)
                .unwrap()
                .with_grace(long()),
            remote: Remote::of(remote),
        }
    }

    pub async fn configure(&self, config: &str) -> Diagnostics {
        let config = object(&self.instance.schemas().provider, config);
        self.instance.configure_provider(config).await
    }

    pub fn thing(&self, text: &str) -> Value {
        object(&self.instance.schemas().resources["mem_thing"], text)
    }

    pub async fn plan(&self, prior: &Value, config: &Value) -> PlanResponse {
        self.plan_of("mem_thing", prior, config).await
    }

    pub async fn plan_of(&self, name: &str, prior: &Value, config: &Value) -> PlanResponse {
        let request = PlanRequest {
            prior_identity: None,
            type_name: name.to_owned(),
            prior_state: prior.clone(),
            config: config.clone(),
            prior_private: Vec::new(),
            planned_private: None,
        };
        let first = self.instance.plan_resource_change(request.clone()).await;
        let second = self.instance.plan_resource_change(request).await;
        assert!(first == second, "planned twice, differently");
        first
    }

    pub async fn apply(&self, prior: &Value, planned: &Value, config: &Value) -> ApplyResponse {
        let request = ApplyRequest {
            planned_identity: None,
            type_name: "mem_thing".to_owned(),
            prior_state: prior.clone(),
            planned_state: planned.clone(),
            config: config.clone(),
            planned_private: Vec::new(),
            journal: None,
            progress: None,
        };
        self.instance.apply_resource_change(request).await
    }

    /// Plans and applies.
    pub async fn change(&self, prior: &Value, config: &str) -> ApplyResponse {
        let config = self.thing(config);
        let plan = self.plan(prior, &config).await;
        assert!(!plan.diagnostics.has_errors(), "{}", plan.diagnostics);
        self.apply(prior, &plan.planned_state, &config).await
    }

    /// Creates, which must succeed.
    pub async fn created(&self, config: &str) -> Value {
        let response = self.change(&Value::Null, config).await;
        assert!(response.diagnostics.is_empty(), "{}", response.diagnostics);
        response.new_state
    }

    pub async fn delete(&self, prior: &Value) -> ApplyResponse {
        self.apply(prior, &Value::Null, &Value::Null).await
    }

    /// Stops the instance as soon as provider code has come to its flaw.
    pub fn stop_at_flaw(&self) {
        let (instance, remote) = (self.instance.clone(), self.remote.clone());
        let flaws = remote.flaws();
        tokio::spawn(async move {
            remote.reached(flaws + 1).await;
            instance.stop();
        });
    }

    pub async fn read(&self, state: &Value) -> ReadResponse {
        let request = ReadRequest {
            current_identity: None,
            type_name: "mem_thing".to_owned(),
            current_state: state.clone(),
            private: Vec::new(),
            progress: None,
        };
        self.instance.read_resource(request).await
    }

    /// A field of a thing.
    pub fn field(&self, object: &Value, name: &str) -> Value {
        let schema = &self.instance.schemas().resources["mem_thing"];
        let (position, _) = schema.block.find(name).expect("such a field");
        object.as_object().expect("an object")[position].clone()
    }
}

/// The one error, as text.
pub fn error(diagnostics: &Diagnostics) -> String {
    let errors: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(ToString::to_string)
        .collect();
    assert_eq!(errors.len(), 1, "one error expected: {errors:#?}");
    errors.into_iter().next().unwrap()
}

pub fn private(bytes: &[u8], key: &str) -> Option<String> {
    let private = Private::from_bytes(bytes);
    private
        .get(key)
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}
