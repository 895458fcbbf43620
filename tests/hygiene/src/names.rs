//! Everything that generated code names is something else here, and there is no prelude.

#![no_implicit_prelude]

use ::schema_provider::{Schema, SchemaEnum, SchemaNewtype};

mod taken {
    //! The names, which come in by a glob and by name.

    macro_rules! types {
        ($($name:ident)*) => {
            $(
                #[doc = "Not the one that it sounds like."]
                pub struct $name;
            )*
        };
    }

    // As types and, being without fields, as constants in every pattern.
    types! {
        AnyVersion Attr Block Box ComputedOnly Debug Decoder Display Encoder Err Extra Field FieldType Flags
        Formatter From Into Iterator Kind Known Mismatch NoProviderMeta None Object Of Ok Option
        OptionalComputed Predicate Root Result Schema_ Some Static Text Timeout Type Validator Value Vec Version
        WriteOnly Zero
    }

    macro_rules! constants {
        ($($name:ident)*) => {
            $(
                #[doc = "Not the one that it sounds like."]
                pub const $name: &str = stringify!($name);
            )*
        };
    }

    constants! {
        BLOCK DEFAULT ID KIND MADE NAME OBJECT OPTION PORT STRING TIMEOUTS VEC
        COMPUTED FORCE_NEW OPTIONAL REQUIRED TYPE VALIDATORS
    }
}

#[allow(unused_imports)]
pub use self::taken::*;

/// Names that a closure's parameter cannot have beside them.
#[allow(non_upper_case_globals, dead_code)]
mod small {
    pub(super) const environment: u8 = 0;
    pub(super) const inner: u8 = 0;
    pub(super) const new: u8 = 0;
    pub(super) const old: u8 = 0;
    pub(super) const other: u8 = 0;
    pub(super) const path: u8 = 0;
    pub(super) const request: u8 = 0;
}

#[allow(unused_imports)]
use self::small::*;

/// Not the text.
pub struct String;
/// Not the trait.
pub trait Default {}
/// Not the trait.
pub trait FromStr {}

/// Not the crate.
pub mod core {}
/// Not the crate.
pub mod std {}
/// Not the crate.
pub mod schema_runtime {}
/// Not the crate.
pub mod schema_provider {}

/// Not what the table is made with.
#[must_use]
pub fn text() -> &'static str {
    NAME
}

/// Not what a handle is made with.
#[must_use]
pub fn at() -> &'static str {
    ID
}

/// Not the macro.
#[macro_export]
macro_rules! unreachable {
    () => {
        0
    };
}

/// A port.
#[derive(SchemaNewtype)]
pub struct Port(pub u16);

/// What it is for.
#[derive(SchemaEnum)]
pub enum Purpose {
    /// As the option.
    Some,
    /// As the option.
    None,
    /// As the result.
    Ok,
    /// Any other.
    #[schema(other)]
    Other(::std::string::String),
}

/// What is in an image.
#[derive(Schema)]
pub struct Part {
    /// How much.
    #[field(required, validate = range(1..))]
    pub size: i64,
    /// Made by the API.
    #[field(computed)]
    pub text: ::std::string::String,
}

/// An image.
#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create = "10m"), import = "{name}")]
pub struct Image {
    /// Its name.
    #[field(required, force_new, validate = [length(1..=64), regex("^[a-z]+$")])]
    name: ::std::string::String,
    /// What for.
    #[field(optional, default = Purpose::None)]
    kind: Purpose,
    /// Where.
    #[field(optional, validate = range(1..))]
    port: ::std::option::Option<Port>,
    /// An expression.
    #[field(optional, default = made(), diff_suppress = same)]
    made: ::std::string::String,
    /// A function.
    #[field(optional, default_fn = default, conflicts_with(option))]
    default: i64,
    /// A literal.
    #[field(optional, default = "a", validate = one_of("a", "b"), canonical = lower)]
    string: ::std::string::String,
    /// Nothing or something.
    #[field(optional)]
    option: ::std::option::Option<::std::string::String>,
    /// Several.
    #[field(optional, validate = each(length(..=8)))]
    vec: ::std::vec::Vec<::std::string::String>,
    /// One.
    #[field(nested(single), optional)]
    object: ::std::option::Option<Part>,
    /// Many.
    #[field(block(list, max_items = 4))]
    block: ::std::vec::Vec<Part>,
}

fn made() -> ::std::string::String {
    ::std::borrow::ToOwned::to_owned("made")
}

// The signature is what a default function has.
#[allow(clippy::unnecessary_wraps)]
fn default(
    _: &::schema_runtime::schema::Environment,
) -> ::std::result::Result<i64, ::schema_runtime::diagnostics::Diagnostics> {
    ::std::result::Result::Ok(4)
}

fn same(_: &::schema_runtime::data::Suppress<'_, Image>, before: &str, after: &str) -> bool {
    before.eq_ignore_ascii_case(after)
}

fn lower(value: &str) -> ::schema_runtime::field_type::Canonical {
    ::schema_runtime::field_type::Canonical::new(&value.to_ascii_lowercase())
}

impl Image {
    /// One with all values.
    #[must_use]
    pub fn example() -> Self {
        let part = || Part {
            size: 3,
            text: made(),
        };
        Image {
            name: made(),
            kind: Purpose::Other(made()),
            port: ::std::option::Option::Some(Port(80)),
            made: made(),
            default: 2,
            string: made(),
            option: ::std::option::Option::Some(made()),
            vec: ::std::vec![made()],
            object: ::std::option::Option::Some(part()),
            block: ::std::vec![part(), part()],
        }
    }
}
