//! Checks whether Terraform would reject the result of opening an ephemeral resource.

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::terraform_core::{conformance, plan_valid};
use schema_runtime::value::Value;

const REFUSED: DiagnosticKind = DiagnosticKind::new("rejected open");

/// Whether this is an error of `check_opened`.
#[doc(hidden)]
pub fn is_refused_open(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_kind(REFUSED)
}

/// The error of a result that Terraform would reject.
pub(super) fn refused_open(schema: &Schema) -> Diagnostic {
    let name = &schema.type_name;
    Diagnostic::error(format!("{name}: Terraform would reject the opened value")).with_kind(REFUSED)
}

/// The reasons for which Terraform would reject a result. The messages contain no values: all of
/// them may be secrets.
pub(crate) fn check_opened(schema: &Schema, config: &Value, result: &Value) -> Diagnostics {
    let refused = |path: Path, why: &str| {
        refused_open(schema)
            .with_detail(format!(
                "{why} It was closed again. This is a bug in the provider."
            ))
            .at(path)
    };
    let block = &schema.block;
    if !matches!(result, Value::Object(_)) {
        return refused(Path::root(), "There is no object.").into();
    }
    let mut found: Diagnostics = conformance(block, result)
        .into_iter()
        .map(|error| {
            let why = format!("{} is of another type than the schema says.", error.path);
            refused(error.path, &why)
        })
        .collect();
    if found.has_errors() {
        return found;
    }
    if !result.is_wholly_known() {
        let why = "A value of it is unknown; nothing makes it known later.";
        found.push(refused(Path::root(), why));
        return found;
    }
    for error in plan_valid(block, &Value::Null, config, result) {
        let why = if error.path.is_root() {
            "It differs from the configuration.".to_owned()
        } else {
            format!(
                "{} differs from the configuration: a configured value must be returned unchanged, \
                 and only a `computed` field may have a value that is not configured.",
                error.path
            )
        };
        found.push(refused(error.path, &why));
    }
    found
}
