//! Values of input variables: their sources, and which of them takes precedence.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::schema::Environment;

use crate::depth::not_kept;
use crate::language::config::{Configuration, Variable};
use crate::language::eval::functions::value_of_json;
use crate::language::eval::{HIDDEN, Scope, TypedValue, check, evaluate};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages, suggestion};

/// Values from outside the configuration; later ones take precedence.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// `-var name=value` and `-var-file=path`, in order.
    pub given: Vec<Input>,
    /// The selected workspace, if it is not the default one.
    pub workspace: Option<String>,
}

/// A variable option of the command line.
#[derive(Clone, Debug)]
pub enum Input {
    /// The value of one variable: its name and the text.
    Value(String, String),
    /// A file with values.
    File(PathBuf),
}

/// The value of every declared variable.
///
/// # Errors
/// A variable without a value, a value of the wrong type, a value for an undeclared variable.
pub(crate) fn values(
    configuration: &Configuration,
    inputs: &Inputs,
    directory: Option<&Path>,
    environment: &Environment,
) -> Result<BTreeMap<Arc<str>, TypedValue>, Messages> {
    let mut messages = Messages::new();
    let mut found = given(configuration, inputs, directory, environment, &mut messages);
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

/// The names of the variables that need a value but have none.
pub(crate) fn unset<'c>(
    configuration: &'c Configuration,
    inputs: &Inputs,
    directory: &Path,
    environment: &Environment,
) -> Vec<(&'c Arc<str>, &'c Variable)> {
    // Errors in the other values are reported when they are read again.
    let mut ignored = Messages::new();
    let found = given(
        configuration,
        inputs,
        Some(directory),
        environment,
        &mut ignored,
    );
    let variables = configuration.variables.iter();
    variables
        .filter(|(name, variable)| variable.default.is_none() && !found.contains_key(*name))
        .collect()
}

/// The values of variables from outside the configuration.
fn given(
    configuration: &Configuration,
    inputs: &Inputs,
    directory: Option<&Path>,
    environment: &Environment,
    messages: &mut Messages,
) -> BTreeMap<Arc<str>, TypedValue> {
    let mut found: BTreeMap<Arc<str>, TypedValue> = BTreeMap::new();
    for (name, variable) in &configuration.variables {
        if let Some(text) = environment.get(&format!("TF_VAR_{name}")) {
            found.insert(Arc::clone(name), text_value(variable, text, messages));
        }
    }
    for file in directory.map(automatic_files).unwrap_or_default() {
        read_file(configuration, &file, false, &mut found, messages);
    }
    for input in &inputs.given {
        match input {
            Input::File(file) => read_file(configuration, file, true, &mut found, messages),
            Input::Value(name, text) => match configuration.variables.get(name.as_str()) {
                Some(variable) => {
                    let value = text_value(variable, text, messages);
                    found.insert(name.as_str().into(), value);
                }
                None => messages.push(undeclared(configuration, name)),
            },
        }
    }
    found
}

/// Unknown values for all variables, of the declared types.
pub(crate) fn unknown_values(configuration: &Configuration) -> BTreeMap<Arc<str>, TypedValue> {
    let variables = configuration.variables.iter();
    variables
        .map(|(name, variable)| {
            let value = TypedValue::unknown_of(variable.constraint.ty.clone());
            (Arc::clone(name), value.marked(variable.kinds()))
        })
        .collect()
}

/// Parses a value from outside: `-var name=value`, or an environment variable.
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

/// Evaluates an expression outside the configuration; if it is hidden, messages omit the reasons.
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
        // Reasons show operands, which carry no marks yet.
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

fn automatic_files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json")
        })
        .collect();
    files.sort();
    let first = ["terraform.tfvars", "terraform.tfvars.json"].map(|name| directory.join(name));
    first
        .into_iter()
        .filter(|file| file.exists())
        .chain(files)
        .collect()
}

fn read_file(
    configuration: &Configuration,
    file: &Path,
    strict: bool,
    found: &mut BTreeMap<Arc<str>, TypedValue>,
    messages: &mut Messages,
) {
    let failed = |reason: &str| {
        Message::error("Failed to read a file of variables")
            .detail(format!("{}: {reason}.", file.display()))
    };
    let text = match crate::language::hcl::read_text(file) {
        Ok(text) => text,
        Err(reason) => return messages.push(failed(&reason)),
    };
    if file
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        let values = match json_values(&text) {
            Ok(values) => values,
            Err(reason) => return messages.push(failed(&reason)),
        };
        for (name, value) in values {
            match configuration.variables.get_key_value(&*name) {
                Some((name, _)) => {
                    found.insert(Arc::clone(name), value);
                }
                None if strict => messages.push(undeclared(configuration, &name)),
                None => {}
            }
        }
        return;
    }
    let body = match crate::language::hcl::parse(&file.display().to_string(), text) {
        Ok(body) => body,
        Err(more) => {
            // It is unknown which variable has the value that does not parse.
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
            // Files that are found automatically may serve several configurations.
            let message = undeclared(configuration, name).at(&attribute.name.at);
            messages.push(if strict { message } else { continue });
        }
    }
}

/// The members of a JSON object; its strings are not templates.
fn json_values(text: &str) -> Result<Vec<(String, TypedValue)>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let json = Json::read(text.as_bytes()).map_err(|error| format!("it is not JSON: {error}"))?;
    let Json::Object(members) = json else {
        return Err("it is not a JSON object with the names of variables as keys".to_owned());
    };
    let value = |(name, json)| {
        let value = value_of_json(json).map_err(|reason| format!("\"{name}\": {reason}"))?;
        match not_kept(&value.ty, &value.value) {
            Some(why) => Err(format!("\"{name}\": {why}")),
            None => Ok((name, value)),
        }
    };
    members.into_iter().map(value).collect()
}

fn undeclared(configuration: &Configuration, name: &str) -> Message {
    let names = configuration.variables.keys().map(|name| &**name);
    Message::error("Value for undeclared variable").detail(format!(
        "A variable named \"{name}\" was assigned a value, but the configuration does not \
         declare a variable of that name.{}",
        suggestion(name, names)
    ))
}
