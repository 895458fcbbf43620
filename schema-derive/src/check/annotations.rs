//! Mistakes that only annotations can make: keys that do not belong in a schema.

use std::collections::HashMap;

use super::{import, written_default};
use crate::error::Errors;
use crate::model::{Field, Identity, Model};
use crate::parse::{BlockKind, Integer, Nesting, StructKeys};
use crate::types::{TypeShape, is_named, is_option};

/// Adds an error for each mistake.
pub(super) fn check(model: &mut Model, errors: &mut Errors) {
    owners(model, errors);
    let model = &*model;
    function(model, errors);
    import::check(model, errors);
    identity(model, errors);
    plain(model, errors);
    object(model, errors);
    only_added(model, errors);
    recursion(model, errors);
    fields(model, errors);
}

/// Rejects keys that belong to other structs.
fn owners(model: &mut Model, errors: &mut Errors) {
    // Functions have a different vocabulary.
    if model.kind == BlockKind::Function {
        return;
    }
    let before = errors.count();
    for key in StructKeys::VOCABULARY.keys {
        if let Some(owner) = key.owner
            && let Some(span) = model.places.find(key.name)
            && !model.places.broken
            && !owner.kinds.contains(&model.kind)
        {
            let message = format!("`{}` is for {}", key.name, owner.words);
            let help = if owner.kinds == [BlockKind::Provider] {
                "remove it, or say what the struct is: `provider = \"…\"`"
            } else {
                "remove it, or say what the struct is: `resource = \"…\"`"
            };
            errors.at(span, message, help);
            // The struct's kind is missing: that is one mistake, however many keys follow from it.
            if model.kind == BlockKind::Nested {
                break;
            }
        }
    }
    if model.kind == BlockKind::Nested && errors.count() > before {
        model.places.broken = true;
    }
}

/// Requires a function to have a name and a result type (R144).
fn function(model: &Model, errors: &mut Errors) {
    let Some(function) = &model.function else {
        return;
    };
    let places = &model.places;
    if !places.written && !places.unknown {
        let message = "the function has no name and does not say what it returns";
        let help = "write above it `#[function(name = \"size_mb\", output = i64)]`";
        errors.on(&model.ident, message, help);
        return;
    }
    if model.type_name.is_none() && !places.is_unreadable("name") && !places.unknown {
        let message = "the function has no name";
        let help = "write `#[function(name = \"size_mb\", output = i64)]`";
        errors.on(&model.ident, message, help);
    }
    if function.output.is_none() && !places.is_unreadable("output") && !places.unknown {
        let message = "the function does not say what it returns";
        let help = "write the Rust type of its result: `#[function(output = i64)]`";
        errors.on(&model.ident, message, help);
    }
    if function.may_be_unknown && function.output.as_ref().is_some_and(is_option) {
        let message = "the result is an Option in a Val, and a Val can be null already";
        let help = "write `output = Val<T>`: it is null, unknown or known";
        errors.on(&function.output, message, help);
    }
}

/// Checks the version of an identity that is made of fields.
fn identity(model: &Model, errors: &mut Errors) {
    if let Some(Identity::Fields { version, .. }) = &model.identity
        && let Some(Integer { value, key }) = version
        && *value < 0
    {
        let message = format!("the version {value} of the identity is below zero");
        let help = "versions start at 0, which is also the default";
        errors.at(*key, message, help);
    }
}

/// Rejects `plain` where the struct has no description.
fn plain(model: &Model, errors: &mut Errors) {
    if model.plain.own && !model.plain.fields && model.description.is_empty() {
        let message = "the struct has no description that could be plain text";
        let help =
            "write a doc comment above it, or `plain` for the descriptions of its fields too";
        errors.at(model.places.span("plain"), message, help);
    }
}

/// Rejects a statement about previous versions if there are none.
fn only_added(model: &Model, errors: &mut Errors) {
    let places = &model.places;
    let first = model.version.unwrap_or(0) <= 0 && !places.is_unreadable("version");
    if first && model.keys.only_added.is_present() {
        let message = "`only_added` is about earlier versions, and version 0 has none";
        let help = "add the struct's current `version`, or remove it";
        errors.at(places.span("only_added"), message, help);
    }
}

/// Rejects keys that do not describe a value: the schema says where it is used, not what it is.
fn object(model: &Model, errors: &mut Errors) {
    let keys = [
        "description",
        "plain",
        "deprecated",
        "timeouts",
        "default_timeouts",
    ];
    let found = keys
        .iter()
        .find_map(|key| Some((key, model.places.find(key)?)));
    if let (true, Some((key, span))) = (model.keys.object.is_present(), found) {
        let message = format!("`{key}` does not apply to an object type");
        let help = "write it at the fields that hold such an object, or remove it";
        errors.at(span, message, help);
    }
}

/// Rejects a struct that is flattened into itself.
fn recursion(model: &Model, errors: &mut Errors) {
    for field in &model.flattened {
        if is_named(&field.ty, &model.ident) {
            let text = schema_rules::shared_texts::RECURSIVE.fill(&field.ident.to_string(), "", "");
            errors.on(&field.ty, text.message, text.help);
        }
    }
}

/// Checks each field, and rejects fields whose constants would have the same name.
fn fields(model: &Model, errors: &mut Errors) {
    let mut constants: HashMap<String, &Field> = HashMap::new();
    for field in &model.fields {
        let constant = field.constant().to_string();
        let other = *constants.entry(constant.clone()).or_insert(field);
        if other.source.ident != field.source.ident {
            let message = format!(
                "`{}` and `{}` would both become the constant `{constant}`",
                other.source.ident, field.source.ident
            );
            let help = "rename one of the two; `rename = \"…\"` keeps its name in configurations";
            errors.at(field.source.ident.span(), message, help);
        }
        self::field(field, errors);
        description(model, field, errors);
    }
}

/// Rejects a description format that is given twice, or without a description.
fn description(model: &Model, field: &Field, errors: &mut Errors) {
    let places = &field.source.places;
    let (plain, markdown) = (places.find("plain"), places.find("markdown"));
    let name = &field.name;
    let none = field.description.text.is_empty();
    let (span, message, help) = match (plain, markdown) {
        (Some(_), Some(span)) => (
            span,
            format!("the description of `{name}` is both plain text and Markdown"),
            "keep one of them",
        ),
        (Some(span), None) if none => (
            span,
            format!("`{name}` has no description that could be plain text"),
            "write a doc comment, or remove `plain`: without a description it has no effect",
        ),
        (Some(span), None) if model.plain.fields => (
            span,
            format!("the struct already says that the description of `{name}` is plain text"),
            "remove one `plain`",
        ),
        (None, Some(span)) if !none && !model.plain.fields => (
            span,
            format!("the description of `{name}` is Markdown by default"),
            "remove `markdown`: only a struct with `plain` needs it",
        ),
        _ => return,
    };
    errors.at(span, message, help);
}

fn field(field: &Field, errors: &mut Errors) {
    let places = &field.source.places;
    if let TypeShape::Option(inner) = &field.shape
        && let TypeShape::Option(_) = **inner
    {
        let name = &field.name;
        let message = format!("`{name}` is an Option of an Option, but there is one null");
        errors.on(&field.source.ty, message, "remove one of the two");
    }
    written_default::check(field, errors);
    holds_structs(field, errors);
    counted(field, errors);
    if let (Some(_), Some(span)) = (places.find("block"), places.find("nested")) {
        let message = format!("`{}` is both a block and a nested attribute", field.name);
        let help = "keep `block` if it is written without `=` in configurations, else `nested`";
        errors.at(span, message, help);
    }
}

/// Rejects `force_new(count)` on a field that is not a collection.
fn counted(field: &Field, errors: &mut Errors) {
    let several = field
        .nesting()
        .is_some_and(|nesting| nesting != Nesting::Single);
    if field.force_new_count()
        && !several
        && let Some(span) = field.source.places.find("force_new")
    {
        let name = &field.name;
        let message = format!("`force_new(count)` of `{name}`, which is not a collection");
        errors.at(span, message, "write `force_new` alone");
    }
}

/// Rejects blocks and nested attributes of strings or numbers: they hold structs.
fn holds_structs(field: &Field, errors: &mut Errors) {
    let places = &field.source.places;
    if field.is_attribute() {
        return;
    }
    let mut keys = ["block", "nested"].iter();
    let Some((key, span)) = keys.find_map(|key| Some((key, places.find(key)?))) else {
        return;
    };
    let inner = field.shape.inner();
    if let Some(element) = inner.element()
        && element.is_option()
        && (field.is_block() || matches!(inner, TypeShape::Set(_)))
    {
        let message = format!("the structs in `{}` are never null", field.name);
        let help = "remove the `Option` around the struct";
        errors.on(&field.source.ty, message, help);
        return;
    }
    let inside = inner.element().map_or(inner, TypeShape::inner);
    let (name, what) = (&field.name, field.shape.words());
    let message = format!("`{key}` groups structs, but `{name}` is a {what}");
    if inside.is_collection() {
        let help = "write one collection, `Vec<T>`; the struct in it may have a field that is a collection in turn";
        errors.on(&field.source.ty, message, help);
        return;
    }
    if !inside.surely_fits() {
        return;
    }
    let help = if field.presence.required || field.presence.optional || field.presence.is_computed()
    {
        format!("remove `{key}(…)`: a {what} is an attribute without it")
    } else {
        format!("write `required` or `optional` in its place: a {what} is an attribute without it")
    };
    errors.at(span, message, help);
}
