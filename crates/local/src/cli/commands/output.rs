//! `output`: the values of outputs after the last apply.

use schema_runtime::codec::document::{Document as Json, Members as Map};

use crate::cli::{ExitStatus, Session};
use crate::language::eval::TypedValue;
use crate::message::{Message, Messages};
use crate::render::expression;
use crate::render::json::output_json;
use crate::render::output::{write, write_exactly, write_json};
use crate::render::state::output_lines;
use crate::state::StoredOutput;
use schema_runtime::convert;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

impl Session {
    pub(in crate::cli) async fn output(
        &self,
        name: Option<&str>,
        raw: bool,
    ) -> Result<ExitStatus, Messages> {
        let outputs = self.current_state().await?.state().outputs;
        let Some(name) = name else {
            if self.options.json {
                let all: Map = outputs
                    .iter()
                    .map(|(name, output)| (name.clone(), output_json(output)))
                    .collect();
                write_json(&self.io.output, &format!("{:#}\n", Json::Object(all)));
            } else if outputs.is_empty() {
                self.report(&no_outputs().into());
            } else {
                write(&self.io.output, &output_lines(&outputs));
            }
            return Ok(ExitStatus::SUCCESS);
        };
        let Some(output) = outputs.get(name) else {
            return Err(Message::error(format!("Output \"{name}\" not found"))
                .detail(
                    "The output variable requested could not be found in the state file. If you \
                     recently added this to your configuration, be sure to run \"apply\", since \
                     the state won't be updated with new output variables until that command is \
                     run.",
                )
                .into());
        };
        if self.options.json {
            let value = &output_json(output)["value"];
            write_json(&self.io.output, &format!("{value}\n"));
        } else if raw {
            let text = raw_text(name, output)?;
            // A terminal interprets control characters; another program only reads them.
            if self.io.output_is_terminal {
                write(&self.io.output, &text);
            } else {
                write_exactly(&self.io.output, &text);
            }
        } else {
            let text = expression::value(&TypedValue::new(output.ty.clone(), output.value.clone()));
            write(&self.io.output, &format!("{text}\n"));
        }
        Ok(ExitStatus::SUCCESS)
    }
}

/// A string, number or bool, without quotes.
fn raw_text(name: &str, output: &StoredOutput) -> Result<String, Message> {
    let unsupported = |what: String| {
        Message::error("Unsupported value for raw output").detail(format!(
            "The -raw option only supports strings, numbers, and boolean values, but output value \
             \"{name}\" is {what}.\n\nUse the -json option for machine-readable representations of \
             output values that have complex types."
        ))
    };
    if output.value.is_null() {
        return Err(unsupported("null".to_owned()));
    }
    let converted = if output.ty.is_primitive() {
        convert::convert(output.value.clone(), &output.ty, &Type::String).ok()
    } else {
        None
    };
    match converted.map(|(_, value)| value) {
        Some(Value::String(text)) => Ok(text.to_string()),
        _ => Err(unsupported(match &output.ty {
            Type::Tuple(_) => "tuple".to_owned(),
            Type::Object(_) => "object".to_owned(),
            ty => ty.to_string(),
        })),
    }
}

fn no_outputs() -> Message {
    Message::warning("No outputs found").detail(
        "The state file either has no outputs defined, or all the defined outputs are empty. \
         Please define an output in your configuration with the `output` keyword and run \
         \"apply\" for it to become available. If you are using interpolation, please verify the \
         interpolated value is not empty.",
    )
}
