//! Fields that are named by others, and when a computed field changes.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::Span;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, Meta, Token};

use super::values::{items_of, key_of, key_span, place_of};
use crate::error::{error_at, text};

/// `disk.size`: names of fields, joined by dots.
#[derive(Clone, Debug)]
pub(crate) struct FieldPath {
    pub(crate) segments: Vec<Ident>,
}

impl FieldPath {
    /// As it was written.
    pub(crate) fn text(&self) -> String {
        self.segments
            .iter()
            .map(without_r_prefix)
            .collect::<Vec<_>>()
            .join(".")
    }
}

/// The name without `r#`.
pub(crate) fn without_r_prefix(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#")
        .map_or_else(|| text.clone(), str::to_owned)
}

impl Parse for FieldPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        use syn::ext::IdentExt;
        if !input.peek(Ident::peek_any) {
            return Err(input.error(
                "expected the name of a field\nhelp: write names without quotes, joined by dots: `disk.size`",
            ));
        }
        let mut segments = vec![input.call(Ident::parse_any)?];
        while input.peek(Token![.]) {
            input.parse::<Token![.]>()?;
            if let Ok(index) = input.fork().parse::<syn::Lit>() {
                let before = FieldPath { segments }.text();
                let index_text = index.to_token_stream().to_string();
                let found = schema_rules::shared_texts::relation_index(
                    &format!("{before}.{index_text}"),
                    &index_text,
                );
                return Err(syn::Error::new(
                    index.span(),
                    text(found.message, found.help.unwrap_or_default()),
                ));
            }
            if !input.peek(Ident::peek_any) {
                return Err(input.error("expected the name of a field after the dot\nhelp: write for example `disk.size`"));
            }
            segments.push(input.call(Ident::parse_any)?);
        }
        Ok(FieldPath { segments })
    }
}

/// `key(a, disk.size)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldPaths {
    pub(crate) paths: Vec<FieldPath>,
}

impl FromMeta for FieldPaths {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let key = key_of(item);
        let Meta::List(list) = item else {
            // `"a"`, `a` and `["a", "b"]` say which they are.
            let named = match item {
                Meta::NameValue(pair) => pair.value.to_token_stream().to_string(),
                _ => String::new(),
            };
            let named = named
                .replace(['"', '[', ']', '&', ' '], "")
                .replace(',', ", ");
            let are_names = named.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
                && named
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_., ".contains(c));
            return Err(error_at(
                place_of(item),
                format_args!("`{key}` takes fields in parentheses"),
                if are_names {
                    format!("write `{key}({named})`")
                } else {
                    format!("write `{key}(name)` or `{key}(name, disk.size)`")
                },
            ));
        };
        let paths = Punctuated::<FieldPath, Token![,]>::parse_terminated
            .parse2(list.tokens.clone())
            .map_err(darling::Error::from)?;
        Ok(FieldPaths {
            paths: paths.into_iter().collect(),
        })
    }
}

/// `computed`, `computed(volatile)` or `computed(when_changed(…))`: when the value is unknown in the
/// plan of an update.
#[derive(Clone, Debug)]
pub(crate) enum Computed<Paths = FieldPaths> {
    /// Never.
    Plain,
    /// Whenever anything changes.
    Volatile,
    /// When one of these changes.
    WhenChanged(Paths),
}

impl<Paths> Computed<Paths> {
    /// The same with other paths.
    pub(crate) fn map<Other>(self, paths: impl FnOnce(Paths) -> Other) -> Computed<Other> {
        match self {
            Computed::Plain => Computed::Plain,
            Computed::Volatile => Computed::Volatile,
            Computed::WhenChanged(written) => Computed::WhenChanged(paths(written)),
        }
    }
}

impl FromMeta for Computed {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let list = match item {
            Meta::Path(_) => {
                return Ok(Computed::Plain);
            }
            Meta::List(list) => items_of(list)?,
            Meta::NameValue(pair) => return Err(computed_error(pair.value.span())),
        };
        let known = ["volatile", "when_changed"];
        if let Some((wrong, near)) = list.iter().find_map(|item| {
            let NestedMeta::Meta(meta) = item else {
                return None;
            };
            let name = key_of(meta);
            let near = schema_rules::suggest(&name, known)?;
            (near != name).then_some((meta, near))
        }) {
            return Err(error_at(
                key_span(wrong),
                format_args!("`computed` has no key `{}`", key_of(wrong)),
                format_args!("did you mean `{near}`?"),
            ));
        }
        match &list[..] {
            [NestedMeta::Meta(Meta::Path(path))] if path.is_ident("volatile") => {
                Ok(Computed::Volatile)
            }
            [NestedMeta::Meta(inner)] if inner.path().is_ident("when_changed") => {
                FieldPaths::from_meta(inner).map(Computed::WhenChanged)
            }
            [other, ..] => Err(computed_error(other.span())),
            [] => Err(computed_error(key_span(item))),
        }
    }
}

fn computed_error(span: Span) -> darling::Error {
    error_at(
        span,
        "`computed` says when the value changes",
        "write `computed` (kept once known), `computed(when_changed(name))` or `computed(volatile)` (new with every update)",
    )
}
