//! Planning a change.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::{PlanInput, ResourcePlan, draft, finish, only_timeouts_change};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::call::guarded;
use super::{Instance, PlanRequest, PlanResponse, compatible, timeouts};
use crate::Cx;
use crate::untyped::{UntypedResource, no_update};

impl Instance {
    /// Plans a change. The same request gets the same answer.
    pub async fn plan_resource(&self, request: PlanRequest) -> PlanResponse {
        let private = request.prior_private;
        let (plan, diagnostics) = match self.resource(&request.type_name) {
            Ok(resource) => {
                let schema = resource.schema();
                let input = PlanInput {
                    schema: schema.clone(),
                    prior: request.prior_state,
                    config: request.config,
                    proposed: request.proposed_new_state,
                };
                self.plan(resource, &schema, input).await
            }
            Err(error) => (None, error.into()),
        };
        let Some(plan) = plan else {
            return PlanResponse {
                planned_state: Value::Null,
                requires_replace: Vec::new(),
                planned_private: private,
                legacy_type_system: false,
                diagnostics,
            };
        };
        PlanResponse {
            planned_state: plan.planned,
            requires_replace: plan.requires_replace,
            planned_private: private,
            legacy_type_system: plan.legacy,
            diagnostics,
        }
    }

    async fn plan(
        &self,
        resource: &Ref<dyn UntypedResource>,
        schema: &Ref<Schema>,
        input: PlanInput,
    ) -> (Option<ResourcePlan>, Diagnostics) {
        let name = schema.type_name.as_str();
        let (prior, config) = (input.prior.clone(), input.config.clone());
        let drafted = guarded(name, "plan", || draft(input, &self.inner.environment));
        let drafted = match drafted {
            Ok(drafted) => drafted,
            Err(error) => return (None, error.into()),
        };
        let hooked = drafted.wants_hook();
        let (mut core, legacy) = drafted.into_core();
        let mut diagnostics = Diagnostics::new();
        if hooked {
            let call = self.call(name, "plan", timeouts::DEFAULT, None);
            let cx = Cx::of(Arc::clone(&call));
            let resource = resource.clone();
            let author = async move { resource.plan(cx, core).await };
            match self.run_inline(&call, author).await {
                Ok((changed, result)) => {
                    core = changed;
                    call.conclude(result, &mut diagnostics);
                }
                Err(failure) => {
                    diagnostics.push(failure.diagnostic(&call));
                    return (None, diagnostics);
                }
            }
        }
        let mut plan = match guarded(name, "plan", || finish(core, legacy)) {
            Ok(plan) => plan,
            Err(error) => {
                diagnostics.push(error);
                return (None, diagnostics);
            }
        };
        let mut all = std::mem::take(&mut plan.diagnostics);
        all.extend(diagnostics);
        if !all.has_errors() {
            let in_place = matches!(prior, Value::Object(_))
                && matches!(plan.planned, Value::Object(_))
                && plan.planned != prior
                && plan.requires_replace.is_empty();
            if in_place
                && !resource.can_update()
                && !only_timeouts_change(schema, &prior, &plan.planned)
            {
                all.push(no_update(name));
            }
            if self.inner.strict && !plan.legacy {
                all.extend(compatible::check_plan(
                    schema,
                    &prior,
                    &config,
                    &plan.planned,
                ));
            }
        }
        (Some(plan), all)
    }
}
