//! The declaration of keys: [`keys!`] alone defines the name, value, place and meaning of each key.
//! Parsing, the messages for unknown and misplaced keys, and the tables of the derive's
//! documentation are generated from it.

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
/// This generates the struct with a field for each key, its `VOCABULARY`, and a macro with the
/// documentation tables. A string that names the `Extra` of the schema that takes it
/// (`name: Option<Text>, ends in SomeExtra { … }`) needs nothing else in this crate.
macro_rules! keys {
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

        // Not derived: rust-analyzer does not resolve the names that darling's derive makes of
        // fields that come out of a macro.
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
            /// The keys that exist.
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

            /// The strings that the schema takes unchanged, each with its `Extra`.
            #[allow(dead_code)]
            pub(crate) fn plain(&self) -> impl Iterator<Item = (&'static str, &$crate::parse::Text)> {
                let texts: &[Option<(&str, &$crate::parse::Text)>] = &[$($($(
                    self.$name.as_ref().map(|text| (stringify!($extra), text)),
                )?)*)*];
                texts.to_vec().into_iter().flatten()
            }
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

/// A key as written.
macro_rules! key_name {
    ($name:ident) => {
        stringify!($name)
    };
    ($name:ident $key:tt) => {
        $key
    };
}

pub(crate) use {key_name, keys};
