//! Checks schemas against `schema-rules` at run time: [`rules`] for schemas built at run time,
//! [`check_schema`] for the parts of a derived schema that the compiler cannot see (values known
//! only at run time: default functions, expressions, regular expressions of types).
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::check::check_schema;
//! use schema_runtime::object::schema;
//! use schema_runtime::schema::Environment;
//!
//! // What a struct says was checked when it was compiled; what an environment adds to it is checked here.
//! assert!(check_schema(schema::<Image>(), &Environment::default()).is_empty());
//! ```

mod facts;

use std::collections::BTreeSet;

use schema_rules::Rule;
pub use schema_rules::{Mode, Severity, Violation};

use crate::default_values::{default_value, first_set};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::Path;
use crate::schema::{Block, Default, Environment, Field, Schema, Validator};
use crate::validate;
use crate::value::Value;

/// Every rule that a schema breaks, in the order of its fields, with the messages of the compile
/// errors. [`Mode::Compatible`] is for schemas from elsewhere: there, only what Terraform itself
/// rejects is an error; our own rules are warnings.
///
/// ```
/// use schema_runtime::check::{Mode, Severity, rules};
/// use schema_runtime::dynamic::read_schema;
/// use schema_runtime::schema::SchemaKind;
///
/// let schema = read_schema(SchemaKind::Resource, "disk_image", &serde_json::json!({
///     "block": {"attributes": {"size": {"type": "number", "required": true, "optional": true}}},
/// })).unwrap();
/// let found = rules(&schema, Mode::Compatible);
/// assert_eq!(found[0].severity, Severity::Error);
/// assert_eq!(found[0].message, "`size` is both required and optional");
/// ```
#[must_use]
pub fn rules(schema: &Schema, mode: Mode) -> Vec<Violation> {
    let mut paths = BTreeSet::new();
    facts::paths(&schema.block, &mut paths);
    schema_rules::check_block(&facts::schema(schema, mode, &paths), mode)
}

/// All errors in a schema of ours: broken rules, defaults that are known in this environment and do
/// not fit the field's type or validators, invalid regular expressions. Warnings of rules are
/// omitted: the compiler reported them, unless they were allowed. The values of variables, and of
/// default functions that read them, come from the user, and are checked when they are used
/// ([`validate`]).
///
/// Provider tests call this through `schema_provider::testing::check_schemas`. A provider itself
/// calls only [`check_defaults`] when it is asked for its schemas.
pub fn check_schema(schema: &Schema, environment: &Environment) -> Diagnostics {
    let mut found = Diagnostics::new();
    // A default that the rules rejected is not reported again.
    let mut told = BTreeSet::new();
    for violation in rules(schema, Mode::Ours) {
        if violation.severity == Severity::Error {
            found.push(diagnostic(schema, &violation));
        }
        if [Rule::DEFAULT_TYPE, Rule::DEFAULT_INVALID].contains(&violation.rule) {
            told.insert(violation.address());
        }
    }
    fields(&schema.block, None, environment, Some(&told), &mut found);
    found
}

/// Checks the defaults of a schema that are known in this environment against their fields'
/// validators: the values of functions and expressions, which the compiler cannot see. The values
/// of variables, and of functions that read them, come from the user, and are checked when they are
/// used.
pub fn check_defaults(schema: &Schema, environment: &Environment) -> Diagnostics {
    let mut found = Diagnostics::new();
    fields(&schema.block, None, environment, None, &mut found);
    found
}

/// A field and those that contain it. A provider checks all its schemas at each start, and needs
/// the path of hardly any field.
struct Place<'a> {
    field: &'a Field,
    inside: Option<&'a Place<'a>>,
}

impl Place<'_> {
    fn path(&self) -> Path {
        self.inside
            .map_or_else(Path::root, Place::path)
            .attribute(self.field.name.clone())
    }
}

/// Checks the defaults of fields, at every depth. [`check_schema`] wants the patterns checked too,
/// and says which defaults the rules rejected (`told`): those are not reported again.
fn fields(
    block: &Block,
    inside: Option<&Place<'_>>,
    environment: &Environment,
    told: Option<&BTreeSet<String>>,
    found: &mut Diagnostics,
) {
    for field in block.fields.passing().iter() {
        let place = Place { field, inside };
        if told.is_some() {
            let path = place.path();
            for validator in field.validators() {
                patterns(validator, &path, found);
            }
        }
        let is_told = |path: &Path| told.is_some_and(|told| told.contains(&path.to_string()));
        if may_be_wrong(field) && !is_told(&place.path()) {
            default(field, &place.path(), environment, found);
        }
        if let Some((_, inner)) = field.nested_block() {
            fields(inner, Some(&place), environment, told, found);
        }
    }
}

/// Whether [`default`] could find an error in a default: a plain value is only checked against
/// validators.
fn may_be_wrong(field: &Field) -> bool {
    match field.default() {
        None => false,
        Some(Default::Environment { .. } | Default::Function(_)) => true,
        Some(_) => field.validators().next().is_some(),
    }
}

/// A broken rule as a diagnostic for whoever runs the provider.
fn diagnostic(schema: &Schema, violation: &Violation) -> Diagnostic {
    let address = violation.address();
    let place = if address.is_empty() {
        schema.type_name.as_str().to_owned()
    } else {
        format!("{}.{address}", schema.type_name.as_str())
    };
    let mut detail = format!("{place}: {} [{}]", violation.message, violation.rule);
    if let Some(help) = &violation.help {
        detail.push_str(&format!("\n{help}."));
    }
    Diagnostic::error("Invalid schema of the provider").with_detail(detail)
}

fn default(field: &Field, path: &Path, environment: &Environment, found: &mut Diagnostics) {
    let Some(default) = field.default() else {
        return;
    };
    // A bad value in the environment is not an error in the schema.
    if let Default::Environment { names, .. } = default
        && first_set(names, environment).is_some()
    {
        return;
    }
    // A copy, which records whether it is read.
    let looked_into = environment.clone();
    let value = match default_value(field, path, &looked_into) {
        Ok(value) => value,
        Err(problems) => {
            if !matches!(default, Default::Function(_)) {
                found.extend(problems);
            }
            return;
        }
    };
    // Nor is the result of a function in an environment that lacks what it reads.
    let made_of_it = matches!(default, Default::Function(_)) && looked_into.was_read();
    if matches!(value, Value::Null) || made_of_it {
        return;
    }
    let mut problems = Diagnostics::new();
    for validator in field.validators() {
        validate::check(validator, path, &value, &mut problems);
    }
    for problem in problems {
        found.push(
            Diagnostic::error(format!(
                "The default of {path} is rejected by its own validator"
            ))
            .with_detail(format!("{} {}", problem.summary, problem.detail))
            .at(path.clone()),
        );
    }
}

/// Regular expressions that do not parse, in validators of types too.
fn patterns(validator: &Validator, path: &Path, found: &mut Diagnostics) {
    match validator {
        Validator::Value { predicate } => {
            let engine = |pattern: &str, text: &str| {
                validate::matches(pattern, text)
                    .map_err(|error| validate::broken(pattern, path, &error))
            };
            // Only an unreadable pattern is an error; the predicate's result does not matter.
            if let Err(broken) = predicate.judge(&Value::from(""), engine) {
                found.push(broken);
            }
        }
        Validator::Each { validators }
        | Validator::Keys { validators }
        | Validator::All { validators }
        | Validator::Any { validators }
        | Validator::At { validators, .. }
        | Validator::Not { validators } => {
            for inner in validators.iter() {
                patterns(inner, path, found);
            }
        }
        Validator::Custom(_) => {}
    }
}

#[cfg(test)]
mod tests;
