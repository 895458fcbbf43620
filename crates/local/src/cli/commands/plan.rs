//! `plan`: what would be done.

use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::run::Run;
use crate::run::changes::{Plan, PlanOptions};
use crate::run::events::Event;
use crate::run::stop::{Outcome, interrupted};

impl Session {
    /// A plan, and what was said on the way.
    pub(in crate::cli) async fn planned(&self) -> Result<(Run, Plan, Messages), Messages> {
        let (run, mut messages) = self.prepare().await?;
        messages.extend(run.validate().await);
        if messages.has_errors() {
            return Err(messages);
        }
        let options = PlanOptions {
            refresh: self.options.refresh,
            destroy: self.options.destroy,
        };
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

    pub(in crate::cli) async fn plan(&self) -> Result<ExitStatus, Messages> {
        let (_, plan, messages) = self.planned().await?;
        self.events.event(Event::Planned(&plan));
        self.report(&messages);
        Ok(if self.options.detailed_exitcode && !plan.is_empty() {
            ExitStatus::CHANGES
        } else {
            ExitStatus::SUCCESS
        })
    }
}
