//! The commands, one per file, and their common setup.

mod apply;
mod console;
mod docs;
mod force_unlock;
mod generate;
mod import;
mod invoke;
mod output;
mod plan;
mod query;
mod schema;
mod show;
mod state;
mod validate;
mod workspace;

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use schema_panic::lock;

use super::args::Subcommand;
use super::{ExitStatus, Session};
use crate::language::config::Configuration;
use crate::language::hcl;
use crate::language::hcl::ast::Body;
use crate::language::variable_values::{Input, Inputs};
use crate::message::{Message, Messages};
use crate::render::output::write;
use crate::render::{self, Paint};
use crate::run::Run;
use crate::run::changes::PlanOptions;
use crate::run::remote_state::RemoteState;
use crate::run::stop::{Stop, interrupted};
use crate::state::workspace::{DEFAULT, Workspaces};
use crate::state::{LOCKED, StateManager, directory_of};

/// How often to retry a lock that another process holds.
const LOCK_INTERVAL: Duration = Duration::from_millis(200);

/// A future made in a frame of its own: a debug build keeps room in a function's frame for each
/// future that it makes, and what a command runs may need the stack.
fn made<F: Future>(make: impl FnOnce() -> F) -> Pin<Box<F>> {
    Box::pin(make())
}

impl Session {
    pub(super) async fn run(&self) -> ExitStatus {
        let given = &self.options.given;
        let refresh = given.on("refresh");
        let destroys = matches!(self.options.subcommand, Subcommand::Destroy);
        let destroy = destroys || given.flag("destroy");
        let options = PlanOptions { refresh, destroy };
        let status = match &self.options.subcommand {
            Subcommand::Plan => made(|| self.plan(options)).await,
            Subcommand::Apply | Subcommand::Destroy => made(|| self.apply(options)).await,
            Subcommand::Show => self.show().await,
            Subcommand::Import(address, by) => made(|| self.import(address, by)).await,
            Subcommand::Query => made(|| self.query()).await,
            Subcommand::Console => made(|| self.console()).await,
            Subcommand::Schema => Ok(self.schema()),
            Subcommand::Docs => made(|| self.docs()).await,
            Subcommand::Validate => made(|| self.validate()).await,
            Subcommand::Output(name) => self.output(name.as_deref()).await,
            Subcommand::StateList(addresses) => self.state_list(addresses).await,
            Subcommand::StateRm(addresses) => self.state_rm(addresses).await,
            Subcommand::ForceUnlock(lock_id) => self.force_unlock(lock_id).await,
            Subcommand::Invoke(action) => made(|| self.invoke(action)).await,
            Subcommand::WorkspaceList => self.workspace_list().await,
            Subcommand::WorkspaceShow => self.workspace_show(),
            Subcommand::WorkspaceNew(name) => self.workspace_new(name).await,
            Subcommand::WorkspaceSelect(name) => self.workspace_select(name).await,
            Subcommand::WorkspaceDelete(name) => self.workspace_delete(name).await,
        };
        let status = status.inspect_err(|messages| self.report(messages));
        self.leave_store(status.unwrap_or(ExitStatus::FAILURE))
            .await
    }

    /// Writes the state to the state store once more, and unlocks it.
    async fn leave_store(&self, status: ExitStatus) -> ExitStatus {
        let Some((remote, local)) = lock(&self.remote).take() else {
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

    /// The state store of this command, if it has one.
    fn remote_state(&self) -> Option<Arc<RemoteState>> {
        let remote = lock(&self.remote);
        remote.as_ref().map(|(remote, _)| Arc::clone(remote))
    }

    /// Synchronises the state with the state store of the configuration, if any, and locks it there
    /// if the command may change it.
    async fn enter_store(
        &self,
        configuration: &Configuration,
        local: &Arc<StateManager>,
    ) -> Result<Messages, Messages> {
        let workspace = self.workspace()?;
        let remote = RemoteState::open(&self.instance, configuration, &workspace).await?;
        let Some(remote) = remote else {
            return Ok(Messages::new());
        };
        let mut messages = Messages::new();
        if let Some(operation) = self.options.lock_operation {
            if self.options.given.on("lock") {
                let timeout = self.options.lock_timeout;
                messages.extend(remote.lock_in(timeout, operation).await?);
            }
            // From here on, every path unlocks it.
            *lock(&self.remote) = Some((Arc::clone(&remote), Arc::clone(local)));
        }
        match remote.pull(local).await {
            Ok(more) => messages.extend(more),
            Err(more) => {
                // A user must resolve the conflict first.
                *lock(&self.remote) = None;
                messages.extend(more);
                messages.extend(remote.unlock().await);
                return Err(messages);
            }
        }
        Ok(messages)
    }

    /// The state, for commands that need no configuration except its state store.
    async fn current_state(&self) -> Result<Arc<StateManager>, Messages> {
        let state_manager = self.open_state().await?;
        // Commands that need it report its errors.
        if let Ok(configuration) = self.configuration() {
            let warnings = self.enter_store(&configuration, &state_manager).await?;
            self.report(&warnings);
        }
        Ok(state_manager)
    }

    /// Resolves a path that the user gave.
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

    /// The path of the configuration (a directory or a file), and its directory.
    fn configuration_path(&self) -> (PathBuf, PathBuf) {
        let path = self.path(self.options.path.as_deref().unwrap_or(Path::new("")));
        let directory = match path.is_file() {
            true => directory_of(&path).to_owned(),
            false => path.clone(),
        };
        (path, directory)
    }

    fn configuration(&self) -> Result<Configuration, Messages> {
        let bodies = hcl::read(&self.configuration_path().0)?;
        Configuration::new(bodies, &self.instance.schemas().provider.type_name)
    }

    fn workspaces(&self) -> Workspaces {
        let provider = &self.instance.schemas().provider.type_name;
        Workspaces::new(&self.configuration_path().1, provider)
    }

    fn state_path(&self, workspace: &str) -> PathBuf {
        match self.options.given.path("state") {
            Some(path) => self.path(&path),
            None => self.workspaces().state_path(workspace),
        }
    }

    async fn open_state(&self) -> Result<Arc<StateManager>, Messages> {
        self.open_state_of(&self.workspace()?).await
    }

    /// Opens the state of a workspace, and waits for its lock as long as the user allows.
    async fn open_state_of(&self, workspace: &str) -> Result<Arc<StateManager>, Messages> {
        let until = tokio::time::Instant::now() + self.options.lock_timeout;
        loop {
            let opened = self.try_open_state(workspace);
            let is_locked = matches!(&opened, Err(message) if message.diagnostic.is_kind(LOCKED));
            if !is_locked || tokio::time::Instant::now() + LOCK_INTERVAL > until {
                return opened.map_err(Messages::from);
            }
            tokio::time::sleep(LOCK_INTERVAL).await;
        }
    }

    fn try_open_state(&self, workspace: &str) -> Result<Arc<StateManager>, Message> {
        let provider = self.instance.schemas().provider.type_name.to_string();
        if workspace != DEFAULT && self.options.given.text("state").is_none() {
            self.workspaces().create(workspace)?;
        }
        let path = self.state_path(workspace);
        let temporary = match self.instance.environment().first(["TMPDIR"]) {
            Some(directory) => PathBuf::from(directory),
            None => std::env::temp_dir(),
        };
        let required = self.options.given.on("lock");
        let opened = StateManager::open(path, &provider, &temporary, required)?;
        if let Some(message) = opened.interrupted() {
            // Standard output may hold a document: this goes beside it.
            let text = render::message::message(&message, self.style);
            write(&self.io.errors, &text);
        }
        Ok(opened)
    }

    /// The values of variables and other inputs from the command line, the environment and the
    /// directory.
    fn inputs(&self) -> Result<Inputs, Messages> {
        let mut inputs = self.options.inputs.clone();
        for input in &mut inputs.given {
            if let Input::File(file) = input {
                *file = self.path(file);
            }
        }
        inputs.workspace = Some(self.workspace()?);
        Ok(inputs)
    }

    /// Whether the command asks for approval.
    ///
    /// # Errors
    /// It has to ask, but cannot.
    fn asks(&self) -> Result<bool, Messages> {
        let given = &self.options.given;
        let asks = !given.flag("auto-approve");
        if asks && (given.flag("json") || !given.on("input")) {
            return Err(Message::error("Approval is needed")
                .detail("-json and -input=false disable the prompt; add -auto-approve.")
                .into());
        }
        Ok(asks)
    }

    /// Prints the last line of a command that succeeded.
    fn print_done(&self, done: &str) {
        self.print(&format!("\n{}\n", self.style.paint(Paint::Green, done)));
    }

    /// Runs a step; it is an error if the user does not wait for its end.
    async fn watched<T>(&self, run: &Run, work: impl Future<Output = T>) -> Result<T, Messages> {
        let done = run.stop.watch(&self.instance, &*self.events, work).await;
        done.ok_or_else(|| interrupted().into())
    }

    /// The same after other steps, which had these messages.
    async fn after<T>(
        &self,
        mut messages: Messages,
        run: &Run,
        work: impl Future<Output = Result<(T, Messages), Messages>>,
    ) -> Result<(T, Messages), Messages> {
        match self.watched(run, work).await? {
            Ok((done, more)) => {
                messages.extend(more);
                Ok((done, messages))
            }
            Err(more) => {
                messages.extend(more);
                Err(messages)
            }
        }
    }

    /// Asks; any answer except yes means no.
    async fn approved(&self, question: &str, explanation: &str) -> bool {
        let question = self.style.bold(question);
        self.print(&format!("\n{question}{explanation}\n\n  Enter a value: "));
        let answer = self.read_line().await.unwrap_or_default();
        answer.trim() == "yes"
    }

    async fn run_over(
        &self,
        bodies: Vec<Body>,
        inputs: &Inputs,
        directory: &Path,
        state_manager: &Arc<StateManager>,
    ) -> Result<(Run, Messages), Messages> {
        Run::new(
            self.instance.clone(),
            bodies,
            (inputs, Some(directory)),
            Arc::clone(state_manager),
            Arc::clone(&self.events),
            Stop::new(self.io.interrupts.clone()),
        )
        .await
    }

    /// Reads and checks the configuration, opens the state, and asks for missing values. Resources
    /// for import blocks that have none are written to `generate_config_out`.
    async fn prepare(
        &self,
        generate_config_out: Option<&Path>,
    ) -> Result<(Run, Messages), Messages> {
        let (path, directory) = self.configuration_path();
        let bodies = hcl::read(&path)?;
        let state_manager = self.open_state().await?;
        let mut inputs = self.inputs()?;
        self.ask_variables(&bodies, &mut inputs, &directory).await;
        // They are needed again if configuration is generated.
        let first = bodies.clone();
        let opened = self.run_over(first, &inputs, &directory, &state_manager);
        let (mut run, mut messages) = opened.await?;
        if !messages.has_errors() {
            let more = self.enter_store(&run.configuration, &state_manager).await?;
            messages.extend(more);
            run.state_has_changed();
            self.ask_settings(&mut run).await;
        }
        if let Some(file) = generate_config_out
            && !messages.has_errors()
        {
            let file = &self.path(file);
            if let Some(body) = self.generate_imports(&run, file, &mut messages).await? {
                let settings = run.configuration.provider.take();
                let again = bodies.into_iter().chain([body]).collect();
                // The first run has already reported these warnings.
                let again = self.run_over(again, &inputs, &directory, &state_manager);
                (run, _) = again.await?;
                run.configuration.provider = settings;
            }
        }
        Ok((run, messages))
    }

    /// The same, after the whole configuration was validated.
    async fn validated(&self, new_file: Option<&Path>) -> Result<(Run, Messages), Messages> {
        let (run, mut messages) = self.prepare(new_file).await?;
        messages.extend(run.validate().await);
        Ok((run, messages.without_errors()?))
    }
}
