//! [`Definition`]: a validator in annotations, and what it becomes.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ValidatorFacts, ValidatorKind};
use crate::format::Format;
use crate::literal::{Interval, Literal};
use crate::violation;
use crate::words::Words;

/// A validator under its name in annotations.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name.
    pub name: &'static str,
    /// How it is written.
    pub example: &'static str,
    /// Its arguments, and what they become.
    pub signature: Signature,
    /// Whether the compiler evaluates it for a constant default. Otherwise such a default is
    /// checked when the provider starts.
    pub in_constants: bool,
}

/// The arguments of a validator in an annotation, and what they become: the facts for the rules,
/// the words of its documentation, and its [`Predicate`](super::Predicate).
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    /// None. The runtime's catalogue has a function with its name.
    Plain(Plain),
    /// None: a string with this format. The runtime's catalogue has a function with its name.
    Form(&'static Format),
    /// A range.
    Range(Range),
    /// Any number of values.
    Values(Values),
    /// One string.
    Text(Text),
    /// One integer. The runtime's catalogue has a function with its name.
    Integer(Integer),
    /// `true` or `false`. The runtime's catalogue has a function with its name.
    Bool(BoolArgument),
    /// A regular expression.
    Pattern,
    /// Validators.
    Validators(Validators),
    /// A function of the provider developer.
    Function,
}

/// Takes no arguments.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// The facts for the rules.
    pub facts: fn() -> ValidatorKind<'static>,
    /// What a valid value is.
    pub words: fn() -> Words,
}

/// Takes a range.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The type of the ends.
    pub of: RangeOf,
    /// The facts for the rules.
    pub facts: fn(Interval) -> ValidatorKind<'static>,
    /// What a valid value is.
    pub words: fn(RangeBounds) -> Words,
}

/// The type of a range's ends.
#[derive(Clone, Copy, Debug)]
pub enum RangeOf {
    /// Counts: the predicate with this name has the members `min` and `max`, of type `Option<u64>`.
    Counts(&'static str),
    /// Numbers of the field's own type.
    Numbers,
    /// Numbers of bits from 0 to 128.
    Bits,
}

/// The ends of a range as written, both included; a missing one is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeBounds {
    /// The minimum.
    pub min: Option<String>,
    /// The maximum, or the exclusive end.
    pub max: Option<String>,
    /// `max` itself is excluded.
    pub below: bool,
}

/// Takes values.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    /// Their type.
    pub of: ValuesOf,
    /// It may be written without values, and without parentheses.
    pub may_be_bare: bool,
    /// The facts for the rules: the values, if the caller can read all of them.
    pub facts: for<'a> fn(Option<Vec<Literal<'a>>>) -> ValidatorKind<'a>,
    /// What a valid value is, from the values as written.
    pub words: fn(Vec<String>) -> Words,
}

/// The type of listed values.
#[derive(Clone, Copy, Debug)]
pub enum ValuesOf {
    /// Of the field's own type: one of the predicates `OneOf`, `OneOfIntegers`, `OneOfNumbers`.
    Field,
    /// Strings: the predicate with this name has the member `values`.
    Texts(&'static str),
}

/// Takes one string.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The name of the predicate, which holds only the string.
    pub predicate: &'static str,
    /// The facts for the rules: the string, if the caller can read it.
    pub facts: for<'a> fn(Option<&'a str>) -> ValidatorKind<'a>,
    /// What a valid value is: from the string, or the name of a constant.
    pub words: fn(&str) -> Words,
}

/// Takes one integer.
#[derive(Clone, Copy, Debug)]
pub struct Integer {
    /// The facts for the rules: the number, if the caller can read it.
    pub facts: fn(Option<i128>) -> ValidatorKind<'static>,
    /// What a valid value is, from the number as written.
    pub words: fn(&str) -> Words,
    /// The message for a validator with this name that no value passes.
    pub nothing_passes: fn(&str) -> violation::Text,
}

/// Takes `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct BoolArgument {
    /// The facts for the rules.
    pub facts: fn(bool) -> ValidatorKind<'static>,
    /// What a valid value is.
    pub words: fn(bool) -> Words,
}

/// Takes validators.
#[derive(Clone, Copy, Debug)]
pub struct Validators {
    /// What they check.
    pub check: Part,
    /// It takes just one.
    pub one: bool,
    /// The variant of the runtime's `Validator` that holds them.
    pub variant: &'static str,
    /// The facts for the rules.
    pub facts: for<'a> fn(Vec<ValidatorFacts<'a>>) -> ValidatorKind<'a>,
    /// What a valid value is.
    pub words: fn(Vec<Words>) -> Words,
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole value, which must pass each of them.
    Whole,
    /// The whole value, which need not pass each of them.
    Some,
    /// The elements of a collection.
    Elements,
    /// The keys of a map.
    Keys,
}

impl Definition {
    /// A validator without arguments.
    pub(super) const fn plain(
        name: &'static str,
        facts: fn() -> ValidatorKind<'static>,
        words: fn() -> Words,
        in_constants: bool,
    ) -> Self {
        Definition {
            name,
            example: name,
            signature: Signature::Plain(Plain { facts, words }),
            in_constants,
        }
    }

    /// Whether it is written without parentheses.
    #[must_use]
    pub const fn may_be_bare(&self) -> bool {
        match &self.signature {
            Signature::Plain(_) | Signature::Form(_) => true,
            Signature::Values(values) => values.may_be_bare,
            _ => false,
        }
    }
}
