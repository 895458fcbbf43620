//! `import`: imports an existing object.

use crate::address::ObjectAddress;
use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::run::import::ImportText;

impl Session {
    pub(in crate::cli) async fn import(
        &self,
        address: &ObjectAddress,
        by: &ImportText,
    ) -> Result<ExitStatus, Messages> {
        let (run, mut messages) = self.prepare(None).await?;
        messages = messages.without_errors()?;
        let work = run.import(address, by.clone());
        messages.extend(self.watched(&run, work).await.unwrap_or_else(|more| more));
        self.report(&messages);
        if self.report_unsaved(&run.state_manager) || messages.has_errors() {
            return Ok(ExitStatus::FAILURE);
        }
        self.print_done("Import successful!");
        self.print("\nThe object is now in the state, and will be managed from now on.\n");
        Ok(ExitStatus::SUCCESS)
    }
}
