//! `import`: imports an existing object.

use crate::address::ObjectAddress;
use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::render::Paint;
use crate::run::import::ImportText;
use crate::run::stop::{Outcome, interrupted};

impl Session {
    pub(in crate::cli) async fn import(
        &self,
        address: &ObjectAddress,
        by: &ImportText,
    ) -> Result<ExitStatus, Messages> {
        let (run, mut messages) = self.prepare(None).await?;
        messages = messages.without_errors()?;
        let work = run.import(address, by.clone());
        match run.stop.watch(&self.instance, &*self.events, work).await {
            Outcome::Done(more) => messages.extend(more),
            Outcome::Abandoned => messages.push(interrupted()),
        }
        self.report(&messages);
        let failed = self.report_unsaved(&run.state_manager) || messages.has_errors();
        if failed {
            return Ok(ExitStatus::FAILURE);
        }
        let done = "Import successful!";
        self.print(&format!(
            "\n{}\n\nThe object is now in the state, and will be managed from now on.\n",
            self.style.paint(Paint::Green, done)
        ));
        Ok(ExitStatus::SUCCESS)
    }
}
