//! A side that runs a program, without the user's variables; the program ends with its owner.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use schema_client::proto::common::attribute_path::Selector;
use schema_client::proto::common::diagnostic::Severity;
use schema_client::proto::common::{self, DynamicValue, RawState};
use schema_client::proto::v6::{self, get_provider_schema};
use schema_client::{
    CallError, Program, Provider, Restarting, Unanswered, capabilities, no_errors,
};
use schema_runtime::codec::msgpack;
use schema_runtime::path::{Path as ValuePath, Step};
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::schemas::{self, Schemas};
use crate::side::{Answer, Call, Diagnostic, Failure, Kind, Side, Subject};
use crate::values;

/// How long a call may take before the program counts as hanging.
const DEADLINE: Duration = Duration::from_secs(20);

/// How long the schemas may take. The largest providers need seconds.
const SCHEMAS: Duration = Duration::from_secs(120);

/// A program that is started when needed, and again after it ended.
#[derive(Debug)]
pub struct ProgramSide {
    program: Restarting,
    /// Its schemas.
    pub schemas: Schemas,
}

impl ProgramSide {
    /// Starts a program and requests its schemas. `settings` configure it; `directory` is its
    /// working directory.
    ///
    /// # Errors
    /// It does not start, is not a provider, or rejects the settings. The message says what to do,
    /// and no process is left.
    pub fn start(
        path: &Path,
        settings: Option<&Json>,
        directory: Option<PathBuf>,
    ) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        let runtime = Arc::new(runtime);
        let mut program = Program::new(path).env_clear().env("TF_LOG", "OFF");
        if let Some(directory) = directory {
            program = program.directory(directory);
        }
        let mut side = Self {
            program: Restarting::new(Arc::clone(&runtime), program.clone(), None),
            schemas: Schemas::new(),
        };
        let gone = |failure: Failure| failure.text().to_owned();
        let request = get_provider_schema::Request {};
        let answer = side.run(SCHEMAS, async |provider| {
            let answer = provider.get_provider_schema(&request).await?;
            no_errors(&answer.diagnostics)?;
            Ok(answer)
        });
        side.schemas = schemas::read(&answer.map_err(gone)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        if let Some(settings) = settings {
            let schema = side.schemas.get(&(Kind::Provider, String::new()));
            let schema = schema.ok_or_else(|| format!("{} has no settings", path.display()))?;
            let block = &*schema.block;
            if let Json::Object(members) = settings
                && let Some(name) = members.keys().find(|name| block.field(name).is_none())
            {
                return Err(format!("{} has no setting {name}", path.display()));
            }
            let settings = encoded(block, &values::of_json(block, settings));
            side.program = Restarting::new(runtime, program, settings);
            side.run(DEADLINE, async |_| Ok(())).map_err(gone)?;
        }
        Ok(side)
    }

    fn run<T>(
        &mut self,
        deadline: Duration,
        call: impl AsyncFnOnce(&Provider) -> Result<T, CallError>,
    ) -> Result<T, Failure> {
        let more = |text: String| {
            format!("{text} Its log says more: run this configuration with TF_LOG=debug.")
        };
        let answer = self.program.call(deadline, call);
        answer.map_err(|unanswered| match unanswered {
            Unanswered::NotStarted(error) => Failure::Gone(error.to_string()),
            Unanswered::NotConfigured(error, text) => Failure::Gone(match error {
                CallError::Broken(_) | CallError::TimedOut(_) => more(text),
                _ => text,
            }),
            Unanswered::Failed(error, text, _) => match error {
                CallError::Broken(_) => Failure::Crashed(more(text)),
                CallError::TimedOut(_) => Failure::Hung(more(text)),
                _ => Failure::Refused(text),
            },
        })
    }
}

impl Side for ProgramSide {
    fn ask(&mut self, subject: Subject<'_>, call: &Call<'_>) -> Result<Answer, Failure> {
        self.run(DEADLINE, async |provider| {
            ask(provider, subject, call).await
        })
    }

    // The next call starts it.
    fn restart(&mut self) {
        self.program.stop();
    }
}

fn encoded(block: &Block, value: &Value) -> Option<DynamicValue> {
    // A value that does not fit is sent as empty bytes, which programs reject.
    let msgpack = msgpack::encode_block(block, value).unwrap_or_default();
    Some(DynamicValue {
        msgpack: msgpack.into(),
        ..DynamicValue::default()
    })
}

fn decoded(block: &Block, value: Option<&DynamicValue>) -> Result<Value, CallError> {
    let Some(value) = value.filter(|value| !value.msgpack.is_empty()) else {
        return Ok(Value::Null);
    };
    let read = msgpack::decode_block(block, &value.msgpack);
    read.map_err(|error| {
        CallError::Diagnosed(format!("an object that does not match its schema: {error}"))
    })
}

async fn ask(
    provider: &Provider,
    subject: Subject<'_>,
    call: &Call<'_>,
) -> Result<Answer, CallError> {
    let (block, type_name) = (subject.block, subject.name.to_owned());
    let encode = |value| encoded(block, value);
    let mut answer = Answer::default();
    let found = match call {
        Call::Validate { config } => {
            let (_, kind) = subject.kind.elsewhere();
            provider.validate(kind, &type_name, encode(config)).await?.0
        }
        Call::Plan {
            prior,
            proposed,
            config,
            private,
        } => {
            let request = v6::plan_resource_change::Request {
                type_name,
                prior_state: encode(prior),
                proposed_new_state: encode(proposed),
                config: encode(config),
                prior_private: private.clone(),
                client_capabilities: capabilities(),
                ..Default::default()
            };
            let plan = provider.plan_resource_change(&request).await?;
            answer.value = decoded(block, plan.planned_state.as_ref())?;
            answer.replace = plan.requires_replace.iter().map(path_of).collect();
            answer.private = plan.planned_private;
            answer.legacy = plan.legacy_type_system;
            plan.diagnostics
        }
        Call::Apply {
            prior,
            planned,
            config,
            private,
        } => {
            let request = v6::apply_resource_change::Request {
                type_name,
                prior_state: encode(prior),
                planned_state: encode(planned),
                config: encode(config),
                planned_private: private.clone(),
                ..Default::default()
            };
            let applied = provider.apply_resource_change(&request).await?;
            answer.value = decoded(block, applied.new_state.as_ref())?;
            answer.private = applied.private;
            answer.legacy = applied.legacy_type_system;
            applied.diagnostics
        }
        Call::Read { state, private } => {
            let request = v6::read_resource::Request {
                type_name,
                current_state: encode(state),
                private: private.clone(),
                client_capabilities: capabilities(),
                ..Default::default()
            };
            let read = provider.read_resource(&request).await?;
            answer.value = decoded(block, read.new_state.as_ref())?;
            answer.private = read.private;
            read.diagnostics
        }
        Call::Upgrade { version, json } => {
            let request = v6::upgrade_resource_state::Request {
                type_name,
                version: *version,
                raw_state: Some(RawState {
                    json: (*json).to_owned().into(),
                    ..RawState::default()
                }),
            };
            let upgraded = provider.upgrade_resource_state(&request).await?;
            answer.value = decoded(block, upgraded.upgraded_state.as_ref())?;
            upgraded.diagnostics
        }
        Call::Import { id } => {
            let request = v6::import_resource_state::Request {
                type_name: type_name.clone(),
                id: (*id).to_owned(),
                client_capabilities: capabilities(),
                ..Default::default()
            };
            let imported = provider.import_resource_state(&request).await?;
            let mut all = imported.imported_resources.iter();
            if let Some(first) = all.find(|one| one.type_name == type_name) {
                answer.value = decoded(block, first.state.as_ref())?;
                answer.private = first.private.clone();
            }
            imported.diagnostics
        }
    };
    answer.diagnostics = found.iter().map(diagnostic).collect();
    Ok(answer)
}

fn diagnostic(wire: &common::Diagnostic) -> Diagnostic {
    let text = match (wire.summary.as_str(), wire.detail.as_str()) {
        (summary, "") => summary.to_owned(),
        (summary, detail) => format!("{summary}: {detail}"),
    };
    Diagnostic {
        error: wire.severity() != Severity::Warning,
        text,
        path: wire.attribute.as_ref().map(path_of).unwrap_or_default(),
    }
}

fn path_of(path: &common::AttributePath) -> ValuePath {
    let selectors = path.steps.iter().filter_map(|step| step.selector.as_ref());
    let steps = selectors.map(|selector| match selector {
        Selector::AttributeName(name) => Step::Attribute(name.clone().into()),
        Selector::ElementKeyString(key) => Step::Key(key.clone().into()),
        Selector::ElementKeyInt(index) => Step::Index(u64::try_from(*index).unwrap_or(0)),
    });
    steps.collect()
}
