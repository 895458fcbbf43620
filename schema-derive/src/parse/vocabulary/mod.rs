//! What an annotation may contain, how it is read, and the messages for unknown and repeated keys.

mod other_attributes;

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

use super::checks;
use super::near::{near, snake_case};
use super::values::{items_of, key_of, key_span};
use crate::error::Errors;
use schema_rules::BlockKind;

/// The spans of the keys of one `#[field(…)]` or `#[schema(…)]`, and which keys could not be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyPlaces {
    places: Vec<(String, Span)>,
    /// The attribute itself, or the annotated item if there is none.
    whole: Option<Span>,
    unread: Vec<String>,
    /// The attribute exists.
    pub(crate) written: bool,
    /// Something in the attribute could not be read, so nothing in it counts as missing.
    pub(crate) broken: bool,
    /// It has an unknown key, so what that key meant does not count as missing.
    pub(crate) unknown: bool,
    /// Keys in quotes or in a different case: the key, its unquoted spelling, and its span.
    respelt: Vec<(String, Option<String>, Span)>,
    /// `max_items` or `min_items` is beside `block` instead of inside it.
    counts_blocks: bool,
    /// The suggestions made for unknown keys.
    moved: Vec<String>,
    /// The field's type could not be read, so its needs are unknown.
    pub(crate) typeless: bool,
    /// Another library's attribute that may be meant as ours.
    pub(crate) foreign: Option<String>,
    /// The struct has a field attribute, so its keys do not count as missing at a field.
    pub(crate) stray_field: bool,
    /// The last field is unsized, and so is the struct.
    pub(crate) unsized_end: bool,
    /// It is a struct around one value, for which a `SchemaNewtype` derive may also be present.
    pub(crate) tuple_of_one: bool,
    /// It is an enum, for which a `SchemaEnum` derive may also be present.
    pub(crate) is_enum: bool,
}

impl KeyPlaces {
    /// The span of this key; that of the annotated item if the key was not written.
    pub(crate) fn span(&self, key: &str) -> Span {
        self.find(key)
            .or(self.whole)
            .unwrap_or_else(Span::call_site)
    }

    /// A written key other than this one.
    pub(crate) fn other_than(&self, key: &str) -> Option<(&str, Span)> {
        let found = self.places.iter().find(|(name, _)| name != key);
        found.map(|(name, span)| (name.as_str(), *span))
    }

    /// The span of this key, if it was written.
    pub(crate) fn find(&self, key: &str) -> Option<Span> {
        let found = self.places.iter().find(|(name, _)| name == key);
        found.map(|(_, span)| *span)
    }

    /// Whether this key has a value that could not be read.
    pub(crate) fn is_unreadable(&self, key: &str) -> bool {
        self.unread.iter().any(|name| name == key)
    }
}

/// A key.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// The kinds of struct that accept it, if not all do.
    pub(crate) owner: Option<&'static Owner>,
}

/// The kinds of struct that accept a key.
pub(crate) struct Owner {
    pub(crate) kinds: &'static [BlockKind],
    /// The same in words.
    pub(crate) words: &'static str,
}

/// The keys of one kind of attribute.
pub(crate) struct Vocabulary {
    /// The attribute's name.
    pub(crate) attribute: &'static str,
    /// All its keys.
    pub(crate) keys: &'static [Key],
    /// Words that people try, separated by spaces, and what to write instead.
    pub(crate) hints: &'static [(&'static str, &'static str)],
}

impl Vocabulary {
    /// Reads the keys of all such attributes; a mistake in one discards them all.
    pub(crate) fn read<K: FromMeta + Default>(
        &self,
        attrs: &[Attribute],
        whole: Span,
        errors: &mut Errors,
    ) -> (K, KeyPlaces) {
        let before = errors.count();
        let (items, mut places) = self.items(attrs, whole, errors);
        let keys = errors.handle(K::from_list(&items)).unwrap_or_default();
        places.broken = errors.count() > before;
        (keys, places)
    }

    /// Reads the keys of all such attributes. Keeps what can be read beside a mistake: it decides
    /// which further mistakes are real.
    pub(crate) fn read_each<K: FromMeta + Default>(
        &self,
        attrs: &[Attribute],
        whole: Span,
        errors: &mut Errors,
    ) -> (K, KeyPlaces) {
        let before = errors.count();
        let (mut items, mut places) = self.items(attrs, whole, errors);
        // `block, max_items = 1` is one mistake, and the message about the count names the grouping
        // too.
        if places.counts_blocks {
            items.retain(|item| !is_alone(item, "block"));
            places.unread.push("block".to_owned());
        }
        let keys = K::from_list(&items).unwrap_or_else(|error| {
            errors.push(error);
            let (readable, unread): (Vec<_>, Vec<_>) = items
                .into_iter()
                .partition(|item| K::from_list(std::slice::from_ref(item)).is_ok());
            let unread = unread.iter().filter_map(name_of).map(|(name, _)| name);
            places.unread.extend(unread);
            K::from_list(&readable).unwrap_or_default()
        });
        places.broken = errors.count() > before;
        (keys, places)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.keys.iter().map(|key| key.name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names().any(|key| key == name)
    }

    /// Whether the first word in the parentheses is a known key.
    fn begins(&self, list: &syn::MetaList) -> bool {
        let first = list.tokens.clone().into_iter().next();
        first.is_some_and(|first| self.has(&first.to_string()))
    }

    /// What to write instead of an unknown key.
    fn instead_of(&self, name: &str) -> String {
        let written = snake_case(name);
        if let Some(hint) = self.hint(&written) {
            return hint.to_owned();
        }
        if matches!(self.attribute, "field" | "param")
            && !self.has(&written)
            && let Some(check) = checks::instead_of_key(&written)
        {
            return check;
        }
        let elsewhere = match self.attribute {
            "schema" => super::FieldKeys::VOCABULARY.has(&written) && self.has("resource"),
            "field" => super::StructKeys::VOCABULARY.has(&written),
            _ => false,
        };
        if elsewhere {
            return match self.attribute {
                "schema" => format!("write it at a field: `#[field({written})]`"),
                _ => format!("write it at the struct: `#[schema({written} …)]`"),
            };
        }
        if self.attribute == "schema"
            && !self.has("resource")
            && super::StructKeys::VOCABULARY.has(&written)
        {
            return format!(
                "it is for a struct with `#[derive(Schema)]`; {}",
                self.list()
            );
        }
        match near(name, self.names()) {
            Some(near) => schema_rules::did_you_mean(near),
            // The hint of the struct's key also applies to a field.
            None => match super::StructKeys::VOCABULARY.hint(&written) {
                Some(hint) if self.attribute == "field" => hint.to_owned(),
                _ => self.list(),
            },
        }
    }

    /// The hint for a word that people try.
    fn hint(&self, word: &str) -> Option<&'static str> {
        let mut hints = self.hints.iter();
        let (_, hint) = hints.find(|(words, _)| checks::is_one_of(words, word))?;
        Some(hint)
    }

    /// The attribute in its usual form.
    fn with_keys(&self) -> String {
        match self.attribute {
            "field" => "write `#[field(required)]`, `#[field(optional)]` or `#[field(computed)]`"
                .to_owned(),
            "schema" if self.has("resource") => {
                "write for example `#[schema(resource = \"disk_image\")]`".to_owned()
            }
            attribute => format!("write `#[{attribute}(…)]`"),
        }
    }

    /// The valid keys, in words.
    fn list(&self) -> String {
        let names: Vec<&str> = self.names().collect();
        format!("the keys are {}", names.join(", "))
    }

    /// The items of all such attributes; adds errors for unknown and repeated ones, and omits them.
    fn items(
        &self,
        attrs: &[Attribute],
        whole: Span,
        errors: &mut Errors,
    ) -> (Vec<NestedMeta>, KeyPlaces) {
        let mut kept: Vec<NestedMeta> = Vec::new();
        let mut keys = KeyPlaces {
            whole: Some(whole),
            ..KeyPlaces::default()
        };
        let is_ours = |attr: &Attribute| attr.path().is_ident(self.attribute);
        let written = attrs.iter().any(is_ours);
        for attr in attrs {
            if !written && self.is_meant_by(attr) {
                let message = format!("there is no attribute `{}`", attr.path().to_token_stream());
                let help = format!("write `{}`", self.attribute);
                errors.tell_editor(attr.path(), message, help);
            } else if !is_ours(attr) {
                keys.unknown |= self.other(attr, &mut keys, errors);
                continue;
            }
            keys.written = true;
            let list = match &attr.meta {
                Meta::List(list) => list,
                other => {
                    let message = format!("`{}` takes keys in parentheses", self.attribute);
                    let help = self.with_keys();
                    errors.at(other.span(), message, help);
                    continue;
                }
            };
            let items = match items_of(list) {
                Ok(items) => items,
                Err(error) => {
                    let (place, message, help) = super::syntax_mistakes::unreadable(
                        &list.tokens,
                        error,
                        |key| self.has(key),
                        |key| near(key, self.names()),
                    );
                    errors.on(place, message, help);
                    keys.unknown = true;
                    continue;
                }
            };
            for item in items {
                self.sort(item, &mut kept, &mut keys, errors);
            }
        }
        self.tell_respelt(&keys.respelt, errors);
        (kept, keys)
    }

    /// Anyone who writes one key in quotes or in a different case does so for all: it is one
    /// mistake, at the first.
    fn tell_respelt(&self, keys: &[(String, Option<String>, Span)], errors: &mut Errors) {
        let Some((_, written, first)) = keys.first() else {
            return;
        };
        let names: Vec<&str> = keys.iter().map(|(name, ..)| name.as_str()).collect();
        let (names, attribute) = (names.join(", "), self.attribute);
        let (message, help) = match written {
            None => (
                format!("expected a key of `{attribute}`"),
                format!("write `{names}` without quotes"),
            ),
            Some(written) => (
                format!("`{attribute}` has no key `{written}`"),
                schema_rules::did_you_mean(&names),
            ),
        };
        errors.at(*first, message, help);
    }

    fn sort(
        &self,
        item: NestedMeta,
        kept: &mut Vec<NestedMeta>,
        keys: &mut KeyPlaces,
        errors: &mut Errors,
    ) {
        let Some((name, span)) = name_of(&item) else {
            let help = match &item {
                NestedMeta::Lit(syn::Lit::Str(text)) if self.has(&text.value()) => {
                    keys.respelt.push((text.value(), None, text.span()));
                    keys.unknown = true;
                    return;
                }
                NestedMeta::Lit(text @ syn::Lit::Str(_)) => {
                    let text = text.to_token_stream();
                    match self.attribute {
                        "schema" if self.has("resource") => {
                            format!(
                                "say what it names: `resource = {text}`, `data_source = {text}` or `provider = {text}`"
                            )
                        }
                        "schema" if self.has("rename") => format!("write `rename = {text}`"),
                        "function" => format!("write `name = {text}`"),
                        "field" | "param" => {
                            format!("say what it is: `description = {text}` or `rename = {text}`")
                        }
                        _ => self.list(),
                    }
                }
                NestedMeta::Meta(meta) => self.instead_of(&key_of(meta)),
                _ => self.list(),
            };
            keys.unknown = true;
            let message = format!("expected a key of `{}`", self.attribute);
            errors.at(item.span(), message, help);
            return;
        };
        if !self.has(&name) {
            keys.unknown = true;
            if let Some(key) = schema_rules::snake_case(&name).filter(|key| self.has(key)) {
                keys.respelt.push((key, Some(name), span));
                return;
            }
            keys.counts_blocks |= matches!(name.as_str(), "max_items" | "min_items");
            let mut help = self.instead_of(&name);
            if help.starts_with("write it under") && keys.find("validate").is_some() {
                help = format!("{SEVERAL_VALIDATORS}: `validate = [length(1..=64), {name}(…)]`");
            }
            // `min = 1, max = 9` are one validator, and `short, long` one mistake.
            let same =
                help.starts_with("write it under") || self.hint(&snake_case(&name)).is_some();
            if same && keys.moved.contains(&help) {
                return;
            }
            keys.moved.push(help.clone());
            let message = format!("`{}` has no key `{name}`", self.attribute);
            errors.at(span, message, help);
            // Each field's valid keys depend on this one: without it they would all be mistakes.
            if near(&name, self.names()) == Some("object") {
                kept.push(NestedMeta::Meta(syn::parse_quote!(object)));
            }
        } else if keys.find(&name).is_some() {
            let message = format!("`{name}` is written twice");
            let help = match name.as_str() {
                "validate" => {
                    format!("{SEVERAL_VALIDATORS}: `validate = [length(1..=64), not_blank]`")
                }
                "allow" => {
                    "name several rules in one: `allow(rule, another, reason = \"…\")`".to_owned()
                }
                "conflicts_with" | "required_with" | "exactly_one_of" | "at_least_one_of" => {
                    format!("name all in one: `{name}(zone, region)`")
                }
                _ => "remove one of the two".to_owned(),
            };
            errors.at(span, message, help);
        } else if let NestedMeta::NameValueInvalidExpr(pair) = &item {
            let word = pair.value.clone().into_iter().next();
            let word = word.map(|word| word.to_string()).unwrap_or_default();
            let instead = checks::instead_of_validator(&word).filter(|_| name == "validate");
            if word.is_empty() {
                let (path, equals) = (&pair.path, &pair.eq_token);
                let message = format!("`{name}` has no value");
                let help = format!("write one after it, `{name} = …`, or remove `{name}`");
                errors.on(quote!(#path #equals), message, help);
            } else if let Some(help) = instead {
                let message = format!("there is no validator `{word}`");
                errors.on(&pair.value, message, help);
            } else {
                let message = format!("the value of `{name}` cannot be read: {}", pair.error);
                let help = "a value is one expression, followed by a comma before the next key; a range is `1..=5`, `1..` or `..=5`";
                errors.on(&pair.value, message, help);
            }
            keys.places.push((name.clone(), span));
            keys.unread.push(name);
        } else {
            keys.places.push((name, span));
            kept.push(item);
        }
    }
}

const SEVERAL_VALIDATORS: &str = "write several validators, which all must pass, in brackets";

/// Whether it is this key without a value.
fn is_alone(item: &NestedMeta, key: &str) -> bool {
    matches!(item, NestedMeta::Meta(Meta::Path(path)) if path.is_ident(key))
}

/// The key of an item, and its span.
fn name_of(item: &NestedMeta) -> Option<(String, Span)> {
    match item {
        NestedMeta::Meta(meta) if meta.path().segments.len() == 1 => {
            Some((key_of(meta), key_span(meta)))
        }
        NestedMeta::NameValueInvalidExpr(pair) if pair.path.segments.len() == 1 => {
            let ident = &pair.path.segments[0].ident;
            Some((ident.to_string(), ident.span()))
        }
        _ => None,
    }
}
