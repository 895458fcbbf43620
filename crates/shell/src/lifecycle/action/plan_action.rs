//! Planning an action.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_runtime::validate::with_defaults;
use schema_runtime::value::Value;

use crate::context::{CallKind, Cx, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::entries::Entry;
use crate::lifecycle::validate_config::says_nothing;
use crate::result::reported;
use crate::untyped::UntypedAction;

/// A request to plan an action.
#[derive(Clone)]
pub struct PlanActionRequest {
    /// The action's type.
    pub type_name: String,
    /// Its configuration, in which values may be unknown.
    pub config: Value,
    /// Whether the action may be deferred.
    pub deferral_allowed: bool,
}

/// The result of planning an action.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanActionResponse {
    /// The action cannot be planned until all settings of the provider are known.
    pub deferred: bool,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Plans an action: reports errors in the known part of its configuration.
    pub async fn plan_action(&self, request: PlanActionRequest) -> PlanActionResponse {
        let now = |diagnostics| PlanActionResponse {
            deferred: false,
            diagnostics,
        };
        if let Some(behind) = self.behind(SchemaKind::Action, &request.type_name) {
            let asked =
                BehindRequest::of(BehindCall::PlanAction, &request.type_name, request.config);
            return now(behind.ask(asked).await.diagnostics);
        }
        let mut diagnostics = Diagnostics::new();
        let entry = match self.action_entry(&request.type_name) {
            Ok(entry) => entry,
            Err(error) => return now(error.into()),
        };
        // Without a block `config` Terraform (1.14, 1.15) cannot show anything: see `says_nothing`.
        if !request.config.is_null() {
            diagnostics = self.wrong_in_action(entry, &request.config).await;
        }
        let deferred =
            request.deferral_allowed && self.settings_unknown() && !diagnostics.has_errors();
        if !deferred && !diagnostics.has_errors() && !request.config.is_null() {
            self.plan_of_provider(entry, request.config, &mut diagnostics)
                .await;
        }
        PlanActionResponse {
            deferred,
            diagnostics,
        }
    }

    /// Errors in the configuration of an action, now that more of it is known than at validation.
    /// Warnings were reported then, if it was validated.
    pub(crate) async fn wrong_in_action(
        &self,
        entry: &Entry<dyn UntypedAction>,
        config: &Value,
    ) -> Diagnostics {
        let told = !says_nothing(&entry.schema, config);
        let found = self.check(Ok(entry), config).await.into_iter();
        found.filter(|one| !told || one.is_error()).collect()
    }

    /// What provider code reports in advance, if it has a plan.
    pub(super) async fn plan_of_provider(
        &self,
        entry: &Entry<dyn UntypedAction>,
        config: Value,
        diagnostics: &mut Diagnostics,
    ) {
        if !entry.code.has_plan() {
            return;
        }
        let schema = entry.code.schema();
        let call = self.call(&schema.type_name, CallKind::Plan, call_timeout::DEFAULT);
        let cx = Cx::of(Arc::clone(&call));
        let (code, environment) = (entry.code.clone(), Arc::clone(&self.inner.environment));
        let provider_code = async move {
            cx.mask_secrets(&schema.block, &config);
            // Defaults may be the provider developer's functions; their errors were reported above.
            let filled = with_defaults(&schema, &config, &environment).0.into_owned();
            cx.mask_secrets(&schema.block, &filled);
            code.plan(cx, filled).await
        };
        let planned = self.run_or_error(&call, provider_code).await;
        if let Some(result) = reported(planned, diagnostics) {
            call.conclude(result, diagnostics);
        }
    }
}
