//! [`Parsed`]: the annotations of a struct as written, key by key, before any decisions.

mod checks;
mod field_keys;
mod function;
mod identity;
mod in_itself;
mod keys;
mod lists;
mod near;
mod nesting;
mod no_validator;
mod paths;
mod struct_keys;
mod syntax_mistakes;
mod validators;
mod values;
mod vocabulary;

pub(crate) use field_keys::{FieldKeys, field_keys_table};
pub(crate) use function::{FunctionKeys, Param, function_keys_table, param_keys_table};
pub(crate) use identity::{IdentityKey, IdentityPart};
pub(crate) use keys::{key_name, keys};
pub(crate) use lists::{Allow, DefaultEnv};
pub(crate) use nesting::{BlockKey, NestedKey, Nesting};
pub(crate) use paths::{Computed, FieldPath, FieldPaths, without_r_prefix};
pub(crate) use schema_rules::BlockKind;
pub(crate) use struct_keys::{
    IdKey, ImportKey, PlainTexts, RootPath, StructKeys, TimeoutEntry, TypePath, struct_keys_table,
};
pub(crate) use validators::{Arguments, Bound, Bounds, Validator};
pub(crate) use values::{
    Expression, Flag, ForceNew, FunctionPath, Integer, Literal, Switch, Text, elements, integer,
    key_of, text_literal, ungroup, word,
};
pub(crate) use vocabulary::{Key, KeyPlaces, Owner, Vocabulary};

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Meta};
use syn::{Type, Visibility};

use crate::error::Errors;
use crate::{close_types, recover, types};
use values::key_span;

/// A struct as written.
pub(crate) struct Parsed {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) keys: StructKeys,
    /// Its keys as a function, if it is one.
    pub(crate) function: Option<FunctionKeys>,
    pub(crate) places: KeyPlaces,
    pub(crate) doc: String,
    pub(crate) fields: Vec<ParsedField>,
}

/// A field as written.
pub(crate) struct ParsedField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) keys: FieldKeys,
    pub(crate) places: KeyPlaces,
    pub(crate) doc: String,
    /// Its facts as a parameter of a function, if it is one.
    pub(crate) param: Option<Param>,
}

/// Reads a struct and all its annotations.
pub(crate) fn parse(input: DeriveInput, errors: &mut Errors) -> Parsed {
    let (keys, places): (StructKeys, _) =
        StructKeys::VOCABULARY.read(&input.attrs, Span::call_site(), errors);
    let field = match keys.object.is_present() {
        true => parse_member,
        false => parse_field,
    };
    parse_as(input, (keys, None, places), field, errors)
}

/// A field of an object type, which has only a name and a type: as a part of an attribute's value
/// it is read if present, like a computed field.
fn parse_member(field: syn::Field, errors: &mut Errors) -> Option<ParsedField> {
    let mut parsed = parse_field(field, errors)?;
    if let Some((key, span)) = parsed.places.other_than("rename") {
        let message = format!("`{key}` does not apply to a field of an object type");
        let help = "an object is configured and computed as a whole: write it at the field that holds the object, \
                    or remove `object` and group the structs with `nested(…)`";
        errors.at(span, message, help);
    }
    parsed.keys = FieldKeys {
        computed: Some(Computed::Plain),
        rename: parsed.keys.rename,
        ..FieldKeys::default()
    };
    Some(parsed)
}

/// The same for a function, whose parameters are the fields.
pub(crate) fn parse_function(input: DeriveInput, errors: &mut Errors) -> Parsed {
    let (keys, function, places) = function::parse_struct(&input.attrs, errors);
    let keys = (keys, Some(function), places);
    parse_as(input, keys, function::parse_param, errors)
}

fn parse_as(
    input: DeriveInput,
    (keys, function, mut places): (StructKeys, Option<FunctionKeys>, KeyPlaces),
    parse_field: fn(syn::Field, &mut Errors) -> Option<ParsedField>,
    errors: &mut Errors,
) -> Parsed {
    let what = match function {
        None => "a schema",
        Some(_) => "a function",
    };
    let fields = match input.data {
        Data::Struct(data) => match data.fields {
            Fields::Named(named) => {
                let borrows = input.generics.lifetimes().next().is_some();
                let last = named.named.len().saturating_sub(1);
                let fields = named.named.into_iter().enumerate();
                let fields = fields.filter_map(|(index, mut field)| {
                    field.ty = types::without_self(field.ty, &input.ident);
                    types::name_self(&mut field.attrs, &input.ident);
                    in_itself::refused(&mut field, &input.ident, errors);
                    if let Some(ident) = &field.ident
                        && types::is_inferred(&field.ty)
                    {
                        let message = format!("the type of `{ident}` is not written");
                        let help = "write for example `String`, `Option<i64>` or `Vec<String>`";
                        errors.tell_editor(&field.ty, message, help);
                        field.ty = recover::missing(ident);
                    }
                    if !borrows {
                        places.unsized_end |= refused(&mut field, index == last, errors);
                    }
                    parse_field(field, errors)
                });
                fields.collect()
            }
            Fields::Unit => Vec::new(),
            Fields::Unnamed(fields) => {
                let named = format!("`struct {} {{ name: String }}`", input.ident);
                let help = match fields.unnamed.len() {
                    1 if function.is_none() => format!(
                        "for a type around one value use #[derive(SchemaNewtype)] alone, for an object write {named}"
                    ),
                    _ => format!("write {named}"),
                };
                places.tuple_of_one = fields.unnamed.len() == 1;
                errors.on(&fields, format_args!("{what}'s fields have names"), help);
                Vec::new()
            }
        },
        Data::Enum(data) => {
            places.is_enum = true;
            let message = format!("{what} is a struct");
            let help = match function {
                None => "for a string from a fixed list, use #[derive(SchemaEnum)]",
                Some(_) => "write `struct`, with a field for each parameter",
            };
            errors.at(data.enum_token.span, message, help);
            Vec::new()
        }
        Data::Union(data) => {
            let message = format!("{what} is a struct");
            let help = "write `struct`";
            errors.at(data.union_token.span, message, help);
            Vec::new()
        }
    };
    empty_description(keys.description.as_ref(), &input.attrs, errors);
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
    let ident = field.ident.clone()?;
    if ident == "_" {
        // The compiler has reported it.
        errors.defer_to_expansion();
        return None;
    }
    let (keys, mut places): (FieldKeys, _) =
        FieldKeys::VOCABULARY.read_each(&field.attrs, ident.span(), errors);
    unfinished(&field, &mut places, errors);
    empty_description(keys.description.as_ref(), &field.attrs, errors);
    Some(ParsedField {
        ident,
        ty: field.ty,
        keys,
        places,
        doc: doc(&field.attrs),
        param: None,
    })
}

/// An empty description replaces a doc comment. Without a doc comment it has no effect.
fn empty_description(written: Option<&Text>, attrs: &[Attribute], errors: &mut Errors) {
    if let Some(text) = written.filter(|text| text.value.is_empty())
        && doc(attrs).is_empty()
    {
        let help = "describe the field for its users, or remove `description`";
        errors.at(text.token.span(), "the description is empty", help);
    }
}

/// The compiler has already reported what is wrong with a field that could not be read as written.
fn unfinished(field: &syn::Field, places: &mut KeyPlaces, errors: &mut Errors) {
    let unfinished = recover::is_unfinished(field);
    places.typeless = recover::is_missing(&field.ty);
    places.unknown |= unfinished;
    if places.typeless || unfinished {
        errors.defer_to_expansion();
    }
}

/// Says what to write instead of a type that the compiler itself rejects, and goes on with that.
/// Returns whether the struct is unsized.
fn refused(field: &mut syn::Field, last: bool, errors: &mut Errors) -> bool {
    let Some(ident) = &field.ident else {
        return false;
    };
    let Some(found) = close_types::refused(&ident.to_string(), &field.ty, last) else {
        return false;
    };
    let close = found.close;
    let help = close.note.strip_prefix("help: ").unwrap_or(&close.note);
    if found.unsized_end {
        errors.on(&field.ty, close.message, help);
    } else {
        errors.advise(&field.ty, close.message, help);
    }
    field.ty = found.instead.unwrap_or_else(|| recover::missing(ident));
    found.unsized_end
}

/// The text of the doc comments.
pub(crate) fn doc(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attr.meta
            && let Some(text) = text_literal(&pair.value)
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
