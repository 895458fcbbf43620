//! Whether core accepts a plan: attributes and nested attributes.

use super::refinements::Length;
use super::support::{
    NOT_OF_SCHEMA, NULL, Report, UNKNOWN, child, is_object_of, place, presence, show,
};
use crate::path::{BorrowedStep, steps};
use crate::schema::{Block, Field, Flags, Kind, Nesting};
use crate::value::Value;

pub(super) fn attribute(
    field: &Field,
    prior: &Value,
    config: &Value,
    planned: &Value,
    report: &mut Report,
) {
    if planned.equal_ignoring_refinements(config) {
        return;
    }
    // The provider may treat the configured value as equal to the prior one.
    if !prior.is_null() && !config.is_null() && planned.equal_ignoring_refinements(prior) {
        return;
    }
    if field.is(Flags::WRITE_ONLY) {
        if !planned.is_null() {
            report.within_field(&field.name, |report| {
                report.error("the value of a write-only attribute cannot be planned");
            });
        }
        return;
    }
    let optional = field.is(Flags::OPTIONAL) || field.default().is_some();
    if field.is_wire_computed() && (!optional || config.is_null()) {
        return;
    }
    report.within_field(&field.name, |report| {
        if config.is_null() && !planned.is_null() {
            let what = match field.is(Flags::SENSITIVE) {
                true => "a value".to_owned(),
                false => show(planned),
            };
            return report.error(format!(
                "{what} is planned for an attribute that is neither configured nor computed"
            ));
        }
        match &field.kind {
            Kind::Nested { nesting, block } => {
                nested(*nesting, block, prior, config, planned, report);
            }
            _ => report.error(mismatch(field, prior, config, planned)),
        }
    });
}

fn mismatch(field: &Field, prior: &Value, config: &Value, planned: &Value) -> String {
    if field.is(Flags::SENSITIVE) {
        return "the planned value is not the configured one".to_owned();
    }
    let mut text = format!(
        "{} is planned, but {} is configured",
        show(planned),
        show(config)
    );
    if !prior.is_null() && !prior.equal_ignoring_refinements(config) {
        text.push_str(&format!(" (and the prior value is {})", show(prior)));
    }
    text
}

fn nested(
    nesting: Nesting,
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &Value,
    report: &mut Report,
) {
    if !presence(config, planned, report) {
        return;
    }
    if planned.is_unknown() {
        return report.error("unknown is planned for a configured value");
    }
    match (nesting, planned) {
        (Nesting::Single | Nesting::Group, Value::Object(_)) => {
            fields(block, prior, config, planned, report);
        }
        (Nesting::List, Value::List(_)) | (Nesting::Map, Value::Map(_)) => {
            elements(block, prior, config, planned, report);
        }
        (Nesting::Set, Value::Set(_)) => {
            // Checks only the number of elements: core allows known ones while the configured set
            // is unknown, unlike in lists and maps.
            let (plan, wanted) = (Length::of(planned), Length::of(config));
            if !plan.may_equal(wanted) {
                report.error(format!("{plan} planned, but {wanted} configured"));
            }
        }
        _ => report.error(NOT_OF_SCHEMA),
    }
}

/// The attributes of one object. Null counts as an object of nulls, unknown as one of unknowns.
fn fields(block: &Block, prior: &Value, config: &Value, planned: &Value, report: &mut Report) {
    let objects = [prior, config, planned];
    if !objects.iter().all(|object| is_object_of(block, object)) {
        return report.error(NOT_OF_SCHEMA);
    }
    for (position, field) in block.fields.iter().enumerate() {
        let [prior, config, planned] = objects.map(|object| child(object, position));
        attribute(field, prior, config, planned, report);
    }
}

/// The elements of a list or map, each with its counterparts at the same index or key.
fn elements(block: &Block, prior: &Value, config: &Value, planned: &Value, report: &mut Report) {
    let (count, wanted) = (Length::of(planned), Length::of(config));
    let same_kind = std::mem::discriminant(config) == std::mem::discriminant(planned);
    if !same_kind || count != wanted {
        // An empty list may be planned for an unknown that is known to be empty.
        let is_list = matches!(planned, Value::List(_));
        if !(is_list && count == wanted && count == Length::exactly(0)) {
            report.error(format!("{count} planned, but {wanted} configured"));
        }
        return;
    }
    for (step, planned) in steps(planned) {
        let prior = match (step, prior) {
            (BorrowedStep::Index(_), Value::Unknown(_)) => &UNKNOWN,
            _ => step.of(prior).unwrap_or(&NULL),
        };
        match step.of(config) {
            Some(config) => report.within(step.step(), |report| {
                fields(block, prior, config, planned, report);
            }),
            None => report.error(format!(
                "the key {} is planned, but not configured",
                place(step)
            )),
        }
    }
    report.only_in(config, planned, |at| {
        format!("the key {at} is configured, but not planned")
    });
}
