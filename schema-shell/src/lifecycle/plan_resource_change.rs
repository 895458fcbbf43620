//! Planning a change.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::plan::{PlanInput, ResourcePlan, draft, finish, only_timeouts_change};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::call::guarded;
use super::core_checks::check_plan;
use super::instance::Instance;
use crate::context::Cx;
use crate::timeouts;
use crate::untyped::{UntypedResource, no_update};

/// What a plan is made from.
#[derive(Clone)]
pub struct PlanRequest {
    /// The resource's type.
    pub type_name: String,
    /// The object as it is; null for a create.
    pub prior_state: Value,
    /// The configured object; null for a destroy.
    pub config: Value,
    /// What is kept with the object.
    pub prior_private: Vec<u8>,
}

/// A plan.
#[derive(Clone, PartialEq)]
pub struct PlanResponse {
    /// The object as it should be.
    pub planned_state: Value,
    /// Changes that cannot be made in place.
    pub requires_replace: Vec<Path>,
    /// What apply gets.
    pub planned_private: Vec<u8>,
    /// The plan needs the tolerance that core has for the Go SDK.
    pub legacy_type_system: bool,
    /// Errors and warnings. With an error the rest is of no use.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Plans a change. The same request gets the same answer.
    pub async fn plan_resource_change(&self, request: PlanRequest) -> PlanResponse {
        let private = request.prior_private;
        let (plan, diagnostics) = match self.resource(&request.type_name) {
            Ok(resource) => {
                let schema = resource.schema();
                let input = PlanInput {
                    schema: schema.clone(),
                    prior: request.prior_state,
                    config: request.config,
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
                all.extend(check_plan(schema, &prior, &config, &plan.planned));
            }
        }
        (Some(plan), all)
    }
}
