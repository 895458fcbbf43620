//! [`Planning`]: the planned state of a resource, made from its configuration and prior state.

use crate::diagnostics::Diagnostics;
use crate::path::{Path, Step, map_steps};
use crate::reconcile::{RootObjects, same_meaning};
use crate::refs::Ref;
use crate::schema::{Block, Environment, Field, Flags, Nesting, Schema};
use crate::validate::valid_default;
use crate::value::Value;

/// Walks the configuration and the prior object together.
pub(super) struct Planning<'a> {
    environment: &'a Environment,
    root: RootObjects<'a>,
    path: Path,
    pub(super) diagnostics: Diagnostics,
    legacy: bool,
    /// Whether volatile fields are open: something changes.
    pub(super) volatile: bool,
}

/// The prior values.
#[derive(Clone, Copy)]
pub(super) struct Prior<'v> {
    /// The continued element, the source of computed values; `None` for a new one.
    pub(super) continued: Option<&'v Value>,
    /// The prior value at the same place: a value that means the same keeps its form, as core
    /// requires. It differs from the other only in list elements.
    pub(super) placed: Option<&'v Value>,
}

impl<'v> Prior<'v> {
    pub(super) const NONE: Prior<'static> = Prior {
        continued: None,
        placed: None,
    };

    pub(super) fn of(value: &'v Value) -> Self {
        Prior {
            continued: Some(value),
            placed: Some(value),
        }
    }

    fn map(self, part: impl Fn(&'v Value) -> Option<&'v Value>) -> Self {
        Prior {
            continued: self.continued.and_then(&part),
            placed: self.placed.and_then(part),
        }
    }

    fn field(self, position: usize) -> Self {
        self.map(|value| Some(value.as_object()?.get(position).unwrap_or(&Value::Null)))
    }
}

/// The planned object, the diagnostics, and whether a state function was used. `volatile` says that
/// something changes, so volatile fields are unknown.
pub(super) fn plan_state(
    schema: &Schema,
    prior: &Value,
    values: &[Value],
    config: &Value,
    environment: &Environment,
    volatile: bool,
) -> (Value, Diagnostics, bool) {
    let mut planning = Planning {
        environment,
        root: RootObjects {
            prior,
            config,
            block: &schema.block,
        },
        path: Path::root(),
        diagnostics: Diagnostics::new(),
        legacy: false,
        volatile,
    };
    let planned = planning.object(&schema.block, Prior::of(prior), values);
    (planned, planning.diagnostics, planning.legacy)
}

impl Planning<'_> {
    /// An object; if it continues none, everything computed is open.
    fn object(&mut self, block: &Block, prior: Prior<'_>, config: &[Value]) -> Value {
        let mut planned = Vec::with_capacity(block.fields.len());
        for (position, field) in block.fields.iter().enumerate() {
            let configured = config.get(position).unwrap_or(&Value::Null);
            self.path.push(Step::Attribute(field.name.clone()));
            planned.push(self.field(field, prior.field(position), configured));
            self.path.pop();
        }
        let prior = prior.continued.and_then(Value::as_object);
        if let (Some(prior), false) = (prior, self.path.is_root()) {
            // The root is done after the hook.
            let none = std::collections::BTreeSet::new();
            super::recompute::when_changed(block, prior, config, &mut planned, &none);
        }
        Value::Object(planned)
    }

    fn field(&mut self, field: &Field, prior: Prior<'_>, config: &Value) -> Value {
        if field.is(Flags::WRITE_ONLY) {
            return field.absent_value();
        }
        match field.nested_block() {
            None => self.attribute(field, prior, config),
            Some(_) if config.is_null() && (!field.is_block() || field.is(Flags::COMPUTED)) => {
                match self.unconfigured(field, prior, config) {
                    // Core allows no null in place of counted blocks.
                    Value::Null => field.absent_value(),
                    planned => planned,
                }
            }
            Some((nesting, block)) => self.nested(field, nesting, block, prior, config),
        }
    }

    fn attribute(&mut self, field: &Field, prior: Prior<'_>, config: &Value) -> Value {
        if config.is_unknown() {
            // It may take the form of the prior value, for which the refinement of the configured
            // value need not hold.
            return if field.canonical().is_some() || field.suppress().is_some() {
                Value::UNKNOWN
            } else {
                config.clone()
            };
        }
        let mut wanted = if !config.is_null() {
            config.clone()
        } else if field.default().is_some() {
            match valid_default(field, &self.path, self.environment) {
                Ok(value) => value,
                Err(failed) => {
                    self.diagnostics.extend(failed);
                    Value::Null
                }
            }
        } else {
            return self.unconfigured(field, prior, config);
        };
        if let Some(state_fn) = field.state_fn() {
            self.legacy = true;
            if wanted.is_wholly_known() && !wanted.is_null() {
                wanted = state_fn(&wanted);
            }
        }
        match prior.placed {
            Some(prior) if same_meaning(field, &self.path, self.root, prior, &wanted) => {
                prior.clone()
            }
            _ => wanted,
        }
    }

    fn nested(
        &mut self,
        field: &Field,
        nesting: Nesting,
        block: &Ref<Block>,
        prior: Prior<'_>,
        config: &Value,
    ) -> Value {
        match (nesting, config) {
            (Nesting::Single | Nesting::Group, Value::Object(values)) => {
                self.object(block, prior, values)
            }
            (Nesting::List, Value::List(elements)) => self.list(field, block, prior, elements),
            (Nesting::Map, Value::Map(_)) => map_steps(config, |step, element| {
                let prior = prior.map(|prior| step.of(prior));
                self.element(step.step(), block, prior, element)
            })
            .unwrap_or_else(|| config.clone()),
            (Nesting::Set, Value::Set(elements)) => {
                let old = prior.continued.map_or(&[][..], Value::elements);
                Value::Set(self.set(field, block, old, elements.as_slice()))
            }
            // Null, unknown, or not what the schema says (which the codec rules out).
            _ => config.clone(),
        }
    }

    /// One element of a collection of objects. A null element stays null; an unknown one is planned
    /// as an object of unknowns if it may hold write-only values, which core must find null.
    pub(super) fn element(
        &mut self,
        step: Step,
        block: &Block,
        prior: Prior<'_>,
        config: &Value,
    ) -> Value {
        let Value::Object(values) = config else {
            let write_only = block.fields.iter().any(|f| f.is(Flags::WRITE_ONLY));
            return if config.is_unknown() && write_only {
                unknown_object(block)
            } else {
                config.clone()
            };
        };
        self.path.push(step);
        let planned = self.object(block, prior, values);
        self.path.pop();
        planned
    }

    /// A field that is not configured: the provider's to fill if it is computed.
    fn unconfigured(&self, field: &Field, prior: Prior<'_>, config: &Value) -> Value {
        if !field.is(Flags::COMPUTED) {
            return config.clone();
        }
        match prior.continued {
            None => Value::UNKNOWN,
            Some(_) if self.volatile && field.is(Flags::VOLATILE) => Value::UNKNOWN,
            Some(prior) => {
                let mut kept = prior.clone();
                if let (true, Some((_, block))) = (self.volatile, field.nested_block()) {
                    super::recompute::mark_volatile(block, &mut kept);
                }
                kept
            }
        }
    }

    /// Core requires as many elements of a nested attribute as are configured.
    pub(super) fn coalesced(&mut self) {
        let path = self.path.clone();
        self.diagnostics.error_at(
            path.clone(),
            format!("Elements of {path} are the same"),
            format!(
                "Two elements of {path} are written differently, but are equal after \
                 their defaults are applied. Remove one of them."
            ),
        );
    }
}

fn unknown_object(block: &Block) -> Value {
    let fields = block.fields.iter().map(|field| {
        if field.is(Flags::WRITE_ONLY) {
            field.absent_value()
        } else {
            Value::UNKNOWN
        }
    });
    Value::Object(fields.collect())
}
