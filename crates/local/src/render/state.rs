//! The state as text.

use std::collections::BTreeMap;

use super::Style;
use super::diff::DiffWriter;
use super::display::display_block;
use super::expression;
use crate::address::ObjectAddress;
use crate::language::eval::all_sensitive_paths;
use crate::language::references::schema_of;
use crate::run::changes::ResourceObject;
use crate::state::StoredOutput;
use schema_shell::lifecycle::Schemas;

/// All objects and outputs.
pub(crate) fn state<'o>(
    objects: impl IntoIterator<Item = (&'o ObjectAddress, &'o ResourceObject)>,
    outputs: &BTreeMap<String, StoredOutput>,
    schemas: &Schemas,
    style: Style,
) -> String {
    let mut text = String::new();
    for (address, object) in objects {
        let tainted = if object.metadata.tainted {
            " (tainted)"
        } else {
            ""
        };
        text.push_str(&format!(
            "# {}{tainted}\nresource \"{}\" \"{}\" {{\n",
            style.bold(&address.to_string()),
            address.type_name,
            address.name
        ));
        if let Some(schema) = schema_of(schemas, address) {
            let marks =
                all_sensitive_paths(&schema.block, &object.value, &object.metadata.sensitive);
            let block = display_block(&schema.block, &object.value, &marks);
            let mut diff = DiffWriter::plain(Style::PLAIN);
            diff.body(None, block.as_ref(), 4);
            text.push_str(&diff.out);
        }
        text.push_str("}\n\n");
    }
    if !outputs.is_empty() {
        text.push_str(&self::outputs(outputs, style));
    }
    if text.is_empty() {
        text.push_str("The state is empty.\n");
    }
    text
}

/// The outputs' values under a heading.
pub(crate) fn outputs(outputs: &BTreeMap<String, StoredOutput>, style: Style) -> String {
    format!("{}\n\n{}", style.bold("Outputs:"), output_lines(outputs))
}

/// The outputs' values as expressions.
pub(crate) fn output_lines(outputs: &BTreeMap<String, StoredOutput>) -> String {
    let lines = outputs.iter().map(|(name, output)| {
        let text = match output.sensitive {
            true => "<sensitive>".to_owned(),
            false => expression::value(&output.typed()),
        };
        format!("{name} = {text}\n")
    });
    lines.collect()
}
