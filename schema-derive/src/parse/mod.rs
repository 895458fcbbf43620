//! What was written, key by key, without decisions.

mod container;
mod field;
mod keys;
mod lists;
mod nesting;
mod paths;
mod validators;
mod values;

pub(crate) use container::{ContainerKeys, RootPath};
pub(crate) use field::FieldKeys;
pub(crate) use keys::{Keys, Vocabulary};
pub(crate) use lists::DefaultEnv;
pub(crate) use nesting::Nesting;
pub(crate) use paths::{Computed, ComputedKind, FieldPath, FieldPaths, unraw};
pub(crate) use validators::{Arguments, Bound, Bounds, Validator};
pub(crate) use values::{Expression, Flag, Integer, Literal, Text, integer};

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Fields, Generics, Ident, Lit, Meta};
use syn::{Type, Visibility};

use crate::error::Errors;

/// A struct as it was written.
pub(crate) struct Parsed {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) keys: ContainerKeys,
    /// Where each key stands.
    pub(crate) spans: Keys,
    pub(crate) doc: String,
    /// Some keys could not be read.
    pub(crate) broken: bool,
    pub(crate) fields: Vec<ParsedField>,
}

/// A field as it was written.
pub(crate) struct ParsedField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) keys: FieldKeys,
    /// Where each key stands.
    pub(crate) spans: Keys,
    pub(crate) doc: String,
    /// Some keys could not be read.
    pub(crate) broken: bool,
}

/// Reads a struct and all its annotations.
pub(crate) fn parse(input: &DeriveInput, errors: &mut Errors) -> Parsed {
    let before = errors.count();
    let (keys, spans) = container::parse(&input.attrs, errors);
    let broken = errors.count() > before;
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(named) => named
                .named
                .iter()
                .filter_map(|field| parse_field(field, errors))
                .collect(),
            Fields::Unit => Vec::new(),
            Fields::Unnamed(fields) => {
                errors.push(crate::error::error_on(
                    fields,
                    "a schema's fields have names",
                    "write `struct Image { name: String }`",
                ));
                Vec::new()
            }
        },
        Data::Enum(data) => {
            errors.at(
                data.enum_token.span,
                "a schema is a struct",
                "for a text out of a closed list, use #[derive(SchemaEnum)]",
            );
            Vec::new()
        }
        Data::Union(data) => {
            errors.at(
                data.union_token.span,
                "a schema is a struct",
                "write `struct`",
            );
            Vec::new()
        }
    };
    Parsed {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        generics: input.generics.clone(),
        keys,
        spans,
        doc: doc(&input.attrs),
        broken,
        fields,
    }
}

fn parse_field(field: &syn::Field, errors: &mut Errors) -> Option<ParsedField> {
    let ident = field.ident.clone()?;
    let (keys, spans, broken) = field::parse(&field.attrs, ident.span(), errors);
    Some(ParsedField {
        ident,
        ty: field.ty.clone(),
        keys,
        spans,
        doc: doc(&field.attrs),
        broken,
    })
}

/// The text of the doc comments.
pub(crate) fn doc(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) = &pair.value
        {
            let text = text.value();
            for line in text.lines() {
                lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned());
            }
            if text.is_empty() {
                lines.push(String::new());
            }
        }
    }
    lines.join("\n").trim().to_owned()
}

/// The last part of a key's path, for messages.
pub(crate) fn key_of(meta: &Meta) -> String {
    meta.path()
        .segments
        .last()
        .map(|s| s.ident.to_string())
        .unwrap_or_default()
}

/// Where a key stands.
pub(crate) fn key_span(meta: &Meta) -> Span {
    meta.path()
        .segments
        .last()
        .map_or_else(Span::call_site, |s| s.ident.span())
}
