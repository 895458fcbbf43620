//! Whether core accepts a plan: blocks.

use super::CoreError;
use super::plan_attributes::attribute;
use super::support::{NOT_OF_SCHEMA, NULL, Report, child, count_of, is_object_of, place, presence};
use crate::path::{Step, steps};
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
    Report::of(|report| object(block, prior, config, planned, report))
}

fn object(block: &Block, prior: &Value, config: &Value, planned: &Value, report: &mut Report) {
    if !presence(config, planned, report) {
        return;
    }
    if ![prior, config, planned]
        .iter()
        .all(|object| is_object_of(block, object))
    {
        return report.error(NOT_OF_SCHEMA);
    }
    for (position, field) in block.fields.iter().enumerate() {
        let [prior, config, planned] =
            [prior, config, planned].map(|object| child(object, position));
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
        return report.error("the blocks are not known yet, so they must be planned unknown");
    }
    if planned.is_unknown() {
        return report.error(UNKNOWN_BLOCK);
    }
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return object(block, prior, config, planned, report);
    }
    if planned.is_null() {
        return report.error(NULL_BLOCKS);
    }
    match (nesting, planned) {
        (Nesting::List, Value::List(_)) | (Nesting::Map, Value::Map(_)) => {
            blocks(block, prior, config, planned, report);
        }
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

/// The blocks of a list or map, each with its counterparts at the same index or key.
fn blocks(block: &Block, prior: &Value, config: &Value, planned: &Value, report: &mut Report) {
    // A configuration has no null here, but ignore_changes can carry over a legacy provider's
    // null. Core crashes on it if the blocks are sent as a tuple or object.
    let same_kind = std::mem::discriminant(config) == std::mem::discriminant(planned);
    if !(same_kind || matches!(config, Value::Null) && !block.has_dynamic()) {
        return report.error(NOT_OF_SCHEMA);
    }
    // Core compares the number only if the blocks are sent as a list or map; if something in those
    // of a map is dynamic, they are sent as an object, and a surplus key is an error of the whole.
    let is_object = matches!(planned, Value::Map(_)) && block.has_dynamic();
    let [count, wanted] = [planned, config].map(|blocks| blocks.element_count().unwrap_or(0));
    if !is_object && count != wanted {
        let count = count_of(count, "block");
        return report.error(format!("{count} planned, but {wanted} configured"));
    }
    for (step, planned) in steps(planned) {
        let Some(config) = step.of(config) else {
            let surplus = format!("the block {} is planned, but not configured", place(step));
            match is_object {
                true => report.error(surplus),
                false => report.error_at(step.step(), surplus),
            }
            continue;
        };
        report.within(step.step(), |report| match planned.is_unknown() {
            true => report.error(UNKNOWN_BLOCK),
            false => {
                let prior = step.of(prior).unwrap_or(&NULL);
                object(block, prior, config, planned, report);
            }
        });
    }
    report.only_in(config, planned, |at| {
        format!("the block {at} is configured, but not planned")
    });
}
