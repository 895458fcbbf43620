//! `workspace`: several states of one configuration, as files or in its state store.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cli::{ExitStatus, Session};
use crate::language::config::Configuration;
use crate::language::hcl;
use crate::message::{Message, Messages};
use crate::render::Paint;
use crate::render::output::write;
use crate::run::remote_state::RemoteState;
use crate::state::StateManager;
use crate::state::workspace::{DEFAULT, is_name, no_name};

/// Terraform's variable that selects a workspace for one command.
const VARIABLE: &str = "TF_WORKSPACE";

impl Session {
    /// The workspace that the command uses.
    pub(in crate::cli) fn workspace(&self) -> Result<String, Messages> {
        match self.overridden() {
            Some(name) if is_name(name) => Ok(name.to_owned()),
            Some(name) => Err(no_name(name).into()),
            None => Ok(self.workspaces().selected()?),
        }
    }

    /// The workspace that the environment selects.
    fn overridden(&self) -> Option<&str> {
        let name = self.instance.environment().get(VARIABLE);
        name.filter(|name| !name.is_empty())
    }

    fn refuse_override(&self) -> Result<(), Messages> {
        match self.overridden() {
            None => Ok(()),
            Some(_) => Err(Message::error("The workspace is overridden")
                .detail(format!(
                    "The selected workspace is currently overridden using the {VARIABLE} environment variable.\n\nTo \
                     select a new workspace, either update this environment variable or unset it and then run this \
                     command again."
                ))
                .into()),
        }
    }

    /// The configuration's state store for a workspace.
    async fn store_of(&self, workspace: &str) -> Result<Option<Arc<RemoteState>>, Messages> {
        let provider = &self.instance.schemas().provider.type_name;
        let path = self.configuration_path().0;
        // Workspaces exist even without a configuration.
        if !hcl::has_configuration(&path) {
            return Ok(None);
        }
        let configuration = Configuration::new(hcl::read(&path)?, provider)?;
        RemoteState::open(&self.instance, &configuration, workspace).await
    }

    /// All existing workspaces, including the default one.
    async fn existing(
        &self,
        store: Option<&RemoteState>,
        messages: &mut Messages,
    ) -> Result<BTreeSet<String>, Messages> {
        let mut names = match store {
            Some(store) => store.workspaces(messages).await,
            None => self.workspaces().list()?,
        };
        names.push(DEFAULT.to_owned());
        if messages.has_errors() {
            return Err(std::mem::take(messages));
        }
        Ok(names.into_iter().collect())
    }

    pub(in crate::cli) async fn workspace_list(&self) -> Result<ExitStatus, Messages> {
        let current = self.workspace()?;
        let store = self.store_of(&current).await?;
        let mut messages = Messages::new();
        let names = self.existing(store.as_deref(), &mut messages).await?;
        self.report(&messages);
        // The default one comes first, as in Terraform.
        let (default, others): (Vec<&String>, Vec<&String>) =
            names.iter().partition(|name| *name == DEFAULT);
        let lines = default.into_iter().chain(others).map(|name| {
            let mark = if **name == *current { "*" } else { " " };
            format!("{mark} {name}\n")
        });
        write(&self.io.output, &format!("{}\n", lines.collect::<String>()));
        Ok(ExitStatus::SUCCESS)
    }

    pub(in crate::cli) fn workspace_show(&self) -> Result<ExitStatus, Messages> {
        write(&self.io.output, &format!("{}\n", self.workspace()?));
        Ok(ExitStatus::SUCCESS)
    }

    pub(in crate::cli) async fn workspace_new(&self, name: &str) -> Result<ExitStatus, Messages> {
        self.refuse_override()?;
        let name = checked(name)?;
        let mut messages = Messages::new();
        let store = self.store_of(name).await?;
        if self
            .existing(store.as_deref(), &mut messages)
            .await?
            .contains(name)
        {
            return Err(Message::error(format!("Workspace \"{name}\" already exists")).into());
        }
        self.created(name, store.as_deref(), &mut messages).await?;
        self.workspaces().select(name)?;
        self.report(&messages);
        let done = format!("Created and switched to workspace \"{name}\"!");
        self.print(&format!(
            "{}\n\nYou're now on a new, empty workspace. Workspaces isolate their state,\nso if you run \"plan\" no \
             existing state will be seen\nfor this configuration.\n",
            self.style.paint(Paint::Green, &done)
        ));
        Ok(ExitStatus::SUCCESS)
    }

    async fn created(
        &self,
        name: &str,
        store: Option<&RemoteState>,
        messages: &mut Messages,
    ) -> Result<(), Messages> {
        self.workspaces().create(name)?;
        if let Some(store) = store {
            // As in Terraform, a new workspace has an empty state.
            messages.extend(store.create().await);
            if messages.has_errors() {
                self.workspaces().delete(name)?;
                return Err(std::mem::take(messages));
            }
        }
        Ok(())
    }

    pub(in crate::cli) async fn workspace_select(
        &self,
        name: &str,
        or_create: bool,
    ) -> Result<ExitStatus, Messages> {
        self.refuse_override()?;
        let name = checked(name)?;
        if self.workspaces().selected().ok().as_deref() == Some(name) {
            return Ok(ExitStatus::SUCCESS);
        }
        let mut messages = Messages::new();
        let store = self.store_of(name).await?;
        let is_there = self
            .existing(store.as_deref(), &mut messages)
            .await?
            .contains(name);
        if !is_there && !or_create {
            return Err(Message::error(format!("Workspace \"{name}\" doesn't exist"))
                .detail(
                    "You can create this workspace with the \"new\" subcommand or include the \"-or-create\" flag with \
                     the \"select\" subcommand.",
                )
                .into());
        }
        if !is_there {
            self.created(name, store.as_deref(), &mut messages).await?;
        }
        self.workspaces().select(name)?;
        self.report(&messages);
        let done = match is_there {
            true => format!("Switched to workspace \"{name}\"."),
            false => format!("Created and switched to workspace \"{name}\"!"),
        };
        self.print(&format!("{}\n", self.style.paint(Paint::Green, &done)));
        Ok(ExitStatus::SUCCESS)
    }

    pub(in crate::cli) async fn workspace_delete(
        &self,
        name: &str,
        force: bool,
    ) -> Result<ExitStatus, Messages> {
        let name = checked(name)?;
        if name == DEFAULT {
            return Err(Message::error("Cannot delete the default workspace")
                .detail("The workspace \"default\" always exists.")
                .into());
        }
        let mut messages = Messages::new();
        let store = self.store_of(name).await?;
        if !self
            .existing(store.as_deref(), &mut messages)
            .await?
            .contains(name)
        {
            return Err(Message::error(format!("Workspace \"{name}\" doesn't exist")).into());
        }
        if self.workspace()? == name {
            return Err(Message::error(format!("Workspace \"{name}\" is your active workspace"))
                .detail(
                    "You cannot delete the currently active workspace. Please switch to another workspace and try again.",
                )
                .into());
        }
        let local = self.open_state_of(name).await?;
        let emptied = match &store {
            Some(store) => {
                self.emptied_in_store(store, &local, force, &mut messages)
                    .await
            }
            None => check_empty(name, &local, force, &mut messages),
        };
        if !emptied {
            return Err(messages);
        }
        drop(local);
        self.workspaces().delete(name)?;
        self.report(&messages);
        let done = format!("Deleted workspace \"{name}\"!");
        self.print(&format!("{}\n", self.style.paint(Paint::Green, &done)));
        Ok(ExitStatus::SUCCESS)
    }

    /// Deletes the state in the store; it is locked while it is checked.
    async fn emptied_in_store(
        &self,
        store: &RemoteState,
        local: &StateManager,
        force: bool,
        messages: &mut Messages,
    ) -> bool {
        if self.options.lock {
            match store
                .lock_in(self.options.lock_timeout, "state-delete")
                .await
            {
                Ok(more) => messages.extend(more),
                Err(more) => {
                    messages.extend(more);
                    return false;
                }
            }
        }
        let pulled = match store.pull(local).await {
            Ok(more) => {
                messages.extend(more);
                true
            }
            Err(more) => {
                messages.extend(more);
                false
            }
        };
        let empty = pulled && check_empty(store.workspace(), local, force, messages);
        messages.extend(store.unlock().await);
        if empty {
            messages.extend(store.delete().await);
        }
        empty && !messages.has_errors()
    }
}

/// Checks that a state may be deleted: it is empty, or the user forces it.
fn check_empty(name: &str, local: &StateManager, force: bool, messages: &mut Messages) -> bool {
    let state = local.state();
    if state.resources.is_empty() {
        return true;
    }
    let objects: Vec<String> = state.resources.keys().map(|a| format!("  - {a}")).collect();
    if force {
        messages.push(
            Message::warning(format!("Workspace \"{name}\" was not empty"))
                .detail("Its objects continue to exist, but nothing manages them any more."),
        );
        return true;
    }
    messages.push(Message::error("Workspace is not empty").detail(format!(
        "Workspace \"{name}\" is currently tracking the following resource instances:\n{}\n\nDeleting this workspace \
         would lose track of any associated remote objects, which would then require you to delete them manually. \
         You should destroy these objects before deleting the workspace. If you want to delete this workspace anyway, \
         and have these objects forgotten, use the -force option.",
        objects.join("\n")
    )));
    false
}

/// Checks the name of the workspace that a command takes.
fn checked(name: &str) -> Result<&str, Messages> {
    match is_name(name) {
        true => Ok(name),
        false => Err(no_name(name).into()),
    }
}
