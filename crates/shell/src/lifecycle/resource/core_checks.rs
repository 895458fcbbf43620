//! Terraform Core's checks of a plan and of a result, with the remedy in the message.

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics};
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Schema};
use schema_runtime::terraform_core::{CoreError, object_compatible, plan_valid};
use schema_runtime::value::Value;

/// Whether core accepts a plan.
pub(crate) fn check_plan(
    schema: &Schema,
    prior: &Value,
    config: &Value,
    planned: &Value,
) -> Diagnostics {
    plan_valid(&schema.block, prior, config, planned)
        .into_iter()
        .map(|error| {
            let CoreError { path, message } = error;
            Diagnostic::error(format!("{}: the plan is invalid", schema.type_name))
                .with_detail(format!(
                    "Terraform would reject it{}: {message}. This is a bug in the provider's plan \
                     hook, or in the SDK.",
                    place(&path)
                ))
                .at(path)
        })
        .collect()
}

const CONTRADICTION: DiagnosticKind = DiagnosticKind::new("contradiction");

/// Whether this is an error of `check_result`.
#[doc(hidden)]
pub fn is_contradiction(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_kind(CONTRADICTION)
}

/// Whether core accepts an object as the planned one.
pub(crate) fn check_result(
    schema: &Schema,
    planned: &Value,
    config: &Value,
    actual: &Value,
) -> Diagnostics {
    object_compatible(&schema.block, planned, actual)
        .into_iter()
        .map(|error| {
            let CoreError { path, message } = error;
            let cure = cure(schema, &path, planned, config);
            Diagnostic::error(format!(
                "{}: the result contradicts the plan",
                schema.type_name
            ))
            .with_kind(CONTRADICTION)
            .with_detail(format!(
                "The provider planned one value{} and returned another: {message}. The object is \
                 saved with its real values. This is a bug in the provider. {cure}",
                place(&path)
            ))
            .at(path)
        })
        .collect()
}

fn place(path: &Path) -> String {
    if path.is_root() {
        String::new()
    } else {
        format!(" for {path}")
    }
}

/// The remedy for the provider developer.
fn cure(schema: &Schema, path: &Path, planned: &Value, config: &Value) -> String {
    let block: &Block = &schema.block;
    let Some(field) = field_at(block, path) else {
        return String::new();
    };
    let id = schema.id_index().and_then(|id| block.fields.get(id));
    // It is not a field of the provider developer's struct.
    if path.steps().len() == 1 && id.is_some_and(|id| id.name == field.name) {
        return "Declare on the struct when the id changes: `#[schema(…, id(when_changed(…)))]` \
                with the fields that it depends on."
            .to_owned();
    }
    let name = &field.name;
    let configured = follow(block, config, path).is_some_and(|value| !value.is_null());
    let planned = follow(block, planned, path).is_some_and(|value| !value.is_null());
    if field.is_block() && (configured || !field.is_computed_block()) {
        format!(
            "Blocks must match the configuration: put what the provider adds or changes \
             in {name} into a computed field."
        )
    } else if configured {
        format!(
            "If both values mean the same, say so with `diff_suppress = …` or `canonical = …` on \
             {name}, or give it a type with semantic equality; otherwise do not set \
             it: a configured value must be stored unchanged."
        )
    } else if field.default().is_some() {
        format!(
            "{name} has a `default`, and the default must be stored if nothing is configured: \
             do not set it, or make it `optional, computed` without a default."
        )
    } else if field.is_wire_computed() {
        format!(
            "Declare when {name} changes: `computed(when_changed(…))` with the fields that it \
             depends on, `computed(volatile)`, or `set_unknown` in the plan hook."
        )
    } else if planned {
        format!("Do not set {name}.")
    } else {
        format!(
            "A field that the provider may fill needs `computed`: make {name} `optional, computed`, \
             give it a `default`, or do not set it."
        )
    }
}

/// The innermost field on a path.
fn field_at<'a>(block: &'a Block, path: &Path) -> Option<&'a Field> {
    let (mut block, mut found) = (Some(block), None);
    for step in path.steps() {
        if let Step::Attribute(name) = step {
            let Some(field) = block.and_then(|block| block.field(name)) else {
                break;
            };
            block = field.nested_block().map(|(_, nested)| &**nested);
            found = Some(field);
        }
    }
    found
}

/// The value at a path; if the path goes into an attribute's type, the attribute's value.
fn follow<'v>(block: &Block, root: &'v Value, path: &Path) -> Option<&'v Value> {
    let (mut block, mut value) = (Some(block), root);
    for step in path.steps() {
        value = match (step, value) {
            (Step::Attribute(name), Value::Object(values)) => match block {
                Some(within) => {
                    let (position, field) = within.find(name)?;
                    block = field.nested_block().map(|(_, nested)| &**nested);
                    values.get(position)?
                }
                None => return Some(value),
            },
            (Step::Index(index), Value::List(elements)) => {
                elements.get(usize::try_from(*index).ok()?)?
            }
            (Step::Key(key), Value::Map(elements)) => elements.get(key.as_str())?,
            // The path of a set element contains the element itself.
            (Step::Element(_), _) => return Some(value),
            _ => return None,
        };
    }
    Some(value)
}
