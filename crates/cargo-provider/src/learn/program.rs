//! The oracle that is a program: it runs without the user's variables, in its own folder, and ends
//! with its owner.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use schema_client::proto::common::attribute_path::Selector;
use schema_client::proto::common::diagnostic::Severity;
use schema_client::proto::common::{AttributePath as WirePath, DynamicValue, RawState};
use schema_client::proto::{common, v6};
use schema_client::{
    CallError, Configured, LogLine, Program, Provider, Restarting, Unanswered, capabilities,
};

use crate::findings::AttributePath;
use crate::learn::locked;
use crate::learn::oracle::{Answer, Call, Diagnostic, Failure, LogEntry, Oracle, Variables};
use crate::learn::value::Value;
use crate::result::{Result, runtime};
use crate::schemas::Kind;

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
        locked(&self.entries).push(entry);
        self.came.notify_all();
    }

    /// All lines up to the one that reports the answer, if it comes in time.
    fn take(&self, time: Duration) -> Vec<LogEntry> {
        let start = Instant::now();
        let mut entries = locked(&self.entries);
        while let Some(left) = time.checked_sub(start.elapsed())
            && !is_whole(&entries)
        {
            let waited = self.came.wait_timeout(entries, left);
            entries = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        std::mem::take(&mut entries)
    }
}

/// Whether the log reports the answer.
fn is_whole(log: &[LogEntry]) -> bool {
    log.last()
        .is_some_and(|entry| entry.message == "Served request")
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
    /// In the order of `Run`.
    programs: [Restarting; 3],
    /// What the second of them logs.
    lines: Arc<Lines>,
    variables: Variables,
    /// Whether its log says when an answer is complete; unknown before the first answer.
    logs: Option<bool>,
    /// The type that it is asked about; `None` for the provider's settings.
    kind: Option<Kind>,
    name: String,
}

impl ProgramOracle {
    pub(crate) fn new(path: &Path, settings: Option<Value>, variables: Variables) -> Result<Self> {
        let runtime = Arc::new(runtime()?);
        let lines = Arc::new(Lines::default());
        let sink = Arc::clone(&lines);
        let base = Program::new(path).env_clear();
        let mut silent = base.clone().env("TF_LOG", "OFF");
        for part in ["PROVIDER", "SDK", "SDK_FRAMEWORK", "SDK_PROTO"] {
            silent = silent.env(format!("TF_LOG_{part}"), "OFF");
        }
        let settings = settings.as_ref().and_then(dynamic);
        let restarting = |program| Restarting::new(Arc::clone(&runtime), program, settings.clone());
        Ok(Self {
            programs: [
                restarting(silent.clone()),
                restarting(base.on_log(move |line| sink.push(line))),
                restarting(silent.envs(&variables)),
            ],
            lines,
            variables,
            logs: None,
            kind: None,
            name: String::new(),
        })
    }

    /// The same program, for this type from now on.
    pub(crate) fn about(&mut self, kind: Option<Kind>, name: &str) {
        self.kind = kind;
        name.clone_into(&mut self.name);
    }

    /// Validates these settings and configures the program with them.
    pub(crate) fn takes(&mut self, settings: &Value) -> Result<()> {
        let validate = Call::Validate {
            config: settings.clone(),
        };
        let answer = self.call(&validate, Run::Quiet).map_err(|failure| {
            let text = failure.text();
            format!("the program cannot be configured with --settings: {text}")
        })?;
        match answer.errors().next() {
            Some(error) => Err(format!(
                "the program rejects --settings: {}. Give other values, or omit --settings: then it is not configured",
                error.text()
            )),
            None => Ok(()),
        }
    }

    fn call(&mut self, call: &Call, run: Run) -> std::result::Result<Answer, Failure> {
        let (kind, name, lines) = (self.kind, &*self.name, &*self.lines);
        let answer = self.programs[run as usize].call(DEADLINE, async |provider| {
            // What it logged before belongs to no call.
            locked(&lines.entries).clear();
            ask(provider, kind, name, call).await
        });
        match answer {
            Ok(answer) => answer.map_err(Failure::Refused),
            Err(Unanswered::NotStarted(error)) => Err(Failure::Crashed(error.to_string())),
            Err(Unanswered::NotConfigured(error, _)) => Err(Failure::Refused(error.to_string())),
            Err(Unanswered::Failed(error, text, killed)) => Err(match error {
                CallError::Broken(_) if !killed => Failure::Crashed(text),
                CallError::Broken(_) | CallError::TimedOut(_) => Failure::Endless(text),
                CallError::TooLarge { .. } => Failure::Endless(error.to_string()),
                _ if error.status() == Some(TOO_LARGE) => Failure::Endless(error.to_string()),
                _ => Failure::Refused(error.to_string()),
            }),
        }
    }
}

impl Oracle for ProgramOracle {
    fn ask(&mut self, call: &Call, log: bool) -> std::result::Result<Answer, Failure> {
        // A program that was silent once is not listened to any more.
        let log = log && self.logs != Some(false);
        let run = if log { Run::Logging } else { Run::Quiet };
        let mut answer = self.call(call, run)?;
        if log {
            answer.log = self.lines.take(LOG);
            self.logs.get_or_insert(is_whole(&answer.log));
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

fn dynamic(value: &Value) -> Option<DynamicValue> {
    Some(DynamicValue {
        msgpack: value.encode().into(),
        ..DynamicValue::default()
    })
}

/// The answer, or why it cannot be read.
async fn ask(
    provider: &Provider,
    kind: Option<Kind>,
    name: &str,
    call: &Call,
) -> std::result::Result<Result<Answer>, CallError> {
    let mut answer = Answer::default();
    let (diagnostics, value) = match call {
        Call::Validate { config } => {
            let subject = match kind {
                Some(Kind::Resource) => Configured::Resource,
                Some(Kind::DataSource) => Configured::DataSource,
                Some(Kind::Ephemeral) => Configured::Ephemeral,
                Some(Kind::List) => Configured::List,
                Some(Kind::Action) => Configured::Action,
                None | Some(Kind::StateStore | Kind::Function) => Configured::Provider,
            };
            let answer = provider.validate(subject, name, dynamic(config)).await?;
            (answer.0, answer.1.filter(|value| !value.msgpack.is_empty()))
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
            answer.replace = replace.map(|path| AttributePath(names(path))).collect();
            answer.private = plan.planned_private.to_vec();
            answer.legacy = plan.legacy_type_system;
            (plan.diagnostics, plan.planned_state)
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
            (upgraded.diagnostics, upgraded.upgraded_state)
        }
    };
    answer.diagnostics = diagnostics.iter().map(diagnostic).collect();
    let read = value.map(|value| Value::decode(&value.msgpack)).transpose();
    let read = read.map_err(|why| format!("the planned state cannot be read: {why}"));
    Ok(read.map(|planned| Answer {
        planned: planned.unwrap_or_default(),
        ..answer
    }))
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
