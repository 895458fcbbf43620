//! `apply` and `destroy`: makes a plan, asks for approval, and applies it.

use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::render;
use crate::render::json::outputs_json;
use crate::run::Run;
use crate::run::apply::Applied;
use crate::run::changes::PlanOptions;
use crate::run::events::Event;

impl Session {
    pub(in crate::cli) async fn apply(&self, options: PlanOptions) -> Result<ExitStatus, Messages> {
        let asks = self.asks()?;
        let (run, plan, messages) = self.planned(options, None).await?;
        self.events.event(Event::Planned(&plan));
        self.report(&messages);
        if asks && !plan.is_empty() && !self.approves_changes(&run, plan.destroy).await {
            let what = if plan.destroy { "Destroy" } else { "Apply" };
            self.print(&format!("\n{what} cancelled.\n"));
            return Ok(ExitStatus::FAILURE);
        }
        let Applied {
            counts, messages, ..
        } = match self.remote_state() {
            Some(remote) => {
                let work = run.apply(&plan);
                remote
                    .while_it_changes(&run.state_manager, &run.stop, work)
                    .await
            }
            None => run.apply(&plan).await,
        };
        self.report(&messages);
        if self.report_unsaved(&run.state_manager) || messages.has_errors() {
            return Ok(ExitStatus::FAILURE);
        }
        let operation = if plan.destroy { "destroy" } else { "apply" };
        let state = run.state_manager.state();
        match &self.json_reporter {
            Some(reporter) => {
                reporter.summary(counts, operation);
                reporter.outputs(outputs_json(&state));
            }
            None => {
                self.print_done(&counts.text(operation));
                if !state.outputs.is_empty() {
                    let outputs = render::state::outputs(&state.outputs, self.style);
                    self.print(&format!("\n{outputs}"));
                }
            }
        }
        Ok(ExitStatus::SUCCESS)
    }

    pub(super) async fn approves_changes(&self, run: &Run, destroy: bool) -> bool {
        let question = if destroy {
            "Do you really want to destroy all resources?\n  Everything in the state will be \
             deleted. There is no undo. Only \"yes\" will be accepted to confirm."
        } else {
            "Do you want to perform these actions?\n  Only \"yes\" will be accepted to approve."
        };
        self.approved(question, "").await && !run.stop.is_requested()
    }
}
