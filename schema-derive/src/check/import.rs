//! Patterns of import ids.

use crate::error::Errors;
use crate::model::{Field, Model};
use crate::parse::{PlainKey, without_r_prefix};
use crate::types::TypeShape;

/// The pattern of import ids: its form, and the fields that it names.
pub(super) fn check(model: &Model, errors: &mut Errors) {
    let Some(pattern) = &model.import else {
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
        let schema_rules::PatternPart::Field(name) = part else {
            continue;
        };
        if name == "id" && model.without_id {
            let message = "there is no id to import, for the struct says `id = none`";
            let help = "name the fields that read finds the object by";
            errors.on(&pattern.token, message, help);
            continue;
        }
        if name == "id" {
            continue;
        }
        match model.fields.iter().find(|field| field.name == name) {
            None => {
                if let Some(renamed) = in_rust(model, name) {
                    let message =
                        format!("the field `{name}` is called `{renamed}` in configurations");
                    let help =
                        format!("a pattern has the names of configurations: write `{{{renamed}}}`");
                    errors.on(&pattern.token, message, help);
                    continue;
                }
                // Only the compiler sees what the others have: see `emit::flatten::imported`.
                if let Some(field) = through_flattened(model, name) {
                    let message = format!("`{name}` is no name of a configuration");
                    let help = format!(
                        "what is flattened stands beside the fields of the struct: write `{{{field}}}`"
                    );
                    errors.on(&pattern.token, message, help);
                    continue;
                }
                if !model.flattened.is_empty() {
                    continue;
                }
                let names = model.fields.iter().map(|field| field.name.as_str());
                let help = match schema_rules::suggest(name, names) {
                    Some(near) => schema_rules::did_you_mean(near),
                    None => {
                        let fields = schema_rules::listed(
                            model.fields.iter().map(|field| field.name.as_str()),
                        );
                        match fields.is_empty() {
                            true => "name a field of this struct, or `id`".to_owned(),
                            false => format!("the struct has {fields}, and there is `id`"),
                        }
                    }
                };
                let message = format!("there is no field `{name}` to import");
                errors.on(&pattern.token, message, help);
            }
            Some(field) if field.write_only => errors.on(
                &pattern.token,
                format_args!("`{name}` is write-only, so that an import cannot keep it"),
                "leave it out of the pattern",
            ),
            Some(field) if field.plain(PlainKey::Removed).is_some() => errors.on(
                &pattern.token,
                format_args!("`{name}` is removed, so that no object has it"),
                "leave it out of the pattern",
            ),
            Some(field) if field.presence.is_computed() && !field.presence.optional => errors.on(
                &pattern.token,
                format_args!("`{name}` is what read finds, and nobody imports by it"),
                "write `{id}` for the name that the remote system gives an object, or write \
                 `import` in `impl Resource`",
            ),
            Some(field) if !field.is_attribute() || is_several(field) => {
                let message = format!("`{name}` is more than one value, and an id holds strings");
                let help = "name fields that hold a string, a number or a bool";
                errors.on(&pattern.token, message, help);
            }
            Some(_) => {}
        }
    }
}

/// The name in configurations of the field that is called so in Rust.
fn in_rust<'m>(model: &'m Model, name: &str) -> Option<&'m str> {
    let mut fields = model.fields.iter();
    fields
        .find(|field| without_r_prefix(&field.source.ident) == name)
        .map(|field| &*field.name)
}

/// Whether a field holds more than one value, as far as its spelling tells.
fn is_several(field: &Field) -> bool {
    matches!(
        field.shape.inner(),
        TypeShape::List(_) | TypeShape::Set(_) | TypeShape::Map(_) | TypeShape::Tuple
    )
}

/// The last part of a path that leads through a flattened struct, as relations write it.
fn through_flattened<'n>(model: &Model, name: &'n str) -> Option<&'n str> {
    let (first, _) = name.split_once('.')?;
    let mut flattened = model.flattened.iter();
    flattened.find(|field| without_r_prefix(&field.ident) == first)?;
    name.rsplit('.').next()
}

/// The names in the pattern that are none of the struct's own: of fields of flattened structs, or a
/// mistake.
pub(crate) fn of_others(model: &Model) -> Vec<&str> {
    let Some(pattern) = model
        .import
        .as_ref()
        .filter(|_| !model.flattened.is_empty())
    else {
        return Vec::new();
    };
    let parts = schema_rules::parse_pattern(&pattern.value).unwrap_or_default();
    let names = parts.into_iter().filter_map(|part| match part {
        schema_rules::PatternPart::Field(name) => Some(name),
        _ => None,
    });
    names
        .filter(|name| *name != "id" && model.fields.iter().all(|field| field.name != *name))
        .collect()
}
