//! Whether core accepts a plan: attributes and nested attributes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::refinements::Length;
use super::support::{
    NOT_OF_SCHEMA, NULL, Report, UNKNOWN, child, index_step, key_step, presence, show,
};
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
    // The provider may hold that the configured value means the same as the prior one.
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
            report.error(if field.is(Flags::SENSITIVE) {
                "a value is planned for an attribute that is neither configured nor computed"
                    .to_owned()
            } else {
                format!(
                    "{} is planned for an attribute that is neither configured nor computed",
                    show(planned)
                )
            });
            return;
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
        report.error("unknown is planned for a configured value");
        return;
    }
    match (nesting, planned) {
        (Nesting::Single | Nesting::Group, Value::Object(_)) => {
            fields(block, prior, config, planned, report);
        }
        (Nesting::List, Value::List(elements)) => list(block, prior, config, elements, report),
        (Nesting::Map, Value::Map(elements)) => map(block, prior, config, elements, report),
        (Nesting::Set, Value::Set(_)) => {
            // Only as many elements as there may be: core allows known ones where the configured
            // set is not known yet, unlike in lists and maps.
            let (plan, wanted) = (Length::of(planned), Length::of(config));
            if !plan.may_equal(wanted) {
                report.error(format!("{plan} planned, but {wanted} configured"));
            }
        }
        _ => report.error(NOT_OF_SCHEMA),
    }
}

/// The attributes of one object. A null one is as one of nulls, an unknown one as one of unknowns.
fn fields(block: &Block, prior: &Value, config: &Value, planned: &Value, report: &mut Report) {
    for (position, field) in block.fields.iter().enumerate() {
        let (Some(prior), Some(config), Some(planned)) = (
            child(block, prior, position),
            child(block, config, position),
            child(block, planned, position),
        ) else {
            report.error(NOT_OF_SCHEMA);
            return;
        };
        attribute(field, prior, config, planned, report);
    }
}

fn list(block: &Block, prior: &Value, config: &Value, planned: &[Value], report: &mut Report) {
    let Value::List(configs) = config else {
        let wanted = Length::of(config);
        if planned.is_empty() && wanted == Length::exactly(0) {
            return;
        }
        report.error(format!(
            "{} planned, but {wanted} configured",
            Length::exactly(planned.len())
        ));
        return;
    };
    if planned.len() != configs.len() {
        report.error(format!(
            "{} planned, but {} configured",
            Length::exactly(planned.len()),
            Length::exactly(configs.len())
        ));
        return;
    }
    let priors: &[Value] = match prior {
        Value::List(priors) => priors,
        _ => &[],
    };
    let prior_at = |index: usize| match prior {
        Value::Unknown(_) => &UNKNOWN,
        _ => priors.get(index).unwrap_or(&NULL),
    };
    for (index, (planned, config)) in planned.iter().zip(configs).enumerate() {
        report.within(index_step(index), |report| {
            fields(block, prior_at(index), config, planned, report);
        });
    }
}

fn map(
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &BTreeMap<Arc<str>, Value>,
    report: &mut Report,
) {
    let Value::Map(configs) = config else {
        let wanted = Length::of(config);
        report.error(format!(
            "{} planned, but {wanted} configured",
            Length::exactly(planned.len())
        ));
        return;
    };
    if planned.len() != configs.len() {
        report.error(format!(
            "{} planned, but {} configured",
            Length::exactly(planned.len()),
            Length::exactly(configs.len())
        ));
        return;
    }
    let none = BTreeMap::new();
    let priors = match prior {
        Value::Map(priors) => priors,
        _ => &none,
    };
    for (key, planned) in planned {
        match configs.get(key) {
            None => report.error(format!("the key {key:?} is planned, but not configured")),
            Some(config) => report.within(key_step(key), |report| {
                fields(
                    block,
                    priors.get(key).unwrap_or(&NULL),
                    config,
                    planned,
                    report,
                );
            }),
        }
    }
    for key in configs.keys() {
        if !planned.contains_key(key) {
            report.error(format!("the key {key:?} is configured, but not planned"));
        }
    }
}
