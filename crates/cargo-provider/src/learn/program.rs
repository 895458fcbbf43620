//! The oracle that is a program: it runs without the user's variables, in a folder of its own, and
//! ends with its owner.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use schema_client::proto::common::attribute_path::Selector;
use schema_client::proto::common::diagnostic::Severity;
use schema_client::proto::common::{AttributePath as WirePath, ClientCapabilities, DynamicValue};
use schema_client::proto::{common, v5, v6};
use schema_client::{CallError, LogLine, Plugin, Program, Protocol, Provider};
use tokio::runtime::Runtime;

use crate::findings::AttributePath;
use crate::learn::oracle::{Answer, Call, Diagnostic, Failure, LogEntry, Oracle};
use crate::learn::value::Value;
use crate::result::Result;

/// How long a call may take until the program counts as one that hangs.
const DEADLINE: Duration = Duration::from_secs(20);

/// The gRPC status of a message that is too large.
const TOO_LARGE: u32 = 8;

/// How long the log's end is waited for after an answer.
const LOG: Duration = Duration::from_millis(500);

/// What a configuration is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Provider,
    Resource,
    DataSource,
    Ephemeral,
}

/// The lines of the log since the last call.
#[derive(Default)]
struct Lines {
    entries: Mutex<Vec<LogEntry>>,
    came: Condvar,
}

impl Lines {
    fn push(&self, line: LogLine) {
        let field = |name: &str| line.fields.get(name).and_then(|value| value.as_str());
        let entry = LogEntry {
            path: field("tf_attribute_path").unwrap_or_default().to_owned(),
            description: field("description").unwrap_or_default().to_owned(),
            module: line.module,
            message: line.message,
        };
        self.entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(entry);
        self.came.notify_all();
    }

    fn clear(&self) {
        self.entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// All lines up to that in which the library says that it has answered, if one comes in time.
    fn take(&self, time: Duration) -> Vec<LogEntry> {
        let start = Instant::now();
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(left) = time.checked_sub(start.elapsed())
            && entries
                .last()
                .is_none_or(|entry| entry.message != "Served request")
        {
            let waited = self.came.wait_timeout(entries, left);
            entries = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        std::mem::take(&mut entries)
    }
}

/// A process of the program that is started where it is needed, and again where it has ended.
struct Instance {
    program: Program,
    plugin: Option<Plugin>,
    lines: Option<Arc<Lines>>,
}

/// One program that answers for all of its types, one after the other.
pub(crate) struct ProgramOracle {
    runtime: Runtime,
    quiet: Instance,
    logging: Instance,
    /// Whether it writes a log that says when an answer is complete; not known before the first.
    logs: Option<bool>,
    /// The settings that the user gives, for `configure`.
    settings: Option<Value>,
    subject: Subject,
    name: String,
}

impl ProgramOracle {
    pub(crate) fn new(path: &Path, settings: Option<Value>) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        let lines = Arc::new(Lines::default());
        let sink = Arc::clone(&lines);
        let quiet = [
            "TF_LOG",
            "TF_LOG_PROVIDER",
            "TF_LOG_SDK",
            "TF_LOG_SDK_FRAMEWORK",
            "TF_LOG_SDK_PROTO",
        ];
        let base = Program::new(path).env_clear();
        Ok(Self {
            runtime,
            quiet: Instance {
                program: base.clone().envs(quiet.map(|name| (name, "OFF"))),
                plugin: None,
                lines: None,
            },
            logging: Instance {
                program: base.on_log(move |line| sink.push(line)),
                plugin: None,
                lines: Some(lines),
            },
            logs: None,
            settings,
            subject: Subject::Provider,
            name: String::new(),
        })
    }

    /// The same for this type from now on.
    pub(crate) fn about(&mut self, subject: Subject, name: &str) {
        self.subject = subject;
        name.clone_into(&mut self.name);
    }

    /// Validates these settings and configures the program with them.
    pub(crate) fn takes(&mut self, settings: &Value) -> Result<()> {
        let validate = Call::Validate {
            config: settings.clone(),
        };
        let answer = self.call(&validate, false).map_err(|failure| {
            let (Failure::Crashed(text) | Failure::Refused(text) | Failure::Endless(text)) =
                failure;
            format!("the program cannot be configured with --settings: {text}")
        })?;
        match answer.diagnostics.iter().find(|one| one.error) {
            Some(error) => Err(format!(
                "the program rejects --settings: {}. Give other values, or omit --settings: then it is not configured",
                error.text()
            )),
            None => Ok(()),
        }
    }

    fn call(&mut self, call: &Call, log: bool) -> std::result::Result<Answer, Failure> {
        let Self {
            runtime,
            quiet,
            logging,
            settings,
            subject,
            name,
            ..
        } = self;
        let instance = if log { logging } else { quiet };
        let crashed = |text: String| Failure::Crashed(text);
        if instance.plugin.is_none() {
            let started = runtime.block_on(instance.program.connect());
            let plugin = started.map_err(|error| crashed(error.to_string()))?;
            if let Some(settings) = settings {
                let configured = runtime.block_on(configure(&connection(&plugin), settings));
                configured.map_err(|error| Failure::Refused(error.to_string()))?;
            }
            instance.plugin = Some(plugin);
        }
        let Some(plugin) = &mut instance.plugin else {
            return Err(crashed("it does not run".into()));
        };
        if let Some(lines) = &instance.lines {
            lines.clear();
        }
        let provider = connection(plugin);
        let answer = runtime.block_on(ask(&provider, *subject, name, call));
        let error = match answer {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        let error = match error {
            Unanswered::Call(error) => error,
            Unanswered::Unreadable(why) => {
                let text = format!("the planned state cannot be read: {why}");
                return Err(Failure::Refused(text));
            }
        };
        match error {
            CallError::Broken(_) => {
                let text = runtime.block_on(plugin.explain(&error));
                instance.plugin = None;
                Err(crashed(text))
            }
            CallError::TimedOut(_) => {
                let text = runtime.block_on(plugin.explain(&error));
                instance.plugin = None;
                Err(Failure::Endless(text))
            }
            other if other.status() == Some(TOO_LARGE) => Err(Failure::Endless(other.to_string())),
            CallError::TooLarge { .. } => Err(Failure::Endless(error.to_string())),
            other => Err(Failure::Refused(other.to_string())),
        }
    }
}

impl Oracle for ProgramOracle {
    fn ask(&mut self, call: &Call, log: bool) -> std::result::Result<Answer, Failure> {
        // A program that has said nothing once is not listened to any more.
        let log = log && self.logs != Some(false);
        let mut answer = self.call(call, log)?;
        if log && let Some(lines) = &self.logging.lines {
            answer.log = lines.take(LOG);
            let ended = |entry: &LogEntry| entry.message == "Served request";
            let logs = answer.log.last().is_some_and(ended);
            self.logs.get_or_insert(logs);
        }
        Ok(answer)
    }
}

impl Drop for ProgramOracle {
    fn drop(&mut self) {
        // Within the runtime, which their connections need to close.
        let _inside = self.runtime.enter();
        self.quiet.plugin = None;
        self.logging.plugin = None;
    }
}

fn connection(plugin: &Plugin) -> Provider {
    let client = plugin.provider().client().clone().with_deadline(DEADLINE);
    Provider::new(client, plugin.provider().protocol())
}

#[allow(clippy::unnecessary_wraps, reason = "the messages have options")]
fn dynamic(value: &Value) -> Option<DynamicValue> {
    Some(DynamicValue {
        msgpack: value.encode().into(),
        ..DynamicValue::default()
    })
}

fn capabilities() -> ClientCapabilities {
    ClientCapabilities {
        write_only_attributes_allowed: true,
        ..ClientCapabilities::default()
    }
}

async fn configure(provider: &Provider, settings: &Value) -> std::result::Result<(), CallError> {
    let request = v6::configure_provider::Request {
        terraform_version: "1.14.0".into(),
        config: dynamic(settings),
        client_capabilities: Some(capabilities()),
    };
    let answer = provider.configure_provider(&request).await?;
    schema_client::no_errors(&answer.diagnostics)
}

/// Why a call has no answer.
enum Unanswered {
    Call(CallError),
    Unreadable(String),
}

impl From<CallError> for Unanswered {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

async fn ask(
    provider: &Provider,
    subject: Subject,
    name: &str,
    call: &Call,
) -> std::result::Result<Answer, Unanswered> {
    let type_name = name.to_owned();
    let only = |diagnostics: Vec<common::Diagnostic>| Answer {
        diagnostics: diagnostics.iter().map(diagnostic).collect(),
        ..Answer::default()
    };
    match call {
        Call::Validate { config } => {
            let config = dynamic(config);
            let found = match subject {
                Subject::Provider if provider.protocol() == Protocol::V5 => {
                    let request = v6::validate_provider_config::Request { config };
                    let path = provider.path("ValidateProviderConfig");
                    let answer: v5::prepare_provider_config::Response =
                        provider.client().call(&path, &request).await?;
                    let prepared = answer.prepared_config.unwrap_or_default();
                    return Ok(Answer {
                        planned: Value::decode(&prepared.msgpack).unwrap_or_default(),
                        ..only(answer.diagnostics)
                    });
                }
                Subject::Provider => {
                    let request = v6::validate_provider_config::Request { config };
                    provider
                        .validate_provider_config(&request)
                        .await?
                        .diagnostics
                }
                Subject::Resource => {
                    let client_capabilities = Some(capabilities());
                    let request = v6::validate_resource_config::Request {
                        type_name,
                        config,
                        client_capabilities,
                    };
                    provider
                        .validate_resource_config(&request)
                        .await?
                        .diagnostics
                }
                Subject::DataSource => {
                    let request = v6::validate_data_resource_config::Request { type_name, config };
                    provider
                        .validate_data_resource_config(&request)
                        .await?
                        .diagnostics
                }
                Subject::Ephemeral => {
                    let request =
                        v6::validate_ephemeral_resource_config::Request { type_name, config };
                    provider
                        .validate_ephemeral_resource_config(&request)
                        .await?
                        .diagnostics
                }
            };
            Ok(only(found))
        }
        Call::Plan {
            prior,
            proposed,
            config,
        } => {
            let request = v6::plan_resource_change::Request {
                type_name,
                prior_state: dynamic(prior),
                proposed_new_state: dynamic(proposed),
                config: dynamic(config),
                client_capabilities: Some(capabilities()),
                ..v6::plan_resource_change::Request::default()
            };
            let answer = provider.plan_resource_change(&request).await?;
            let planned = match &answer.planned_state {
                Some(state) => Value::decode(&state.msgpack).map_err(Unanswered::Unreadable)?,
                None => Value::Null,
            };
            Ok(Answer {
                planned,
                replace: answer
                    .requires_replace
                    .iter()
                    .map(|path| AttributePath(names(path)))
                    .collect(),
                private: answer.planned_private.to_vec(),
                legacy: answer.legacy_type_system,
                ..only(answer.diagnostics)
            })
        }
    }
}

fn diagnostic(wire: &common::Diagnostic) -> Diagnostic {
    Diagnostic {
        error: wire.severity() != Severity::Warning,
        summary: wire.summary.clone(),
        detail: wire.detail.clone(),
        path: wire.attribute.as_ref().map(names).unwrap_or_default(),
    }
}

fn names(path: &WirePath) -> Vec<String> {
    let selectors = path.steps.iter().filter_map(|step| step.selector.as_ref());
    let names = selectors.filter_map(|selector| match selector {
        Selector::AttributeName(name) => Some(name.clone()),
        Selector::ElementKeyString(_) | Selector::ElementKeyInt(_) => None,
    });
    names.collect()
}
