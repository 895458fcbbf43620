//! `#[derive(SchemaEnum)]`: unit variants as an attribute type with a closed list of strings.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident};

use crate::error::{Errors, error_on};
use crate::parse::{Flag, RootPath, Text, keys, text_literal, without_r_prefix};
use crate::serde_names::{Named, renamed};
use crate::types::TypeShape;

keys! {
    /// `#[schema(…)]` on a variant.
    struct VariantKeys of "schema", documented by variant_keys_table;
    {
        "On a variant:" {
            rename: Option<Text> {
                "rename = \"…\"" => "its string, instead of the variant's name in snake case",
            }
            other: Flag {
                "other" => "keeps any other string: `#[schema(other)] Other(String)`",
            }
        }
    }
    hints {
        "name value serialize" => "did you mean `rename`?",
        "alias aliases" => "a variant represents one string: `rename = \"…\"`; make any other a separate variant",
        "skip" =>
            "every variant represents a string: remove the variant, or keep any other string with `#[schema(other)] Other(String)`",
        "default" => "write the default at the field: `#[field(optional, default = Kind::Raw)]`",
    }
}

keys! {
    /// `#[schema(…)]` on the enum.
    struct EnumKeys of "schema", documented by enum_keys_table;
    {
        "On the enum:" {
            root as "crate": Option<RootPath> {
                "crate = path" =>
                    "the path of `schema_provider`, if renamed",
            }
        }
    }
    hints {
        "rename_all" =>
            "the strings are the variants' names in snake case; to change one, write at the variant: `#[schema(rename = \"…\")]`",
        "untagged" => "a value is the string of a variant: remove it",
        "other" => "write it at the variant that keeps any other string: `#[schema(other)] Other(String)`",
        "rename" => "write it at a variant",
        "name" => "an enum has no name in configurations: remove it",
    }
}

struct Variant {
    ident: Ident,
    name: String,
}

/// The full expansion of one enum.
pub(crate) fn expand(input: DeriveInput, root: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if !matches!(input.data, Data::Enum(_)) {
        // Its keys belong to another derive.
        read(&input, &mut errors);
        return errors.into_tokens().unwrap_or_default();
    }
    let (keys, _): (EnumKeys, _) =
        EnumKeys::VOCABULARY.read(&input.attrs, input.ident.span(), &mut errors);
    let root = RootPath::or(keys.root.as_ref(), root);
    let (variants, other) = read(&input, &mut errors);
    let stub = input.generics.params.is_empty();
    let renamed = renamed_by_serde(&input, &variants);
    let Some(errors) = errors.into_tokens() else {
        let code = emit(&input, &root, &variants, other.as_ref(), false);
        return quote!(#renamed #code);
    };
    let stub = stub.then(|| emit(&input, &root, &variants, other.as_ref(), true));
    quote!(#errors #stub)
}

/// Warns about a variant that serde renames.
fn renamed_by_serde(input: &DeriveInput, variants: &[Variant]) -> Option<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return None;
    };
    let named = variants.iter().filter_map(|variant| {
        let mut variants = data.variants.iter();
        let written = variants.find(|one| one.ident == variant.ident)?;
        Some(Named {
            ident: &variant.ident,
            attrs: &written.attrs,
            name: variant.name.clone(),
        })
    });
    renamed("schema", &input.attrs, named)
}

fn read(input: &DeriveInput, errors: &mut Errors) -> (Vec<Variant>, Option<Ident>) {
    let Data::Enum(data) = &input.data else {
        let message = "SchemaEnum is for enums";
        let help = "for a struct, use #[derive(Schema)]";
        errors.at(input.ident.span(), message, help);
        return (Vec::new(), None);
    };
    let generic = !input.generics.params.is_empty();
    if generic {
        let message = "an attribute type has no generic parameters";
        let help =
            "write the enum without them: each variant represents one string, and holds no data";
        errors.on(&input.generics, message, help);
    }
    let mut variants: Vec<Variant> = Vec::new();
    let mut other: Option<Ident> = None;
    let valued = data.variants.iter().find_map(|variant| {
        let (_, value) = variant.discriminant.as_ref()?;
        text_literal(value).map(|_| (variant, value))
    });
    if let Some((variant, value)) = valued {
        // The compiler reports this for each variant: its value is a number.
        let message = format!("the string of `{}` is not one of its values", variant.ident);
        let help = format!(
            "write `#[schema(rename = {})] {}`; without `rename` the string is the name in snake case",
            value.to_token_stream(),
            variant.ident
        );
        errors.advise(value, message, help);
    }
    for variant in &data.variants {
        let (keys, places): (VariantKeys, _) =
            VariantKeys::VOCABULARY.read(&variant.attrs, variant.ident.span(), errors);
        if keys.other.is_present() {
            if keys.rename.is_some() {
                let message = "the `other` variant represents all other strings, not one";
                let help = "remove `rename`, or remove `other`";
                errors.at(places.span("rename"), message, help);
            }
            if other.is_some() {
                let message = "there can be only one `other` variant: it keeps every string that no other variant represents";
                let help = "remove one of the two, or `other` from it";
                errors.at(places.span("other"), message, help);
            } else if keeps_a_text(variant, errors) {
                other = Some(variant.ident.clone());
            }
            continue;
        }
        if (places.broken || generic) && !matches!(variant.fields, Fields::Unit) {
            // It may be meant as the `other` variant; a variant with parameters has been reported
            // already.
            continue;
        }
        if !matches!(variant.fields, Fields::Unit) {
            errors.push(error_on(
                &variant.fields,
                format_args!(
                    "the variant `{}` holds data, but each represents one string",
                    variant.ident
                ),
                "remove the data; to keep any other string, write `#[schema(other)] Other(String)`",
            ));
            continue;
        }
        let ident = &variant.ident;
        let (name, span) = match &keys.rename {
            Some(name) => (name.value.clone(), name.token.span()),
            None => (snake_case(&without_r_prefix(ident)), ident.span()),
        };
        if let Some(earlier) = variants.iter().find(|earlier| earlier.name == name) {
            let earlier = &earlier.ident;
            let message = format!("`{earlier}` and `{ident}` both represent \"{name}\"");
            let help = "give one of them another string with `#[schema(rename = \"…\")]`";
            errors.at(span, message, help);
        }
        let ident = ident.clone();
        variants.push(Variant { ident, name });
    }
    if variants.is_empty() && errors.is_empty() {
        let message = "the enum has no variants, so no string is allowed";
        let help = "add one";
        errors.at(input.ident.span(), message, help);
    }
    (variants, other)
}

/// Whether the `other` variant can hold a string. The compiler checks whether an unknown name is
/// `String`.
fn keeps_a_text(variant: &syn::Variant, errors: &mut Errors) -> bool {
    let message = "the `other` variant keeps any other string";
    let help = format!("write `{}(String)`", variant.ident);
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let ty = &fields.unnamed[0].ty;
            match TypeShape::of(ty) {
                TypeShape::String | TypeShape::Other(_) => return true,
                _ => errors.push(error_on(ty, message, help)),
            }
        }
        Fields::Unit => errors.at(variant.ident.span(), message, help),
        fields => errors.push(error_on(fields, message, help)),
    }
    false
}

/// `PreferHttp2` → `prefer_http2`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    let mut previous: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let starts_word = match previous {
            None | Some('_') => false,
            Some(before) => {
                !before.is_uppercase() || chars.peek().is_some_and(|c| c.is_lowercase())
            }
        };
        if !c.is_uppercase() {
            out.push(c);
        } else {
            out.extend(starts_word.then_some('_'));
            out.extend(c.to_lowercase());
        }
        previous = Some(c);
    }
    out
}

/// `#[default]` belongs to Rust's own derive, and is unknown without it: the compiler checks it
/// there.
fn marked_default(input: &DeriveInput) -> Option<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return None;
    };
    let mut attrs = data.variants.iter().flat_map(|variant| &variant.attrs);
    let mark = attrs.find(|attr| attr.path().is_ident("default"))?;
    let ident = Ident::new(&input.ident.to_string(), mark.path().span());
    Some(quote_spanned!(mark.path().span()=> const _: () = __p::marks_default::<#ident>();))
}

fn emit(
    input: &DeriveInput,
    root: &TokenStream,
    variants: &[Variant],
    other: Option<&Ident>,
    stub: bool,
) -> TokenStream {
    let (ident, vis) = (&input.ident, &input.vis);
    // After a mistake there may be variants without a string.
    let rest = stub.then(|| quote!(_ => ::core::unreachable!(),));
    let idents: Vec<&Ident> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<&str> = variants.iter().map(|variant| &*variant.name).collect();
    // An enum without variants has no value; only a stub gets here.
    let first = match idents.first() {
        Some(first) => quote!(Self::#first),
        None => quote!(::core::unreachable!()),
    };
    let (as_other, unknown, from_other) = match other {
        Some(other) => (
            Some(quote_spanned!(other.span()=> Self::#other(__text) => __text,)),
            quote!(__other),
            quote_spanned!(other.span()=> __p::Some(Self::#other(__p::owned(__other)))),
        ),
        None => (None, quote!(_), quote!(__p::None)),
    };
    let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let list = list.join(", ");
    let as_str_doc = format!("The string in configurations: {list}.");
    let more = match other {
        Some(_) => ", and what an API returns otherwise",
        None => "",
    };
    let values = format!("# Values\n\nA string in Terraform, one of {list}{more}.");
    let shown: Vec<String> = idents.iter().map(|ident| without_r_prefix(ident)).collect();
    let marked = marked_default(input);
    // With the provider developer's spans, lints treat it as provider code.
    quote_spanned! {ident.span()=>
        #[allow(unused_qualifications)]
        const _: () = {
            use #root as __p;
            #marked

            #[doc = #values]
            impl #ident {
                #[doc(hidden)]
                #[allow(dead_code)]
                #vis const __TEXTS: &'static [(&'static str, &'static str)] = &[#((#shown, #names)),*];

                #[doc = #as_str_doc]
                #[must_use]
                #[allow(dead_code, unreachable_patterns)]
                #vis fn as_str(&self) -> &str {
                    match self {
                        #(Self::#idents => #names,)*
                        #as_other
                        #rest
                    }
                }

                /// The variant for this string.
                #[must_use]
                #[allow(dead_code, clippy::unnecessary_wraps)]
                #vis fn from_name(__name: &str) -> __p::Option<Self> {
                    match __name {
                        #(#names => __p::Some(Self::#idents),)*
                        #unknown => #from_other,
                    }
                }
            }

            #[automatically_derived]
            impl __p::Display for #ident {
                fn fmt(&self, __f: &mut __p::Formatter<'_>) -> __p::fmt::Result {
                    __f.write_str(self.as_str())
                }
            }

            #[automatically_derived]
            impl __p::FieldType for #ident {
                type Known = Self;
                fn from_value(__value: &__p::Value) -> __p::Result<Self, __p::Mismatch> {
                    __p::read_enum(__value, &[#(#names),*], Self::from_name)
                }
                fn to_value(&self) -> __p::Value {
                    __p::string(self.as_str())
                }
                fn placeholder() -> Self {
                    #first
                }
            }

            #[automatically_derived]
            impl __p::AttributeType for #ident {
                const TYPE: &'static __p::Type = &__p::Type::String;
                const VALIDATORS: &'static [__p::Validator] = &[__p::Validator::Value {
                    predicate: __p::Predicate::OneOf {
                        values: __p::Static { value: &[#(__p::text(#names)),*] },
                    },
                }];
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_become_snake_case() {
        for (from, to) in [
            ("Gpt", "gpt"),
            ("PreferHttp2", "prefer_http2"),
            ("HTTPProxy", "http_proxy"),
            ("IPv4", "i_pv4"),
            ("A", "a"),
            ("snake_case", "snake_case"),
        ] {
            assert_eq!(snake_case(from), to);
        }
    }
}
