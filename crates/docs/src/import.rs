//! How existing objects are imported.

use std::fmt::Write as _;

use schema_rules::{PatternPart, parse_pattern, quoted};
use schema_runtime::default_values::constant_default;
use schema_runtime::schema::{Field, Flags, IdentitySchema};
use schema_runtime::ty::Type;

use crate::markdown::{code, codes, fence};
use crate::provider::Documented;
use crate::section;
use crate::sources::{Example, ExampleForm};

const BLOCK: &str =
    "the [`import` block](https://developer.hashicorp.com/terraform/language/import)";
const COMMAND: &str = "The [`terraform import` command](https://developer.hashicorp.com/terraform/cli/commands/import)";

/// The section; empty if nothing can be imported.
pub(crate) fn section(subject: &Documented, examples: &[Example]) -> String {
    if !subject.importable {
        return String::new();
    }
    let own = |form: ExampleForm| {
        let example = examples.iter().find(|example| example.form == form);
        example.map(|example| example.text.clone())
    };
    let mut text = String::new();
    if subject.has_import_id() {
        let example = own(ExampleForm::ImportById).unwrap_or_else(|| by_id(subject));
        let example = fence("terraform", &example);
        let _ = write!(
            text,
            "In Terraform v1.5.0 and later, {BLOCK} can be used with the `id` attribute, for example:\n\n{example}\n{}",
            made_of(subject)
        );
        let example = own(ExampleForm::ImportCommand).unwrap_or_else(|| command(subject));
        let example = fence("shell", &example);
        let _ = writeln!(text, "{COMMAND} can be used, for example:\n\n{example}");
    }
    if let Some(identity) = &subject.identity {
        let example =
            own(ExampleForm::ImportByIdentity).unwrap_or_else(|| by_identity(subject, identity));
        let _ = write!(
            text,
            "In Terraform v1.12.0 and later, {BLOCK} can be used with the `identity` attribute, for example:\n\n{}\n{}",
            fence("terraform", &example),
            section::identity(&identity.schema).trim_end()
        );
    }
    if text.is_empty() {
        return text;
    }
    format!("## Import\n\n{}\n", text.trim_end())
}

/// The sentence on the parts of an id.
fn made_of(subject: &Documented) -> String {
    let pattern = subject.import_pattern.as_deref().unwrap_or_default();
    let fields = fields_of(pattern);
    if fields.is_empty() {
        return String::new();
    }
    format!(
        "The id is {}, made of {}. A separator that belongs to a value is written after a backslash.\n\n",
        code(pattern),
        codes(&fields, "and")
    )
}

fn fields_of(pattern: &str) -> Vec<&str> {
    let parts = parse_pattern(pattern).unwrap_or_default().into_iter();
    let fields = parts.filter_map(|part| match part {
        PatternPart::Field(name) => Some(name),
        PatternPart::Text(_) => None,
    });
    fields.collect()
}

/// A string that represents an id.
fn sample_id(subject: &Documented) -> String {
    let Some(Ok(parts)) = subject.import_pattern.as_deref().map(parse_pattern) else {
        return "<id>".to_owned();
    };
    let parts = parts.into_iter().map(|part| match part {
        PatternPart::Field(name) => format!("<{name}>"),
        PatternPart::Text(text) => text.to_owned(),
    });
    parts.collect()
}

fn by_id(subject: &Documented) -> String {
    format!(
        "import {{\n  to = {}.example\n  id = {}\n}}",
        subject.name,
        quoted(&sample_id(subject))
    )
}

fn by_identity(subject: &Documented, identity: &IdentitySchema) -> String {
    // The example must include the parts of the id, except those with a default.
    let pattern = subject.import_pattern.as_deref().unwrap_or_default();
    let parts = fields_of(pattern);
    let has_default = |name: &str| {
        let field = subject.schema.block.field(name);
        field.is_some_and(|field| constant_default(field).is_some())
    };
    let asked = |field: &&Field| {
        let name = field.name.as_str();
        field.is(Flags::REQUIRED) || (parts.contains(&name) && !has_default(name))
    };
    let fields: Vec<&Field> = identity.block().fields.iter().filter(asked).collect();
    let width = fields.iter().map(|field| field.name.len()).max();
    let width = width.unwrap_or_default();
    let mut text = format!(
        "import {{\n  to = {}.example\n  identity = {{\n",
        subject.name
    );
    for field in fields {
        let name = field.name.as_str();
        let value = sample(name, &field.implied_type());
        let _ = writeln!(text, "    {name:width$} = {value}");
    }
    text.push_str("  }\n}");
    text
}

fn sample(name: &str, ty: &Type) -> String {
    match ty {
        Type::Number => "1".to_owned(),
        Type::Bool => "true".to_owned(),
        Type::List(element) | Type::Set(element) => format!("[{}]", sample(name, element)),
        _ => quoted(&format!("<{name}>")),
    }
}

fn command(subject: &Documented) -> String {
    // Inside single quotes, a shell interprets only the single quote.
    let id = sample_id(subject).replace('\'', "'\\''");
    format!("terraform import {}.example '{id}'", subject.name)
}
