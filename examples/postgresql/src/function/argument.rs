//! An argument of a function.

use schema_provider::Path;
use schema_provider::prelude::*;

use super::lexer;
use super::type_name::type_name;

/// An argument of a function.
#[derive(Clone, Debug, PartialEq, Schema)]
#[schema(block)]
pub struct Argument {
    /// Its type.
    #[field(required, force_new, canonical = same_type)]
    pub(super) r#type: String,
    /// Its name.
    #[field(optional, default = "", force_new, canonical = same_name)]
    #[field(allow(
        force_new_default,
        reason = "an argument without a name has an empty one"
    ))]
    pub(super) name: Option<String>,
    /// The mode: input, output, both, or variadic.
    #[field(optional, default = "IN", force_new, canonical = same_mode)]
    #[field(validate = one_of_ignore_case("IN", "OUT", "INOUT", "VARIADIC", ""))]
    #[field(allow(force_new_default, reason = "the default is that of SQL"))]
    pub(super) mode: String,
    /// The default, an SQL expression.
    #[field(optional, default = "", validate = custom = expression)]
    pub(super) default: Option<String>,
}

impl Argument {
    /// The mode as SQL keyword.
    pub(super) fn mode(&self) -> String {
        mode(&self.mode)
    }

    /// Whether callers pass it.
    pub(super) fn is_input(&self) -> bool {
        self.mode() != "OUT"
    }

    /// Whether calls return it.
    pub(super) fn is_output(&self) -> bool {
        matches!(self.mode().as_str(), "OUT" | "INOUT")
    }

    /// The name as an identifier; empty if it has none.
    pub(super) fn name(&self) -> String {
        self.name.as_deref().map(lexer::name).unwrap_or_default()
    }

    /// The default expression, if there is one.
    pub(super) fn default(&self) -> Option<&str> {
        self.default.as_deref().filter(|text| !text.is_empty())
    }
}

/// The types of the arguments that callers pass, which distinguish overloads.
pub(super) fn input_types(arguments: &[Argument]) -> String {
    let types: Vec<&str> = arguments
        .iter()
        .filter(|argument| argument.is_input())
        .map(|argument| argument.r#type.as_str())
        .collect();
    types.join(",")
}

fn mode(text: &str) -> String {
    match text.is_empty() {
        true => "IN".to_owned(),
        false => text.to_ascii_uppercase(),
    }
}

fn same_mode(text: &str) -> Canonical {
    mode(text).into()
}

fn same_name(text: &str) -> Canonical {
    lexer::name(text).into()
}

fn same_type(text: &str) -> Canonical {
    type_name(text).into()
}

/// It is inserted verbatim, and must not end the argument early.
fn expression(path: &Path, text: &str) -> Diagnostics {
    if text.is_empty() || lexer::is_expression(text) {
        return Diagnostics::new();
    }
    Diagnostic::error("The default is not an SQL expression")
        .with_detail(
            "It must be one expression: brackets and quotes end in it, and there are neither comments nor, outside of \
             brackets, commas or semicolons.",
        )
        .at(path.clone())
        .into()
}
