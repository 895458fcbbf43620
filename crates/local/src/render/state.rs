//! The state as text.

use super::Style;
use super::diff::DiffWriter;
use super::display::{DisplayBlock, display_block};
use super::expression;
use crate::address::ObjectAddress;
use crate::language::eval::{TypedValue, all_sensitive_paths};
use crate::language::references::schema_of;
use crate::run::changes::ResourceObject;
use crate::state::StoredOutput;
use schema_shell::lifecycle::Schemas;

/// All objects and outputs.
pub(crate) fn state<'o>(
    objects: impl IntoIterator<Item = (&'o ObjectAddress, &'o ResourceObject)>,
    outputs: &std::collections::BTreeMap<String, StoredOutput>,
    schemas: &Schemas,
    style: Style,
) -> String {
    let mut text = String::new();
    for (address, object) in objects {
        let tainted = if object.tainted { " (tainted)" } else { "" };
        text.push_str(&format!(
            "# {}{tainted}\nresource \"{}\" \"{}\" {{\n",
            style.bold(&address.to_string()),
            address.type_name,
            address.name
        ));
        if let Some(schema) = schema_of(schemas, address) {
            let marks = all_sensitive_paths(&schema.block, &object.value, &object.sensitive);
            let block = display_block(&schema.block, &object.value, &marks);
            text.push_str(&plain(block.as_ref()));
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
pub(crate) fn outputs(
    outputs: &std::collections::BTreeMap<String, StoredOutput>,
    style: Style,
) -> String {
    format!("{}\n\n{}", style.bold("Outputs:"), output_lines(outputs))
}

/// The outputs' values as expressions.
pub(crate) fn output_lines(outputs: &std::collections::BTreeMap<String, StoredOutput>) -> String {
    let lines = outputs.iter().map(|(name, output)| {
        let text = if output.sensitive {
            "<sensitive>".to_owned()
        } else {
            expression::value(&TypedValue::new(output.ty.clone(), output.value.clone()))
        };
        format!("{name} = {text}\n")
    });
    lines.collect()
}

/// The content of a block without marks.
fn plain(block: Option<&DisplayBlock>) -> String {
    let mut diff = DiffWriter::plain(Style::PLAIN);
    diff.body(None, block, 4);
    diff.finish()
}
