//! Answers that are too large for a message.

use std::cmp::Reverse;

use prost::Message;
use schema_runtime::codec::msgpack;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::schema::{Block, Field, Schema};
use schema_runtime::value::Value;
use schema_transport::proto::WithDiagnostics;
use schema_transport::proto::v6::{self, diagnostic};

use crate::convert::{diagnostics_to_wire, encode_lossy, is_error};

/// The answer, if it fits in a message of `largest` bytes, with its strings cut if necessary;
/// otherwise `unchanged`, the answer without changes, with an error.
pub(crate) fn or_else<A: WithDiagnostics + Default>(
    largest: usize,
    mut answer: A,
    type_name: &str,
    mut unchanged: A,
) -> A {
    let size = answer.encoded_len();
    if size <= largest {
        return answer;
    }
    cut(answer.diagnostics(), largest);
    if answer.encoded_len() <= largest {
        return answer;
    }
    *unchanged.diagnostics() = std::mem::take(answer.diagnostics());
    let error = format!("{type_name}: the answer is too large for Terraform");
    let error = Diagnostic::error(error).with_detail(format!(
        "It takes {}, and a message of the plugin protocol holds at most {}. Nothing was changed. \
             Keep such data elsewhere, and its address in the provider's object.",
        bytes(size),
        bytes(largest)
    ));
    let error = diagnostics_to_wire(error.into());
    unchanged.diagnostics().extend(error);
    if unchanged.encoded_len() > largest {
        // The data repeated from the request leaves no room for an error. After an error, Terraform
        // keeps its data anyway.
        let diagnostics = std::mem::take(unchanged.diagnostics());
        unchanged = A::default();
        *unchanged.diagnostics() = diagnostics;
    }
    unchanged
}

/// The answer of an apply, which must not be lost: if it is too large, fields of the object are
/// omitted, the largest first, each with an error. The object's id is kept, unless it alone is too
/// large.
pub(crate) fn apply(
    largest: usize,
    schema: &Schema,
    object: &Value,
    mut answer: v6::apply_resource_change::Response,
    former_private: &bytes::Bytes,
) -> v6::apply_resource_change::Response {
    if answer.encoded_len() <= largest {
        return answer;
    }
    cut(&mut answer.diagnostics, largest);
    let mut left_out = Diagnostics::new();
    if answer.private.len() > largest / 4 {
        let size = answer.private.len();
        // The former private data may be as large: it comes from the plan, which the provider made.
        let (instead, kept) = match former_private.len() > largest / 4 {
            true => ("Nothing is kept with the object now.", bytes::Bytes::new()),
            false => (
                "It was kept as it was before this change.",
                former_private.clone(),
            ),
        };
        answer.private = kept;
        left_out.push(too_large(schema, "the private data").with_detail(format!(
            "It takes {}. {instead} This is a bug in the provider, which keeps too much with its \
                 object.",
            bytes(size)
        )));
    }
    // The rest of the answer, and the errors that will follow.
    answer.new_state = None;
    let errors = (largest / 8).min(1 << 20);
    let room = largest.saturating_sub(answer.encoded_len() + errors + HEADERS);
    let mut object = object.clone();
    for (position, size) in to_leave_out(schema, &object, room) {
        let Some(field) = schema.block.fields.get(position) else {
            break;
        };
        let values = object.as_object().unwrap_or_default();
        let id = values.get(position).and_then(Value::as_str);
        let id = id.filter(|_| Some(position) == schema.id_index());
        // Its first characters.
        let id = id.map(|id| id.chars().take(200).collect::<String>());
        if let Value::Object(values) = &mut object
            && let Some(place) = values.get_mut(position)
        {
            *place = field.absent_value();
        }
        let instead = if field.is_block() {
            "no blocks"
        } else {
            "null"
        };
        let lost = id.map_or_else(String::new, |id| {
            format!(" Terraform cannot find the object by it any more: look for the one whose id begins with {id:?}.")
        });
        left_out.push(
            too_large(schema, &field.name)
                .with_detail(format!(
                    "A message of the plugin protocol holds at most {}, and {} takes {}. The object \
                     was made and is saved with {instead} there.{lost} This is a bug in the provider: keep \
                     such data elsewhere, and its address in the object.",
                    bytes(largest),
                    field.name,
                    bytes(size)
                ))
                .at(Path::new(field.name.clone())),
        );
    }
    let (state, mismatches) = encode_lossy(schema, &object);
    answer.new_state = Some(state);
    left_out.extend(mismatches);
    let mut told = diagnostics_to_wire(left_out);
    // They fit in the space that was reserved for them.
    cut(&mut told, errors.saturating_mul(8));
    // They come first, so that later cuts do not remove them.
    told.append(&mut answer.diagnostics);
    answer.diagnostics = told;
    answer
}

/// The maximum size of the headers of an answer's parts.
const HEADERS: usize = 64;

fn too_large(schema: &Schema, what: &str) -> Diagnostic {
    let name = &schema.type_name;
    Diagnostic::error(format!("{name}: {what} is too large to be saved"))
}

/// The positions and sizes of the fields to omit so that the object fits, the largest first. The id
/// comes last, unless it alone does not fit.
fn to_leave_out(schema: &Schema, object: &Value, room: usize) -> Vec<(usize, usize)> {
    let id = schema.id_index();
    let fields = schema.block.with_values(object).enumerate();
    let mut sizes: Vec<(usize, usize)> = fields
        .map(|(position, (field, value))| (position, encoded_size(field, value)))
        .collect();
    let mut total: usize = sizes.iter().map(|(_, size)| size).sum();
    sizes.sort_by_key(|(position, size)| (Some(*position) == id && *size <= room, Reverse(*size)));
    // An absent field still takes the space of its name.
    let own = |position: usize| {
        let field = schema.block.fields.get(position);
        field.map_or(0, |field| encoded_size(field, &field.absent_value()))
    };
    let too_many = sizes.iter().take_while(|(position, size)| {
        let before = total;
        total = total.saturating_sub(size.saturating_sub(own(*position)));
        before > room
    });
    too_many.copied().collect()
}

/// How many bytes a field takes on the wire; 0 if it does not fit its schema.
fn encoded_size(field: &Field, value: &Value) -> usize {
    let block = Block::plain([field.clone()]);
    let object = Value::Object(vec![value.clone()]);
    msgpack::encode_block(&block, &object).map_or(0, |bytes| bytes.len())
}

/// Cuts strings until all of them together take only a small part of a message. The diagnostics
/// omitted at the end are counted in one more diagnostic with their highest severity.
pub(crate) fn cut(diagnostics: &mut Vec<v6::Diagnostic>, largest: usize) {
    let (all, one) = (largest / 8, largest / 64);
    let total: usize = diagnostics.iter().map(Message::encoded_len).sum();
    if total <= all {
        return;
    }
    for diagnostic in diagnostics.iter_mut() {
        shorten(&mut diagnostic.summary, one / 4);
        shorten(&mut diagnostic.detail, one / 4);
        // Nobody could use a path of that length.
        diagnostic
            .attribute
            .take_if(|attribute| attribute.encoded_len() > one / 4);
    }
    let mut room = all / 2;
    let fit = diagnostics
        .iter()
        .take_while(|diagnostic| {
            let size = diagnostic.encoded_len() + 8;
            let fits = size <= room;
            room = room.saturating_sub(size);
            fits
        })
        .count();
    let rest = diagnostics.split_off(fit);
    if rest.is_empty() {
        return;
    }
    let severity = match rest.iter().any(is_error) {
        true => diagnostic::Severity::Error,
        false => diagnostic::Severity::Warning,
    };
    diagnostics.push(v6::Diagnostic {
        severity: severity.into(),
        summary: format!("{} more errors and warnings do not fit", rest.len()),
        detail: "A message of the plugin protocol holds no more of them.".to_owned(),
        attribute: None,
    });
}

/// Cuts a string at a character boundary, and marks the cut.
fn shorten(text: &mut String, most: usize) {
    if text.len() <= most {
        return;
    }
    // (`str::floor_char_boundary` is newer than our oldest compiler.)
    let cut = (0..=most)
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .unwrap_or(0);
    let left_out = bytes(text.len() - cut);
    text.truncate(cut);
    text.shrink_to_fit();
    text.push_str(&format!("… ({left_out} more)"));
}

/// The string, cut if it is longer than that.
pub(crate) fn shortened(mut text: String, most: usize) -> String {
    shorten(&mut text, most);
    text
}

/// A number of bytes in readable form.
pub(crate) fn bytes(count: usize) -> String {
    match count {
        0..1024 => format!("{count} bytes"),
        1024..1_048_576 => format!("{:.1} KiB", count as f64 / 1024.0),
        _ => format!("{:.1} MiB", count as f64 / 1_048_576.0),
    }
}
