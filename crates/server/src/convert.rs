//! Conversion of values, paths, times and diagnostics to and from the wire.

use std::time::SystemTime;

use schema_runtime::codec::{CodecError, UnsupportedAttributes, json, msgpack};
use schema_runtime::diagnostics::{Diagnostics, Severity, is_shown};
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Kind, Schema};
use schema_runtime::validate::missing;
use schema_runtime::value::Value;

use schema_shell::lifecycle::RawState;
use schema_transport::proto::v6::attribute_path::{self, Selector};
use schema_transport::proto::v6::{self, DynamicValue, Timestamp, diagnostic};

/// Reads an object of a schema; a missing one is null.
pub(super) fn decode(
    schema: &Schema,
    what: &str,
    value: Option<DynamicValue>,
) -> Result<Value, Diagnostics> {
    let Some(value) = value else {
        return Ok(Value::Null);
    };
    let decoded = if value.msgpack.is_empty() && !value.json.is_empty() {
        json::decode_block(&schema.block, &value.json, UnsupportedAttributes::Refuse)
    } else {
        msgpack::decode_block(&schema.block, &value.msgpack)
    };
    decoded.map_err(|error| mismatch(schema, what, "Terraform sent", &error))
}

/// Reads a configuration that should already be validated, and checks again what it must contain.
/// `prior` is the object that it changes; null if there is none.
pub(super) fn decode_config(
    schema: &Schema,
    config: Option<DynamicValue>,
    prior: &Value,
) -> Result<Value, Diagnostics> {
    let config = decode(schema, "the configuration", config)?;
    match missing(schema, prior, &config) {
        found if found.has_errors() => Err(placed(schema, found)),
        _ => Ok(config),
    }
}

/// Writes an object of a schema.
pub(super) fn encode(
    schema: &Schema,
    what: &str,
    value: &Value,
) -> Result<DynamicValue, Diagnostics> {
    msgpack::encode_block(&schema.block, value)
        .map(DynamicValue::from_msgpack)
        .map_err(|error| mismatch(schema, what, "The provider made", &error))
}

/// Writes an object that must not be lost: fields that do not fit are omitted and reported.
pub(super) fn encode_lossy(schema: &Schema, value: &Value) -> (DynamicValue, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut value = std::borrow::Cow::Borrowed(value);
    loop {
        let error = match msgpack::encode_block(&schema.block, &value) {
            Ok(bytes) => return (DynamicValue::from_msgpack(bytes), diagnostics),
            Err(error) => error,
        };
        let path = error.path();
        diagnostics.extend(mismatch(schema, "the result", "The provider made", &error));
        let field = path.first_name().and_then(|name| schema.block.find(name));
        let (Value::Object(values), Some((position, field))) = (value.to_mut(), field) else {
            return (DynamicValue::default(), diagnostics);
        };
        match values.get_mut(position) {
            // It was already omitted and still does not fit: there is nothing to keep.
            Some(place) if *place != field.absent_value() => *place = field.absent_value(),
            _ => return (DynamicValue::default(), diagnostics),
        }
    }
}

fn mismatch(schema: &Schema, what: &str, who: &str, error: &CodecError) -> Diagnostics {
    let summary = format!("{}: {what} does not fit the schema", schema.type_name);
    let text = error.text();
    error
        .diagnostic(summary)
        .with_detail(format!(
            "{who} a value that the schema does not allow: {text}."
        ))
        .into()
}

/// State in its stored form; `None` if there is none.
pub(super) fn raw_state(state: v6::RawState) -> Option<RawState> {
    if !state.json.is_empty() {
        Some(RawState::Json(state.json.to_vec()))
    } else if !state.flatmap.is_empty() {
        Some(RawState::Flatmap(state.flatmap))
    } else {
        None
    }
}

/// Diagnostics on the wire.
pub(super) fn diagnostics_to_wire(diagnostics: Diagnostics) -> Vec<v6::Diagnostic> {
    diagnostics
        .into_iter()
        .map(|diagnostic| v6::Diagnostic {
            severity: match diagnostic.severity {
                Severity::Error => diagnostic::Severity::Error,
                Severity::Warning => diagnostic::Severity::Warning,
            }
            .into(),
            attribute: attribute_path(&diagnostic.path.addressable()),
            summary: visible(diagnostic.summary),
            detail: visible(diagnostic.detail),
        })
        .collect()
}

pub(super) fn is_error(diagnostic: &v6::Diagnostic) -> bool {
    diagnostic.severity == i32::from(diagnostic::Severity::Error)
}

/// A string for Terraform, which passes everything on to the terminal: control characters are
/// escaped.
pub(super) fn visible(text: String) -> String {
    let obeyed = |c: char| !matches!(c, '\n' | '\t') && !is_shown(c);
    if !text.contains(obeyed) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match obeyed(c) {
            true => escaped.push_str(&format!("\\u{{{:04x}}}", u32::from(c))),
            false => escaped.push(c),
        }
    }
    escaped
}

/// Diagnostics of a configuration, each at a path that Terraform can resolve: if a path leads into
/// the value of an argument, Terraform shows the whole block. The part that is cut off is added to
/// the text.
pub(super) fn placed(schema: &Schema, mut diagnostics: Diagnostics) -> Diagnostics {
    for diagnostic in diagnostics.iter_mut() {
        let found = findable(&schema.block, &diagnostic.path);
        if found.steps().len() == diagnostic.path.steps().len() {
            continue;
        }
        let full = std::mem::replace(&mut diagnostic.path, found).to_string();
        if !diagnostic.summary.contains(&full) && !diagnostic.detail.contains(&full) {
            if !diagnostic.detail.is_empty() {
                diagnostic.detail.push_str("\n\n");
            }
            let about = format!("This is about {full}.");
            diagnostic.detail.push_str(&about);
        }
    }
    diagnostics
}

/// The longest prefix of a path that leads through blocks to an argument, or to an element of one.
fn findable(mut block: &Block, path: &Path) -> Path {
    let steps = path.steps();
    let mut end = 0;
    while let Some(Step::Attribute(name)) = steps.get(end)
        && let Some(field) = block.field(name)
    {
        end += 1;
        if matches!(steps.get(end), Some(Step::Index(_) | Step::Key(_))) {
            end += 1;
        }
        match &field.kind {
            Kind::Block { block: inner, .. } => block = inner,
            _ => break,
        }
    }
    steps.iter().take(end).cloned().collect()
}

/// A path on the wire; `None` for the root.
pub(super) fn attribute_path(path: &Path) -> Option<v6::AttributePath> {
    if path.is_root() {
        return None;
    }
    let steps = path.steps().iter().map_while(|step| {
        let selector = match step {
            Step::Attribute(name) => Selector::AttributeName(name.as_str().to_owned()),
            Step::Key(key) => Selector::ElementKeyString(key.as_str().to_owned()),
            Step::Index(index) => Selector::ElementKeyInt(i64::try_from(*index).ok()?),
            Step::Element(_) => return None,
        };
        Some(attribute_path::Step {
            selector: Some(selector),
        })
    });
    Some(v6::AttributePath {
        steps: steps.collect(),
    })
}

/// A point in time on the wire; `None` if it is out of range.
pub(super) fn timestamp(time: SystemTime) -> Option<Timestamp> {
    // None of our times is before 1970: times in the past were replaced by the present.
    let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(Timestamp {
        seconds: i64::try_from(since.as_secs()).ok()?,
        nanos: i32::try_from(since.subsec_nanos()).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use schema_runtime::diagnostics::Diagnostic;
    use schema_runtime::schema::{Field, Flags, Nesting, SchemaKind};
    use schema_runtime::ty::Type;

    use super::*;

    fn field(name: &'static str, kind: Kind) -> Field {
        Field {
            name: name.into(),
            kind,
            flags: Flags::OPTIONAL,
            description: "".into(),
            extras: Vec::new().into(),
        }
    }

    fn block(fields: Vec<Field>) -> Block {
        Block {
            fields: fields.into(),
            description: "".into(),
            deprecated: "".into(),
            other_kind: false,
        }
    }

    #[test]
    fn a_path_ends_where_terraform_finds_nothing_more() {
        let text = |name| {
            field(
                name,
                Kind::Attribute {
                    ty: schema_runtime::refs::Ref::Shared(Type::String.into()),
                },
            )
        };
        let by = || Kind::Nested {
            nesting: Nesting::Map,
            block: std::sync::Arc::new(block(vec![text("mail")])).into(),
        };
        let rule = Kind::Block {
            nesting: Nesting::List,
            block: std::sync::Arc::new(block(vec![field("by", by()), text("port")])).into(),
            min_items: 0,
            max_items: 0,
        };
        let schema = Schema {
            kind: SchemaKind::Resource,
            type_name: "x_y".into(),
            version: 0,
            block: std::sync::Arc::new(block(vec![field("by", by()), field("rule", rule)])).into(),
            timeouts: Vec::new().into(),
            subcategory: "".into(),
        };
        let of = |path: Path| {
            let told = placed(&schema, Diagnostic::error("no").at(path).into());
            let told = told.into_iter().next().expect("one");
            (told.path.to_string(), told.detail)
        };
        let inside = Path::new("by").key("l").attribute("mail");
        let told = (
            "by[\"l\"]".to_owned(),
            "This is about by[\"l\"].mail.".to_owned(),
        );
        assert_eq!(of(inside), told);
        let rule = || Path::new("rule").index(1);
        assert_eq!(
            of(rule().attribute("port")),
            ("rule[1].port".to_owned(), String::new())
        );
        let inside = rule().attribute("by").key("l").attribute("mail");
        let told = ("rule[1].by[\"l\"]", "This is about rule[1].by[\"l\"].mail.");
        assert_eq!(of(inside), (told.0.to_owned(), told.1.to_owned()));
        let unknown = Path::new("nothing").attribute("x");
        assert_eq!(
            of(unknown),
            (String::new(), "This is about nothing.x.".to_owned())
        );
    }

    #[test]
    fn a_terminal_obeys_nothing_that_is_shown() {
        let text = "a\n\tb \u{1b}[31mred\u{9b}2J \u{202e}x ö";
        assert_eq!(
            visible(text.to_owned()),
            "a\n\tb \\u{001b}[31mred\\u{009b}2J \\u{202e}x ö"
        );
    }
}
