//! Error texts that several callers of the rules use: for findings that involve two structs, the
//! outer and the nested one, and for those of constants.
//!
//! The derive sees one struct at a time and leaves these to constants that the compiler evaluates;
//! it takes the strings from here, so that checks of schemas built at run time report the same.

/// Declares [`Template`]s: strings between which `outer`, `inner` and `key` are names.
macro_rules! templates {
    ($($(#[$about:meta])* $name:ident: [$($message:tt)*] help [$($help:tt)*];)*) => {$(
        $(#[$about])*
        pub const $name: $crate::shared_texts::Template = $crate::shared_texts::Template {
            message: &[$(templates!(@ $message)),*],
            help: &[$(templates!(@ $help)),*],
        };
    )*};
    (@ outer) => { $crate::shared_texts::Part::Outer };
    (@ inner) => { $crate::shared_texts::Part::Inner };
    (@ key) => { $crate::shared_texts::Part::Key };
    (@ $text:literal) => { $crate::shared_texts::Part::Text($text) };
}

mod field;
mod nesting;
mod registration;
mod root;

pub use field::*;
pub use nesting::*;
pub use registration::*;
pub use root::*;

use alloc::string::String;

use crate::violation::Text;

/// A string with placeholders for names, which a constant can assemble too.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What is wrong.
    pub message: &'static [Part],
    /// What to write instead.
    pub help: &'static [Part],
}

/// A piece of a [`Template`].
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Literal text.
    Text(&'static str),
    /// The name of the outer field.
    Outer,
    /// The dotted name of the nested field.
    Inner,
    /// An annotation key.
    Key,
}

impl Template {
    /// The text with these names filled in.
    #[must_use]
    pub fn fill(&self, outer: &str, inner: &str, key: &str) -> Text {
        let join = |parts: &[Part]| {
            let parts = parts.iter().map(|part| match part {
                Part::Text(text) => text,
                Part::Outer => outer,
                Part::Inner => inner,
                Part::Key => key,
            });
            parts.collect::<String>()
        };
        Text::new(join(self.message), join(self.help))
    }
}
