//! Whether core accepts a plan: blocks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::CoreError;
use super::plan_attributes::attribute;
use super::support::{
    NOT_OF_SCHEMA, NULL, Report, child, count_of, index_step, is_object_of, key_step, presence,
};
use crate::path::Step;
use crate::schema::{Block, Kind, Nesting};
use crate::value::Value;

/// What core rejects in a plan from a provider without the legacy flag; empty if it accepts the
/// plan. Write-only values are rejected separately
/// ([`write_only_values`](super::write_only_values)), and so are values of a type other than the
/// schema's ([`conformance`](super::conformance)).
///
/// Attributes: the plan must have the configured value or the whole prior value; what is not
/// configured must be null unless it is computed. Blocks: as many as configured, none of them
/// unknown; the value of a computed block that is not configured may be anything but a null
/// collection. The elements of set blocks and nested sets are not inspected: they have no address
/// that would relate planned to configured ones.
#[must_use]
pub fn plan_valid(block: &Block, prior: &Value, config: &Value, planned: &Value) -> Vec<CoreError> {
    let mut report = Report::default();
    object(block, prior, config, planned, &mut report);
    report.finish()
}

fn object(block: &Block, prior: &Value, config: &Value, planned: &Value, report: &mut Report) {
    if !presence(config, planned, report) {
        return;
    }
    if !(is_object_of(block, prior) && is_object_of(block, config) && is_object_of(block, planned))
    {
        report.error(NOT_OF_SCHEMA);
        return;
    }
    for (position, field) in block.fields.iter().enumerate() {
        let (Some(prior), Some(config), Some(planned)) = (
            child(block, prior, position),
            child(block, config, position),
            child(block, planned, position),
        ) else {
            continue;
        };
        match &field.kind {
            Kind::Block { nesting, block, .. } => {
                if field.is_computed_block() && config.is_null() {
                    // Without a configuration, anything of the type may be planned.
                    if planned.is_null() && *nesting != Nesting::Single {
                        report.within_field(&field.name, |report| report.error(NULL_BLOCKS));
                    }
                    continue;
                }
                // Refinements count here, unlike everywhere else.
                if planned != config {
                    report.within_field(&field.name, |report| {
                        nested_block(*nesting, block, prior, config, planned, report);
                    });
                }
            }
            _ => attribute(field, prior, config, planned, report),
        }
    }
}

const NULL_BLOCKS: &str =
    "a collection of blocks cannot be null; it must be empty where there are none";

const UNKNOWN_BLOCK: &str =
    "a block cannot be unknown itself; set the attributes in it to unknown instead";

fn nested_block(
    nesting: Nesting,
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &Value,
    report: &mut Report,
) {
    if config.is_unknown() {
        report.error("the blocks are not known yet, so they must be planned unknown");
        return;
    }
    if planned.is_unknown() {
        report.error(UNKNOWN_BLOCK);
        return;
    }
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        object(block, prior, config, planned, report);
        return;
    }
    if planned.is_null() {
        report.error(NULL_BLOCKS);
        return;
    }
    match (nesting, planned) {
        (Nesting::List, Value::List(elements)) => list(block, prior, config, elements, report),
        (Nesting::Map, Value::Map(elements)) => map(block, prior, config, elements, report),
        (Nesting::Set, Value::Set(elements)) => {
            for element in elements {
                if element.is_unknown() {
                    report.error_at(Step::Element(Box::new(element.clone())), UNKNOWN_BLOCK);
                }
            }
        }
        _ => report.error(NOT_OF_SCHEMA),
    }
}

fn list(block: &Block, prior: &Value, config: &Value, planned: &[Value], report: &mut Report) {
    let configs: &[Value] = match config {
        Value::List(configs) => configs,
        // A configuration has no null here, but ignore_changes can carry over a legacy provider's
        // null. Core crashes on it if the blocks are sent as a tuple.
        Value::Null if !block.has_dynamic() => &[],
        _ => return report.error(NOT_OF_SCHEMA),
    };
    if planned.len() != configs.len() {
        report.error(wrong_count(planned.len(), configs.len()));
        return;
    }
    let priors = prior.elements();
    for (index, (planned, config)) in planned.iter().zip(configs).enumerate() {
        report.within(index_step(index), |report| {
            element(block, priors.get(index), config, planned, report);
        });
    }
}

fn wrong_count(planned: usize, configured: usize) -> String {
    format!(
        "{} planned, but {configured} configured",
        count_of(planned, "block")
    )
}

fn element(
    block: &Block,
    prior: Option<&Value>,
    config: &Value,
    planned: &Value,
    report: &mut Report,
) {
    if planned.is_unknown() {
        report.error(UNKNOWN_BLOCK);
    } else {
        object(block, prior.unwrap_or(&NULL), config, planned, report);
    }
}

fn map(
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &BTreeMap<Arc<str>, Value>,
    report: &mut Report,
) {
    let none = BTreeMap::new();
    let configs = match config {
        Value::Map(configs) => configs,
        Value::Null if !block.has_dynamic() => &none,
        _ => return report.error(NOT_OF_SCHEMA),
    };
    let priors = match prior {
        Value::Map(priors) => priors,
        _ => &none,
    };
    // Core compares the number only if the blocks are sent as a map; if something in them is
    // dynamic, they are sent as an object, and a surplus key is an error of the whole.
    let is_map = !block.has_dynamic();
    if is_map && planned.len() != configs.len() {
        report.error(wrong_count(planned.len(), configs.len()));
        return;
    }
    for (key, planned) in planned {
        let surplus = || format!("the block {key:?} is planned, but not configured");
        match configs.get(key) {
            None if is_map => report.error_at(key_step(key), surplus()),
            None => report.error(surplus()),
            Some(config) => report.within(key_step(key), |report| {
                element(block, priors.get(key), config, planned, report);
            }),
        }
    }
    for key in configs.keys() {
        if !planned.contains_key(key) {
            report.error(format!("the block {key:?} is configured, but not planned"));
        }
    }
}
