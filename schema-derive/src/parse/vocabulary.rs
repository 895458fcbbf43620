//! Which keys exist, and what to write instead of one that does not.

use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

use super::{key_of, key_span};
use crate::error::Errors;

/// The keys of one `#[field(…)]` or `#[schema(…)]`, with their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyPlaces {
    places: Vec<(String, Span)>,
    /// The attribute itself, or what it annotates where there is none.
    whole: Option<Span>,
}

impl KeyPlaces {
    /// Where this key stands; the annotated thing if it was not written.
    pub(crate) fn span(&self, key: &str) -> Span {
        self.find(key)
            .or(self.whole)
            .unwrap_or_else(Span::call_site)
    }

    /// A key that was written beside this one.
    pub(crate) fn beside(&self, key: &str) -> Option<(&str, Span)> {
        self.places
            .iter()
            .find(|(name, _)| name != key)
            .map(|(name, span)| (name.as_str(), *span))
    }

    /// Where this key stands, if it was written.
    pub(crate) fn find(&self, key: &str) -> Option<Span> {
        self.places
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, span)| *span)
    }
}

/// What may be written in one kind of attribute.
pub(crate) struct Vocabulary {
    /// The attribute's name.
    pub(crate) attribute: &'static str,
    /// All its keys.
    pub(crate) keys: &'static [&'static str],
    /// Words that people try, and what to write instead.
    pub(crate) hints: &'static [(&'static str, &'static str)],
}

impl Vocabulary {
    /// The items of all such attributes, without those that do not exist or come twice, for
    /// which errors are added.
    pub(crate) fn read(
        &self,
        attrs: &[Attribute],
        whole: Span,
        errors: &mut Errors,
    ) -> (Vec<NestedMeta>, KeyPlaces) {
        let mut kept: Vec<NestedMeta> = Vec::new();
        let mut keys = KeyPlaces {
            places: Vec::new(),
            whole: Some(whole),
        };
        for attr in attrs {
            if !attr.path().is_ident(self.attribute) {
                self.other(attr, errors);
                continue;
            }
            let list = match &attr.meta {
                Meta::List(list) => list,
                other => {
                    errors.at(
                        other.span(),
                        format_args!("`{}` takes keys in parentheses", self.attribute),
                        format_args!("write `#[{}(…)]`", self.attribute),
                    );
                    continue;
                }
            };
            let items = match NestedMeta::parse_meta_list(list.tokens.clone()) {
                Ok(items) => items,
                Err(error) => {
                    errors.at(
                        error.span(),
                        error,
                        "keys stand in a row: `key, key = value, key(…)`",
                    );
                    continue;
                }
            };
            for item in items {
                self.sort(item, &mut kept, &mut keys, errors);
            }
        }
        (kept, keys)
    }

    /// The attribute of structs on a field, or of fields on a struct.
    fn other(&self, attr: &Attribute, errors: &mut Errors) {
        let (name, place) = match self.attribute {
            "field" => ("schema", "a struct"),
            _ => ("field", "a field"),
        };
        if attr.path().is_ident(name) {
            errors.at(
                attr.path().span(),
                format_args!("`#[{name}(…)]` is for {place}"),
                format_args!("write `#[{}(…)]` here", self.attribute),
            );
        }
    }

    fn sort(
        &self,
        item: NestedMeta,
        kept: &mut Vec<NestedMeta>,
        keys: &mut KeyPlaces,
        errors: &mut Errors,
    ) {
        let (name, span) = match &item {
            NestedMeta::Meta(meta) if meta.path().segments.len() == 1 => {
                (key_of(meta), key_span(meta))
            }
            NestedMeta::NameValueInvalidExpr(pair) if pair.path.segments.len() == 1 => {
                let ident = &pair.path.segments[0].ident;
                (ident.to_string(), ident.span())
            }
            other => {
                let help = match other {
                    NestedMeta::Lit(syn::Lit::Str(text))
                        if self.keys.contains(&text.value().as_str()) =>
                    {
                        format!("write `{}` without quotes", text.value())
                    }
                    _ => format!("the keys are {}", self.keys.join(", ")),
                };
                errors.at(
                    other.span(),
                    format_args!("expected a key of `{}`", self.attribute),
                    help,
                );
                return;
            }
        };
        if !self.keys.contains(&name.as_str()) {
            let hint = self
                .hints
                .iter()
                .find(|(word, _)| *word == name)
                .map(|(_, hint)| *hint);
            let help = match (
                hint,
                schema_rules::suggest(&name, self.keys.iter().copied()),
            ) {
                (Some(hint), _) => hint.to_owned(),
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => format!("the keys are {}", self.keys.join(", ")),
            };
            errors.at(
                span,
                format_args!("`{}` has no key `{name}`", self.attribute),
                help,
            );
        } else if keys.find(&name).is_some() {
            errors.at(
                span,
                format_args!("`{name}` is written twice"),
                "remove one of the two",
            );
        } else {
            keys.places.push((name, span));
            kept.push(item);
        }
    }
}
