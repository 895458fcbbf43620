//! The commands, one a file, and what they begin with.

mod apply;
mod console;
mod docs;
mod force_unlock;
mod import;
mod invoke;
mod output;
mod plan;
mod query;
mod schema;
mod show;
mod state;
mod validate;

use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard, PoisonError};

use super::args::Subcommand;
use super::{ExitStatus, Session};
use crate::config::Configuration;
use crate::hcl;
use crate::message::Messages;
use crate::run::Run;
use crate::run::remote_state::RemoteState;
use crate::state::StateManager;
use crate::stop::Stop;
use crate::variable_values::Input;

impl Session {
    pub(super) async fn run(&self) -> ExitStatus {
        let status = match self.options.subcommand {
            Subcommand::Plan => self.plan().await,
            Subcommand::Apply | Subcommand::Destroy => self.apply().await,
            Subcommand::Show => self.show().await,
            Subcommand::Import => self.import().await,
            Subcommand::Query => self.query().await,
            Subcommand::Console => self.console().await,
            Subcommand::Schema => Ok(self.schema()),
            Subcommand::Docs => self.docs().await,
            Subcommand::Validate => self.validate().await,
            Subcommand::Output => self.output().await,
            Subcommand::StateList => self.state_list().await,
            Subcommand::StateRm => self.state_rm().await,
            Subcommand::ForceUnlock => self.force_unlock().await,
            Subcommand::Invoke => self.invoke().await,
        };
        let status = status.unwrap_or_else(|messages| self.fail(messages));
        self.leave_store(status).await
    }

    /// Writes the state into the state store once more, and unlocks it.
    async fn leave_store(&self, status: ExitStatus) -> ExitStatus {
        let Some((remote, local)) = self.remote().take() else {
            return status;
        };
        let mut messages = remote.push(&local).await;
        messages.extend(remote.unlock().await);
        self.report(&messages);
        if messages.has_errors() {
            return ExitStatus::FAILURE;
        }
        status
    }

    fn remote(&self) -> MutexGuard<'_, Option<(Arc<RemoteState>, Arc<StateManager>)>> {
        self.remote.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state store of this command, if it has one.
    fn remote_state(&self) -> Option<Arc<RemoteState>> {
        let remote = self.remote();
        remote.as_ref().map(|(remote, _)| Arc::clone(remote))
    }

    /// What the state is locked for in a state store, in Terraform's words; nothing where it is only read.
    fn lock_operation(&self) -> Option<&'static str> {
        match self.options.subcommand {
            Subcommand::Plan => Some("OperationTypePlan"),
            Subcommand::Apply | Subcommand::Destroy => Some("OperationTypeApply"),
            Subcommand::Import => Some("import"),
            Subcommand::Invoke => Some("OperationTypeApply"),
            Subcommand::StateRm => Some("state-rm"),
            Subcommand::Show
            | Subcommand::Console
            | Subcommand::Schema
            | Subcommand::Docs
            | Subcommand::Validate
            | Subcommand::Query
            | Subcommand::Output
            | Subcommand::StateList
            | Subcommand::ForceUnlock => None,
        }
    }

    /// Brings the state up to date with the state store of the configuration, if it has one, and locks it there where it
    /// is to be changed.
    async fn enter_store(
        &self,
        configuration: &Configuration,
        local: &Arc<StateManager>,
    ) -> Result<Messages, Messages> {
        let Some(remote) = RemoteState::open(&self.instance, configuration).await? else {
            return Ok(Messages::new());
        };
        let mut messages = Messages::new();
        if let Some(operation) = self.lock_operation() {
            messages.extend(remote.lock(operation).await?);
            // Whatever happens now, it is unlocked.
            *self.remote() = Some((Arc::clone(&remote), Arc::clone(local)));
        }
        match remote.pull(local).await {
            Ok(more) => messages.extend(more),
            Err(more) => {
                // What the two have is looked at by somebody first.
                *self.remote() = None;
                messages.extend(more);
                messages.extend(remote.unlock().await);
                return Err(messages);
            }
        }
        Ok(messages)
    }

    /// The state, for commands that need no configuration but that of a state store.
    async fn current_state(&self) -> Result<Arc<StateManager>, Messages> {
        let state_manager = self.open_state()?;
        let provider = &self.instance.schemas().provider.type_name;
        let configuration = hcl::read(&self.configuration_path().0)
            .and_then(|bodies| Configuration::new(bodies, provider));
        // What is wrong with it is told by the commands that need it.
        if let Ok(configuration) = configuration {
            let warnings = self.enter_store(&configuration, &state_manager).await?;
            self.report(&warnings);
        }
        Ok(state_manager)
    }

    /// What a path of the user's means.
    fn path(&self, path: &Path) -> PathBuf {
        let mut whole = self.io.directory.clone();
        if let Some(chdir) = &self.options.chdir {
            whole.push(chdir);
        }
        whole.push(path);
        if whole.as_os_str().is_empty() {
            whole.push(".");
        }
        whole
    }

    /// The configuration's directory or file, and the directory.
    fn configuration_path(&self) -> (PathBuf, PathBuf) {
        let path = self.path(self.options.path.as_deref().unwrap_or(Path::new("")));
        let directory = match path.parent() {
            Some(parent) if path.is_file() => self.or_current_directory(parent),
            _ => path.clone(),
        };
        (path, directory)
    }

    fn or_current_directory(&self, path: &Path) -> PathBuf {
        if path.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            path.to_owned()
        }
    }

    fn state_path(&self) -> PathBuf {
        match &self.options.state {
            Some(path) => self.path(path),
            None => self.configuration_path().1.join(format!(
                "{}.state.json",
                self.instance.schemas().provider.type_name
            )),
        }
    }

    fn open_state(&self) -> Result<Arc<StateManager>, Messages> {
        let provider = self.instance.schemas().provider.type_name.to_string();
        let path = self.state_path();
        let temporary = match self.instance.environment().first(["TMPDIR"]) {
            Some(directory) => PathBuf::from(directory),
            None => std::env::temp_dir(),
        };
        StateManager::open(path, &provider, &temporary).map_err(Messages::from)
    }

    /// Reads and checks the configuration, opens the state, and asks for what is missing.
    async fn prepare(&self) -> Result<(Run, Messages), Messages> {
        let (path, directory) = self.configuration_path();
        let bodies = hcl::read(&path)?;
        let state_manager = self.open_state()?;
        let mut inputs = self.options.inputs.clone();
        for input in &mut inputs.given {
            if let Input::File(file) = input {
                *file = self.path(file);
            }
        }
        let (mut run, mut messages) = Run::new(
            self.instance.clone(),
            bodies,
            (&inputs, Some(&directory)),
            Arc::clone(&state_manager),
            Arc::clone(&self.events),
            Stop::new(self.io.interrupts.clone()),
        )
        .await?;
        if !messages.has_errors() {
            let more = self.enter_store(&run.configuration, &state_manager).await?;
            messages.extend(more);
            run.state_has_changed();
            self.ask_settings(&mut run).await;
        }
        Ok((run, messages))
    }
}
