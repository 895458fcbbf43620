//! `plan`: shows what an apply would do.

use std::path::Path;

use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::run::Run;
use crate::run::changes::{Plan, PlanOptions};
use crate::run::events::Event;

impl Session {
    /// Makes a plan, with the messages that it produced.
    pub(super) async fn planned(
        &self,
        options: PlanOptions,
        new_file: Option<&Path>,
    ) -> Result<(Run, Plan, Messages), Messages> {
        let (run, messages) = self.validated(new_file).await?;
        let (plan, messages) = self.after(messages, &run, run.plan(options)).await?;
        Ok((run, plan, messages))
    }

    pub(in crate::cli) async fn plan(&self, options: PlanOptions) -> Result<ExitStatus, Messages> {
        let given = &self.options.given;
        let new_file = given.path("generate-config-out");
        let (_, plan, messages) = self.planned(options, new_file.as_deref()).await?;
        self.events.event(Event::Planned(&plan));
        self.report(&messages);
        Ok(if given.flag("detailed-exitcode") && !plan.is_empty() {
            ExitStatus::CHANGES
        } else {
            ExitStatus::SUCCESS
        })
    }
}
