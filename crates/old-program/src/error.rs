//! What is said when the old program fails.

use crate::spec::Spec;
use schema_client::{CallError, StartError};
use schema_transport::proto::v6::Diagnostic;

/// The status of a call that a program does not have.
const UNIMPLEMENTED: u32 = 12;

/// It does not start.
pub(crate) fn not_started(spec: &Spec, error: &StartError) -> Diagnostic {
    let remedy = spec.remedy();
    Diagnostic::error(
        format!("The old program {} cannot be used", spec.name()),
        format!("It serves what this provider has not ported yet. {error}\n{remedy}"),
    )
}

/// It cannot say what it has.
pub(crate) fn no_schemas(spec: &Spec, why: &str) -> Diagnostic {
    let remedy = spec.remedy();
    Diagnostic::error(
        format!(
            "The old program {} does not say what it serves",
            spec.name()
        ),
        format!("{why}\n{remedy}"),
    )
}

/// It is another one than when the provider was built.
pub(crate) fn other_schemas(spec: &Spec, differing: &[String]) -> Diagnostic {
    let what = differing.join(", ");
    Diagnostic::error(
        format!(
            "The old program {} has other schemas than its snapshot",
            spec.name()
        ),
        format!(
            "These differ: {what}. Terraform has planned with the snapshot that this provider was built with. Take the version \
             of the program that the snapshot was made of, or write the snapshot again with `cargo provider snapshot` and \
             build the provider.",
        ),
    )
}

/// What it says of the provider's settings, with its name.
pub(crate) fn of_settings(spec: &Spec, mut told: Diagnostic) -> Diagnostic {
    let name = spec.name();
    told.detail = match told.detail.as_str() {
        "" => format!("The old program {name} says so of the provider's settings."),
        detail => format!("{detail}\n\nThe old program {name} says so of the provider's settings."),
    };
    // The path is one of the provider's configuration, and this answer is about something else.
    told.attribute = None;
    told
}

/// What is lost, if anything, when a call is cut short.
fn aftermath(call: &str) -> &'static str {
    match call {
        "ApplyResourceChange" => {
            " The state keeps what it had. What the program created or changed before may exist all the same: look for it, and \
             import it."
        }
        "InvokeAction" | "OpenEphemeralResource" => " What it did before is not undone.",
        _ => "",
    }
}

/// It ended in the middle of a call.
pub(crate) fn ended(spec: &Spec, call: &str, how: &str) -> Diagnostic {
    Diagnostic::error(
        format!(
            "The old program {} ended in the middle of {call}",
            spec.name()
        ),
        format!(
            "{how}\nThis is a bug in that program.{} It is started again for the next call.",
            aftermath(call)
        ),
    )
}

/// It ended too often.
pub(crate) fn ended_too_often(spec: &Spec, times: u32) -> Diagnostic {
    Diagnostic::error(
        format!("The old program {} is not started again", spec.name()),
        format!(
            "It ended {times} times in the middle of a call. This is a bug in that program: run it with TF_LOG=trace to see \
             what it does before, or port the types on which it ends."
        ),
    )
}

/// A call failed that did not end it.
pub(crate) fn failed(spec: &Spec, call: &str, error: &CallError) -> Diagnostic {
    let name = spec.name();
    let summary = format!("The old program {name} cannot answer {call}");
    let detail = match error {
        _ if error.status() == Some(UNIMPLEMENTED) => {
            "It does not have this call, which is newer than its SDK. Port the type, or take a newer version of the program."
                .to_owned()
        }
        CallError::TimedOut(time) => format!(
            "No answer came within {time:?}, and the call was given up.{} Raise the limit with `OldProgram::call_timeout` if \
             the call may take longer.",
            aftermath(call)
        ),
        CallError::TooLarge { limit } => format!(
            "Its answer is larger than {} MiB, which is the most that Terraform takes.{} Keep such data elsewhere.",
            limit >> 20,
            aftermath(call)
        ),
        error => format!("{error}.{} This is a bug in that program.", aftermath(call)),
    };
    Diagnostic::error(summary, detail)
}
