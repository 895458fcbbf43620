//! `apply` and `destroy`: makes a plan, asks for approval, and applies it.

use schema_runtime::codec::document::json;

use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::render::json::outputs_json;
use crate::render::{self, Paint};
use crate::run::Run;
use crate::run::apply::Applied;
use crate::run::changes::PlanOptions;
use crate::run::events::Event;

impl Session {
    pub(in crate::cli) async fn apply(
        &self,
        options: PlanOptions,
        auto_approve: bool,
    ) -> Result<ExitStatus, Messages> {
        let asks = !auto_approve;
        self.check_can_ask(asks)?;
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
        let failed = self.report_unsaved(&run.state_manager) || messages.has_errors();
        if failed {
            return Ok(ExitStatus::FAILURE);
        }
        if let Some(reporter) = &self.json_reporter {
            let operation = if plan.destroy { "destroy" } else { "apply" };
            reporter.summary(counts, operation);
        }
        let mut done = if plan.destroy {
            format!("Destroy complete! Resources: {} destroyed.", counts.destroy)
        } else {
            let imports = match counts.import {
                0 => String::new(),
                import => format!("{import} imported, "),
            };
            format!(
                "Apply complete! Resources: {imports}{} added, {} changed, {} destroyed.",
                counts.add, counts.change, counts.destroy
            )
        };
        if counts.invoke > 0 {
            done.push_str(&format!(" Actions: {} invoked.", counts.invoke));
        }
        self.print(&format!("\n{}\n", self.style.paint(Paint::Green, &done)));
        let outputs = run.state_manager.state().outputs;
        if !outputs.is_empty() {
            match &self.json_reporter {
                Some(reporter) => {
                    let text = format!("Outputs: {}", outputs.len());
                    reporter.line(
                        "info",
                        &text,
                        "outputs",
                        json!({"outputs": outputs_json(&run.state_manager.state())}),
                    );
                }
                None => self.print(&format!(
                    "\n{}",
                    render::state::outputs(&outputs, self.style)
                )),
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
