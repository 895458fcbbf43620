//! [`Parsed`]: the annotations of a struct as they were written, key by key, without decisions.

mod field_keys;
mod function;
mod identity;
mod keys;
mod kinds;
mod lists;
mod near;
mod nesting;
mod no_validator;
mod paths;
mod slips;
mod struct_keys;
mod validators;
mod values;
mod vocabulary;

pub(crate) use field_keys::{FieldKeys, PlainKey, field_keys_table};
pub(crate) use function::{Param, ParsedFunction, function_keys_table, param_keys_table};
pub(crate) use identity::IdentityKey;
pub(crate) use keys::{Plain, PlainValue, key_name, keys, plain_keys};
pub(crate) use kinds::{Nesting, StructKind};
pub(crate) use lists::{Allow, DefaultEnv};
pub(crate) use nesting::{BlockKey, NestedKey};
pub(crate) use paths::{Computed, FieldPath, FieldPaths, without_r_prefix};
pub(crate) use struct_keys::{RootPath, StructKeys, TimeoutEntry, struct_keys_table};
pub(crate) use validators::{Arguments, Bound, Bounds, Validator};
pub(crate) use values::{Expression, Flag, Integer, Literal, Text, elements, integer};
pub(crate) use vocabulary::{Key, KeyPlaces, Owner, Vocabulary};

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Fields, Generics, Ident, Lit, Meta};
use syn::{Type, Visibility};

use crate::error::Errors;
use crate::recover;
use values::{key_of, key_span};

/// A struct as it was written.
pub(crate) struct Parsed {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) keys: StructKeys,
    /// What it says as a function, if it is one.
    pub(crate) function: Option<ParsedFunction>,
    pub(crate) places: KeyPlaces,
    pub(crate) doc: String,
    pub(crate) fields: Vec<ParsedField>,
}

/// A field as it was written.
pub(crate) struct ParsedField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) keys: FieldKeys,
    pub(crate) places: KeyPlaces,
    pub(crate) doc: String,
    /// What it says as a parameter of a function, if it is one.
    pub(crate) param: Option<Param>,
}

/// Reads a struct and all its annotations.
pub(crate) fn parse(input: DeriveInput, errors: &mut Errors) -> Parsed {
    let (keys, places) = StructKeys::VOCABULARY.read(&input.attrs, Span::call_site(), errors);
    parse_as(input, (keys, None, places), parse_field, errors)
}

/// The same of a function, whose parameters are the fields.
pub(crate) fn parse_function(input: DeriveInput, errors: &mut Errors) -> Parsed {
    let (keys, function, places) = function::parse_struct(&input.attrs, errors);
    parse_as(
        input,
        (keys, Some(function), places),
        function::parse_param,
        errors,
    )
}

fn parse_as(
    input: DeriveInput,
    (keys, function, places): (StructKeys, Option<ParsedFunction>, KeyPlaces),
    parse_field: fn(syn::Field, &mut Errors) -> Option<ParsedField>,
    errors: &mut Errors,
) -> Parsed {
    let fields = match input.data {
        Data::Struct(data) => match data.fields {
            Fields::Named(named) => named
                .named
                .into_iter()
                .filter_map(|field| parse_field(field, errors))
                .collect(),
            Fields::Unit => Vec::new(),
            Fields::Unnamed(fields) => {
                errors.push(crate::error::error_on(
                    &fields,
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
        ident: input.ident,
        vis: input.vis,
        generics: input.generics,
        keys,
        function,
        places,
        doc: doc(&input.attrs),
        fields,
    }
}

fn parse_field(field: syn::Field, errors: &mut Errors) -> Option<ParsedField> {
    let ident = field.ident?;
    let (keys, mut places) = FieldKeys::VOCABULARY.read_each(&field.attrs, ident.span(), errors);
    if recover::is_missing(&field.ty) {
        errors.elsewhere();
        places.typeless = true;
    }
    Some(ParsedField {
        ident,
        ty: field.ty,
        keys,
        places,
        doc: doc(&field.attrs),
        param: None,
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
