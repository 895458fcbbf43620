//! The tokens to blame for a violation: what a compile error underlines.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use schema_rules::{Rule, Subject, Violation};
use syn::Ident;

use crate::model::{Field, FieldKind, Identity, Model, RelationKind, Target};
use crate::parse::Validator;

/// The tokens to blame; the struct's name by default.
pub(crate) fn tokens(model: &Model, violation: &Violation) -> TokenStream {
    if let Some(field) = violation.index.and_then(|index| model.fields.get(index)) {
        return of_field(field, violation).unwrap_or_else(|| field.source.ident.to_token_stream());
    }
    let found = match violation.at {
        Subject::Generics => Some(model.generics.to_token_stream()),
        Subject::StructKey(key) => type_name(model, key).or_else(|| at(model.places.find(key))),
        Subject::StructItem { key, index } => of_struct(model, key, index, violation.rule),
        _ => None,
    };
    found.unwrap_or_else(|| model.ident.to_token_stream())
}

/// The text that names the type, if a key does.
fn type_name(model: &Model, key: &str) -> Option<TokenStream> {
    let name = model.type_name.as_ref()?;
    (key == model.kind.key()).then(|| name.token.to_token_stream())
}

fn of_struct(model: &Model, key: &str, index: usize, rule: Rule) -> Option<TokenStream> {
    match key {
        "timeouts" => {
            let timeout = model.timeouts.as_ref()?.get(index)?;
            Some(if rule == Rule::TIMEOUT_VALUE {
                timeout.value.token.to_token_stream()
            } else {
                timeout.ident.to_token_stream()
            })
        }
        "allow" => Some(model.allow.get(index)?.rule.to_token_stream()),
        _ => target(target_of_struct(model, key, index)?),
    }
}

/// The field that an entry of a struct's list names.
fn target_of_struct<'m>(model: &'m Model, key: &str, index: usize) -> Option<&'m Target> {
    match (key, &model.identity) {
        ("id", _) => own(&model.id_when_changed).nth(index),
        ("mutable", _) => own(model.mutable.as_ref()?).nth(index),
        ("identity", Some(Identity::Fields { parts, .. })) => Some(&parts.get(index)?.target),
        _ => None,
    }
}

/// The field that an entry of a field's list names.
fn target_of_field<'m>(field: &'m Field, key: &str, index: usize) -> Option<&'m Target> {
    match key {
        "computed" => own(field.presence.when_changed()).nth(index),
        _ => own(field.targets(RelationKind::by_key(key)?)).nth(index),
    }
}

fn of_field(field: &Field, violation: &Violation) -> Option<TokenStream> {
    let source = &field.source;
    match violation.at {
        Subject::FieldName => Some(match &field.keys.rename {
            Some(name) => name.token.to_token_stream(),
            None => source.ident.to_token_stream(),
        }),
        Subject::FieldType => Some(source.ty.to_token_stream()),
        Subject::Key(key) => key_of(field, key, violation.rule),
        Subject::Item { key, index } => item(field, key, index, violation),
        _ => None,
    }
}

/// The field named by the tokens to blame, if it is a different one.
pub(super) fn named_field<'m>(model: &'m Model, violation: &Violation) -> Option<&'m Field> {
    let field = violation.index.and_then(|index| model.fields.get(index));
    let target = match (field, violation.at) {
        (Some(field), Subject::Key(key)) => field.targets(RelationKind::by_key(key)?).first(),
        (Some(field), Subject::Item { key, index }) => target_of_field(field, key, index),
        (None, Subject::StructItem { key, index }) => target_of_struct(model, key, index),
        _ => None,
    };
    let named = target?.first?;
    model
        .fields
        .get(named)
        .filter(|_| violation.index != Some(named))
}

/// A key, or its value if the value must change.
fn key_of(field: &Field, key: &str, rule: Rule) -> Option<TokenStream> {
    let items = match &field.kind {
        FieldKind::Block { items, .. } => Some(items),
        FieldKind::Attribute | FieldKind::Nested { .. } => None,
    };
    match key {
        "min_items" => at(items.and_then(|items| Some(items.written_min.as_ref()?.key))),
        "max_items" => at(items.and_then(|items| Some(items.written_max.as_ref()?.key))),
        "default" if rule == Rule::DEFAULT_TYPE || rule == Rule::DEFAULT_INVALID => {
            Some(field.default_value()?.expr.to_token_stream())
        }
        _ => at(field.source.places.find(key)),
    }
}

fn item(field: &Field, key: &str, index: usize, violation: &Violation) -> Option<TokenStream> {
    match key {
        "validate" => validator(field.validators.get(index)?, violation),
        "allow" => Some(field.allow.get(index)?.rule.to_token_stream()),
        "default_env" => {
            let environment = field.environment()?;
            let mut texts = environment.names.iter().chain(&environment.fallback);
            Some(texts.nth(index)?.token.to_token_stream())
        }
        _ => target(target_of_field(field, key, index)?),
    }
}

/// The targets that the rules were given.
fn own<'t>(targets: impl IntoIterator<Item = &'t Target>) -> impl Iterator<Item = &'t Target> {
    targets
        .into_iter()
        .filter(|target| target.flattened.is_none())
}

fn target(target: &Target) -> Option<TokenStream> {
    Some(target.path.tokens.clone())
}

/// The argument to blame, or else the validator's name.
fn validator(outer: &Validator, violation: &Violation) -> Option<TokenStream> {
    let mut inside = violation.inside.iter();
    let blamed = inside.try_fold(outer, |outer, &index| outer.inside().get(index))?;
    let argument = violation
        .argument
        .and_then(|position| blamed.argument(position));
    argument.or_else(|| at(Some(blamed.span)))
}

/// Tokens at a span.
fn at(span: Option<Span>) -> Option<TokenStream> {
    span.map(|span| Ident::new("here", span).into_token_stream())
}
