//! The oracle that is a program: it runs without the user's variables, in its own folder, and ends
//! with its owner.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use schema_client::proto::common::attribute_path::Selector;
use schema_client::proto::common::diagnostic::Severity;
use schema_client::proto::common::{AttributePath as WirePath, DynamicValue, RawState};
use schema_client::proto::{common, v6};
use schema_client::{CallError, Configured, LogLine, Plugin, Program, Provider, capabilities};
use tokio::runtime::Runtime;

use crate::findings::AttributePath;
use crate::learn::oracle::{Answer, Call, Diagnostic, Failure, LogEntry, Oracle, Variables};
use crate::learn::value::Value;
use crate::result::Result;

/// How long a call may take before the program counts as hanging.
const DEADLINE: Duration = Duration::from_secs(20);

/// The gRPC status of a message that is too large.
const TOO_LARGE: u32 = 8;

/// How long to wait for the log's end after an answer.
const LOG: Duration = Duration::from_millis(500);

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

    /// All lines up to the one that reports the answer, if it comes in time.
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

/// A process of the program, started when needed and restarted when it has ended.
struct Instance {
    program: Program,
    plugin: Option<Plugin>,
    lines: Option<Arc<Lines>>,
}

/// The run of the program in which a call is made.
#[derive(Clone, Copy)]
enum Run {
    Quiet,
    Logging,
    /// With environment variables.
    Elsewhere,
}

/// One program that answers for all its types, one after the other.
pub(crate) struct ProgramOracle {
    runtime: Runtime,
    /// In the order of `Run`.
    instances: [Instance; 3],
    variables: Variables,
    /// Whether its log says when an answer is complete; unknown before the first answer.
    logs: Option<bool>,
    /// The settings that the user gives, for `configure`.
    settings: Option<Value>,
    subject: Configured,
    name: String,
}

impl ProgramOracle {
    pub(crate) fn new(path: &Path, settings: Option<Value>, variables: Variables) -> Result<Self> {
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
        let silent = base.clone().envs(quiet.map(|name| (name, "OFF")));
        let instance = |program, lines| Instance {
            program,
            plugin: None,
            lines,
        };
        Ok(Self {
            runtime,
            instances: [
                instance(silent.clone(), None),
                instance(base.on_log(move |line| sink.push(line)), Some(lines)),
                instance(silent.envs(&variables), None),
            ],
            variables,
            logs: None,
            settings,
            subject: Configured::Provider,
            name: String::new(),
        })
    }

    /// The same program, for this type from now on.
    pub(crate) fn about(&mut self, subject: Configured, name: &str) {
        self.subject = subject;
        name.clone_into(&mut self.name);
    }

    /// Validates these settings and configures the program with them.
    pub(crate) fn takes(&mut self, settings: &Value) -> Result<()> {
        let validate = Call::Validate {
            config: settings.clone(),
        };
        let answer = self.call(&validate, Run::Quiet).map_err(|failure| {
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

    fn call(&mut self, call: &Call, run: Run) -> std::result::Result<Answer, Failure> {
        let Self {
            runtime,
            instances,
            settings,
            subject,
            name,
            ..
        } = self;
        let instance = &mut instances[run as usize];
        let crashed = |text: String| Failure::Crashed(text);
        if instance.plugin.is_none() {
            let started = runtime.block_on(instance.program.connect());
            let plugin = started.map_err(|error| crashed(error.to_string()))?;
            if let Some(settings) = settings {
                let configured =
                    runtime.block_on(connection(&plugin).configured_with(dynamic(settings)));
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
                let killed = runtime.block_on(plugin.was_killed());
                let text = runtime.block_on(plugin.explain(&error));
                instance.plugin = None;
                Err(match killed {
                    true => Failure::Endless(text),
                    false => crashed(text),
                })
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
        // A program that was silent once is not listened to any more.
        let log = log && self.logs != Some(false);
        let run = if log { Run::Logging } else { Run::Quiet };
        let mut answer = self.call(call, run)?;
        if log && let Some(lines) = &self.instances[run as usize].lines {
            answer.log = lines.take(LOG);
            let ended = |entry: &LogEntry| entry.message == "Served request";
            let logs = answer.log.last().is_some_and(ended);
            self.logs.get_or_insert(logs);
        }
        Ok(answer)
    }

    fn elsewhere(&mut self, call: &Call) -> Option<std::result::Result<Answer, Failure>> {
        (!self.variables.is_empty()).then(|| self.call(call, Run::Elsewhere))
    }

    fn variables(&self) -> &Variables {
        &self.variables
    }
}

impl Drop for ProgramOracle {
    fn drop(&mut self) {
        // Within the runtime, which connections need in order to close.
        let _inside = self.runtime.enter();
        for instance in &mut self.instances {
            instance.plugin = None;
        }
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
    subject: Configured,
    name: &str,
    call: &Call,
) -> std::result::Result<Answer, Unanswered> {
    let of = |diagnostics: Vec<common::Diagnostic>, value: Option<DynamicValue>| {
        let read = value.map(|value| Value::decode(&value.msgpack)).transpose();
        Ok(Answer {
            diagnostics: diagnostics.iter().map(diagnostic).collect(),
            planned: read.map_err(Unanswered::Unreadable)?.unwrap_or_default(),
            ..Answer::default()
        })
    };
    match call {
        Call::Validate { config } => {
            let answer = provider.validate(subject, name, dynamic(config)).await?;
            of(answer.0, answer.1.filter(|value| !value.msgpack.is_empty()))
        }
        Call::Plan {
            prior,
            proposed,
            config,
        } => {
            let request = v6::plan_resource_change::Request {
                type_name: name.to_owned(),
                prior_state: dynamic(prior),
                proposed_new_state: dynamic(proposed),
                config: dynamic(config),
                client_capabilities: capabilities(),
                ..v6::plan_resource_change::Request::default()
            };
            let plan = provider.plan_resource_change(&request).await?;
            let replace = plan.requires_replace.iter();
            Ok(Answer {
                replace: replace.map(|path| AttributePath(names(path))).collect(),
                private: plan.planned_private.to_vec(),
                legacy: plan.legacy_type_system,
                ..of(plan.diagnostics, plan.planned_state)?
            })
        }
        Call::Upgrade { version, json } => {
            let request = v6::upgrade_resource_state::Request {
                type_name: name.to_owned(),
                version: *version,
                raw_state: Some(RawState {
                    json: json.to_string().into(),
                    ..RawState::default()
                }),
            };
            let upgraded = provider.upgrade_resource_state(&request).await?;
            of(upgraded.diagnostics, upgraded.upgraded_state)
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
