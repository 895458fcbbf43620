//! [`PlanCore`]: a plan between its two steps.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::slice::from_ref;
use std::sync::Arc;

use crate::attr::{TypedStep, to_path, walk};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::Path;
use crate::private::Private;
use crate::reconcile::{RootObjects, reconcile_field};
use crate::refs::Ref;
use crate::schema::{Block, Field, Schema};
use crate::secrets::SecretWatch;
use crate::value::{Value, field_of};

/// A plan that a hook may change: the untyped half of what provider developers see.
pub struct PlanCore {
    pub(crate) schema: Ref<Schema>,
    pub(crate) prior: Value,
    /// The id of the prior object, as a string.
    pub(crate) prior_id: Option<String>,
    pub(crate) config: Value,
    pub(crate) planned: Value,
    pub(crate) forced: Vec<Path>,
    pub(crate) fixed: BTreeSet<usize>,
    /// The values that the hook planned for nested fields.
    fixed_inside: Vec<(Vec<TypedStep>, Value)>,
    /// The plan with volatile fields unknown, kept in case something changes.
    pub(crate) with_volatile: Option<Value>,
    pub(crate) diagnostics: Diagnostics,
    private: Private,
    earlier: Option<Private>,
    private_for_apply: Private,
    /// As received with the call.
    identity: Option<Value>,
    /// As provider code set it.
    identity_set: Option<Value>,
    watch: Option<Arc<dyn SecretWatch>>,
}

// Values may be secret.
crate::debug::__debug!(PlanCore, |it| type_name = it.schema.type_name);

impl PlanCore {
    /// The plan unchanged, and what it was made from.
    pub(crate) fn new(schema: Ref<Schema>, prior: Value, config: Value, planned: Value) -> Self {
        PlanCore {
            prior_id: schema.id_in(&prior).map(Cow::into_owned),
            schema,
            prior,
            config,
            planned,
            forced: Vec::new(),
            fixed: BTreeSet::new(),
            fixed_inside: Vec::new(),
            with_volatile: None,
            diagnostics: Diagnostics::new(),
            private: Private::default(),
            earlier: None,
            private_for_apply: Private::default(),
            identity: None,
            identity_set: None,
            watch: None,
        }
    }

    /// Adds a watcher that receives every value that may be secret: those planned so far, and those
    /// that the hook sets.
    #[must_use]
    pub fn with_secret_watch(mut self, watch: Arc<dyn SecretWatch>) -> Self {
        if let Value::Object(values) = &self.planned {
            watch.note(&self.schema.block.fields, values);
        }
        self.watch = Some(watch);
        self
    }

    /// Adds the provider developer's private data: `kept` with the prior object, and what an
    /// `earlier` plan of this change left, if the caller has it.
    #[must_use]
    pub fn with_private(mut self, kept: Private, earlier: Option<Private>) -> Self {
        self.private_for_apply = earlier.as_ref().unwrap_or(&kept).clone();
        self.private = kept;
        self.earlier = earlier;
        self
    }

    /// The provider developer's private data kept with the prior object, with what the hook wrote
    /// since.
    #[must_use]
    pub fn private(&self) -> &Private {
        &self.private
    }

    /// The private data that the earlier plan of this change left, if the caller has it.
    #[must_use]
    pub fn earlier_private(&self) -> Option<&Private> {
        self.earlier.as_ref()
    }

    /// The private data for create or update: from the earlier plan, else from the prior object,
    /// with what the hook wrote.
    #[must_use]
    pub fn private_for_apply(&self) -> &Private {
        &self.private_for_apply
    }

    /// Changes the provider developer's private data.
    pub fn change_private(&mut self, change: impl Fn(&mut Private)) {
        change(&mut self.private);
        change(&mut self.private_for_apply);
    }

    /// Adds the identity of the prior object, if it is stored.
    #[must_use]
    pub fn with_identity(mut self, identity: Option<Value>) -> Self {
        self.identity = identity;
        self
    }

    /// The object's identity: the one that the hook set, else the stored one.
    #[must_use]
    pub fn identity(&self) -> Option<&Value> {
        self.identity_set.as_ref().or(self.identity.as_ref())
    }

    /// The identity that the hook set; it may hold unknowns.
    #[must_use]
    pub fn identity_set(&self) -> Option<&Value> {
        self.identity_set.as_ref()
    }

    /// Plans the identity of a resource whose identity does not consist of its fields. A plan that
    /// replaces the object names the old identity and ignores this one: the plan of the new object,
    /// which follows, asks the hook again.
    pub fn set_identity(&mut self, identity: Value) {
        self.identity_set = Some(identity);
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

    /// The planned object unchanged.
    #[must_use]
    pub fn planned(&self) -> &Value {
        &self.planned
    }

    /// Plans a value for a computed root field that is not configured. Anything else is an error
    /// that names the field: core rejects a plan that contradicts the configuration.
    pub fn set_new_field(&mut self, position: usize, value: Value) {
        let Some(field) = self.schema.block.fields.get(position) else {
            return;
        };
        let value = field.grouped(value);
        if let Some(watch) = &self.watch {
            watch.note(from_ref(field), from_ref(&value));
        }
        let configured = !field_of(&self.config, position).is_null();
        if let Some(refused) = self.refused(field, Path::new(field.name.clone()), configured) {
            self.diagnostics.push(refused);
            return;
        }
        self.fixed.insert(position);
        // A value that means the same as the prior one is not a change.
        let root = RootObjects {
            prior: &self.prior,
            config: &self.config,
            block: &self.schema.block,
        };
        let path = Path::new(field.name.clone());
        let prior = field_of(&self.prior, position);
        let value = reconcile_field(field, &path, root, value, prior, false);
        if let Value::Object(values) = &mut self.planned
            && let Some(place) = values.get_mut(position)
        {
            *place = value;
        }
    }

    /// Plans a value for a computed field at a typed path, such as one of a nested struct. If
    /// nothing is at that path, or the object around it is unknown, there is nothing to plan.
    pub fn set_new_at(&mut self, steps: &[TypedStep], value: Value) {
        if let [TypedStep::Field(position)] = steps {
            return self.set_new_field(usize::from(*position), value);
        }
        let schema = self.schema.clone();
        let Some((field, end)) = innermost(&schema.block, steps) else {
            return;
        };
        if let Some(watch) = &self.watch {
            watch.note(from_ref(field), from_ref(&value));
        }
        let around = steps.get(..end).unwrap_or_default();
        let configured = walk(&self.config, around).is_some_and(|value| !value.is_null());
        let path = to_path(&schema.block, steps);
        if let Some(refused) = self.refused(field, path, configured) {
            self.diagnostics.push(refused);
        } else if put(&mut self.planned, steps, value.clone()) {
            self.fixed_inside.push((steps.to_vec(), value));
        }
    }

    /// Plans again what the hook planned for nested fields.
    pub(crate) fn keep_fixed_inside(&mut self) {
        for (steps, value) in &self.fixed_inside {
            put(&mut self.planned, steps, value.clone());
        }
    }

    fn refused(&self, field: &Field, path: Path, configured: bool) -> Option<Diagnostic> {
        let reason = match (configured, field.is_wire_computed()) {
            (true, _) => "it is configured",
            (false, false) => "it is not computed",
            (false, true) => return None,
        };
        let detail = format!(
            "The plan hook of {} set a new value for {path}, but {reason}. This is a bug in the provider.",
            self.schema.type_name
        );
        let error = Diagnostic::error(format!("{path} cannot be planned by the provider"));
        Some(error.with_detail(detail).at(path))
    }

    /// Records that the change at this path cannot be made in place.
    pub fn require_replace_at(&mut self, path: Path) {
        self.forced.push(path);
    }
}

/// The innermost field on a path, and the number of steps to it.
fn innermost<'b>(block: &'b Block, steps: &[TypedStep]) -> Option<(&'b Field, usize)> {
    let (mut inside, mut found) = (Some(block), None);
    for (count, step) in (1..).zip(steps) {
        if let TypedStep::Field(position) = step {
            let field = inside?.fields.get(usize::from(*position))?;
            found = Some((field, count));
            inside = field.nested_block().map(|(_, nested)| &**nested);
        }
    }
    found
}

/// Writes a value at a path; returns whether the path leads anywhere.
fn put(root: &mut Value, steps: &[TypedStep], value: Value) -> bool {
    let mut place = root;
    for step in steps {
        let next = match (step, place) {
            (TypedStep::Field(position), Value::Object(fields)) => {
                fields.get_mut(usize::from(*position))
            }
            (TypedStep::Index(index), Value::List(elements)) => elements.get_mut(*index),
            (TypedStep::Key(key), Value::Map(map)) => map.get_mut(key),
            _ => None,
        };
        match next {
            Some(next) => place = next,
            None => return false,
        }
    }
    *place = value;
    true
}
