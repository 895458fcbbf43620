//! Validation of a configuration: everything that is wrong with it, each with its path.
//!
//! Core checks types and unsupported arguments before it calls a provider. The rest is checked
//! here: null for required values, values for computed fields, the number of blocks, validators,
//! relations between fields, deprecated and removed fields.
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::codec::{UnsupportedAttributes, json};
//! use schema_runtime::object::schema;
//! use schema_runtime::schema::Environment;
//! use schema_runtime::validate::validate;
//!
//! let image = schema::<Image>();
//! let config = |text: &str| json::decode_block(&image.block, text.as_bytes(), UnsupportedAttributes::Refuse);
//! let nothing = Environment::default();
//! assert!(validate(image, &config(r#"{"name": "a"}"#).unwrap(), &nothing).is_empty());
//! let wrong = validate(image, &config(r#"{"name": "a", "format": "tar"}"#).unwrap(), &nothing);
//! assert_eq!(wrong.iter().next().unwrap().path.to_string(), "format");
//! ```

mod changed_sets;
mod checks;
mod defaults;
mod element_defaults;
mod pattern;
mod preferences;
mod relations;
#[cfg(test)]
mod tests;
mod totals;
mod view;
mod words;

#[doc(hidden)]
pub use changed_sets::changed_sets;
pub use checks::check;
pub(crate) use checks::show_number;
use checks::{check_as, is_implied};
use defaults::checked_default;
pub(crate) use defaults::valid_default;
#[doc(hidden)]
pub use defaults::with_defaults;
#[doc(hidden)]
pub use element_defaults::{has_element_defaults, without_element_defaults};
pub(crate) use pattern::broken;
#[doc(hidden)]
pub use pattern::matches;
#[doc(hidden)]
pub use preferences::{prefers_write_only, write_only_preferences};

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{BorrowedPath, BorrowedStep, Path, object_steps, steps};
use crate::schema::{Block, Default, Environment, Field, Flags, Kind, Nesting, Schema, SchemaKind};
use crate::value::Value;

/// Everything that is wrong with a configuration, and its warnings. Unknown values are not checked.
pub fn validate(schema: &Schema, config: &Value, environment: &Environment) -> Diagnostics {
    let mut validation = Validation::new(environment);
    if !schema.block.deprecated.is_empty() {
        validation.diagnostics.warn_at(
            Path::root(),
            format!("{} is deprecated", schema.type_name),
            schema.block.deprecated.as_str(),
        );
    }
    validation.object(&schema.block, config);
    validation.diagnostics
}

/// What a configuration must have but lacks, for the calls that follow a validation: a client other
/// than Terraform may have skipped it. With `ignore_changes` Terraform itself sends null for what
/// the prior object lacks. The create half of a replacement has no prior object to compare with, so
/// for resources only values inside blocks are checked there.
#[doc(hidden)]
pub fn missing(schema: &Schema, prior: &Value, config: &Value) -> Diagnostics {
    let environment = Environment::default();
    let found_in = |object| {
        let mut validation = Validation::new(&environment);
        validation.required(&schema.block, object);
        validation.diagnostics
    };
    let found = found_in(config);
    if !found.has_errors() {
        return found;
    }
    let before = found_in(prior);
    let is_new = |one: &Diagnostic| {
        (schema.kind != SchemaKind::Resource || one.path.steps().len() > 1)
            && !before.iter().any(|before| before.path == one.path)
    };
    found.into_iter().filter(is_new).collect()
}

/// A walk over a configuration: its checks, or its defaults being filled in.
struct Validation<'a> {
    environment: &'a Environment,
    trail: BorrowedPath<'a>,
    /// Whether the current path is inside something sensitive.
    secret: bool,
    diagnostics: Diagnostics,
}

impl<'a> Validation<'a> {
    fn new(environment: &'a Environment) -> Self {
        Validation {
            environment,
            trail: BorrowedPath::default(),
            secret: false,
            diagnostics: Diagnostics::new(),
        }
    }

    /// Looks at each field of an object.
    fn fields(
        &mut self,
        block: &'a Block,
        object: &'a Value,
        mut look: impl FnMut(&mut Self, &'a Field, &'a Value),
    ) {
        for (field, value) in block.with_values(object) {
            let step = BorrowedStep::Attribute(&field.name);
            self.below(step, |walk| look(walk, field, value));
        }
    }

    /// Looks at each object of a nested value.
    fn objects(&mut self, value: &'a Value, mut look: impl FnMut(&mut Self, &'a Value)) {
        for (step, object) in object_steps(value) {
            match step {
                Some(step) => self.below(step, |walk| look(walk, object)),
                None => look(self, object),
            }
        }
    }

    fn below<T>(&mut self, step: BorrowedStep<'a>, look: impl FnOnce(&mut Self) -> T) -> T {
        self.trail.push(step);
        let found = look(self);
        self.trail.pop();
        found
    }

    fn object(&mut self, block: &'a Block, object: &'a Value) {
        self.fields(block, object, Self::field);
        self.relations(block, object);
    }

    fn error(&mut self, summary: impl Into<String>, detail: impl Into<String>) {
        let path = self.trail.path();
        self.diagnostics.error_at(path, summary, detail);
    }

    fn field(&mut self, field: &'a Field, value: &'a Value) {
        if self.trail.is_root_field()
            && field.holds_timeouts()
            && let Some((_, block)) = field.nested_block()
        {
            self.objects(value, |validation, object| {
                validation.timeouts(block, object)
            });
            // The parts that we add need no other checks.
            if field.is(Flags::IMPLIED) {
                return;
            }
        }
        if !is_set(field, value) {
            self.absent(field, value);
            return;
        }
        if let Some(text) = field.removed() {
            let path = self.trail.path();
            self.error(format!("{path} has been removed"), text);
            return;
        }
        if let Some(text) = field.deprecated() {
            let path = self.trail.path();
            self.diagnostics
                .warn_at(path, "Argument is deprecated", text);
        }
        // The implied field is the id, which only Go's SDK seems to let a configuration set.
        if !field.is_configurable() || field.is(Flags::IMPLIED) {
            let path = self.trail.path();
            self.error(
                "Value for unconfigurable attribute",
                format!(
                    "Can't configure a value for {path}: its value will be decided automatically \
                     based on the result of applying this configuration."
                ),
            );
            return;
        }
        if value.is_unknown() {
            return;
        }
        self.block_count(field, value);
        let around = self.secret;
        self.secret |= field.is_secret();
        let secret = self.secret;
        for validator in field.validators() {
            // Most fields have at most one.
            if field.validators().nth(1).is_some() && is_implied(validator, field.validators()) {
                continue;
            }
            check_as(
                validator,
                &mut self.trail,
                value,
                secret,
                &mut self.diagnostics,
            );
        }
        self.nested(field, value, Self::object);
        self.secret = around;
    }

    fn absent(&mut self, field: &Field, value: &Value) {
        let filled = match field.default() {
            None => false,
            // Literal values were checked when the provider was compiled.
            Some(Default::Bool(_) | Default::Integer(_) | Default::Text(_)) => true,
            Some(_) => {
                let path = self.trail.path();
                let (default, found) = checked_default(field, &path, self.environment);
                let filled = found.has_errors() || !default.is_null();
                self.diagnostics.extend(found);
                filled
            }
        };
        if field.is(Flags::REQUIRED) && !filled {
            self.missing(field);
        }
        self.block_count(field, value);
    }

    fn required(&mut self, block: &'a Block, object: &'a Value) {
        self.fields(block, object, |validation, field, value| {
            if !value.is_null() {
                validation.nested(field, value, Self::required);
            } else if field.is(Flags::REQUIRED) && field.default().is_none() {
                validation.missing(field);
            }
        });
    }

    fn missing(&mut self, field: &Field) {
        let path = self.trail.path();
        let from = match field.default() {
            Some(Default::Environment { names, .. }) => {
                let names: Vec<&str> = names.iter().map(crate::refs::Text::as_str).collect();
                format!(
                    " Set it, or the environment variable {}.",
                    names.join(" or ")
                )
            }
            _ => String::new(),
        };
        self.error(
            "Missing required argument",
            format!("The argument {path} is required, but no value was given.{from}"),
        );
    }

    fn block_count(&mut self, field: &Field, value: &Value) {
        let Kind::Block {
            nesting,
            min_items,
            max_items,
            ..
        } = &field.kind
        else {
            return;
        };
        let count = match nesting {
            Nesting::Single => usize::from(!value.is_null()),
            Nesting::Group => return,
            _ => value.element_count().unwrap_or(0),
        };
        let (min, max) = (*min_items as usize, *max_items as usize);
        if count >= min && (max == 0 || count <= max) {
            return;
        }
        let path = self.trail.path();
        let (summary, least, limit, must) = match count < min {
            true => ("Insufficient", "At least", min, "must"),
            false => ("Too many", "No more than", max, "may"),
        };
        let blocks = if limit == 1 { "block" } else { "blocks" };
        self.error(
            format!("{summary} {} blocks", field.name),
            format!("{least} {limit} {blocks} of {path} {must} be given, but there are {count}."),
        );
    }

    fn nested(
        &mut self,
        field: &'a Field,
        value: &'a Value,
        mut look: impl FnMut(&mut Self, &'a Block, &'a Value),
    ) {
        let Some((_, block)) = field.nested_block() else {
            return;
        };
        if !field.is(Flags::HOLDS_NULLS) {
            self.null_elements(field, value);
        }
        self.objects(value, |validation, object| look(validation, block, object));
    }

    /// Reports null objects in a collection.
    fn null_elements(&mut self, field: &Field, value: &'a Value) {
        for (step, _) in steps(value).filter(|(_, element)| element.is_null()) {
            self.trail.push(step);
            self.error(
                "Null element",
                format!(
                    "An element of {} is null. Remove it, or give it a value.",
                    field.name
                ),
            );
            self.trail.pop();
        }
    }

    /// The values of the `timeouts` block must be durations.
    fn timeouts(&mut self, block: &Block, value: &Value) {
        for (field, value) in block.with_values(value) {
            let Some(text) = value.as_str() else { continue };
            if !schema_rules::parse_duration(text).is_ok_and(|time| time > 0) {
                let path = self.trail.path().attribute(field.name.clone());
                self.diagnostics.error_at(
                    path,
                    "Invalid duration",
                    format!(
                        "{} is not a duration. Write it like \"90s\", \"10m\" or \"1h30m\".",
                        schema_rules::quoted(text)
                    ),
                );
            }
        }
    }
}

/// Whether a field counts as configured: not null, and at least one for blocks (an unknown counts).
/// An explicit zero counts.
pub(crate) fn is_set(field: &Field, value: &Value) -> bool {
    if value.is_null() {
        return false;
    }
    match &field.kind {
        Kind::Block { nesting, .. } if *nesting != Nesting::Group => {
            value.element_count() != Some(0)
        }
        _ => true,
    }
}

/// A diagnostic about a value that must be changed.
pub(crate) fn invalid(path: &Path, must: &str, got: &str) -> Diagnostic {
    let name = match path.is_root() {
        true => "value".to_owned(),
        false => path.to_string(),
    };
    Diagnostic::error(format!("Invalid value for {name}"))
        .with_detail(format!(
            "The value of {path} must be {must}, but it is {got}."
        ))
        .at(path.clone())
}
