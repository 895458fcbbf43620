//! Values of input variables: where they come from, and which of them counts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use schema_runtime::schema::Environment;

use crate::language::config::{Configuration, Variable};
use crate::language::eval::{HIDDEN, Scope, TypedValue, check, evaluate};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages, suggestion};

/// Values from outside the configuration, the later ones before the earlier.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// `-var name=value` and `-var-file=path`, in their order.
    pub given: Vec<Input>,
    /// The workspace that is selected, where it is not the default one.
    pub workspace: Option<String>,
}

/// What the command line says of variables, one option of it.
#[derive(Clone, Debug)]
pub enum Input {
    /// The value of one: its name and the text.
    Value(String, String),
    /// A file with values.
    File(std::path::PathBuf),
}

/// The value of every declared variable.
///
/// # Errors
/// A variable without a value, a value that does not fit, a value for no variable.
pub(crate) fn values(
    configuration: &Configuration,
    inputs: &Inputs,
    directory: Option<&Path>,
    environment: &Environment,
) -> Result<BTreeMap<Arc<str>, TypedValue>, Messages> {
    let mut messages = Messages::new();
    let mut found: BTreeMap<Arc<str>, TypedValue> = BTreeMap::new();
    for (name, variable) in &configuration.variables {
        if let Some(text) = environment.get(&format!("TF_VAR_{name}")) {
            found.insert(Arc::clone(name), text_value(variable, text, &mut messages));
        }
    }
    for file in directory.map(automatic_files).unwrap_or_default() {
        read_file(configuration, &file, false, &mut found, &mut messages);
    }
    for input in &inputs.given {
        match input {
            Input::File(file) => read_file(configuration, file, true, &mut found, &mut messages),
            Input::Value(name, text) => match configuration.variables.get(name.as_str()) {
                Some(variable) => {
                    let value = text_value(variable, text, &mut messages);
                    found.insert(name.as_str().into(), value);
                }
                None => messages.push(undeclared(configuration, name)),
            },
        }
    }
    let mut values = BTreeMap::new();
    for (name, variable) in &configuration.variables {
        let given = found
            .remove(name)
            .filter(|value| variable.nullable || !value.value.is_null());
        let value = match (given, &variable.default) {
            (Some(value), _) => value,
            (None, Some(default)) => default.clone(),
            (None, None) => {
                let detail = format!(
                    "The root module input variable \"{name}\" is not set, and has no \
                             default value. Use a -var or -var-file option, or the environment \
                             variable TF_VAR_{name}."
                );
                messages.fail("No value for required variable", detail, &variable.at);
                continue;
            }
        };
        match variable.constraint.apply(value, variable.sensitive) {
            Ok(value) => {
                values.insert(Arc::clone(name), value.marked(variable.kinds()));
            }
            Err(reason) => messages.fail(
                "Invalid value for input variable",
                format!("The given value is not suitable for var.{name}: {reason}."),
                &variable.at,
            ),
        }
    }
    messages.into_result(values)
}

/// Variables of which nothing but the type is known.
pub(crate) fn unknown_values(configuration: &Configuration) -> BTreeMap<Arc<str>, TypedValue> {
    let variables = configuration.variables.iter();
    variables
        .map(|(name, variable)| {
            let value = TypedValue::unknown_of(variable.constraint.ty.clone());
            (Arc::clone(name), value.marked(variable.kinds()))
        })
        .collect()
}

/// A value from outside: `-var name=value`, an environment variable.
fn text_value(variable: &Variable, text: &str, messages: &mut Messages) -> TypedValue {
    if !variable.typed || variable.constraint.ty.is_primitive() {
        return TypedValue::string(crate::language::hcl::nfc(text));
    }
    let mut own = Messages::new();
    let value = match crate::language::hcl::parse_expression("<value>", text) {
        Ok(expr) => {
            if variable.sensitive {
                expr.at.hide_file();
            }
            constant(&expr, variable.sensitive, &mut own)
        }
        Err(more) => {
            own.extend(more);
            TypedValue::unknown()
        }
    };
    if variable.sensitive {
        own.hide_files();
    }
    messages.extend(own);
    value
}

/// The value of an expression outside the configuration; its reasons are not told if it is hidden.
fn constant(expr: &Expr, hidden: bool, messages: &mut Messages) -> TypedValue {
    if hidden {
        expr.at.hide();
    }
    let mut own = Messages::new();
    check(expr, &mut own, &mut |reference, messages| {
        let detail = "Variables may not be used here.";
        messages.fail("Variables not allowed", detail, &reference.at);
    });
    let value = if own.has_errors() {
        TypedValue::unknown()
    } else {
        evaluate(&Scope::default(), expr, &mut own)
    };
    if hidden && own.has_errors() {
        // Reasons show operands, and none of them is marked yet.
        messages.fail(
            "Invalid value for input variable",
            format!("The expression has no value; {HIDDEN}."),
            &expr.at,
        );
    } else {
        messages.extend(own);
    }
    value
}

fn automatic_files(directory: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(".auto.tfvars"))
        .collect();
    files.sort();
    let first = directory.join("terraform.tfvars");
    if first.exists() {
        files.insert(0, first);
    }
    files
}

fn read_file(
    configuration: &Configuration,
    file: &Path,
    strict: bool,
    found: &mut BTreeMap<Arc<str>, TypedValue>,
    messages: &mut Messages,
) {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            messages.push(
                Message::error("Failed to read a file of variables")
                    .detail(format!("{}: {error}.", file.display())),
            );
            return;
        }
    };
    let body = match crate::language::hcl::parse(&file.display().to_string(), text) {
        Ok(body) => body,
        Err(more) => {
            // Whose value does not parse cannot be said.
            if configuration.variables.values().any(|v| v.sensitive) {
                more.hide_files();
            }
            messages.extend(more);
            return;
        }
    };
    for attribute in &body.attributes {
        let variable = configuration.variables.get(&attribute.name.text);
        if variable.is_none_or(|variable| variable.sensitive) {
            attribute.value.hide_literals();
        }
    }
    for block in &body.blocks {
        let detail = "A file of variables has no blocks, only name = value.";
        messages.fail("Unsupported block type", detail, &block.at);
    }
    for attribute in &body.attributes {
        let name = &attribute.name.text;
        if let Some(variable) = configuration.variables.get(name) {
            let value = constant(&attribute.value, variable.sensitive, messages);
            found.insert(Arc::clone(name), value);
        } else {
            // Files that are found by themselves may serve several configurations.
            let message = undeclared(configuration, name).at(&attribute.name.at);
            messages.push(if strict { message } else { continue });
        }
    }
}

fn undeclared(configuration: &Configuration, name: &str) -> Message {
    let names = configuration.variables.keys().map(|name| &**name);
    Message::error("Value for undeclared variable").detail(format!(
        "A variable named \"{name}\" was assigned a value, but the configuration does not \
         declare a variable of that name.{}",
        suggestion(name, names)
    ))
}
