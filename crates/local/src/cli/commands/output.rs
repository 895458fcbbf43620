//! `output`: the values of outputs after the last apply.

use schema_runtime::codec::document::Document as Json;

use crate::cli::{ExitStatus, Session};
use crate::message::{Message, Messages};
use crate::render::expression;
use crate::render::json::output_json;
use crate::render::output::{write, write_exactly, write_json};
use crate::render::state::output_lines;
use crate::state::StoredOutput;
use schema_runtime::convert::convert_to;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

impl Session {
    pub(in crate::cli) async fn output(&self, name: Option<&str>) -> Result<ExitStatus, Messages> {
        let given = &self.options.given;
        let outputs = self.current_state().await?.state().outputs;
        let Some(name) = name else {
            if given.flag("json") {
                let all = outputs.iter();
                let all = all.map(|(name, output)| (name.clone(), output_json(output)));
                let all = Json::Object(all.collect());
                write_json(&self.io.output, &format!("{all:#}\n"));
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
        if given.flag("json") {
            let value = &output_json(output)["value"];
            write_json(&self.io.output, &format!("{value}\n"));
        } else if given.flag("raw") {
            let text = raw_text(name, output)?;
            // A terminal interprets control characters; another program only reads them.
            if self.io.output_is_terminal {
                write(&self.io.output, &text);
            } else {
                write_exactly(&self.io.output, &text);
            }
        } else {
            let text = expression::value(&output.typed());
            write(&self.io.output, &format!("{text}\n"));
        }
        Ok(ExitStatus::SUCCESS)
    }
}

/// A string, number or bool, without quotes.
fn raw_text(name: &str, output: &StoredOutput) -> Result<String, Message> {
    let unsupported = |what: &str| {
        Message::error("Unsupported value for raw output").detail(format!(
            "The -raw option only supports strings, numbers, and boolean values, but output value \
             \"{name}\" is {what}.\n\nUse the -json option for machine-readable representations of \
             output values that have complex types."
        ))
    };
    if output.value.is_null() {
        return Err(unsupported("null"));
    }
    match &output.ty {
        Type::Tuple(_) => Err(unsupported("tuple")),
        Type::Object(_) => Err(unsupported("object")),
        ty => match convert_to(output.value.clone(), ty, &Type::String) {
            Ok(Value::String(text)) if ty.is_primitive() => Ok(text.to_string()),
            _ => Err(unsupported(&ty.to_string())),
        },
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
