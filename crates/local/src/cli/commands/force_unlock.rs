//! `force-unlock`: removes a lock from a state store, whoever holds it.

use crate::cli::{ExitStatus, Session};
use crate::language::config::Configuration;
use crate::language::hcl;
use crate::message::{Message, Messages};
use crate::render::Paint;
use crate::run::remote_state::RemoteState;

impl Session {
    pub(in crate::cli) async fn force_unlock(
        &self,
        lock_id: &str,
        force: bool,
    ) -> Result<ExitStatus, Messages> {
        let bodies = hcl::read(&self.configuration_path().0)?;
        let provider = &self.instance.schemas().provider.type_name;
        let configuration = Configuration::new(bodies, provider)?;
        let workspace = self.workspace()?;
        let remote = RemoteState::open(&self.instance, &configuration, &workspace).await?;
        let Some(remote) = remote else {
            return Err(Message::error("There is no state store")
                .detail(
                    "The configuration has no state_store block. The lock of a state file ends with the command that \
                     holds it.",
                )
                .into());
        };
        if !force {
            let question = "Do you really want to force-unlock?";
            let warning = "\n  The lock is removed, no matter who holds it. If somebody is \
                           working, the state may be damaged.\n  Only \"yes\" will be accepted to \
                           confirm.";
            if !self.approved(question, warning).await {
                self.print("\nforce-unlock cancelled.\n");
                return Ok(ExitStatus::FAILURE);
            }
        }
        let messages = remote.force_unlock(lock_id).await;
        self.report(&messages);
        if messages.has_errors() {
            return Ok(ExitStatus::FAILURE);
        }
        let done = "The state has been unlocked.";
        self.print(&format!("\n{}\n", self.style.paint(Paint::Green, done)));
        Ok(ExitStatus::SUCCESS)
    }
}
