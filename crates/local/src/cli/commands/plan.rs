//! `plan`: shows what an apply would do.

use std::path::Path;

use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::run::Run;
use crate::run::changes::{Plan, PlanOptions};
use crate::run::events::Event;
use crate::run::stop::{Outcome, interrupted};

impl Session {
    /// Makes a plan, with the messages that it produced.
    pub(super) async fn planned(
        &self,
        options: PlanOptions,
        generate_config_out: Option<&Path>,
    ) -> Result<(Run, Plan, Messages), Messages> {
        let (run, mut messages) = self.prepare(generate_config_out).await?;
        messages.extend(run.validate().await);
        messages = messages.without_errors()?;
        let work = run.plan(options);
        match run.stop.watch(&self.instance, &*self.events, work).await {
            Outcome::Done(Ok((plan, more))) => {
                messages.extend(more);
                Ok((run, plan, messages))
            }
            Outcome::Done(Err(more)) => {
                messages.extend(more);
                Err(messages)
            }
            Outcome::Abandoned => Err(interrupted().into()),
        }
    }

    pub(in crate::cli) async fn plan(
        &self,
        options: PlanOptions,
        detailed_exitcode: bool,
        generate_config_out: Option<&Path>,
    ) -> Result<ExitStatus, Messages> {
        let (_, plan, messages) = self.planned(options, generate_config_out).await?;
        self.events.event(Event::Planned(&plan));
        self.report(&messages);
        Ok(if detailed_exitcode && !plan.is_empty() {
            ExitStatus::CHANGES
        } else {
            ExitStatus::SUCCESS
        })
    }
}
