//! Values of input variables: their sources, and which of them takes precedence.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::schema::Environment;

use crate::depth::not_kept;
use crate::language::config::{Configuration, Variable};
use crate::language::eval::functions::value_of_json;
use crate::language::eval::{HIDDEN, Scope, TypedValue, check_constant, evaluate};
use crate::language::hcl::{self, ast::Expr};
use crate::message::{Message, Messages, suggestion};

const INVALID: &str = "Invalid value for input variable";

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
        let given = found.remove(name);
        let given = given.filter(|value| variable.nullable || !value.value.is_null());
        let Some(value) = given.or_else(|| variable.default.clone()) else {
            let detail = format!(
                "The root module input variable \"{name}\" is not set, and has no default value. Use \
                 a -var or -var-file option, or the environment variable TF_VAR_{name}."
            );
            messages.fail("No value for required variable", detail, &variable.at);
            continue;
        };
        match variable.constraint.apply(value, variable.sensitive) {
            Ok(value) => {
                values.insert(Arc::clone(name), value.marked(variable.kinds()));
            }
            Err(reason) => {
                let detail = format!("The given value is not suitable for var.{name}: {reason}.");
                messages.fail(INVALID, detail, &variable.at);
            }
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
    let directory = Some(directory);
    let found = given(configuration, inputs, directory, environment, &mut ignored);
    let unset = configuration.variables.iter();
    let unset = unset.filter(|(name, v)| v.default.is_none() && !found.contains_key(*name));
    unset.collect()
}

/// The values of variables from outside the configuration.
fn given(
    configuration: &Configuration,
    inputs: &Inputs,
    directory: Option<&Path>,
    environment: &Environment,
    messages: &mut Messages,
) -> BTreeMap<Arc<str>, TypedValue> {
    let mut reader = Reader {
        configuration,
        found: BTreeMap::new(),
        messages,
    };
    for (name, variable) in &configuration.variables {
        if let Some(text) = environment.get(&format!("TF_VAR_{name}")) {
            reader.text(name, variable, text);
        }
    }
    for file in directory.map(automatic_files).unwrap_or_default() {
        reader.file(&file, false);
    }
    for input in &inputs.given {
        match input {
            Input::File(file) => reader.file(file, true),
            Input::Value(name, text) => match configuration.variables.get_key_value(&**name) {
                Some((name, variable)) => reader.text(name, variable, text),
                None => reader.messages.push(reader.undeclared(name)),
            },
        }
    }
    reader.found
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

/// Evaluates an expression outside the configuration; if it is hidden, messages omit the reasons.
fn constant(expr: &Expr, hidden: bool, messages: &mut Messages) -> TypedValue {
    if hidden {
        expr.at.hide();
    }
    let mut own = Messages::new();
    check_constant(expr, &mut own);
    let value = match own.has_errors() {
        true => TypedValue::unknown(),
        false => evaluate(&Scope::default(), expr, &mut own),
    };
    if hidden && own.has_errors() {
        // Reasons show operands, which carry no marks yet.
        let detail = format!("The expression has no value; {HIDDEN}.");
        messages.fail(INVALID, detail, &expr.at);
    } else {
        messages.extend(own);
    }
    value
}

fn automatic_files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json")
    });
    found.sort();
    let mut files = ["terraform.tfvars", "terraform.tfvars.json"]
        .map(|name| directory.join(name))
        .to_vec();
    files.retain(|file| file.exists());
    files.append(&mut found);
    files
}

struct Reader<'a> {
    configuration: &'a Configuration,
    found: BTreeMap<Arc<str>, TypedValue>,
    messages: &'a mut Messages,
}

impl Reader<'_> {
    /// Parses a value from outside: `-var name=value`, or an environment variable.
    fn text(&mut self, name: &Arc<str>, variable: &Variable, text: &str) {
        let value = if !variable.typed || variable.constraint.ty.is_primitive() {
            TypedValue::string(hcl::nfc(text))
        } else {
            match hcl::parse_expression("<value>", text) {
                Ok(expr) => {
                    if variable.sensitive {
                        expr.at.hide_file();
                    }
                    constant(&expr, variable.sensitive, self.messages)
                }
                Err(more) => {
                    if variable.sensitive {
                        more.hide_files();
                    }
                    self.messages.extend(more);
                    TypedValue::unknown()
                }
            }
        };
        self.found.insert(Arc::clone(name), value);
    }

    fn file(&mut self, file: &Path, strict: bool) {
        let variables = &self.configuration.variables;
        let failed = |reason: &str| {
            Message::error("Failed to read a file of variables")
                .detail(format!("{}: {reason}.", file.display()))
        };
        let text = match hcl::read_text(file) {
            Ok(text) => text,
            Err(reason) => return self.messages.push(failed(&reason)),
        };
        if file.extension().is_some_and(|ending| ending == "json") {
            let values = match json_values(&text) {
                Ok(values) => values,
                Err(reason) => return self.messages.push(failed(&reason)),
            };
            for (name, value) in values {
                if let Some((name, _)) = variables.get_key_value(&*name) {
                    self.found.insert(Arc::clone(name), value);
                } else if strict {
                    self.messages.push(self.undeclared(&name));
                }
            }
            return;
        }
        let body = match hcl::parse(&file.display().to_string(), text) {
            Ok(body) => body,
            Err(more) => {
                // It is unknown which variable has the value that does not parse.
                if variables.values().any(|variable| variable.sensitive) {
                    more.hide_files();
                }
                return self.messages.extend(more);
            }
        };
        for block in &body.blocks {
            let detail = "A file of variables has no blocks, only name = value.";
            self.messages
                .fail("Unsupported block type", detail, &block.at);
        }
        for attribute in &body.attributes {
            let name = &attribute.name.text;
            if let Some(variable) = variables.get(name) {
                let value = constant(&attribute.value, variable.sensitive, self.messages);
                self.found.insert(Arc::clone(name), value);
                continue;
            }
            // A misspelt name may be that of a secret.
            attribute.value.hide_literals();
            // Files that are found automatically may serve several configurations.
            if strict {
                let message = self.undeclared(name).at(&attribute.name.at);
                self.messages.push(message);
            }
        }
    }

    fn undeclared(&self, name: &str) -> Message {
        let names = self.configuration.variables.keys().map(|name| &**name);
        Message::error("Value for undeclared variable").detail(format!(
            "A variable named \"{name}\" was assigned a value, but the configuration does not \
             declare a variable of that name.{}",
            suggestion(name, names)
        ))
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
