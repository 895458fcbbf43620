//! `#[function(…)]` and `#[param(…)]`: a function and its parameters, as a struct and its fields.

use darling::FromMeta;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{Attribute, Field, Meta, Type, parse_quote_spanned};

use super::keys::keys;
use super::nesting::NestedKey;
use super::struct_keys::{PlainTexts, RootPath, StructKeys, UnportedKey};
use super::validators::Validators;
use super::values::{Flag, Text, key_span};
use super::vocabulary::KeyPlaces;
use super::{FieldKeys, ParsedField, doc};
use crate::error::{Errors, error_at};
use crate::types::{element_type, inside, is_option};

keys! {
    /// `#[function(…)]` on a struct.
    struct FunctionKeys of "function", documented by function_keys_table;
    {
        "What the function is:" {
            name: Option<Text> {
                "name = \"…\"" => "its name: configurations call `provider::disk::name(…)`",
            }
            output: Option<OutputType> {
                "output = i64" =>
                    "the Rust type of its result: an `Option` may be null, a `Val` may be unknown too",
            }
            nested: Option<NestedKey> {
                "nested(single)`, `nested(list)`, `nested(set)`, `nested(map)" =>
                    "the result is a struct with `#[derive(Schema)]`, alone or in a collection",
            }
        }
        "Its other properties:" {
            deprecated: Option<Text> {
                "deprecated = \"…\"" => "what to use instead; shown in documentation",
            }
            summary: Option<Text> {
                "summary = \"…\"" => "instead of the first paragraph of the doc comment",
            }
            description: Option<Text> {
                "description = \"…\"" => "instead of the doc comment",
            }
            plain: Option<PlainTexts> {
                "plain" => "the descriptions of the function and of its parameters are plain text, not Markdown",
                "plain(own)`, `plain(fields)" => "only the function's, or only its parameters'",
            }
            subcategory: Option<Text> {
                "subcategory = \"…\"" => "the heading under which the documentation lists its page",
            }
            unported: Option<UnportedKey> {
                "unported" => "its code is not written yet: the signature is served, and every call reports that",
            }
            root as "crate": Option<RootPath> {
                "crate = path" => "the path of `schema_provider`, if renamed",
            }
        }
    }
    hints {
        "function type_name" => "write `name = \"…\"`",
        "return returns result" => "write `output = i64`, with the Rust type of the result",
        "doc" => "did you mean `description`? A doc comment on the struct says the same",
    }
}

keys! {
    /// `#[param(…)]` on a field.
    struct ParamKeys of "param", documented by param_keys_table;
    {
        "Every field is a parameter. An `Option` may be null, a `Val` may be null or unknown:" {
            validate: Option<Validators> {
                "validate = …" => "one validator, or a list in brackets, checked before the call",
            }
            variadic: Flag {
                "variadic" => "the last parameter: a `Vec` of any number of arguments",
            }
            nested: Option<NestedKey> {
                "nested(single)`, `nested(list)`, `nested(set)`, `nested(map)" =>
                    "objects: a struct with `#[derive(Schema)]`, alone or in a collection",
            }
            rename: Option<Text> {
                "rename = \"…\"" => "the name in documentation and errors, instead of the field's",
            }
            description: Option<Text> {
                "description = \"…\"" => "instead of the doc comment",
            }
            plain: Flag {
                "plain" => "the description is plain text, not Markdown",
            }
        }
    }
    hints {
        "default default_fn" =>
            "an argument has no default: make the parameter an `Option`, which may be null, or the last one `variadic`",
        "default_env" => "an argument has no default, and a function may not depend on the environment",
        "required" => "every argument is required: remove it",
        "optional" => "make the parameter an `Option`, which may be null, or the last one `variadic`",
        "null" => "make the parameter an `Option`",
        "unknown" => "make the parameter a `Val`, which is null, unknown or known",
        "computed" => "only the caller sets an argument: remove it",
        "sensitive" => "Terraform already keeps the result of a sensitive argument sensitive: remove it",
        "write_only force_new" => "arguments are never kept: remove it",
        "deprecated" => "only a whole function can be deprecated: `#[function(deprecated = \"…\")]`",
        "block" => "an argument is a value: write `nested(…)`",
        "flatten" => "arguments are distinguished by position: write each field as a parameter",
        "name" => "did you mean `rename`?",
        "type" => "the type comes from the Rust field: remove it",
        "one_of" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`",
        "doc" => "did you mean `description`? A doc comment on the field says the same",
        "validator" => "did you mean `validate`?",
    }
}

/// `output = i64`.
#[derive(Clone, Debug)]
pub(crate) struct OutputType(pub(crate) Type);

impl FromMeta for OutputType {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let wrong = |span: Span| {
            let message = "`output` takes the Rust type of the result";
            let help = "write for example `output = i64` or `output = Vec<String>`";
            error_at(span, message, help)
        };
        // `type_in_parentheses` produced this form.
        let Meta::List(list) = item else {
            return Err(wrong(key_span(item)));
        };
        let place = list.tokens.clone().into_iter().next();
        let place = place.map_or_else(|| key_span(item), |token| token.span());
        syn::parse2(list.tokens.clone())
            .map(OutputType)
            .map_err(|_| wrong(place))
    }
}

/// A type after `=` is not an expression, but everything that reads annotations expects one
/// (`Vec<String>`): it is put into parentheses.
fn type_in_parentheses(attr: &Attribute) -> Attribute {
    let mut attr = attr.clone();
    if let Meta::List(list) = &mut attr.meta
        && list.path.is_ident("function")
    {
        list.tokens = in_parentheses(std::mem::take(&mut list.tokens));
    }
    attr
}

fn in_parentheses(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut done: Vec<TokenTree> = Vec::new();
    while let Some(token) = tokens.next() {
        let is_output = matches!(&token, TokenTree::Ident(name) if name == "output");
        done.push(token);
        if !is_output
            || !matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '=')
        {
            continue;
        }
        let equals = tokens.next();
        let (mut ty, mut depth, mut before) = (Vec::new(), 0_usize, ' ');
        while let Some(token) = tokens.peek() {
            let next = match token {
                TokenTree::Punct(punct) => punct.as_char(),
                _ => ' ',
            };
            match next {
                ',' if depth == 0 => break,
                '<' => depth += 1,
                // Not the `>` of `->`.
                '>' if before != '-' => depth = depth.saturating_sub(1),
                _ => {}
            }
            before = next;
            ty.extend(tokens.next());
        }
        let (Some(first), Some(last)) = (ty.first(), ty.last()) else {
            done.extend(equals);
            continue;
        };
        let first = first.span();
        let span = first.join(last.span()).unwrap_or(first);
        let mut group = Group::new(Delimiter::Parenthesis, ty.into_iter().collect());
        group.set_span(span);
        done.push(group.into());
    }
    done.into_iter().collect()
}

/// The facts of a field as a parameter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Param {
    pub(crate) variadic: bool,
    /// It is a `Val`; the field's type here is the one inside.
    pub(crate) takes_unknown: bool,
}

/// Reads the keys of the struct.
pub(super) fn parse_struct(
    attrs: &[Attribute],
    errors: &mut Errors,
) -> (StructKeys, FunctionKeys, KeyPlaces) {
    let attrs: Vec<Attribute> = attrs.iter().map(type_in_parentheses).collect();
    let (mut function, places): (FunctionKeys, _) =
        FunctionKeys::VOCABULARY.read_each(&attrs, Span::call_site(), errors);
    let keys = StructKeys {
        deprecated: function.deprecated.take(),
        subcategory: function.subcategory.take(),
        unported: function.unported.take(),
        description: function.description.take(),
        plain: function.plain.take(),
        root: function.root.take(),
        ..StructKeys::default()
    };
    (keys, function, places)
}

/// Reads a parameter: a required field, or an optional one if it is an `Option`.
pub(super) fn parse_param(field: Field, errors: &mut Errors) -> Option<ParsedField> {
    let ident = field.ident.clone()?;
    let (keys, mut places): (ParamKeys, _) =
        ParamKeys::VOCABULARY.read_each(&field.attrs, ident.span(), errors);
    super::unfinished(&field, &mut places, errors);
    let variadic = keys.variadic.is_present();
    let (ty, takes_unknown) = without_val(field.ty, variadic);
    let optional = is_option(&ty) && !takes_unknown && !variadic;
    let present = |set: bool| if set { Flag::PRESENT } else { Flag::default() };
    Some(ParsedField {
        ident,
        ty,
        keys: FieldKeys {
            required: present(!optional),
            optional: present(optional),
            validate: keys.validate,
            nested: keys.nested,
            rename: keys.rename,
            description: keys.description,
            plain: keys.plain,
            ..FieldKeys::default()
        },
        places,
        doc: doc(&field.attrs),
        param: Some(Param {
            variadic,
            takes_unknown,
        }),
    })
}

/// The type inside a `Val`; for a variadic parameter, a `Vec` of it.
fn without_val(ty: Type, variadic: bool) -> (Type, bool) {
    if let Some(inner) = inside(&ty, "Val") {
        return (inner.clone(), true);
    }
    if variadic
        && inside(&ty, "Vec").is_some()
        && let Some(inner) = element_type(&ty).and_then(|element| inside(element, "Val"))
    {
        let list = parse_quote_spanned!(ty.span()=> ::std::vec::Vec<#inner>);
        return (list, true);
    }
    (ty, false)
}
