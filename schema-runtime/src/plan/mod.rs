//! The plan of one resource: what it should become, and whether that needs a replacement.
//!
//! The engine reads the **configuration**; prior values only supply those of computed fields. Its
//! result satisfies Terraform Core's own checks without the legacy flag (except with state
//! functions). It is a pure function: the same arguments give the same plan.
//!
//! A plan is made in two steps, with room for a plan hook between them: [`draft`] and [`finish`].
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::codec::{UnsupportedAttributes, json};
//! use schema_runtime::object::schema;
//! use schema_runtime::plan::{PlanInput, plan};
//! use schema_runtime::refs::Ref;
//! use schema_runtime::schema::Environment;
//!
//! let image = schema::<Image>();
//! let object = |text: &str| json::decode_block(&image.block, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
//! let input = PlanInput {
//!     schema: Ref::Static { value: image },
//!     prior: object(r#"{"id": "1", "name": "a", "size_mb": 8, "format": "raw", "sha256": "c0ffee"}"#),
//!     config: object(r#"{"name": "b"}"#),
//! };
//! let planned = plan(input, &Environment::default());
//! // The name is `force_new`: another one is another image.
//! assert_eq!(planned.requires_replace[0].to_string(), "name");
//! ```

mod completed;
mod differences;
mod lists;
mod plan_core;
mod planned_state;
mod recompute;
mod replace;
mod sets;

#[doc(hidden)]
pub use completed::completes_itself;
pub use differences::{Difference, differences};
pub use plan_core::PlanCore;

use crate::diagnostics::Diagnostics;
use crate::path::Path;
use crate::refs::Ref;
use crate::schema::{Environment, Schema};
use crate::value::Value;

/// The input of a plan. Core's proposal is not part of it: the engine itself takes from the prior
/// object every value that core takes from there.
#[derive(Clone, Debug)]
pub struct PlanInput {
    /// The resource's schema.
    pub schema: Ref<Schema>,
    /// The prior object; null for a create.
    pub prior: Value,
    /// The configured object, which may hold unknowns; null for a destroy.
    pub config: Value,
}

/// A plan before its hook.
#[derive(Debug)]
#[doc(hidden)]
pub struct Draft {
    core: PlanCore,
    legacy: bool,
}

/// A finished plan.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourcePlan {
    /// The planned object; what becomes known only in the apply is unknown. Null for a destroy.
    pub planned: Value,
    /// Paths, down to the leaf, of changes that cannot be made in place; they stop at a set.
    pub requires_replace: Vec<Path>,
    /// Whether the answer needs the legacy flag: only with a state function.
    pub legacy: bool,
    /// Errors and warnings. After an error the rest is meaningless.
    pub diagnostics: Diagnostics,
}

impl Draft {
    /// The plan so far, for the hook.
    #[must_use]
    pub fn core(&self) -> &PlanCore {
        &self.core
    }

    /// Whether a hook should run: not on destroy, nor after an error.
    #[must_use]
    pub fn wants_hook(&self) -> bool {
        matches!(self.core.planned, Value::Object(_)) && !self.core.diagnostics.has_errors()
    }

    /// The plan unchanged, to pass to the hook's [`PlanData`](crate::data::PlanData) and back to
    /// [`finish`], and whether the answer needs the legacy flag.
    #[must_use]
    pub fn into_core(self) -> (PlanCore, bool) {
        (self.core, self.legacy)
    }
}

/// Makes the plan, without what a hook adds.
#[must_use]
#[doc(hidden)]
pub fn draft(input: PlanInput, environment: &Environment) -> Draft {
    let PlanInput {
        schema,
        prior,
        config,
    } = input;
    let plan_state = |volatile| match &config {
        Value::Object(values) => {
            planned_state::plan_state(&schema, &prior, values, &config, environment, volatile)
        }
        _ => (Value::Null, Diagnostics::new(), false),
    };
    let (planned, diagnostics, legacy) = plan_state(false);
    let volatile = matches!(prior, Value::Object(_)) && recompute::has_volatile(&schema.block);
    let with_volatile = volatile.then(|| plan_state(true).0);
    let mut core = PlanCore::new(schema, prior, config, planned);
    core.diagnostics = diagnostics;
    core.with_volatile = with_volatile;
    update_computed(&mut core);
    Draft { core, legacy }
}

/// Finishes a plan after its hook (or without one).
#[must_use]
#[doc(hidden)]
pub fn finish(mut core: PlanCore, legacy: bool) -> ResourcePlan {
    update_computed(&mut core);
    let requires_replace = match (&core.prior, &core.planned) {
        (prior @ Value::Object(_), planned @ Value::Object(_)) => replace::paths(
            &core.schema.block,
            prior,
            planned,
            &core.config,
            &core.forced,
        ),
        _ => Vec::new(),
    };
    let planned = if core.planned == core.prior {
        // Equal values may differ in form (a number read from text or from a float).
        core.prior
    } else {
        core.planned
    };
    ResourcePlan {
        planned,
        requires_replace,
        legacy,
        diagnostics: core.diagnostics,
    }
}

/// Draft and finish in one, for resources without a hook.
#[must_use]
pub fn plan(input: PlanInput, environment: &Environment) -> ResourcePlan {
    let (core, legacy) = draft(input, environment).into_core();
    finish(core, legacy)
}

/// Updates computed fields for what changes.
fn update_computed(core: &mut PlanCore) {
    when_changed(core);
    let (Value::Object(prior), Value::Object(planned)) = (&core.prior, &mut core.planned) else {
        return;
    };
    if core.with_volatile.is_none() || !completed::needs_provider_code(&core.schema, prior, planned)
    {
        return;
    }
    let Some(Value::Object(with_volatile)) = core.with_volatile.take() else {
        return;
    };
    for (position, (place, value)) in planned.iter_mut().zip(with_volatile).enumerate() {
        if !core.fixed.contains(&position) && !place.is_unknown() {
            *place = value;
        }
    }
    core.keep_fixed_inside();
    // Other fields may depend on what has just become unknown.
    when_changed(core);
}

fn when_changed(core: &mut PlanCore) {
    if let (Value::Object(prior), Value::Object(config), Value::Object(planned)) =
        (&core.prior, &core.config, &mut core.planned)
    {
        recompute::when_changed(&core.schema.block, prior, config, planned, &core.fixed);
    }
}

#[cfg(test)]
mod tests;
