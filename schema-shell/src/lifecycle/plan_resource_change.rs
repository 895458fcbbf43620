//! Planning a change.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use schema_runtime::data::not_finite;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::plan::{PlanInput, ResourcePlan, draft, finish, only_timeouts_change};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::value::Value;

use super::call::guarded;
use super::core_checks::check_plan;
use super::entries::Entry;
use super::identity;
use super::instance::Instance;
use crate::context::{Call, Cx};
use crate::default_methods::calls_default;
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
    /// What identifies the object, if that is stored. Of the create half of a replacement it is that of the object that
    /// is to go.
    pub prior_identity: Option<Value>,
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
    /// What is to identify the object, if its type says that; of a new one it may hold unknowns.
    pub planned_identity: Option<Value>,
    /// The plan needs the tolerance that core has for the Go SDK.
    pub legacy_type_system: bool,
    /// Errors and warnings. With an error the rest is of no use.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Plans a change. The same request gets the same answer.
    pub async fn plan_resource_change(&self, request: PlanRequest) -> PlanResponse {
        let private = request.prior_private;
        let prior = request.prior_state.clone();
        let mut identity_schema = None;
        let (plan, mut diagnostics) = match self.resource_entry(&request.type_name) {
            Ok(entry) => {
                let schema = entry.code.schema();
                identity_schema = entry.identity.clone();
                let input = PlanInput {
                    schema: schema.clone(),
                    prior: request.prior_state,
                    config: request.config,
                };
                self.plan(entry, &schema, input).await
            }
            Err(error) => (None, error.into()),
        };
        let Some(plan) = plan else {
            return PlanResponse {
                planned_state: Value::Null,
                requires_replace: Vec::new(),
                planned_private: private,
                planned_identity: None,
                legacy_type_system: false,
                diagnostics,
            };
        };
        let planned_identity = identity_schema.and_then(|schema| {
            let replaces = !plan.requires_replace.is_empty();
            let change = (&prior, &plan.planned);
            identity::planned(
                &schema,
                change,
                request.prior_identity,
                replaces,
                &mut diagnostics,
            )
        });
        PlanResponse {
            planned_state: plan.planned,
            requires_replace: plan.requires_replace,
            planned_private: private,
            planned_identity,
            legacy_type_system: plan.legacy,
            diagnostics,
        }
    }

    async fn plan(
        &self,
        entry: &Entry<dyn UntypedResource>,
        schema: &Ref<Schema>,
        input: PlanInput,
    ) -> (Option<ResourcePlan>, Diagnostics) {
        let name = schema.type_name.as_str();
        let (prior, config) = (input.prior.clone(), input.config.clone());
        let environment = &self.inner.environment;
        // A destroy is planned without a look at anything.
        let ours =
            !matches!(config, Value::Object(_)) || (!entry.functions() && entry.plan.is_known());
        let steps = if ours {
            guarded(name, "plan", || {
                let (core, legacy) = draft(input, environment).into_core();
                (finish(core, legacy), Diagnostics::new())
            })
        } else {
            let call = self.call(name, "plan", timeouts::DEFAULT, None);
            let (code, environment) = (entry.code.clone(), Arc::clone(environment));
            let author = two_steps(code, input, environment, Arc::clone(&call));
            match self.run(&call, author).await {
                Ok((plan, diagnostics, is_default)) => {
                    entry.plan.remember(is_default);
                    Ok((plan, diagnostics))
                }
                Err(failure) => Err(failure.diagnostic(&call)),
            }
        };
        let (mut plan, diagnostics) = match steps {
            Ok(steps) => steps,
            Err(error) => return (None, error.into()),
        };
        let mut all = std::mem::take(&mut plan.diagnostics);
        all.extend(diagnostics);
        if !all.has_errors() {
            let in_place = matches!(prior, Value::Object(_))
                && matches!(plan.planned, Value::Object(_))
                && plan.planned != prior
                && plan.requires_replace.is_empty();
            if in_place
                && !entry.code.can_update()
                && !only_timeouts_change(schema, &prior, &plan.planned)
            {
                all.push(no_update(name));
            }
            all.extend(not_finite(&schema.block, &plan.planned, NOT_STORED));
            if self.inner.strict && !plan.legacy {
                all.extend(check_plan(schema, &prior, &config, &plan.planned));
            }
        }
        (Some(plan), all)
    }
}

/// What becomes of an infinite number in a plan.
const NOT_STORED: &str = "The object would be lost when it is made.";

/// A plan with the author's hook between its steps: what the hook said, and whether there is none.
async fn two_steps(
    resource: Ref<dyn UntypedResource>,
    input: PlanInput,
    environment: Arc<Environment>,
    call: Arc<Call>,
) -> (ResourcePlan, Diagnostics, bool) {
    let mut diagnostics = Diagnostics::new();
    let mut is_default = false;
    let drafted = draft(input, &environment);
    let hooked = drafted.wants_hook();
    let (mut core, legacy) = drafted.into_core();
    if hooked {
        let cx = Cx::of(Arc::clone(&call));
        let implementor = resource.implementor();
        let (mut hook, at_once) = calls_default(implementor, || resource.plan(cx, core));
        let first = poll_fn(|context| {
            Poll::Ready(calls_default(implementor, || hook.as_mut().poll(context)))
        });
        let (first, in_first) = first.await;
        is_default = at_once || in_first;
        let (changed, result) = match first {
            Poll::Ready(ended) => ended,
            Poll::Pending => hook.await,
        };
        core = changed;
        call.conclude(result, &mut diagnostics);
    }
    (finish(core, legacy), diagnostics, is_default)
}
