//! `workspace`: several states of one configuration, as files or in its state store.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cli::{ExitStatus, Session};
use crate::language::hcl;
use crate::message::{Message, Messages};
use crate::render::Paint;
use crate::render::output::write;
use crate::run::remote_state::RemoteState;
use crate::state::StateManager;
use crate::state::workspace::{DEFAULT, checked};

/// Terraform's variable that selects a workspace for one command.
const VARIABLE: &str = "TF_WORKSPACE";

impl Session {
    /// The workspace that the command uses.
    pub(in crate::cli) fn workspace(&self) -> Result<String, Messages> {
        match self.overridden() {
            Some(name) => Ok(checked(name)?.to_owned()),
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
        // Workspaces exist even without a configuration.
        if !hcl::has_configuration(&self.configuration_path().0) {
            return Ok(None);
        }
        RemoteState::open(&self.instance, &self.configuration()?, workspace).await
    }

    /// The store of a workspace, and whether the workspace exists.
    async fn found(
        &self,
        name: &str,
        messages: &mut Messages,
    ) -> Result<(Option<Arc<RemoteState>>, bool), Messages> {
        let store = self.store_of(name).await?;
        let is_there = self.existing(store.as_deref(), messages).await?;
        let is_there = is_there.contains(name);
        Ok((store, is_there))
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
        checked(name)?;
        let mut messages = Messages::new();
        let (store, is_there) = self.found(name, &mut messages).await?;
        if is_there {
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
    ) -> Result<ExitStatus, Messages> {
        self.refuse_override()?;
        checked(name)?;
        if self.workspaces().selected().ok().as_deref() == Some(name) {
            return Ok(ExitStatus::SUCCESS);
        }
        let mut messages = Messages::new();
        let (store, is_there) = self.found(name, &mut messages).await?;
        if !is_there && !self.options.given.flag("or-create") {
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
    ) -> Result<ExitStatus, Messages> {
        checked(name)?;
        if name == DEFAULT {
            return Err(Message::error("Cannot delete the default workspace")
                .detail("The workspace \"default\" always exists.")
                .into());
        }
        let mut messages = Messages::new();
        let (store, is_there) = self.found(name, &mut messages).await?;
        if !is_there {
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
            Some(store) => self.emptied_in_store(store, &local).await,
            None => self.check_empty(name, &local),
        };
        messages.extend(emptied);
        messages = messages.without_errors()?;
        drop(local);
        self.workspaces().delete(name)?;
        self.report(&messages);
        let done = format!("Deleted workspace \"{name}\"!");
        self.print(&format!("{}\n", self.style.paint(Paint::Green, &done)));
        Ok(ExitStatus::SUCCESS)
    }

    /// Deletes the state in the store; it is locked while it is checked.
    async fn emptied_in_store(&self, store: &RemoteState, local: &StateManager) -> Messages {
        let mut messages = Messages::new();
        if self.options.given.on("lock") {
            let timeout = self.options.lock_timeout;
            match store.lock_in(timeout, "state-delete").await {
                Ok(more) => messages.extend(more),
                Err(more) => return more,
            }
        }
        match store.pull(local).await {
            Ok(more) => {
                messages.extend(more);
                messages.extend(self.check_empty(&store.workspace, local));
            }
            Err(more) => messages.extend(more),
        }
        let empty = !messages.has_errors();
        messages.extend(store.unlock().await);
        if empty {
            messages.extend(store.delete().await);
        }
        messages
    }

    /// Checks that a state may be deleted: it is empty, or the user forces it.
    fn check_empty(&self, name: &str, local: &StateManager) -> Messages {
        let state = local.state();
        if state.resources.is_empty() {
            return Messages::new();
        }
        if self.options.given.flag("force") {
            let warning = Message::warning(format!("Workspace \"{name}\" was not empty"));
            let detail = "Its objects continue to exist, but nothing manages them any more.";
            return warning.detail(detail).into();
        }
        let objects: Vec<String> = state.resources.keys().map(|a| format!("  - {a}")).collect();
        Message::error("Workspace is not empty").detail(format!(
            "Workspace \"{name}\" is currently tracking the following resource instances:\n{}\n\nDeleting this workspace \
             would lose track of any associated remote objects, which would then require you to delete them manually. \
             You should destroy these objects before deleting the workspace. If you want to delete this workspace anyway, \
             and have these objects forgotten, use the -force option.",
            objects.join("\n")
        )).into()
    }
}
