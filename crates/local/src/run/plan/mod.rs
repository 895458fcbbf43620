//! The plan of a whole configuration: refreshes and plans every resource, and compares every
//! output.

mod actions;
pub(crate) mod generate;
mod ignore;
mod import;
mod replace_triggered;
mod resource;
mod walk;

pub(crate) use import::{as_identity, no_identity, not_in_identity};
pub(crate) use walk::no_target;

use crate::address::ObjectAddress;
use crate::message::{Message, Messages};
use crate::run::changes::{Plan, PlanOptions, Reason, ResourceChange};
use crate::run::context::Run;
pub(crate) use resource::PlanStart;

impl Run {
    /// Configures the provider, refreshes existing objects and plans the changes. The configuration
    /// must have been validated.
    ///
    /// # Errors
    /// There is no plan; nothing was changed.
    pub async fn plan(&self, options: PlanOptions) -> Result<(Plan, Messages), Messages> {
        let looking = self.state_manager.note_looking();
        let (plan, messages) = walk::plan(self, options).await;
        drop(looking);
        let messages = messages.without_errors()?;
        match options.destroy {
            true => plan.into_destroy_plan(self, messages),
            false => Ok((plan, messages)),
        }
    }
}

impl Plan {
    /// Turns this plan into one that deletes all its objects.
    fn into_destroy_plan(
        mut self,
        run: &Run,
        mut messages: Messages,
    ) -> Result<(Plan, Messages), Messages> {
        self.changes.clear();
        for (address, object) in &self.objects {
            run.check_prevent_destroy(address, &mut messages);
            let change = ResourceChange::deletion(address, object.clone(), Reason::Destroy);
            self.changes.push(change);
        }
        for output in &mut self.outputs {
            output.after = None;
        }
        self.outputs.retain(|output| output.before.is_some());
        self.destroy = true;
        messages.without_errors().map(|messages| (self, messages))
    }
}

impl Run {
    /// Reports an error if the configuration forbids destroying this.
    fn check_prevent_destroy(&self, address: &ObjectAddress, messages: &mut Messages) {
        // Deposed objects were approved for deletion when they were replaced.
        if let Some(block) = self.block(address)
            && block.lifecycle.prevent_destroy
            && address.deposed.is_none()
        {
            let error = Message::error("Instance cannot be destroyed").detail(format!(
                "Resource {address} has lifecycle.prevent_destroy set, but the plan calls for this \
                 resource to be destroyed."
            ));
            messages.push(error.address(address).at(&block.at));
        }
    }
}
