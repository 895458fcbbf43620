//! Terraform Core's checks of a provider's responses, as messages.

use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::{
    CoreError, conformance, object_compatible, plan_valid, replace_paths, write_only_values,
};
use schema_runtime::value::Value;

use crate::depth::not_kept_of;
use crate::message::{Message, Messages};

/// The messages about the contradictions of one operation.
struct ErrorText<'a> {
    summary: &'a str,
    detail: String,
}

impl ErrorText<'_> {
    fn report(&self, errors: Vec<CoreError>, messages: &mut Messages) {
        for error in errors {
            messages.push(
                Message::error(self.summary)
                    .detail(format!(
                        "{}: {}.\n\nThis is a bug in the provider.",
                        self.detail,
                        error.message.trim_end_matches('.')
                    ))
                    .path(error.path),
            );
        }
    }
}

/// Checks the rules for every object from a provider: its values have the schema's types, and
/// write-only values are absent.
fn check_object(block: &Block, value: &Value, text: &ErrorText<'_>, messages: &mut Messages) {
    text.report(write_only_values(block, value), messages);
    text.report(conformance(block, value), messages);
}

/// Checks a plan.
pub(crate) fn check_plan(
    block: &Block,
    (prior, config, planned): (&Value, &Value, &Value),
    legacy: bool,
    messages: &mut Messages,
) {
    let text = ErrorText {
        summary: "Provider produced invalid plan",
        detail: "The provider returned a plan that Terraform Core rejects".to_owned(),
    };
    let before = messages.error_count();
    check_object(block, planned, &text, messages);
    if messages.error_count() == before && !legacy {
        text.report(plan_valid(block, prior, config, planned), messages);
    }
}

/// Checks only what Terraform Core checks in the second plan of a replacement.
pub(crate) fn check_plan_again(block: &Block, planned: &Value, messages: &mut Messages) {
    let text = ErrorText {
        summary: "Provider produced invalid plan",
        detail: "The provider returned a plan that Terraform Core rejects".to_owned(),
    };
    check_object(block, planned, &text, messages);
}

/// The changed paths that require a replacement.
pub(crate) fn replacement(
    block: &Block,
    prior: &Value,
    planned: &Value,
    requires_replace: &[Path],
    messages: &mut Messages,
) -> Vec<Path> {
    match replace_paths(block, prior, planned, requires_replace) {
        Ok(paths) => paths,
        Err(error) => {
            let text = ErrorText {
                summary: "Provider produced invalid plan",
                detail: "The provider asked for a replacement because of an attribute that does \
                         not exist"
                    .to_owned(),
            };
            text.report(vec![error], messages);
            Vec::new()
        }
    }
}

/// Checks the second plan, which is made when everything is known.
pub(crate) fn check_final_plan(
    block: &Block,
    first: &Value,
    second: &Value,
    messages: &mut Messages,
) {
    ErrorText {
        summary: "Provider produced inconsistent final plan",
        detail: "When the plan was made again with all values known, it contradicted the first \
                 one"
        .to_owned(),
    }
    .report(object_compatible(block, first, second), messages);
}

/// Whether the object of an apply can be saved; if not, reports why.
pub(crate) fn check_saved(block: &Block, value: &Value, messages: &mut Messages) -> bool {
    let text = ErrorText {
        summary: "Provider produced invalid object",
        detail: "The provider returned an object that does not fit its schema and is not saved"
            .to_owned(),
    };
    let before = messages.error_count();
    check_object(block, value, &text, messages);
    messages.error_count() == before
}

/// Checks the object of a successful apply.
pub(crate) fn check_applied(
    block: &Block,
    planned: &Value,
    actual: &Value,
    legacy: bool,
    messages: &mut Messages,
) {
    if planned.is_null() != actual.is_null() {
        messages.push(
            Message::error("Provider produced inconsistent result after apply").detail(
                if actual.is_null() {
                    "The provider reported success, but returned no object.\n\nThis is a bug \
                 in the provider."
                } else {
                    "The provider reported success, but the deleted object still \
                 exists.\n\nThis is a bug in the provider."
                },
            ),
        );
        return;
    }
    if !actual.is_wholly_known() {
        messages.push(
            Message::error("Provider returned unknown values after apply").detail(
                "All values must be known after an apply; the unknown ones are saved as null.\n\n\
                 This is a bug in the provider.",
            ),
        );
    }
    if !legacy {
        ErrorText {
            summary: "Provider produced inconsistent result after apply",
            detail: "The object contradicts the plan".to_owned(),
        }
        .report(object_compatible(block, planned, actual), messages);
    }
}

/// Reports the values of an object that cannot be saved; the state has null instead.
pub(crate) fn check_kept(block: &Block, value: &Value, messages: &mut Messages) {
    for (name, why) in not_kept_of(block, value) {
        messages.push(
            Message::error("Value cannot be saved")
                .detail(format!(
                    "The provider returned a value for \"{name}\" that the state cannot hold: \
                     {why}. It is null in the state.\n\nThis is a bug in the provider."
                ))
                .path(Path::root().attribute(name.clone())),
        );
    }
}

/// Checks an object that was read or imported.
pub(crate) fn check_read(block: &Block, value: &Value, messages: &mut Messages) {
    let text = ErrorText {
        summary: "Provider produced invalid object",
        detail: "The provider returned an object that does not fit its schema".to_owned(),
    };
    check_object(block, value, &text, messages);
    check_kept(block, value, messages);
    if !value.is_wholly_known() {
        messages.push(Message::error("Provider produced invalid object").detail(
            "The provider returned unknown values for an object that exists.\n\nThis is a bug in \
             the provider.",
        ));
    }
}
