//! `identity`, `identity(name, directory(optional))`, `identity = path`: the identity of a
//! resource.

use darling::FromMeta;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Meta, Token};

use super::paths::FieldPath;
use super::values::{Integer, ungroup};
use crate::error::{error_at, text};

/// The value of `identity`.
#[derive(Clone, Debug)]
pub(crate) enum IdentityKey {
    /// The struct is an identity.
    This,
    /// The struct of a resource's identity.
    Struct(syn::Path),
    /// The fields of the identity.
    Fields {
        parts: Vec<IdentityPart>,
        version: Option<Integer>,
    },
}

/// One field of an identity.
#[derive(Clone, Debug)]
pub(crate) struct IdentityPart<Path = FieldPath> {
    pub(crate) target: Path,
    pub(crate) optional: bool,
    pub(crate) mutable: bool,
}

impl IdentityPart {
    /// The same with the field that it means.
    pub(crate) fn map<Path>(self, target: impl FnOnce(FieldPath) -> Path) -> IdentityPart<Path> {
        IdentityPart {
            target: target(self.target),
            optional: self.optional,
            mutable: self.mutable,
        }
    }
}

impl FromMeta for IdentityKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::Path(_) => Ok(IdentityKey::This),
            Meta::NameValue(pair) => match ungroup(&pair.value) {
                // The compiler would only report that it does not resolve.
                Expr::Path(path) if path.path.get_ident().is_some_and(is_field_name) => {
                    let name = path.to_token_stream();
                    let message = "`identity = …` takes the struct of the identity";
                    let help = format!("write the fields in parentheses: `identity({name})`");
                    Err(error_at(path.span(), message, help))
                }
                Expr::Path(path) => Ok(IdentityKey::Struct(path.path.clone())),
                other => Err(error_at(
                    other.span(),
                    "`identity = …` takes the struct of the identity",
                    "write for example `identity = ImageIdentity`, with `#[schema(identity)]` on that struct, or \
                     name fields: `identity(name)`",
                )),
            },
            Meta::List(list) => {
                let entries = Punctuated::<Entry, Token![,]>::parse_terminated
                    .parse2(list.tokens.clone())
                    .map_err(darling::Error::from)?;
                let (mut parts, mut version) = (Vec::new(), None);
                for entry in entries {
                    match entry {
                        Entry::Part(part) => parts.push(part),
                        Entry::Version(number) => version = Some(number),
                    }
                }
                Ok(IdentityKey::Fields { parts, version })
            }
        }
    }
}

/// Structs begin with a capital.
fn is_field_name(ident: &Ident) -> bool {
    ident.to_string().starts_with(char::is_lowercase)
}

enum Entry {
    Part(IdentityPart),
    Version(Integer),
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Ident) && input.peek2(Token![=]) {
            let meta: Meta = input.parse()?;
            if !meta.path().is_ident("version") {
                return Err(syn::Error::new_spanned(
                    meta.path(),
                    text(
                        "an identity takes names of fields, and optionally a version",
                        "write for example `identity(name, version = 1)`",
                    ),
                ));
            }
            let number = Integer::from_meta(&meta)
                .map_err(|error| syn::Error::new(error.span(), error.to_string()))?;
            return Ok(Entry::Version(number));
        }
        let mut written: Vec<TokenTree> = Vec::new();
        while !(input.is_empty() || input.peek(Token![,])) {
            written.push(input.parse()?);
        }
        let (mut optional, mut mutable) = (false, false);
        if let Some(TokenTree::Group(group)) = written.last()
            && group.delimiter() == Delimiter::Parenthesis
            && written.len() > 1
        {
            let words = Punctuated::<Ident, Token![,]>::parse_terminated
                .parse2(group.stream())
                .map_err(|_| unknown_word(&group.stream()))?;
            for word in &words {
                match word.to_string().as_str() {
                    "optional" => optional = true,
                    "mutable" => mutable = true,
                    _ => return Err(unknown_word(&word.to_token_stream())),
                }
            }
            written.pop();
        }
        let tokens: TokenStream = written.into_iter().collect();
        Ok(Entry::Part(IdentityPart {
            target: syn::parse2::<FieldPath>(tokens)?.of_names()?,
            optional,
            mutable,
        }))
    }
}

fn unknown_word(tokens: &TokenStream) -> syn::Error {
    let said = text(
        format_args!("`{tokens}` is not an option of an identity's field"),
        "write `name(optional)` where an import may remove it, `name(mutable)` where it may change in place",
    );
    syn::Error::new_spanned(tokens, said)
}
