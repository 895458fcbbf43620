//! Terraform Core's checks of a provider's responses, as messages.

use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::{
    CoreError, conformance, object_compatible, plan_valid, replace_paths, write_only_values,
};
use schema_runtime::value::Value;

use crate::depth::not_kept_of;
use crate::message::{Message, Messages};

/// The summary of an error, and what is wrong; the contradiction follows.
type Text = (&'static str, &'static str);

const INVALID_PLAN: Text = (
    "Provider produced invalid plan",
    "The provider returned a plan that Terraform Core rejects",
);

fn messages_of((summary, detail): Text, errors: impl IntoIterator<Item = CoreError>) -> Messages {
    let mut messages = Messages::new();
    for error in errors {
        let reason = error.message.trim_end_matches('.');
        let message = Message::error(summary).detail(format!(
            "{detail}: {reason}.\n\nThis is a bug in the provider."
        ));
        messages.push(message.path(error.path));
    }
    messages
}

/// Checks the rules for every object from a provider: its values have the schema's types, and
/// write-only values are absent.
fn check_object(text: Text, block: &Block, value: &Value) -> Messages {
    let errors = write_only_values(block, value).into_iter();
    messages_of(text, errors.chain(conformance(block, value)))
}

/// Checks a plan.
pub(crate) fn check_plan(
    block: &Block,
    (prior, config, planned): (&Value, &Value, &Value),
    legacy: bool,
) -> Messages {
    let mut messages = check_object(INVALID_PLAN, block, planned);
    if !messages.has_errors() && !legacy {
        let errors = plan_valid(block, prior, config, planned);
        messages.extend(messages_of(INVALID_PLAN, errors));
    }
    messages
}

/// Checks only what Terraform Core checks in the second plan of a replacement.
pub(crate) fn check_plan_again(block: &Block, planned: &Value) -> Messages {
    check_object(INVALID_PLAN, block, planned)
}

/// The changed paths that require a replacement.
///
/// # Errors
/// The provider named one that does not exist.
pub(crate) fn replacement(
    block: &Block,
    prior: &Value,
    planned: &Value,
    requires_replace: &[Path],
) -> Result<Vec<Path>, Messages> {
    const TEXT: Text = (
        "Provider produced invalid plan",
        "The provider asked for a replacement because of an attribute that does not exist",
    );
    let paths = replace_paths(block, prior, planned, requires_replace);
    paths.map_err(|error| messages_of(TEXT, [error]))
}

/// Checks the second plan, which is made when everything is known.
pub(crate) fn check_final_plan(block: &Block, first: &Value, second: &Value) -> Messages {
    const TEXT: Text = (
        "Provider produced inconsistent final plan",
        "When the plan was made again with all values known, it contradicted the first one",
    );
    messages_of(TEXT, object_compatible(block, first, second))
}

/// Checks whether the object of an apply can be saved.
pub(crate) fn check_saved(block: &Block, value: &Value) -> Messages {
    const TEXT: Text = (
        "Provider produced invalid object",
        "The provider returned an object that does not fit its schema and is not saved",
    );
    check_object(TEXT, block, value)
}

/// Checks the object of a successful apply.
pub(crate) fn check_applied(
    block: &Block,
    planned: &Value,
    actual: &Value,
    legacy: bool,
) -> Messages {
    const TEXT: Text = (
        "Provider produced inconsistent result after apply",
        "The object contradicts the plan",
    );
    if planned.is_null() != actual.is_null() {
        let what = match actual.is_null() {
            true => "returned no object",
            false => "the deleted object still exists",
        };
        return Message::error(TEXT.0)
            .detail(format!(
                "The provider reported success, but {what}.\n\nThis is a bug in the provider."
            ))
            .into();
    }
    let mut messages = Messages::new();
    if !actual.is_wholly_known() {
        messages.push(
            Message::error("Provider returned unknown values after apply").detail(
                "All values must be known after an apply; the unknown ones are saved as null.\n\n\
                 This is a bug in the provider.",
            ),
        );
    }
    if !legacy {
        messages.extend(messages_of(TEXT, object_compatible(block, planned, actual)));
    }
    messages
}

/// Reports the values of an object that cannot be saved; the state has null instead.
pub(crate) fn check_kept(block: &Block, value: &Value) -> Messages {
    let mut messages = Messages::new();
    for (name, why) in not_kept_of(block, value) {
        let message = Message::error("Value cannot be saved").detail(format!(
            "The provider returned a value for \"{name}\" that the state cannot hold: {why}. It is \
             null in the state.\n\nThis is a bug in the provider."
        ));
        messages.push(message.path(Path::root().attribute(name.clone())));
    }
    messages
}

/// Checks an object that was read or imported.
pub(crate) fn check_read(block: &Block, value: &Value) -> Messages {
    const TEXT: Text = (
        "Provider produced invalid object",
        "The provider returned an object that does not fit its schema",
    );
    let mut messages = check_object(TEXT, block, value);
    messages.extend(check_kept(block, value));
    if !value.is_wholly_known() {
        messages.push(Message::error(TEXT.0).detail(
            "The provider returned unknown values for an object that exists.\n\nThis is a bug in \
             the provider.",
        ));
    }
    messages
}
