//! `force-unlock`: removes a lock from a state store, whoever holds it.

use crate::cli::{ExitStatus, Session};
use crate::message::{Message, Messages};
use crate::run::remote_state::RemoteState;

impl Session {
    pub(in crate::cli) async fn force_unlock(&self, lock_id: &str) -> Result<ExitStatus, Messages> {
        let configuration = self.configuration()?;
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
        if !self.options.given.flag("force") {
            let question = "Do you really want to force-unlock?";
            let warning = "\n  The lock is removed, no matter who holds it. If somebody is \
                           working, the state may be damaged.\n  Only \"yes\" will be accepted to \
                           confirm.";
            if !self.approved(question, warning).await {
                self.print("\nforce-unlock cancelled.\n");
                return Ok(ExitStatus::FAILURE);
            }
        }
        let messages = remote.force_unlock(lock_id).await.without_errors()?;
        self.report(&messages);
        self.print_done("The state has been unlocked.");
        Ok(ExitStatus::SUCCESS)
    }
}
