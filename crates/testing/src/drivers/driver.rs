//! [`Driver`]: runs the commands of steps in one mode.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use schema_runtime::schema::Environment;

use crate::checks::listed::ObservedQuery;
use crate::helpers::deadline::{CurrentActivity, OpenedObject};
use crate::observed::complaint::Complaint;
use crate::observed::mode::Mode;
use crate::observed::results::{Message, ObservedObject, ObservedPlan, ObservedState, Reply};
use crate::steps::expectations::PlanDetail;
use crate::steps::step::MakeInstance;
use schema_local::ImportText;
use schema_shell::lifecycle::Instance;

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
        match (self.make)(self.environment.clone()) {
            Ok(instance) => {
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
            Err(errors) => Err(errors
                .into_iter()
                .map(|error| Message::error(error.summary, error.detail))
                .collect()),
        }
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

    async fn validate(&mut self, context: &CommandContext) -> Vec<Message>;

    /// Plans; the plan is kept for [`apply`](Self::apply).
    async fn plan(
        &mut self,
        context: &CommandContext,
        options: &PlanOptions,
    ) -> Reply<ObservedPlan>;

    /// Applies the last plan.
    async fn apply(&mut self, context: &CommandContext) -> Vec<Message>;

    /// Destroys everything, if no check needs the plan.
    async fn destroy(&mut self, context: &CommandContext, refresh: bool) -> Vec<Message> {
        let options = PlanOptions {
            destroy: true,
            refresh,
            detail: PlanDetail::Nothing,
            ..PlanOptions::default()
        };
        match self.plan(context, &options).await {
            Ok((mut messages, _)) => {
                add_new(&mut messages, self.apply(context).await);
                messages
            }
            Err(messages) => messages,
        }
    }

    /// Whether nothing is saved, so nothing needs to be destroyed.
    fn is_empty(&self) -> bool {
        false
    }

    async fn refresh(&mut self, context: &CommandContext) -> Vec<Message>;

    /// Imports an object, into the state or separately.
    async fn import(
        &mut self,
        context: &CommandContext,
        address: &str,
        by: &ImportText,
        keep: bool,
    ) -> Reply<Option<ObservedObject>>;

    async fn taint(&mut self, context: &CommandContext, address: &str) -> Vec<Message>;

    async fn forget(&mut self, context: &CommandContext, address: &str) -> Vec<Message>;

    /// Invokes an action of the configuration.
    async fn invoke(&mut self, context: &CommandContext, address: &str) -> Vec<Message>;

    /// Runs the lists of query files.
    async fn query(&mut self, context: &CommandContext) -> Reply<ObservedQuery>;

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

/// A directory of a test, which is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Directory(tempfile::TempDir);

impl Directory {
    /// Creates one in `TF_ACC_TEMP_DIR`, or in the system's temporary directory.
    pub(crate) fn new() -> Result<Self, String> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("provider-test-");
        let made = match std::env::var_os("TF_ACC_TEMP_DIR").filter(|name| !name.is_empty()) {
            Some(parent) => builder.tempdir_in(parent),
            None => builder.tempdir(),
        };
        match made {
            Ok(made) => Ok(Directory(made)),
            Err(error) => Err(format!("no temporary directory can be made: {error}")),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    /// Keeps it for inspection.
    pub(crate) fn keep(self) -> PathBuf {
        self.0.keep()
    }
}
