//! Patterns of import ids.

use crate::error::Errors;
use crate::model::{Field, Model};
use crate::parse::without_r_prefix;
use crate::types::TypeShape;

/// Checks the pattern of import ids: its form, and the fields that it names.
pub(super) fn check(model: &Model, errors: &mut Errors) {
    let Some(pattern) = model.import_pattern() else {
        return;
    };
    let parts = match schema_rules::parse_pattern(&pattern.value) {
        Ok(parts) => parts,
        Err(wrong) => {
            let message = format!("the import pattern {wrong}");
            let help = "write names of fields in braces: `import = \"{directory}/{name}\"`";
            errors.on(&pattern.token, message, help);
            return;
        }
    };
    for part in parts {
        if let schema_rules::PatternPart::Field(name) = part
            && let Some((message, help)) = wrong(model, name)
        {
            errors.on(&pattern.token, message, help);
        }
    }
}

/// What is wrong with a field in a pattern, and how to fix it.
fn wrong(model: &Model, name: &str) -> Option<(String, String)> {
    if name == "id" {
        let message = "there is no id to import, because the struct says `id = none`";
        let help = "name the fields by which `read` finds the object";
        return model.id.none.then(|| (message.into(), help.into()));
    }
    let Some(field) = model.fields.iter().find(|field| field.name == name) else {
        return unknown(model, name);
    };
    let (message, help) = if field.write_only {
        (
            format!("`{name}` is write-only, so an import cannot keep it"),
            "omit it from the pattern",
        )
    } else if field.keys.removed.is_some() {
        (
            format!("`{name}` is removed, so no object has it"),
            "omit it from the pattern",
        )
    } else if field.presence.is_computed() && !field.presence.optional {
        (
            format!("`{name}` is set by `read`, so users cannot import by it"),
            "write `{id}` for the name that the remote system gives an object, or implement \
             `import` in `impl Resource`",
        )
    } else if !field.is_attribute() || is_several(field) {
        (
            format!("`{name}` holds more than one value, but an id is a string"),
            "name fields that hold a string, a number or a bool",
        )
    } else {
        return None;
    };
    Some((message, help.to_owned()))
}

/// Reports a name that is not a field's name in configurations. Flattened structs are not visible
/// here.
fn unknown(model: &Model, name: &str) -> Option<(String, String)> {
    if let Some(renamed) = in_rust(model, name) {
        return Some((
            format!("the field `{name}` is called `{renamed}` in configurations"),
            format!("a pattern uses the names of configurations: write `{{{renamed}}}`"),
        ));
    }
    if let Some(field) = through_flattened(model, name) {
        return Some((
            format!("`{name}` is not a name in configurations"),
            format!("flattened fields are fields of the struct: write `{{{field}}}`"),
        ));
    }
    if !model.flattened.is_empty() {
        return None;
    }
    let names = model.fields.iter().map(|field| field.name.as_str());
    let help = match schema_rules::suggest(name, names.clone()) {
        Some(near) => schema_rules::did_you_mean(near),
        None if model.fields.is_empty() => "name a field of this struct, or `id`".to_owned(),
        None => format!(
            "the struct has {}, and there is `id`",
            schema_rules::listed(names)
        ),
    };
    Some((format!("there is no field `{name}` to import"), help))
}

/// The name in configurations of the field with this Rust name.
fn in_rust<'m>(model: &'m Model, name: &str) -> Option<&'m str> {
    let mut fields = model.fields.iter();
    fields
        .find(|field| without_r_prefix(&field.source.ident) == name)
        .map(|field| &*field.name)
}

/// Whether a field holds more than one value, as far as its spelling tells.
fn is_several(field: &Field) -> bool {
    let inner = field.shape.inner();
    inner.is_collection() || matches!(inner, TypeShape::Tuple)
}

/// The last part of a path through a flattened struct, as relations write it.
fn through_flattened<'n>(model: &Model, name: &'n str) -> Option<&'n str> {
    let (first, _) = name.split_once('.')?;
    let mut flattened = model.flattened.iter();
    flattened.find(|field| without_r_prefix(&field.ident) == first)?;
    name.rsplit('.').next()
}

/// The names in the pattern that the compiler has to check: of the struct's fields whose type's
/// spelling does not say whether it holds one value, of flattened fields, and mistakes.
pub(crate) fn unseen(model: &Model) -> Vec<&str> {
    let Some(pattern) = model.import_pattern() else {
        return Vec::new();
    };
    let parts = schema_rules::parse_pattern(&pattern.value).unwrap_or_default();
    let names = parts.into_iter().filter_map(|part| match part {
        schema_rules::PatternPart::Field(name) if name != "id" => Some(name),
        _ => None,
    });
    let unknown = |field: &Field| matches!(field.shape.inner(), TypeShape::Other(_));
    let is_unseen = |name: &&str| {
        let own = model.fields.iter().find(|field| field.name == *name);
        own.map_or(!model.flattened.is_empty(), unknown)
    };
    names.filter(is_unseen).collect()
}
