//! How keys are declared: [`keys!`] is the one place that says of a key what it is called, what it
//! takes, where it may stand and what it means. Parsing, the messages for keys that do not exist
//! or do not belong, and the tables of the derive's documentation come out of that.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

use super::kinds::StructKind;
use super::values::{Flag, Text, key_of, key_span};
use crate::error::Errors;

/// Declares the keys of one annotation.
///
/// ```ignore
/// keys! {
///     /// `#[field(…)]`.
///     struct FieldKeys of "field", documented by field_keys_table;
///     {
///         "What stands above the table in the documentation:" {
///             name: Flag { "name" => "what it means", }
///             other: Option<Text> { "other = \"…\"" => "a form of it, and what that means", }
///             old as "type": Flag { "type" => "written `type`", }
///             version: Option<Text>, for [Resource] "resources" { "…" => "only there", }
///         }
///     }
///     hints { "word that people try" => "what to write instead", }
/// }
/// ```
///
/// That makes the struct with a field for each key, its `VOCABULARY`, and a macro with the tables of
/// the documentation. With `plain keys PlainKey` in its head it also makes an enum of the keys that
/// say in which `Extra` of the schema they end (`name: Flag, ends in SomeExtra { … }`); such a key
/// needs nothing else in this crate.
macro_rules! keys {
    (
        $(#[$about:meta])*
        struct $keys:ident of $attribute:literal, documented by $table:ident, plain keys $plain:ident;
        { $($declared:tt)* }
        hints { $($hints:tt)* }
    ) => {
        $crate::parse::keys! {
            $(#[$about])*
            struct $keys of $attribute, documented by $table;
            { $($declared)* }
            hints { $($hints)* }
        }
        $crate::parse::plain_keys! { $plain of $keys; $($declared)* }
    };
    (
        $(#[$about:meta])*
        struct $keys:ident of $attribute:literal, documented by $table:ident;
        {
            $($heading:literal {
                $(
                    $name:ident $(as $key:tt)?: $ty:ty
                    $(, for [$($kind:ident),+] $owner:literal)?
                    $(, ends in $extra:ident)?
                    { $($written:literal => $means:literal,)+ }
                )*
            })*
        }
        hints { $($word:literal => $hint:expr,)* }
    ) => {
        $(#[$about])*
        #[derive(Debug, Default, darling::FromMeta)]
        #[darling(default)]
        pub(crate) struct $keys {
            $($(
                $(#[doc = concat!("`", $written, "`: ", $means)])+
                $(#[darling(rename = $key)])?
                pub(crate) $name: $ty,
            )*)*
        }

        impl $keys {
            /// Which keys there are.
            pub(crate) const VOCABULARY: $crate::parse::Vocabulary = $crate::parse::Vocabulary {
                attribute: $attribute,
                keys: &[$($(
                    $crate::parse::Key {
                        name: $crate::parse::key_name!($name $($key)?),
                        owner: (&[$(
                            $crate::parse::Owner {
                                kinds: &[$($crate::parse::StructKind::$kind),+],
                                words: $owner,
                            }
                        )?] as &[$crate::parse::Owner]).first(),
                    },
                )*)*],
                hints: &[$( ($word, $hint), )*],
            };
        }

        /// The keys in the documentation.
        macro_rules! $table {
            () => {
                concat!($(
                    "\n\n", $heading, "\n\n| key | means |\n|---|---|\n",
                    $($( "| `", $written, "` | ", $means, " |\n", )+)*
                )*)
            };
        }
        pub(crate) use $table;
    };
}

/// A key as it is written.
macro_rules! key_name {
    ($name:ident) => {
        stringify!($name)
    };
    ($name:ident $key:tt) => {
        $key
    };
}

/// The keys among these that end in the schema as they are.
macro_rules! plain_keys {
    (
        $plain:ident of $keys:ident;
        $($heading:literal {
            $(
                $name:ident $(as $key:tt)?: $ty:ty
                $(, for [$($kind:ident),+] $owner:literal)?
                $(, ends in $extra:ident)?
                { $($documentation:tt)+ }
            )*
        })*
    ) => {
        /// A key that ends in the schema as it is, by the name of its `Extra`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $plain {
            $($($( $extra, )?)*)*
        }

        impl $plain {
            /// The name of its `Extra`.
            pub(crate) fn extra(self) -> &'static str {
                match self {
                    $($($( $plain::$extra => stringify!($extra), )?)*)*
                }
            }
        }

        impl $keys {
            /// Those that were written, in the order in which they are declared.
            pub(crate) fn plain(&self) -> Vec<($plain, $crate::parse::PlainValue)> {
                use $crate::parse::Plain as _;
                let mut found = Vec::new();
                $($($(
                    found.extend(self.$name.plain().map(|value| ($plain::$extra, value)));
                )?)*)*
                found
            }
        }
    };
}

pub(crate) use {key_name, keys, plain_keys};

/// What a key says that ends in the schema as it is.
#[derive(Clone, Debug)]
pub(crate) enum PlainValue {
    /// It was written.
    Flag,
    /// `key = "text"`.
    Text(Text),
}

/// A value of a key that may end in the schema as it is.
pub(crate) trait Plain {
    /// What it says, if it was written.
    fn plain(&self) -> Option<PlainValue>;
}

impl Plain for Flag {
    fn plain(&self) -> Option<PlainValue> {
        self.is_present().then_some(PlainValue::Flag)
    }
}

impl Plain for Option<Text> {
    fn plain(&self) -> Option<PlainValue> {
        self.clone().map(PlainValue::Text)
    }
}

/// Where the keys of one `#[field(…)]` or `#[schema(…)]` stand, and which of them say nothing
/// because they could not be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyPlaces {
    places: Vec<(String, Span)>,
    /// The attribute itself, or what it annotates where there is none.
    whole: Option<Span>,
    unread: Vec<String>,
    /// Something in the attribute could not be read, so that what it would say is not missing.
    pub(crate) broken: bool,
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

    /// Whether this key was written with a value that could not be read.
    pub(crate) fn is_unread(&self, key: &str) -> bool {
        self.unread.iter().any(|name| name == key)
    }
}

/// A key.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// The structs that it is for, if it does not belong everywhere.
    pub(crate) owner: Option<&'static Owner>,
}

/// What a key belongs to.
pub(crate) struct Owner {
    pub(crate) kinds: &'static [StructKind],
    /// The same in words.
    pub(crate) words: &'static str,
}

/// What may be written in one kind of attribute.
pub(crate) struct Vocabulary {
    /// The attribute's name.
    pub(crate) attribute: &'static str,
    /// All its keys.
    pub(crate) keys: &'static [Key],
    /// Words that people try, and what to write instead.
    pub(crate) hints: &'static [(&'static str, &'static str)],
}

impl Vocabulary {
    /// Reads the keys of all such attributes; if one has a mistake, none says anything.
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

    /// Reads the keys of all such attributes. What can be read is kept beside a mistake: it decides
    /// which further mistakes are real.
    pub(crate) fn read_each<K: FromMeta + Default>(
        &self,
        attrs: &[Attribute],
        whole: Span,
        errors: &mut Errors,
    ) -> (K, KeyPlaces) {
        let before = errors.count();
        let (items, mut places) = self.items(attrs, whole, errors);
        let keys = K::from_list(&items).unwrap_or_else(|error| {
            errors.push(error);
            let (readable, unread): (Vec<_>, Vec<_>) = items
                .into_iter()
                .partition(|item| K::from_list(std::slice::from_ref(item)).is_ok());
            places.unread = unread
                .iter()
                .filter_map(name_of)
                .map(|(name, _)| name)
                .collect();
            K::from_list(&readable).unwrap_or_default()
        });
        places.broken = errors.count() > before;
        (keys, places)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }

    fn has(&self, name: &str) -> bool {
        self.names().any(|key| key == name)
    }

    /// What may be written, in words.
    fn list(&self) -> String {
        format!(
            "the keys are {}",
            self.names().collect::<Vec<_>>().join(", ")
        )
    }

    /// The items of all such attributes, without those that do not exist or come twice, for
    /// which errors are added.
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
        let Some((name, span)) = name_of(&item) else {
            let help = match &item {
                NestedMeta::Lit(syn::Lit::Str(text)) if self.has(&text.value()) => {
                    format!("write `{}` without quotes", text.value())
                }
                _ => self.list(),
            };
            errors.at(
                item.span(),
                format_args!("expected a key of `{}`", self.attribute),
                help,
            );
            return;
        };
        if !self.has(&name) {
            let hint = self
                .hints
                .iter()
                .find(|(word, _)| *word == name)
                .map(|(_, hint)| *hint);
            let help = match (hint, schema_rules::suggest(&name, self.names())) {
                (Some(hint), _) => hint.to_owned(),
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => self.list(),
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

/// The key of an item, and where it stands.
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
