//! `invoke`: invokes an action on request, like `terraform apply -invoke=…`.

use crate::address::ObjectAddress;
use crate::cli::{ExitStatus, Session};
use crate::message::Messages;
use crate::run::changes::Counts;

impl Session {
    pub(in crate::cli) async fn invoke(
        &self,
        action: &ObjectAddress,
    ) -> Result<ExitStatus, Messages> {
        let asks = self.asks()?;
        let (run, messages) = self.validated(None).await?;
        let work = run.plan_invoke(action);
        let (planned, messages) = self.after(messages, &run, work).await?;
        self.report(&messages);
        if let Some(reporter) = &self.json_reporter {
            for (action, _) in &planned {
                reporter.planned_invocation(action, None);
            }
            reporter.summary(invocations(planned.len()), "plan");
        } else {
            for (action, _) in &planned {
                let name = self.style.bold(&action.to_string());
                self.print(&format!("\n  # {name} will be invoked\n"));
            }
            let count = planned.len();
            let plan = self.style.bold("Plan:");
            self.print(&format!(
                "\n{plan} 0 to add, 0 to change, 0 to destroy. Actions: {count} to invoke.\n"
            ));
        }
        if asks && !planned.is_empty() && !self.approves_changes(&run, false).await {
            self.print("\nInvoke cancelled.\n");
            return Ok(ExitStatus::FAILURE);
        }
        let (done, messages) = run.invoke(planned).await;
        let messages = messages.without_errors()?;
        self.report(&messages);
        match &self.json_reporter {
            Some(reporter) => reporter.summary(invocations(done), "apply"),
            None => self.print_done(&format!(
                "Apply complete! Resources: 0 added, 0 changed, 0 destroyed. Actions: {done} invoked."
            )),
        }
        Ok(ExitStatus::SUCCESS)
    }
}

/// The counts of Terraform's `apply -invoke`, which changes no resources.
fn invocations(invoke: usize) -> Counts {
    Counts {
        invoke,
        ..Counts::default()
    }
}
