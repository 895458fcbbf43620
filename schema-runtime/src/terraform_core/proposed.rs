//! The proposed new state: the configuration, with the parts left to the provider taken from the
//! prior state.

use super::CoreError;
use super::element::declarations;
use super::proposed_sets::Correlation;
use super::set_order::order;
use super::support::{NOT_OF_SCHEMA, NULL, Report, UNKNOWN, child, is_object_of};
use super::value_type::value_type;
use crate::codec::expected::{Expected, Form};
use crate::path::{Step, map_steps};
use crate::schema::{Block, Field, Flags, Kind, Nesting};
use crate::ty::Type;
use crate::value::{SetValue, Value};

/// The value that core proposes to a provider as the new state of a resource.
///
/// Every field that may be computed and is not configured keeps its prior value (null on create:
/// the provider makes it unknown); everything else is as configured. List elements correlate by
/// index, map elements by key, set elements by being equal wherever the configuration has a value.
/// A null configuration leaves the prior state; on destroy core skips this step and proposes null.
///
/// # Errors
/// A value is not of the schema's type, or the elements of a nested list or map would have
/// different types because one keeps a prior value of dynamic type (core crashes on it).
pub fn proposed_new(block: &Block, prior: &Value, config: &Value) -> Result<Value, CoreError> {
    let mut proposer = Proposer::default();
    let proposed = proposer.element(block, true, prior, config);
    proposer.finish(proposed)
}

/// What core itself plans for a data source that is read at apply: like [`proposed_new`] over a
/// prior object of unknowns, so that what the data source computes is unknown. Within set elements
/// it stays null, as in core. Within elements of nested maps core plans unknown since 1.12 and null
/// before; `maps` selects which.
///
/// # Errors
/// A value is not of the schema's type, or a list block with something of dynamic type inside is
/// configured (core crashes on it).
pub fn planned_data(block: &Block, config: &Value, maps: DeferredMaps) -> Result<Value, CoreError> {
    let mut proposer = Proposer {
        unknown_in_maps: maps == DeferredMaps::Unknown,
        ..Proposer::default()
    };
    let planned = proposer.element(block, true, &UNKNOWN, config);
    proposer.finish(planned)
}

/// How to plan what a data source read at apply computes in elements of nested maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeferredMaps {
    /// Like Terraform 1.12 and later.
    Unknown,
    /// Like earlier Terraform and OpenTofu.
    Null,
}

#[derive(Default)]
struct Proposer {
    unknown_in_maps: bool,
    report: Report,
}

impl Proposer {
    fn finish(self, value: Value) -> Result<Value, CoreError> {
        match self.report.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(value),
        }
    }

    /// Reports a value that does not fit the schema, and replaces it by null.
    fn type_error(&mut self) -> Value {
        self.report.error(NOT_OF_SCHEMA);
        Value::Null
    }

    /// The object of a block or of a nested attribute. A null prior object of a block counts as one
    /// in which nothing is set.
    fn element(&mut self, block: &Block, is_block: bool, prior: &Value, config: &Value) -> Value {
        if !is_object_of(block, prior) || !is_object_of(block, config) {
            return self.type_error();
        }
        match (config, prior) {
            (Value::Null, Value::Null) => Value::Null,
            (Value::Unknown(_), Value::Null) if is_block => block.empty_object(),
            (Value::Null | Value::Unknown(_), _) if is_block => prior.clone(),
            (Value::Null, _) => Value::Null,
            // Core also expands an unknown object of a nested attribute, into an object of
            // unknowns.
            _ => self.fields(block, prior, config),
        }
    }

    fn fields(&mut self, block: &Block, prior: &Value, config: &Value) -> Value {
        let fields = block.fields.iter().enumerate().map(|(position, field)| {
            let (prior, config) = (child(prior, position), child(config, position));
            match &field.kind {
                Kind::Attribute { .. } => self.attribute(field, prior, config),
                Kind::Nested { .. } => self.step(Step::Attribute(field.name.clone()), |proposer| {
                    proposer.attribute(field, prior, config)
                }),
                Kind::Block { nesting, block, .. } => self
                    .step(Step::Attribute(field.name.clone()), |proposer| {
                        proposer.nested(*nesting, block, true, prior, config)
                    }),
            }
        });
        Value::Object(fields.collect())
    }

    fn step<T>(&mut self, step: Step, check: impl FnOnce(&mut Self) -> T) -> T {
        self.report.path.push(step);
        let result = check(self);
        self.report.path.pop();
        result
    }

    fn attribute(&mut self, field: &Field, prior: &Value, config: &Value) -> Value {
        if field.is_wire_computed() && config.is_null() {
            return if self.was_configured(field, prior) {
                config.clone()
            } else {
                prior.clone()
            };
        }
        match &field.kind {
            Kind::Nested { nesting, block } => self.nested(*nesting, block, false, prior, config),
            _ => config.clone(),
        }
    }

    /// Whether an optional, computed nested attribute must once have been configured, since it
    /// holds a value that no provider may compute. If so, the user has removed it.
    fn was_configured(&self, field: &Field, prior: &Value) -> bool {
        let optional = field.is(Flags::OPTIONAL) || field.default().is_some();
        match &field.kind {
            Kind::Nested { block, .. } if optional => self.holds_configured(block, prior),
            _ => false,
        }
    }

    fn holds_configured(&self, block: &Block, value: &Value) -> bool {
        match value {
            Value::Object(fields) => block.fields.iter().zip(fields).any(|(field, value)| {
                if value.is_null() {
                    return false;
                }
                if !field.is_wire_computed() {
                    return true;
                }
                match &field.kind {
                    Kind::Nested { block, .. } => self.holds_configured(block, value),
                    _ => false,
                }
            }),
            other => {
                other.is_collection() && other.children().any(|e| self.holds_configured(block, e))
            }
        }
    }

    fn nested(
        &mut self,
        nesting: Nesting,
        block: &Block,
        is_block: bool,
        prior: &Value,
        config: &Value,
    ) -> Value {
        if config.is_unknown() {
            return config.clone();
        }
        match (nesting, config) {
            (Nesting::Group, _) => self.element(block, is_block, prior, config),
            (_, Value::Null) => Value::Null,
            (Nesting::Single, _) => self.element(block, is_block, prior, config),
            (Nesting::List, Value::List(_)) | (Nesting::Map, Value::Map(_)) => {
                self.elements(block, is_block, prior, config)
            }
            (Nesting::Set, Value::Set(elements)) => self.set(block, is_block, prior, elements),
            _ => self.type_error(),
        }
    }

    /// The elements of a list or map, each with the prior one at the same index or key.
    fn elements(&mut self, block: &Block, is_block: bool, prior: &Value, config: &Value) -> Value {
        let same_kind = std::mem::discriminant(prior) == std::mem::discriminant(config);
        if !same_kind && !matches!(prior, Value::Null | Value::Unknown(_)) {
            return self.type_error();
        }
        let all_unknown = prior.is_unknown()
            && (matches!(config, Value::List(_)) || (self.unknown_in_maps && !is_block));
        let empty = config.element_count() == Some(0);
        if all_unknown && is_block && !empty && block.has_dynamic() {
            self.report.error(
                "a list block with a value of dynamic type inside cannot be planned for a data \
                 source that is read later (Terraform crashes on it)",
            );
            return Value::Null;
        }
        let elements = map_steps(config, |step, config| {
            let unknown = all_unknown.then_some(&UNKNOWN);
            let prior = unknown.or_else(|| step.of(prior));
            match prior {
                Some(prior) => self.step(step.step(), |proposer| {
                    proposer.element(block, is_block, prior, config)
                }),
                None => config.clone(),
            }
        });
        let elements = elements.unwrap_or_else(|| config.clone());
        if !is_block {
            self.of_one_type(block, elements.children());
        }
        elements
    }

    /// Elements of a nested attribute have one type. If something in them is dynamic, mixing prior
    /// and configured values can give them several.
    fn of_one_type<'v>(&mut self, block: &Block, mut elements: impl Iterator<Item = &'v Value>) {
        if !block.has_dynamic() {
            return;
        }
        let Some(first) = elements.find(|element| matches!(element, Value::Object(_))) else {
            return;
        };
        if elements.any(|element| differ_in_type(Expected::Object(block), first, element)) {
            self.report.error(
                "the kept prior elements and the configured ones would have different \
                 types (Terraform crashes on it)",
            );
        }
    }

    fn set(&mut self, block: &Block, is_block: bool, prior: &Value, config: &SetValue) -> Value {
        let priors: &[Value] = match prior {
            Value::Set(priors) => priors.as_slice(),
            Value::Null | Value::Unknown(_) => &[],
            _ => return self.type_error(),
        };
        let configs = config.as_slice();
        // The prior element that each configured one continues; null if there is none.
        let mut partners: Vec<&Value> = vec![&NULL; configs.len()];
        if !priors.is_empty() {
            let in_order = order(priors).into_iter().map(|position| &priors[position]);
            let mut correlation = Correlation::new(block, in_order.collect());
            for position in order(configs) {
                partners[position] = correlation.take(&configs[position]).unwrap_or(&NULL);
            }
        }
        let elements = configs.iter().zip(partners);
        let elements = elements.map(|(config, prior)| self.element(block, is_block, prior, config));
        Value::Set(elements.collect())
    }
}

/// Whether two values certainly have different types. A value of dynamic type has its type even if
/// it is null; empty collections and nulls around it do not.
pub(super) fn differ_in_type(expected: Expected<'_>, a: &Value, b: &Value) -> bool {
    if matches!(expected, Expected::Type(ty) if !ty.has_dynamic()) {
        return false;
    }
    match (expected.form(), a, b) {
        (Form::Dynamic, ..) => value_type(&Type::Dynamic, a) != value_type(&Type::Dynamic, b),
        (Form::List(element) | Form::Set(element) | Form::Map(element), ..) => {
            let elements = any_element(a).zip(any_element(b));
            elements.is_some_and(|(a, b)| differ_in_type(element, a, b))
        }
        (Form::Tuple(types), Value::List(a), Value::List(b)) => types
            .iter()
            .zip(a.iter().zip(b))
            .any(|(ty, (a, b))| differ_in_type(Expected::Type(ty), a, b)),
        (Form::Object(members), Value::Object(a), Value::Object(b)) => declarations(members)
            .zip(a.iter().zip(b))
            .any(|((_, expected), (a, b))| differ_in_type(expected, a, b)),
        _ => false,
    }
}

/// An element that shows its type; all elements of a collection have the same type.
fn any_element(value: &Value) -> Option<&Value> {
    let says_type = |value: &&Value| !matches!(value, Value::Null | Value::Unknown(_));
    if !value.is_collection() {
        return None;
    }
    value.children().find(says_type)
}
