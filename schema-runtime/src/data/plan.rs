//! [`PlanData`]: a resource in its plan hook.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::core::field_of;
use super::settle::{Around, settle_field};
use super::{Val, val};
use crate::attr::{Attr, AttrPath, ComputedOnly, Configurable, IntoField, walk};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::field_type::FieldType;
use crate::object::Root;
use crate::path::Path;
use crate::refs::Ref;
use crate::schema::{Flags, Schema};
use crate::value::Value;

/// What the plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanAction {
    /// There is no prior object (also the second plan of a replacement).
    Create,
    /// There is one, and something differs.
    Update,
    /// There is one, and nothing differs.
    NoOp,
}

/// The untyped half of [`PlanData`]: a plan that a hook may change.
pub struct PlanCore {
    pub(crate) schema: Ref<Schema>,
    pub(crate) prior: Value,
    pub(crate) config: Value,
    pub(crate) planned: Value,
    pub(crate) forced: Vec<Path>,
    pub(crate) fixed: BTreeSet<usize>,
    /// The plan with volatile fields unknown, while it is not needed because nothing changes.
    pub(crate) stirred: Option<Value>,
    pub(crate) diagnostics: Diagnostics,
}

impl std::fmt::Debug for PlanCore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        f.debug_struct("PlanCore")
            .field("type_name", &self.schema.type_name)
            .finish_non_exhaustive()
    }
}

impl PlanCore {
    /// The plan as it stands, and what it was made from.
    pub(crate) fn new(schema: Ref<Schema>, prior: Value, config: Value, planned: Value) -> Self {
        PlanCore {
            schema,
            prior,
            config,
            planned,
            forced: Vec::new(),
            fixed: BTreeSet::new(),
            stirred: None,
            diagnostics: Diagnostics::new(),
        }
    }

    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The prior object, or null.
    #[must_use]
    pub fn prior(&self) -> &Value {
        &self.prior
    }

    /// The configured object; it may hold unknowns.
    #[must_use]
    pub fn config(&self) -> &Value {
        &self.config
    }

    /// The planned object as it stands.
    #[must_use]
    pub fn planned(&self) -> &Value {
        &self.planned
    }

    /// Plans a value for a computed root field that is not configured. Anything else is an error
    /// that names the field: core refuses a plan that contradicts the configuration.
    pub fn set_new(&mut self, position: usize, value: Value) {
        let Some(field) = self.schema.block.fields.get(position) else {
            return;
        };
        let configured = !field_of(&self.config, position).is_null();
        if !field.is_wire_computed() || configured {
            let reason = if configured {
                "it is configured"
            } else {
                "it is not computed"
            };
            self.diagnostics.push(
                Diagnostic::error(format!("{} cannot be planned by the provider", field.name))
                    .with_detail(format!(
                        "The plan hook of {} set a new value for {}, but {reason}. This is a bug \
                         in the provider.",
                        self.schema.type_name, field.name
                    ))
                    .at(Path::of(field.name.clone())),
            );
            return;
        }
        self.fixed.insert(position);
        // A value that means the same as the prior one is no change.
        let around = Around {
            prior: &self.prior,
            config: &self.config,
            block: &self.schema.block,
        };
        let path = Path::of(field.name.clone());
        let prior = field_of(&self.prior, position);
        let value = settle_field(field, &path, around, value, prior, false);
        if let Value::Object(values) = &mut self.planned
            && let Some(place) = values.get_mut(position)
        {
            *place = value;
        }
    }

    /// Says that the change at this path cannot be made in place.
    pub fn force_replacement(&mut self, path: Path) {
        self.forced.push(path);
    }
}

/// A resource in its plan hook. The configuration may hold unknowns, so every value is null,
/// unknown or known.
pub struct PlanData<R> {
    core: PlanCore,
    marker: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for PlanData<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        f.write_str("PlanData")
    }
}

impl<R: Root> PlanData<R> {
    /// Around the untyped plan; for the shell and for tests.
    #[must_use]
    pub fn new(core: PlanCore) -> Self {
        PlanData {
            core,
            marker: PhantomData,
        }
    }

    /// The untyped plan.
    #[must_use]
    pub fn core(&self) -> &PlanCore {
        &self.core
    }

    /// The untyped plan, owned.
    #[must_use]
    pub fn into_core(self) -> PlanCore {
        self.core
    }

    fn read<P: AttrPath<Root = R>>(
        object: &Value,
        field: &P,
    ) -> Val<<P::Value as FieldType>::Known> {
        match walk(object, &field.steps()) {
            None => Val::Null,
            Some(value) => val(value).unwrap_or(Val::Null),
        }
    }

    /// The planned value: null, unknown or known. A write-only field is read from the
    /// configuration.
    #[must_use]
    pub fn get<P: AttrPath<Root = R>>(&self, field: P) -> Val<<P::Value as FieldType>::Known> {
        let write_only = match field.steps().first() {
            Some(crate::attr::TypedStep::Field(position)) => self
                .core
                .schema
                .block
                .fields
                .get(usize::from(*position))
                .is_some_and(|f| f.is(Flags::WRITE_ONLY)),
            _ => false,
        };
        if write_only {
            return Self::read(&self.core.config, &field);
        }
        Self::read(&self.core.planned, &field)
    }

    /// The configured value, without defaults: null, unknown or known.
    #[must_use]
    pub fn config<P: AttrPath<Root = R>>(&self, field: P) -> Val<<P::Value as FieldType>::Known> {
        Self::read(&self.core.config, &field)
    }

    /// The prior value, if there is one.
    #[must_use]
    pub fn prior<P: AttrPath<Root = R>>(&self, field: P) -> Option<<P::Value as FieldType>::Known> {
        Self::read(&self.core.prior, &field).known()
    }

    /// The planned value as its Terraform value, borrowed; it may hold unknowns further inside.
    #[must_use]
    pub fn get_ref<P: AttrPath<Root = R>>(&self, field: P) -> Option<&Value> {
        walk(&self.core.planned, &field.steps())
    }

    /// Whether the prior and the planned value differ, exactly; a planned unknown is a change.
    #[must_use]
    pub fn has_change<P: AttrPath<Root = R>>(&self, field: P) -> bool {
        let steps = field.steps();
        let old = walk(&self.core.prior, &steps).unwrap_or(&Value::Null);
        let new = walk(&self.core.planned, &steps).unwrap_or(&Value::Null);
        old != new
    }

    /// What the plan is for.
    #[must_use]
    pub fn action(&self) -> PlanAction {
        if !matches!(self.core.prior, Value::Object(_)) {
            PlanAction::Create
        } else if self.core.prior == self.core.planned {
            PlanAction::NoOp
        } else {
            PlanAction::Update
        }
    }

    /// Plans a value for a computed field that is not configured.
    pub fn set_new<T, A: Plannable, V: IntoField<T>>(&mut self, field: Attr<R, T, A>, value: V) {
        self.core.set_new(field.position(), value.into_field());
    }

    /// Plans a computed field that is not configured as unknown: it will be known after apply.
    pub fn set_unknown<T, A: Plannable>(&mut self, field: Attr<R, T, A>) {
        self.core.set_new(field.position(), Value::UNKNOWN);
    }

    /// Says that the change of this field cannot be made in place: the resource is replaced. A
    /// field that does not change forces nothing.
    pub fn force_replacement<P: AttrPath<Root = R>>(&mut self, field: P) {
        let path = field.path();
        self.core.force_replacement(path);
    }

    /// Refuses the plan, at a field.
    pub fn refuse<P: AttrPath<Root = R>>(
        &mut self,
        field: P,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        let path = field.path();
        self.core.diagnostics.error_at(path, summary, detail);
    }

    /// Warns, at a field.
    pub fn warn<P: AttrPath<Root = R>>(
        &mut self,
        field: P,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        let path = field.path();
        self.core.diagnostics.warn_at(path, summary, detail);
    }
}

/// Fields for which a provider may plan a value.
#[diagnostic::on_unimplemented(
    message = "a write-only field is never in a plan",
    label = "cannot be planned"
)]
pub trait Plannable {}

impl Plannable for Configurable {}
impl Plannable for ComputedOnly {}
