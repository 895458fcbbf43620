//! Whether core accepts what an apply returned.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::CoreError;
use super::compatible_sets;
use super::element::{AttributeKind, Element};
use super::refinements::{Length, may_become};
use super::support::{
    NOT_OF_SCHEMA, Report, child, count_of, index_step, is_object_of, key_step, show,
};
use super::value_type::{conforms, value_type};
use crate::schema::{Block, Field, Flags, Kind, Nesting};
use crate::ty::Type;
use crate::value::{SetValue, Value};

/// What core rejects in the result of an apply, compared with the plan; empty if it accepts the
/// result.
///
/// Known values must come back equal, null must stay null, and unknown values may become anything
/// of their type that their refinement allows. Set elements may turn out equal and merge, but there
/// must not be more of them than planned. Unknown values in the result are compared like the plan's
/// (core uses the same comparison for two plans, and rejects unknowns after an apply separately).
/// Write-only values have their own check ([`write_only_values`](super::write_only_values)).
#[must_use]
pub fn object_compatible(block: &Block, planned: &Value, actual: &Value) -> Vec<CoreError> {
    let mut report = Report::default();
    block_object(block, planned, actual, &mut report);
    report.finish()
}

/// The object of a block.
pub(super) fn block_object(block: &Block, planned: &Value, actual: &Value, report: &mut Report) {
    let what = if report.is_at_root() {
        "the object"
    } else {
        "the block"
    };
    match (planned.is_null(), actual.is_null()) {
        (true, true) => return,
        (true, false) => return report.error(format!("{what} was planned absent, but is present")),
        (false, true) => return report.error(format!("{what} was planned present, but is absent")),
        (false, false) => {}
    }
    if !is_object_of(block, planned) || !is_object_of(block, actual) {
        return report.error(NOT_OF_SCHEMA);
    }
    for (position, field) in block.fields.iter().enumerate() {
        let (Some(planned), Some(actual)) = (
            child(block, planned, position),
            child(block, actual, position),
        ) else {
            continue;
        };
        match &field.kind {
            Kind::Block { nesting, block, .. } => report.within_field(&field.name, |report| {
                let computed = field.is_computed_block();
                if computed && actual.is_null() && *nesting != Nesting::Single {
                    report.error(
                        "a collection of computed blocks cannot be null after an apply; it must be \
                         empty where there are none",
                    );
                } else if computed && planned.is_unknown() {
                    value(
                        AttributeKind::Nested(*nesting, block),
                        planned,
                        actual,
                        report,
                    );
                } else {
                    nested_block(*nesting, block, planned, actual, report);
                }
            }),
            _ => attribute(field, planned, actual, report),
        }
    }
}

fn attribute(field: &Field, planned: &Value, actual: &Value, report: &mut Report) {
    report.within_field(&field.name, |report| {
        let before = report.count();
        typed_attribute(field, planned, actual, report);
        if field.is(Flags::SENSITIVE) && report.count() > before {
            // Replaces the errors that would show the value by one without it.
            report.truncate(before);
            report.error("the value is not the planned one (it is sensitive and not shown)");
        }
    });
}

fn typed_attribute(field: &Field, planned: &Value, actual: &Value, report: &mut Report) {
    let kind = AttributeKind::of(field);
    if kind.has_dynamic() {
        let declared = field.implied_type();
        let (planned_type, actual_type) = (
            value_type(&declared, planned),
            value_type(&declared, actual),
        );
        if !conforms(&planned_type, &actual_type) {
            report.error(format!(
                "a value of type {planned_type} was planned, but this is of type {actual_type}"
            ));
            return;
        }
    }
    value(kind, planned, actual, report);
}

pub(super) fn value(kind: AttributeKind<'_>, planned: &Value, actual: &Value, report: &mut Report) {
    if let AttributeKind::Type(Type::Dynamic) = kind {
        match (planned, actual) {
            (Value::Dynamic(planned), Value::Dynamic(actual)) => {
                value(
                    AttributeKind::Type(&planned.ty),
                    &planned.value,
                    &actual.value,
                    report,
                );
            }
            // A typed value must not lose its type; one without a type may become anything.
            (Value::Dynamic(planned), _) => report.error(format!(
                "a value of type {} was planned, but this has no type",
                planned.ty
            )),
            _ => {}
        }
        return;
    }
    match (planned, actual) {
        (Value::Unknown(None), _) => {}
        (Value::Unknown(Some(refinement)), _) => {
            if !may_become(refinement, actual) {
                report.error(format!(
                    "{} is not what was known of the value when it was planned",
                    show(actual)
                ));
            }
        }
        (Value::Null, Value::Null) => {}
        (Value::Null, _) => report.error(format!("was planned null, but is now {}", show(actual))),
        (_, Value::Null) => report.error(format!("was planned {}, but is now null", show(planned))),
        (_, Value::Unknown(_)) => {
            report.error(format!("was planned {}, but is now unknown", show(planned)));
        }
        _ => known(kind, planned, actual, report),
    }
}

fn known(kind: AttributeKind<'_>, planned: &Value, actual: &Value, report: &mut Report) {
    match (kind, planned, actual) {
        (AttributeKind::Type(Type::String | Type::Number | Type::Bool), _, _) => {
            if planned != actual {
                report.error(format!(
                    "was planned {}, but is now {}",
                    show(planned),
                    show(actual)
                ));
            }
        }
        (AttributeKind::Type(Type::List(element)), Value::List(p), Value::List(a)) => {
            list(|_| AttributeKind::Type(element), p, a, report);
        }
        (AttributeKind::Type(Type::Tuple(types)), Value::List(p), Value::List(a)) => {
            list(
                |i| AttributeKind::Type(types.get(i).unwrap_or(&Type::Dynamic)),
                p,
                a,
                report,
            );
        }
        (AttributeKind::Type(Type::Map(element)), Value::Map(p), Value::Map(a)) => {
            map(AttributeKind::Type(element), p, a, report);
        }
        (AttributeKind::Type(Type::Set(element)), Value::Set(p), Value::Set(a)) => {
            set(AttributeKind::Type(element), p, a, report);
        }
        (AttributeKind::Type(Type::Object(attributes)), Value::Object(p), Value::Object(a))
            if p.len() == attributes.len() && a.len() == attributes.len() =>
        {
            for ((attribute, p), a) in attributes.iter().zip(p).zip(a) {
                report.within_field(&attribute.name, |report| {
                    value(AttributeKind::Type(&attribute.ty), p, a, report);
                });
            }
        }
        (AttributeKind::Nested(Nesting::Single | Nesting::Group, block), _, _) => {
            known(AttributeKind::Object(block), planned, actual, report);
        }
        (AttributeKind::Nested(Nesting::List, block), Value::List(p), Value::List(a)) => {
            list(|_| AttributeKind::Object(block), p, a, report);
        }
        (AttributeKind::Nested(Nesting::Map, block), Value::Map(p), Value::Map(a)) => {
            map(AttributeKind::Object(block), p, a, report);
        }
        (AttributeKind::Nested(Nesting::Set, block), Value::Set(p), Value::Set(a)) => {
            set(AttributeKind::Object(block), p, a, report);
        }
        (AttributeKind::Object(block), Value::Object(p), Value::Object(a))
            if p.len() == block.fields.len() && a.len() == block.fields.len() =>
        {
            for ((field, p), a) in block.fields.iter().zip(p).zip(a) {
                nested_field(field, p, a, report);
            }
        }
        _ => report.error(NOT_OF_SCHEMA),
    }
}

/// An attribute inside a nested one. Core compares nested attributes as plain values and would show
/// sensitive ones; here the paths are the same, but the values stay hidden.
fn nested_field(field: &Field, planned: &Value, actual: &Value, report: &mut Report) {
    report.within_field(&field.name, |report| {
        let kind = AttributeKind::of(field);
        let before = report.count();
        value(kind, planned, actual, report);
        if field.is(Flags::SENSITIVE) {
            report.reword(
                before,
                "the value is not the planned one (it is sensitive and not shown)",
            );
        }
    });
}

fn list<'s>(
    kind: impl Fn(usize) -> AttributeKind<'s>,
    planned: &[Value],
    actual: &[Value],
    report: &mut Report,
) {
    for (index, (planned, actual)) in planned.iter().zip(actual).enumerate() {
        report.within(index_step(index), |report| {
            value(kind(index), planned, actual, report);
        });
    }
    for index in actual.len()..planned.len() {
        report.error(format!("element {index} was planned, but is gone"));
    }
    for index in planned.len()..actual.len() {
        report.error(format!("element {index} was not planned"));
    }
}

fn map(
    kind: AttributeKind<'_>,
    planned: &BTreeMap<Arc<str>, Value>,
    actual: &BTreeMap<Arc<str>, Value>,
    report: &mut Report,
) {
    for (key, planned) in planned {
        match actual.get(key) {
            Some(actual) => report.within(key_step(key), |report| {
                value(kind, planned, actual, report);
            }),
            None => report.error(format!("element {key:?} was planned, but is gone")),
        }
    }
    for key in actual.keys() {
        if !planned.contains_key(key) {
            report.error(format!("element {key:?} was not planned"));
        }
    }
}

/// Whether one element of a set may become another.
pub(super) fn compatible(element: Element<'_>, planned: &Value, actual: &Value) -> bool {
    let mut report = Report::default();
    match element {
        Element::Value(kind) => value(kind, planned, actual, &mut report),
        Element::Block(block) => block_object(block, planned, actual, &mut report),
    }
    report.count() == 0
}

fn set(kind: AttributeKind<'_>, planned: &SetValue, actual: &SetValue, report: &mut Report) {
    compatible_sets::check(Element::Value(kind), compatible, planned, actual, report);
    // Unknown elements count as they are here, although they may turn out equal.
    if planned.len() < actual.len() {
        let (wanted, found) = (
            Length::exactly(planned.len()),
            Length::exactly(actual.len()),
        );
        report.error(format!("{wanted} planned, but there are {found}"));
    }
}

fn nested_block(
    nesting: Nesting,
    block: &Block,
    planned: &Value,
    actual: &Value,
    report: &mut Report,
) {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        // An unknown block may turn out to be absent.
        if !(planned.is_unknown() && actual.is_null()) {
            block_object(block, planned, actual, report);
        }
        return;
    }
    match (planned, actual) {
        (Value::Null | Value::Unknown(_), _) => {}
        (_, Value::Unknown(_)) if nesting == Nesting::Map => {
            report.error("the blocks were planned, but are now unknown");
        }
        (_, Value::Null) if nesting == Nesting::Map && block.has_dynamic() => {
            report.error("the blocks were planned, but are now null");
        }
        (_, Value::Null | Value::Unknown(_)) => {}
        (Value::List(planned), Value::List(actual)) if nesting == Nesting::List => {
            if planned.len() != actual.len() {
                report.error(changed_count(planned.len(), actual.len()));
                return;
            }
            for (index, (planned, actual)) in planned.iter().zip(actual).enumerate() {
                report.within(index_step(index), |report| {
                    block_object(block, planned, actual, report);
                });
            }
        }
        (Value::Map(planned), Value::Map(actual)) if nesting == Nesting::Map => {
            block_map(block, planned, actual, report);
        }
        (Value::Set(planned), Value::Set(actual)) if nesting == Nesting::Set => {
            compatible_sets::check(Element::Block(block), compatible, planned, actual, report);
            if planned.len() < actual.len() {
                report.error(changed_count(planned.len(), actual.len()));
            }
        }
        _ => report.error(NOT_OF_SCHEMA),
    }
}

fn changed_count(planned: usize, actual: usize) -> String {
    format!(
        "{} planned, but there are {actual}",
        count_of(planned, "block")
    )
}

/// Core compares the keys only if the blocks are sent as an object, because something in them is
/// dynamic; in a map only their number counts.
fn block_map(
    block: &Block,
    planned: &BTreeMap<Arc<str>, Value>,
    actual: &BTreeMap<Arc<str>, Value>,
    report: &mut Report,
) {
    let by_key = block.has_dynamic();
    if !by_key && planned.len() != actual.len() {
        report.error(changed_count(planned.len(), actual.len()));
        return;
    }
    for (key, planned) in planned {
        match actual.get(key) {
            Some(actual) => report.within(key_step(key), |report| {
                block_object(block, planned, actual, report);
            }),
            None if by_key => report.error(format!("the block {key:?} was planned, but is gone")),
            None => {}
        }
    }
    if by_key {
        for key in actual.keys() {
            if !planned.contains_key(key) {
                report.error(format!("the block {key:?} was not planned"));
            }
        }
    }
}
