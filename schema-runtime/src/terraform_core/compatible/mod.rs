//! Whether core accepts what an apply returned.

pub(super) mod sets;

use super::CoreError;
use super::element::{Element, declarations, declared};
use super::refinements::may_become;
use super::support::{NOT_OF_SCHEMA, Report, child, count_of, is_object_of, place, show};
use super::value_type::{conforms, value_type};
use crate::codec::expected::{Expected, Form};
use crate::path::steps;
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
    Report::of(|report| block_object(block, planned, actual, report))
}

/// The object of a block.
pub(super) fn block_object(block: &Block, planned: &Value, actual: &Value, report: &mut Report) {
    let what = match report.path.is_root() {
        true => "the object",
        false => "the block",
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
        let (planned, actual) = (child(planned, position), child(actual, position));
        match &field.kind {
            Kind::Block { nesting, block, .. } => report.within_field(&field.name, |report| {
                let computed = field.is_computed_block();
                if computed && actual.is_null() && *nesting != Nesting::Single {
                    report.error(
                        "a collection of computed blocks cannot be null after an apply; it must be \
                         empty where there are none",
                    );
                } else if computed && planned.is_unknown() {
                    value(declared(field), planned, actual, report);
                } else {
                    nested_block(*nesting, block, planned, actual, report);
                }
            }),
            _ => attribute(field, planned, actual, report),
        }
    }
}

/// The message for a sensitive value.
const HIDDEN: &str = "the value is not the planned one (it is sensitive and not shown)";

fn attribute(field: &Field, planned: &Value, actual: &Value, report: &mut Report) {
    report.within_field(&field.name, |report| {
        let before = report.errors.len();
        typed_attribute(field, planned, actual, report);
        if field.is(Flags::SENSITIVE) && report.errors.len() > before {
            // Replaces the errors that would show the value by one without it.
            report.errors.truncate(before);
            report.error(HIDDEN);
        }
    });
}

fn typed_attribute(field: &Field, planned: &Value, actual: &Value, report: &mut Report) {
    let expected = declared(field);
    if expected.has_dynamic() {
        let declared = field.implied_type();
        let (planned_type, actual_type) = (
            value_type(&declared, planned),
            value_type(&declared, actual),
        );
        if !conforms(&planned_type, &actual_type) {
            return report.error(format!(
                "a value of type {planned_type} was planned, but this is of type {actual_type}"
            ));
        }
    }
    value(expected, planned, actual, report);
}

fn value(expected: Expected<'_>, planned: &Value, actual: &Value, report: &mut Report) {
    if let Expected::Type(Type::Dynamic) = expected {
        match (planned, actual) {
            (Value::Dynamic(planned), Value::Dynamic(actual)) => {
                let expected = Expected::Type(&planned.ty);
                value(expected, &planned.value, &actual.value, report);
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
        _ => known(expected, planned, actual, report),
    }
}

fn known(expected: Expected<'_>, planned: &Value, actual: &Value, report: &mut Report) {
    match (expected.form(), planned, actual) {
        (Form::String | Form::Number | Form::Bool, _, _) => {
            if planned != actual {
                report.error(format!(
                    "was planned {}, but is now {}",
                    show(planned),
                    show(actual)
                ));
            }
        }
        (Form::List(element), Value::List(_), Value::List(_))
        | (Form::Map(element), Value::Map(_), Value::Map(_)) => {
            let element = |_| Element::Value(element);
            elements(element, Some("element"), planned, actual, report);
        }
        (Form::Tuple(types), Value::List(_), Value::List(_)) => {
            let ty = |i| types.get(i).unwrap_or(&Type::Dynamic);
            let element = |i| Element::Value(Expected::Type(ty(i)));
            elements(element, Some("element"), planned, actual, report);
        }
        (Form::Set(element), Value::Set(planned), Value::Set(actual)) => {
            set(element, planned, actual, report);
        }
        (Form::Object(members), Value::Object(planned), Value::Object(actual))
            if planned.len() == members.len() && actual.len() == members.len() =>
        {
            let parts = declarations(members).zip(planned.iter().zip(actual));
            for (position, ((name, expected), (planned, actual))) in parts.enumerate() {
                let before = report.errors.len();
                report.within_field(name, |report| value(expected, planned, actual, report));
                // Core compares nested attributes as plain values and would show sensitive ones;
                // here the paths are the same, but the values stay hidden.
                let field = members.field(position);
                if field.is_some_and(|field| field.is(Flags::SENSITIVE)) {
                    for error in report.errors.iter_mut().skip(before) {
                        error.message = HIDDEN.to_owned();
                    }
                }
            }
        }
        _ => report.error(NOT_OF_SCHEMA),
    }
}

/// The elements of a list or map. One that only one side has is reported under this name, if there
/// is one.
fn elements<'s>(
    element: impl Fn(usize) -> Element<'s>,
    name: Option<&str>,
    planned: &Value,
    actual: &Value,
    report: &mut Report,
) {
    for (position, (step, planned)) in steps(planned).enumerate() {
        match (step.of(actual), name) {
            (Some(actual), _) => report.within(step.step(), |report| {
                compare(element(position), planned, actual, report);
            }),
            (None, Some(name)) => {
                report.error(format!("{name} {} was planned, but is gone", place(step)));
            }
            (None, None) => {}
        }
    }
    if let Some(name) = name {
        report.only_in(actual, planned, |at| format!("{name} {at} was not planned"));
    }
}

fn compare(element: Element<'_>, planned: &Value, actual: &Value, report: &mut Report) {
    match element {
        Element::Value(expected) => value(expected, planned, actual, report),
        Element::Block(block) => block_object(block, planned, actual, report),
    }
}

/// Whether one element of a set may become another.
fn compatible(element: Element<'_>, planned: &Value, actual: &Value) -> bool {
    Report::of(|report| compare(element, planned, actual, report)).is_empty()
}

fn set(expected: Expected<'_>, planned: &SetValue, actual: &SetValue, report: &mut Report) {
    sets::check(Element::Value(expected), planned, actual, report);
    // Unknown elements count as they are here, although they may turn out equal.
    if planned.len() < actual.len() {
        let (wanted, found) = (
            count_of(planned.len(), "element"),
            count_of(actual.len(), "element"),
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
    match (nesting, planned, actual) {
        (_, Value::Null | Value::Unknown(_), _) => {}
        (Nesting::Map, _, Value::Unknown(_)) => {
            report.error("the blocks were planned, but are now unknown");
        }
        (Nesting::Map, _, Value::Null) if block.has_dynamic() => {
            report.error("the blocks were planned, but are now null");
        }
        (_, _, Value::Null | Value::Unknown(_)) => {}
        (Nesting::List, Value::List(_), Value::List(_))
        | (Nesting::Map, Value::Map(_), Value::Map(_)) => blocks(block, planned, actual, report),
        (Nesting::Set, Value::Set(planned), Value::Set(actual)) => {
            sets::check(Element::Block(block), planned, actual, report);
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
/// dynamic; in a list or map only their number counts.
fn blocks(block: &Block, planned: &Value, actual: &Value, report: &mut Report) {
    let by_key = matches!(planned, Value::Map(_)) && block.has_dynamic();
    let [count, now] = [planned, actual].map(|blocks| blocks.element_count().unwrap_or(0));
    if !by_key && count != now {
        return report.error(changed_count(count, now));
    }
    let name = by_key.then_some("the block");
    elements(|_| Element::Block(block), name, planned, actual, report);
}
