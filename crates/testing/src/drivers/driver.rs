//! [`Driver`]: runs the commands of steps in one mode.

use std::path::Path;
use std::sync::Arc;

use schema_runtime::schema::Environment;

use crate::checks::listed::ObservedQuery;
use crate::helpers::deadline::{CurrentActivity, OpenedObject};
use crate::observed::complaint::Complaint;
use crate::observed::mode::Mode;
use crate::observed::results::{Message, ObservedObject, ObservedPlan, ObservedState};
use crate::steps::expectations::PlanDetail;
use crate::steps::step::MakeInstance;
use schema_local::ImportText;
use schema_shell::lifecycle::Instance;
use tempfile::TempDir;

/// The input of a command.
#[derive(Clone)]
pub(crate) struct CommandContext {
    pub(crate) make: MakeInstance,
    pub(crate) environment: Environment,
    /// Names and contents; the first is `main.tf`.
    pub(crate) files: Vec<(String, String)>,
    pub(crate) variables: Vec<(String, String)>,
}

impl CommandContext {
    /// The provider, not configured yet; `watch` can report what it does.
    pub(crate) fn instance(&self, watch: &Arc<CurrentActivity>) -> Result<Instance, Vec<Message>> {
        let instance = (self.make)(self.environment.clone()).map_err(|errors| {
            let errors = errors.into_iter();
            let errors = errors.map(|error| Message::error(error.summary, error.detail));
            errors.collect::<Vec<_>>()
        })?;
        watch.provider(&instance);
        let activity = Arc::downgrade(watch);
        instance.on_open(move |schema, value| {
            if let Some(activity) = activity.upgrade() {
                activity.open(OpenedObject {
                    type_name: schema.type_name.to_string(),
                    block: schema.block.clone(),
                    value: value.clone(),
                });
            }
        });
        Ok(instance)
    }
}

/// How a plan is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlanOptions {
    pub(crate) destroy: bool,
    pub(crate) refresh: bool,
    pub(crate) replace: Vec<String>,
    pub(crate) detail: PlanDetail,
}

/// A command of a step.
#[derive(Clone, Copy)]
pub(crate) enum Command<'a> {
    Validate,
    /// Plans; the plan is kept for [`Apply`](Self::Apply).
    Plan(&'a PlanOptions),
    /// Applies the last plan.
    Apply,
    Refresh,
    /// Imports an object, into the state or separately.
    Import {
        address: &'a str,
        by: &'a ImportText,
        keep: bool,
    },
    Taint(&'a str),
    Forget(&'a str),
    /// Invokes an action of the configuration.
    Invoke(&'a str),
    /// Runs the lists of query files.
    Query,
}

/// The messages of a command, and what it found; if it found nothing that it should have found, the
/// messages contain an error.
#[derive(Default)]
pub(crate) struct Answer {
    pub(crate) messages: Vec<Message>,
    pub(crate) plan: Option<ObservedPlan>,
    pub(crate) imported: Option<ObservedObject>,
    pub(crate) query: Option<ObservedQuery>,
}

impl From<Vec<Message>> for Answer {
    fn from(messages: Vec<Message>) -> Self {
        Answer {
            messages,
            ..Answer::default()
        }
    }
}

/// The answer to a command, or the errors that ended it early.
pub(crate) type Reply = Result<Answer, Vec<Message>>;

/// Runs the commands of steps in one mode: it keeps the state, and executes steps.
pub(crate) trait Driver {
    /// The mode of this driver.
    const MODE: Mode;

    /// A driver with an empty state.
    fn new(
        directory: &Path,
        watch: Arc<CurrentActivity>,
        settings: &Settings,
    ) -> Result<Self, String>
    where
        Self: Sized;

    async fn run(&mut self, context: &CommandContext, command: Command<'_>) -> Answer;

    /// Destroys everything in one command, if there is one; for steps whose checks do not need the
    /// plan.
    async fn destroy(&mut self, _: &CommandContext, _refresh: bool) -> Option<Answer> {
        None
    }

    /// Whether nothing is saved, so nothing needs to be destroyed.
    fn is_empty(&self) -> bool {
        false
    }

    /// The provider's progress messages since the last call.
    fn take_progress(&mut self) -> Vec<String>;

    /// Replaces the state with the content of a Terraform state file.
    fn put_state(&mut self, context: &CommandContext, text: &str) -> Result<(), String>;

    async fn state(&mut self, context: &CommandContext) -> Result<ObservedState, String>;

    /// Terraform's complaints so far.
    fn complaints(&self) -> Vec<Complaint>;
}

/// Adds new messages: an apply repeats the warnings of the plan.
pub(crate) fn add_new(messages: &mut Vec<Message>, more: Vec<Message>) {
    for message in more {
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
}

/// The settings of a test that its driver needs.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The provider's source address; `None` means Terraform's own default.
    pub(crate) source: Option<String>,
    pub(crate) protocol: schema_transport::Protocol,
    pub(crate) terraform: Option<crate::helpers::terraform_program::Program>,
    /// The state is kept in the state store of the configuration.
    pub(crate) in_store: bool,
}

impl Settings {
    /// The source address of the provider of this name.
    pub(crate) fn source(&self, name: &str) -> String {
        let named = self.source.clone();
        named.unwrap_or_else(|| schema_transport::default_source(name))
    }
}

/// A new directory for a test, in `TF_ACC_TEMP_DIR` or in the system's temporary directory. It is
/// removed when the value is dropped.
pub(crate) fn test_directory() -> Result<TempDir, String> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("provider-test-");
    let made = match std::env::var_os("TF_ACC_TEMP_DIR").filter(|name| !name.is_empty()) {
        Some(parent) => builder.tempdir_in(parent),
        None => builder.tempdir(),
    };
    made.map_err(|error| format!("no temporary directory can be made: {error}"))
}
