//! Every rule, through the crate `schema-rules`: facts in, errors at their tokens out.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use schema_rules::{Mode, Rule, Severity, Subject, Violation};
use syn::Ident;

use crate::error::{Errors, text};
use crate::facts;
use crate::model::{Field, FieldKind, Model, StructKind, Target};
use crate::parse::{Literal, Validator};
use crate::types::Shape;

/// Something discouraged but legal.
pub(crate) struct Warning {
    /// What to underline.
    pub(crate) place: TokenStream,
    /// The rule's name, as written in `allow(…)`.
    pub(crate) name: &'static str,
    /// What is wrong and what to write instead.
    pub(crate) text: String,
}

/// Adds an error for each rule that the struct breaks and returns what is only discouraged.
pub(crate) fn check(model: &Model, errors: &mut Errors) -> Vec<Warning> {
    ours(model, errors);
    let block = facts::block(model);
    let mut warnings = Vec::new();
    for violation in schema_rules::check_block(&block, Mode::Ours) {
        if is_consequence(model, &violation) {
            continue;
        }
        let place = place(model, &violation);
        let help = violation.help.clone().unwrap_or_default();
        match violation.severity {
            Severity::Error => errors.on(place, &violation.message, help),
            Severity::Warning => warnings.push(Warning {
                place,
                name: violation.rule.info().map_or("warning", |info| info.name),
                text: text(&violation.message, help),
            }),
        }
    }
    warnings
}

/// Whether the mistake comes from a key that could not be read, which was reported already.
fn is_consequence(model: &Model, violation: &Violation) -> bool {
    match violation.index.and_then(|index| model.fields.get(index)) {
        Some(field) if field.broken => {
            let unread = |key: &str, read: bool| field.spans.find(key).is_some() && !read;
            // R4: nothing says required, optional or computed.
            violation.rule == Rule::r(4)
                // R203: the default that would stand for null is there, but could not be read.
                || (violation.rule == Rule::r(203)
                    && (unread("default", field.keys.default.is_some())
                        || unread("default_fn", field.keys.default_fn.is_some())
                        || unread("default_env", field.keys.default_env.is_some())))
                || unread("block", field.keys.block.is_some())
                || unread("nested", field.keys.nested.is_some())
        }
        Some(_) => false,
        None => model.broken,
    }
}

/// A timeout in nanoseconds.
pub(crate) fn nanoseconds(text: &str) -> Option<u64> {
    schema_rules::parse_duration(text)
        .ok()
        .and_then(|n| u64::try_from(n).ok())
}

/// Mistakes that only annotations can make: keys that have no place in a schema.
fn ours(model: &Model, errors: &mut Errors) {
    for (key, kinds, belongs) in [
        ("version", &[StructKind::Resource][..], "a resource's state"),
        (
            "id",
            &[StructKind::Resource, StructKind::DataSource][..],
            "resources and data sources",
        ),
        ("import", &[StructKind::Resource][..], "resources"),
        ("meta", &[StructKind::Provider][..], "a provider"),
    ] {
        if let Some(span) = model.spans.find(key)
            && !model.broken
            && !kinds.contains(&model.kind)
        {
            errors.at(
                span,
                format_args!("`{key}` is for {belongs}"),
                if key == "meta" {
                    "remove it, or say what the struct is: `provider = \"…\"`"
                } else {
                    "remove it, or say what the struct is: `resource = \"…\"`"
                },
            );
        }
    }
    import(model, errors);
    for field in &model.flattened {
        if crate::types::is_named(&field.ty, &model.ident) {
            let text = schema_rules::cross::recursive(&field.ident.to_string());
            errors.on(&field.ty, text.message, text.help.unwrap_or_default());
        }
    }
    let mut constants: HashMap<String, &Field> = HashMap::new();
    for field in &model.fields {
        let constant = field.constant().to_string();
        let other = *constants.entry(constant.clone()).or_insert(field);
        if other.ident != field.ident {
            errors.at(
                field.ident.span(),
                format_args!(
                    "`{}` and `{}` would both be the constant `{constant}`",
                    other.ident, field.ident
                ),
                "rename one of the two; `rename = \"…\"` keeps its name in configurations",
            );
        }
        if let Shape::Option(inner) = &field.shape
            && let Shape::Option(_) = **inner
        {
            errors.on(
                &field.ty,
                format_args!(
                    "`{}` is an Option of an Option, but there is one null",
                    field.name
                ),
                "take one of the two out",
            );
        }
        if let Some(default) = &field.keys.default {
            optional_default(&default.expr, errors);
            elements_of_default(&default.expr, field, errors);
        }
        if let (Some(_), Some(span)) = (field.spans.find("block"), field.spans.find("nested")) {
            errors.at(
                span,
                format_args!("`{}` is both a block and a nested attribute", field.name),
                "keep `block` if it is written without `=` in configurations, else `nested`",
            );
        }
    }
}

/// A default is what stands for null, so it is no `Option`.
fn optional_default(expr: &syn::Expr, errors: &mut Errors) {
    // An enum of the author's may have variants of these names.
    let named = |expr: &syn::Expr, name: &str| match expr {
        syn::Expr::Path(path) => {
            let mut names = path.path.segments.iter().rev().map(|s| &s.ident);
            names.next().is_some_and(|last| last == name)
                && names.next().is_none_or(|before| before == "Option")
        }
        _ => false,
    };
    match expr {
        syn::Expr::Call(call) if named(&call.func, "Some") => {
            let value = call.args.to_token_stream();
            errors.on(
                expr,
                "a default is the value itself, also for an `Option`",
                format_args!("write `default = {value}`"),
            );
        }
        _ if named(expr, "None") => errors.on(
            expr,
            "a field that is not set is null without a default too",
            "take the default out",
        ),
        _ => {}
    }
}

/// Elements of a list's default that are literals have the type of its elements.
fn elements_of_default(expr: &syn::Expr, field: &Field, errors: &mut Errors) {
    let (Shape::List(element) | Shape::Set(element)) = field.shape.inner() else {
        return;
    };
    let syn::Expr::Array(array) = expr else {
        return;
    };
    for value in &array.elems {
        let Some(literal) = Literal::of(value) else {
            continue;
        };
        let fits = match (element.inner(), &literal) {
            (Shape::String, Literal::Text(_)) | (Shape::Bool, Literal::Bool(_)) => true,
            (Shape::Integer(_) | Shape::Float | Shape::Number, Literal::Integer(_)) => true,
            (Shape::Float | Shape::Number, Literal::Float(_)) => true,
            (shape, _) => !(shape.is_scalar()),
        };
        if !fits {
            let written = value.to_token_stream();
            errors.on(
                value,
                format_args!(
                    "the default of `{}` holds {written}, and its elements are of type {}",
                    field.name,
                    element.words()
                ),
                match (element.inner(), &literal) {
                    (Shape::String, _) => format!("write it in quotes: \"{written}\""),
                    (shape, _) => format!("write a value of type {}", shape.words()),
                },
            );
        }
    }
}

/// Whether a field holds more than one value, as far as its spelling tells.
fn is_several(field: &Field) -> bool {
    matches!(
        field.shape.inner(),
        Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Tuple
    )
}

/// The pattern of import ids: its form, and the fields that it names.
fn import(model: &Model, errors: &mut Errors) {
    let Some(pattern) = model.keys.import.as_ref() else {
        return;
    };
    let parts = match schema_rules::parse_pattern(&pattern.value) {
        Ok(parts) => parts,
        Err(wrong) => {
            errors.on(
                &pattern.token,
                format_args!("the import pattern {wrong}"),
                "write names of fields in braces: `import = \"{directory}/{name}\"`",
            );
            return;
        }
    };
    for part in parts {
        let schema_rules::PatternPart::Field(name) = part else {
            continue;
        };
        if name == "id" {
            continue;
        }
        match model.fields.iter().find(|field| field.name == name) {
            None => {
                let names = model.fields.iter().map(|field| field.name.as_str());
                let help = match schema_rules::suggest(name, names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "name a field of this struct, or `id`".to_owned(),
                };
                let message = format!("there is no field `{name}` to import");
                errors.on(&pattern.token, message, help);
            }
            Some(field) if field.write_only => errors.on(
                &pattern.token,
                format_args!("`{name}` is write-only, so that an import cannot keep it"),
                "leave it out of the pattern",
            ),
            Some(field) if field.keys.removed.is_some() => errors.on(
                &pattern.token,
                format_args!("`{name}` is removed, so that no object has it"),
                "leave it out of the pattern",
            ),
            Some(field) if field.computed.is_some() && !field.optional => errors.on(
                &pattern.token,
                format_args!("`{name}` is what read finds, and nobody imports by it"),
                "write `{id}` for the name that the remote system gives an object, or write \
                 `import` in `impl Resource`",
            ),
            Some(field) if field.kind != FieldKind::Attribute || is_several(field) => {
                errors.on(
                    &pattern.token,
                    format_args!("`{name}` is more than one value, and an id holds texts"),
                    "name fields with text, a number or a truth value",
                );
            }
            Some(_) => {}
        }
    }
}

/// The tokens to blame; the struct's name where there are none.
fn place(model: &Model, violation: &Violation) -> TokenStream {
    if let Some(field) = violation.index.and_then(|index| model.fields.get(index)) {
        return of_field(field, violation).unwrap_or_else(|| field.ident.to_token_stream());
    }
    let found = match violation.at {
        Subject::Generics => Some(model.generics.to_token_stream()),
        Subject::StructKey(key) => type_name(model, key).or_else(|| at(model.spans.find(key))),
        Subject::StructItem { key, index } => of_struct(model, key, index, violation.rule),
        _ => None,
    };
    found.unwrap_or_else(|| model.ident.to_token_stream())
}

/// The text that names the type, where a key does.
fn type_name(model: &Model, key: &str) -> Option<TokenStream> {
    let names = matches!(
        key,
        "resource" | "data_source" | "provider" | "provider_meta"
    );
    let name = model.type_name.as_ref().filter(|_| names)?;
    Some(name.token.to_token_stream())
}

fn of_struct(model: &Model, key: &str, index: usize, rule: Rule) -> Option<TokenStream> {
    match key {
        "timeouts" => {
            let entry = model.keys.timeouts.as_ref()?.entries.get(index)?;
            // R221: the duration.
            Some(if rule == Rule::r(221) {
                entry.value.token.to_token_stream()
            } else {
                entry.ident.to_token_stream()
            })
        }
        "id" => target(own(&model.id_when_changed).nth(index)?),
        _ => None,
    }
}

fn of_field(field: &Field, violation: &Violation) -> Option<TokenStream> {
    match violation.at {
        Subject::FieldName => Some(match &field.keys.rename {
            Some(name) => name.token.to_token_stream(),
            None => field.ident.to_token_stream(),
        }),
        Subject::FieldType => Some(field.ty.to_token_stream()),
        Subject::Key(key) => key_of(field, key, violation.rule),
        Subject::Item { key, index } => item(field, key, index, violation),
        _ => None,
    }
}

/// A key, or its value where that is what must change.
fn key_of(field: &Field, key: &str, rule: Rule) -> Option<TokenStream> {
    let block = field.keys.block.as_ref();
    match key {
        "min_items" => at(block.and_then(|block| Some(block.min_items.as_ref()?.key))),
        "max_items" => at(block.and_then(|block| Some(block.max_items.as_ref()?.key))),
        // R135, R216: the default has the wrong type or value.
        "default" if rule == Rule::r(135) || rule == Rule::r(216) => {
            Some(field.keys.default.as_ref()?.expr.to_token_stream())
        }
        _ => at(field.spans.find(key)),
    }
}

fn item(field: &Field, key: &str, index: usize, violation: &Violation) -> Option<TokenStream> {
    match key {
        "validate" => validator(field.validators.get(index)?, violation),
        "allow" => Some(
            field
                .keys
                .allow
                .as_ref()?
                .0
                .get(index)?
                .rule
                .to_token_stream(),
        ),
        "computed" => target(own(&field.when_changed).nth(index)?),
        _ => target(own(field.targets(key)).nth(index)?),
    }
}

/// The targets that the rules were asked about.
fn own<'t>(targets: impl IntoIterator<Item = &'t Target>) -> impl Iterator<Item = &'t Target> {
    targets
        .into_iter()
        .filter(|target| target.flattened.is_none())
}

fn target(target: &Target) -> Option<TokenStream> {
    let segments = &target.path.segments;
    Some(quote!(#(#segments).*))
}

/// The argument to blame, or else the validator's name.
fn validator(outer: &Validator, violation: &Violation) -> Option<TokenStream> {
    let blamed = violation
        .inside
        .iter()
        .try_fold(outer, |outer, &index| outer.inside().get(index))?;
    let argument = violation
        .argument
        .and_then(|position| blamed.argument(position));
    argument.or_else(|| at(Some(blamed.span)))
}

/// Tokens at a place.
fn at(span: Option<Span>) -> Option<TokenStream> {
    span.map(|span| Ident::new("here", span).into_token_stream())
}
