//! The commands, one a file, and what they begin with.

mod apply;
mod console;
mod import;
mod output;
mod plan;
mod query;
mod schema;
mod show;
mod state;
mod validate;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Subcommand;
use super::{ExitStatus, Session};
use crate::hcl;
use crate::message::Messages;
use crate::run::Run;
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
            Subcommand::Validate => self.validate().await,
            Subcommand::Output => self.output(),
            Subcommand::StateList => self.state_list(),
            Subcommand::StateRm => self.state_rm(),
        };
        status.unwrap_or_else(|messages| self.fail(messages))
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
        let (mut run, messages) = Run::new(
            self.instance.clone(),
            bodies,
            (&inputs, Some(&directory)),
            state_manager,
            Arc::clone(&self.events),
            Stop::new(self.io.interrupts.clone()),
        )
        .await?;
        if !messages.has_errors() {
            self.ask_settings(&mut run).await;
        }
        Ok((run, messages))
    }
}
