//! Planning a change.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use schema_runtime::data::not_finite;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::plan::{PlanCore, PlanInput, ResourcePlan, completes_itself, draft, finish};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, IdentitySchema, Schema, SchemaKind};
use schema_runtime::value::Value;

use super::core_checks::check_plan;
use crate::context::{Call, CallKind, Cx, call_timeout};
use crate::lifecycle::identity::{self, Carried};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::call::guarded;
use crate::lifecycle::instance::entries::Entry;
use crate::lifecycle::private::PrivateData;
use crate::process::masks::Masks;
use crate::untyped::default_methods::calls_default;
use crate::untyped::{UntypedResource, no_update};

/// A request to plan a change.
#[derive(Clone)]
pub struct PlanRequest {
    /// The resource's type.
    pub type_name: String,
    /// The prior state; null for a create.
    pub prior_state: Value,
    /// The configured object; null for a destroy.
    pub config: Value,
    /// The private data kept with the object. It is ignored without a prior state: in the create
    /// half of a replacement, it comes from the plan of the object to be replaced.
    pub prior_private: Vec<u8>,
    /// The private data for the apply from an earlier plan of this change, if the caller kept it;
    /// see [`PlanData::earlier_private`](schema_runtime::data::PlanData::earlier_private).
    pub planned_private: Option<Vec<u8>>,
    /// The stored identity of the object, if any. In the create half of a replacement, it belongs
    /// to the object to be replaced.
    pub prior_identity: Option<Value>,
}

/// A plan.
#[derive(Clone, PartialEq)]
pub struct PlanResponse {
    /// The planned state.
    pub planned_state: Value,
    /// Changes that cannot be made in place.
    pub requires_replace: Vec<Path>,
    /// The private data for the apply.
    pub planned_private: Vec<u8>,
    /// The planned identity, if its type has one; for a new object it may contain unknown values.
    pub planned_identity: Option<Value>,
    /// The plan needs Terraform Core's tolerance for the Go SDK.
    pub legacy_type_system: bool,
    /// Errors and warnings. With an error the rest is meaningless.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Plans a change. The same request gets the same answer.
    pub async fn plan_resource_change(&self, mut request: PlanRequest) -> PlanResponse {
        if let Some(behind) = self.behind(SchemaKind::Resource, &request.type_name) {
            let asked = BehindRequest {
                prior_state: request.prior_state,
                private: request.prior_private,
                identity: request.prior_identity,
                provider_meta: self.provider_meta.clone(),
                ..BehindRequest::of(BehindCall::Plan, &request.type_name, request.config)
            };
            let answer = behind.ask(asked).await;
            return PlanResponse {
                planned_state: answer.object.state,
                requires_replace: answer.requires_replace,
                planned_private: answer.object.private,
                planned_identity: answer.object.identity,
                legacy_type_system: answer.legacy_type_system,
                diagnostics: answer.diagnostics,
            };
        }
        let there = matches!(request.prior_state, Value::Object(_));
        let identified_by = self.inner.schemas.identities.get(&request.type_name);
        let (mut prior_private, carried) =
            Carried::take(identified_by.map(|schema| &**schema), request.prior_private);
        if !there {
            // A replacement inherits nothing from the object it replaces. Terraform sends the old
            // identity again; OpenTofu does not.
            prior_private.clear();
            request.prior_identity = request.prior_identity.or(carried.prior);
        }
        let earlier = request.planned_private;
        let earlier = earlier.map(|earlier| Carried::take(None, earlier).0);
        // If the hook leaves empty data, Terraform sends nothing.
        let earlier = earlier.filter(|earlier| !earlier.is_empty());
        let kept = Kept {
            prior: PrivateData::read(&prior_private),
            earlier: earlier.as_deref().map(PrivateData::read),
            identity: request.prior_identity.clone().filter(|_| there),
        };
        let mut identity_schema = None;
        let mut set_by_hook = SetByHook::default();
        let (plan, mut diagnostics) = match self.resource_entry(&request.type_name) {
            Ok(entry) => {
                let schema = entry.code.schema();
                identity_schema = entry.identity.clone();
                let input = PlanInput {
                    schema: schema.clone(),
                    prior: request.prior_state,
                    config: request.config,
                };
                self.plan(entry, &schema, input, kept, &mut set_by_hook)
                    .await
            }
            Err(error) => (None, error.into()),
        };
        // Data that no hook changed are passed on byte for byte.
        let mut private = set_by_hook.private.unwrap_or(match earlier {
            Some(earlier) if plan.is_some() => earlier,
            _ => prior_private,
        });
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
            if let (true, false, Some(stored)) = (there, replaces, &request.prior_identity)
                && matches!(plan.planned, Value::Object(_))
            {
                // For an identity struct, only the identity made at run time shows that.
                let said = identity::hidden(Some(stored), set_by_hook.identity.as_ref());
                let hidden = [said, std::mem::take(&mut set_by_hook.hidden)].concat();
                diagnostics.extend(identity::made_unknown(&schema, stored, &hidden));
            }
            let goes = replaces || !there || !matches!(plan.planned, Value::Object(_));
            let stored = request.prior_identity.clone();
            let planned = identity::planned(
                &schema,
                there,
                &plan.planned,
                set_by_hook.identity,
                request.prior_identity,
                replaces,
                &mut diagnostics,
            );
            let carried = Carried {
                planned: planned.clone().filter(|_| !there),
                prior: stored.filter(|_| goes || planned.is_none()),
            };
            private = carried.put(&schema, std::mem::take(&mut private));
            planned
        });
        PlanResponse {
            planned_state: plan.planned,
            requires_replace: plan.requires_replace,
            planned_private: self.stored(private),
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
        kept: Kept,
        set_by_hook: &mut SetByHook,
    ) -> (Option<ResourcePlan>, Diagnostics) {
        let name = schema.type_name.as_str();
        let environment = &self.inner.environment;
        // The plan is checked against this: copied only if the check is on.
        let strict = self.inner.strict;
        let looks = strict || !entry.code.can_update();
        let prior = looks.then(|| input.prior.clone());
        let strict_config = strict.then(|| input.config.clone());
        // A destroy is planned without checks.
        let destroys = !matches!(input.config, Value::Object(_));
        let waits = !destroys && self.waits_for_settings();
        let ours = destroys || (!entry.functions() && (waits || entry.plan.is_known()));
        let steps = if ours {
            guarded(name, CallKind::Plan, || {
                let (core, legacy) = draft(input, environment).into_core();
                (finish(core, legacy), Diagnostics::new())
            })
        } else {
            let call = self.call(name, CallKind::Plan, call_timeout::DEFAULT);
            let (code, environment) = (entry.code.clone(), Arc::clone(environment));
            call.masks
                .mask_secrets(&schema.block, [&input.prior, &input.config]);
            let (identified_by, own) = (entry.identity.clone(), Arc::clone(&call));
            let provider_code =
                plan_with_hook(code, input, kept, identified_by, !waits, environment, own);
            let planned = self.run_or_error(&call, provider_code).await;
            planned.map(|(plan, diagnostics, set, is_default)| {
                if !waits {
                    entry.plan.remember(is_default);
                }
                *set_by_hook = set;
                (plan, diagnostics)
            })
        };
        let (mut plan, diagnostics) = match steps {
            Ok(steps) => steps,
            Err(error) => return (None, error.into()),
        };
        let mut all = std::mem::take(&mut plan.diagnostics);
        all.extend(diagnostics);
        // A deferred change is planned again, so this plan does not bind the provider.
        if !all.has_errors() && !self.is_put_off() {
            if let Some(prior @ Value::Object(_)) = &prior
                && !entry.code.can_update()
                && matches!(plan.planned, Value::Object(_))
                && plan.planned != *prior
                && plan.requires_replace.is_empty()
                && !completes_itself(schema, prior, &plan.planned)
            {
                all.push(no_update(name));
            }
            all.extend(not_finite(&schema.block, &plan.planned, NOT_STORED));
            if let (Some(prior), Some(config), false) = (&prior, &strict_config, plan.legacy) {
                all.extend(check_plan(schema, prior, config, &plan.planned));
            }
        }
        (Some(plan), all)
    }
}

/// The error for an infinite number in a plan.
const NOT_STORED: &str = "The object would be lost after its creation.";

/// The private data kept with the object, and what an earlier plan of the change left.
struct Kept {
    prior: PrivateData,
    earlier: Option<PrivateData>,
    /// The object's identity.
    identity: Option<Value>,
}

/// What a hook sets besides the planned object.
#[derive(Default)]
struct SetByHook {
    /// The private data for the apply, if the hook changed them.
    private: Option<Vec<u8>>,
    /// The object's identity, if the hook set it.
    identity: Option<Value>,
    /// Which identity fields it made unknown, by their positions in the identity.
    hidden: Vec<usize>,
}

/// A plan with the provider developer's hook, if it is called, between its steps; what the hook
/// reported and set, and whether there is no hook.
async fn plan_with_hook(
    resource: Ref<dyn UntypedResource>,
    input: PlanInput,
    kept: Kept,
    identified_by: Option<Ref<IdentitySchema>>,
    asks: bool,
    environment: Arc<Environment>,
    call: Arc<Call>,
) -> (ResourcePlan, Diagnostics, SetByHook, bool) {
    let mut diagnostics = Diagnostics::new();
    let mut is_default = false;
    let mut set_by_hook = SetByHook::default();
    let drafted = draft(input, &environment);
    let asks = asks && drafted.wants_hook();
    let (core, legacy) = drafted.into_core();
    // Defaults are filled in now.
    let mut core = Masks::watching_plan(&call.masks, core);
    if asks {
        let earlier = kept.earlier.as_ref();
        let earlier = earlier.map(|earlier| earlier.provider.clone());
        core = core
            .with_private(kept.prior.provider.clone(), earlier)
            .with_identity(kept.identity.clone());
        let cx = Cx::of(Arc::clone(&call));
        let implementor = resource.implementor();
        let identified = |core: &PlanCore| identified_by.as_ref()?.of_object(core.planned());
        let before = identified(&core);
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
        // The provider developer's part after the hook.
        let (private, before_it) = (core.private_for_apply(), kept.earlier.unwrap_or(kept.prior));
        set_by_hook = SetByHook {
            private: (before_it.provider != *private).then(|| before_it.with(private).to_bytes()),
            identity: core.identity_set().cloned(),
            hidden: identity::hidden(before.as_ref(), identified(&core).as_ref()),
        };
        call.conclude(result, &mut diagnostics);
    }
    let plan = finish(core, legacy);
    (plan, diagnostics, set_by_hook, is_default)
}
