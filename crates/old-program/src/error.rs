//! Diagnostics for failures of the old program.

use crate::spec::Spec;
use schema_client::{CallError, StartError};
use schema_transport::proto::v6::Diagnostic;

/// It does not start.
pub(crate) fn not_started(spec: &Spec, error: &StartError) -> Diagnostic {
    let remedy = spec.remedy();
    Diagnostic::error(
        format!("The old program {} cannot be used", spec.name()),
        format!("It serves what this provider has not ported yet. {error}\n{remedy}"),
    )
}

/// Its schemas are not known.
pub(crate) fn no_schemas(spec: &Spec, why: &str) -> Diagnostic {
    let remedy = spec.remedy();
    Diagnostic::error(
        format!("The old program {} did not return its schemas", spec.name()),
        format!("{why}\n{remedy}"),
    )
}

/// Its schemas differ from the snapshot.
pub(crate) fn other_schemas(spec: &Spec, differing: &[String]) -> Diagnostic {
    let (name, what) = (spec.name(), differing.join(", "));
    Diagnostic::error(
        format!("The old program {name} has other schemas than its snapshot"),
        format!(
            "These differ: {what}. Terraform has planned with the snapshot that this provider was built with. Use the version \
             of the program from which the snapshot was made, or write the snapshot again with `cargo provider snapshot` and \
             build the provider.",
        ),
    )
}

/// Its diagnostic about the provider's settings, with its name.
pub(crate) fn of_settings(spec: &Spec, mut told: Diagnostic) -> Diagnostic {
    let name = spec.name();
    let from = format!("The old program {name} reported this about the provider's settings.");
    told.detail = match told.detail.as_str() {
        "" => from,
        detail => format!("{detail}\n\n{from}"),
    };
    // The path belongs to the provider's configuration, but this answer is about something else.
    told.attribute = None;
    told
}

/// What is lost, if anything, when a call is interrupted.
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
pub(crate) fn ended(spec: &Spec, call: &str, how: &str, again: bool) -> Diagnostic {
    let next = match again {
        true => " It is started again for the next call.",
        false => "",
    };
    let (name, after) = (spec.name(), aftermath(call));
    Diagnostic::error(
        format!("The old program {name} ended in the middle of {call}"),
        format!("{how}\nThis is a bug in that program.{after}{next}"),
    )
}

/// It was asked to stop before it got the call.
pub(crate) fn interrupted(spec: &Spec, call: &str) -> Diagnostic {
    let name = spec.name();
    Diagnostic::error(
        format!("{call} was interrupted"),
        format!("The old program {name} was asked to stop while it started. Nothing was changed."),
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

/// A call failed, but the program still runs.
pub(crate) fn failed(spec: &Spec, call: &str, error: &CallError) -> Diagnostic {
    let (name, after) = (spec.name(), aftermath(call));
    let summary = format!("The old program {name} cannot answer {call}");
    let detail = match error {
        _ if error.is_unimplemented() => {
            "It does not have this call, which is newer than its SDK. Port the type, or take a newer version of the program."
                .to_owned()
        }
        CallError::TimedOut(time) => format!(
            "No answer came within {time:?}, and the call was abandoned.{after} Raise the limit with `OldProgram::call_timeout` \
             if the call may take longer."
        ),
        CallError::TooLarge { limit } => format!(
            "Its answer is larger than {} MiB, which is the most that this provider passes on.{after} Keep such data \
             elsewhere.",
            limit >> 20
        ),
        error => format!("{error}.{after} This is a bug in that program."),
    };
    Diagnostic::error(summary, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_the_program_does_not_have_is_newer_than_it() {
        let spec = Spec {
            path: "old".into(),
            variable: None,
            snapshot: None,
            start: std::time::Duration::ZERO,
            call: None,
            largest: 1,
            variables: Vec::new(),
        };
        let error = CallError::Status {
            code: 12,
            message: String::new(),
        };
        let told = failed(&spec, "MoveResourceState", &error);
        assert!(
            told.detail.contains("newer than its SDK"),
            "{}",
            told.detail
        );
    }
}
