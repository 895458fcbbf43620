//! How keys are declared: [`keys!`] is the one place that says of a key what it is called, what it
//! takes, where it may stand and what it means. Parsing, the messages for keys that do not exist
//! or do not belong, and the tables of the derive's documentation come out of that.

use super::values::{Flag, Text};

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
///     hints { "words that people try" => "what to write instead", }
/// }
/// ```
///
/// That makes the struct with a field for each key, its `VOCABULARY`, and a macro with the tables
/// of the documentation. With `plain keys PlainKey` in its head it also makes an enum of the keys
/// that say in which `Extra` of the schema they end (`name: Flag, ends in SomeExtra { … }`); such a
/// key needs nothing else in this crate.
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
        #[derive(Debug, Default)]
        pub(crate) struct $keys {
            $($(
                $(#[doc = concat!("`", $written, "`: ", $means)])+
                pub(crate) $name: $ty,
            )*)*
        }

        // Not derived: rust-analyzer finds none of the names that darling's derive makes of fields
        // which come out of a macro.
        impl darling::FromMeta for $keys {
            fn from_list(items: &[darling::ast::NestedMeta]) -> darling::Result<Self> {
                let (mut keys, mut errors) = (Self::default(), darling::Error::accumulator());
                for item in items {
                    let darling::ast::NestedMeta::Meta(meta) = item else {
                        continue;
                    };
                    match &*$crate::parse::key_of(meta) {
                        $($($crate::parse::key_name!($name $($key)?) => {
                            let value = errors.handle(darling::FromMeta::from_meta(meta));
                            keys.$name = value.unwrap_or_default();
                        })*)*
                        _ => {}
                    }
                }
                errors.finish_with(keys)
            }
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
                                kinds: &[$($crate::parse::BlockKind::$kind),+],
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
                    "\n\n", $heading, "\n\n|key|means|\n|---|---|\n",
                    $($( "|`", $written, "`|", $means, "|\n", )+)*
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
