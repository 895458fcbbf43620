//! [`Definition`]: what an annotation says of a validator, and what comes of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ValidatorFacts, ValidatorKind};
use crate::format::Format;
use crate::literal::{Interval, Literal};
use crate::violation;
use crate::words::Words;

/// A validator under the name that annotations have for it.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name.
    pub name: &'static str,
    /// How it is written.
    pub example: &'static str,
    /// What it takes, and what is made of that.
    pub signature: Signature,
    /// Whether the compiler evaluates it for a default that is a constant. Where it does not, such
    /// a default is checked when the provider starts.
    pub in_constants: bool,
}

/// What a validator takes in an annotation, and what is made of that: the facts that the rules
/// judge, the words of its documentation, and its [`Predicate`](super::Predicate).
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    /// Nothing. The catalogue of the runtime has a function of its name.
    Plain(Plain),
    /// A range.
    Range(Range),
    /// Any number of values.
    Values(Values),
    /// One string.
    Text(Text),
    /// One whole number. The catalogue of the runtime has a function of its name.
    Integer(Integer),
    /// `true` or `false`. The catalogue of the runtime has a function of its name.
    Bool(BoolArgument),
    /// A regular expression.
    Pattern(Pattern),
    /// Validators.
    Validators(Validators),
    /// A function of the provider developer's.
    Function,
}

/// Takes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// What the rules judge.
    pub facts: fn() -> ValidatorKind<'static>,
    /// What a valid value is.
    pub words: fn() -> Words,
}

/// Takes a range.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Of what.
    pub of: RangeOf,
    /// What the rules judge.
    pub facts: fn(Interval) -> ValidatorKind<'static>,
    /// What a valid value is.
    pub words: fn(RangeBounds) -> Words,
}

/// What the ends of a range are.
#[derive(Clone, Copy, Debug)]
pub enum RangeOf {
    /// Counts: the predicate of this name has the members `min` and `max`, of type `Option<u64>`.
    Counts(&'static str),
    /// Numbers of the field's own type.
    Numbers,
    /// Numbers of bits from 0 to 128.
    Bits,
}

/// The ends of a range as they are written, both included; a missing one is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeBounds {
    /// The least.
    pub min: Option<String>,
    /// The greatest, or what it is below.
    pub max: Option<String>,
    /// `max` itself is not meant.
    pub below: bool,
}

/// Takes values.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    /// Of what type.
    pub of: ValuesOf,
    /// It may be written without any, and without parentheses.
    pub may_be_bare: bool,
    /// What the rules judge: the values, if the caller can read all of them.
    pub facts: for<'a> fn(Option<Vec<Literal<'a>>>) -> ValidatorKind<'a>,
    /// What a valid value is, from the values as they are written.
    pub words: fn(Vec<String>) -> Words,
}

/// What listed values are.
#[derive(Clone, Copy, Debug)]
pub enum ValuesOf {
    /// Of the field's own type: one of the predicates `OneOf`, `OneOfIntegers`, `OneOfNumbers`.
    Field,
    /// Texts: the predicate of this name has the member `values`.
    Texts(&'static str),
}

/// Takes one string.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The name of the predicate, which holds the text and nothing else.
    pub predicate: &'static str,
    /// What the rules judge: the text, if the caller can read it.
    pub facts: for<'a> fn(Option<&'a str>) -> ValidatorKind<'a>,
    /// What a valid value is: from the text, or the name of a constant.
    pub words: fn(&str) -> Words,
}

/// Takes one whole number.
#[derive(Clone, Copy, Debug)]
pub struct Integer {
    /// What the rules judge: the number, if the caller can read it.
    pub facts: fn(Option<i128>) -> ValidatorKind<'static>,
    /// What a valid value is, from the number as it is written.
    pub words: fn(&str) -> Words,
    /// What to say of a validator of this name that no value passes.
    pub nothing_passes: fn(&str) -> violation::Text,
}

/// Takes `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct BoolArgument {
    /// What the rules judge.
    pub facts: fn(bool) -> ValidatorKind<'static>,
    /// What a valid value is.
    pub words: fn(bool) -> Words,
}

/// Takes a regular expression.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// What a valid value is.
    pub words: fn(&str) -> Words,
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
    /// What the rules judge.
    pub facts: for<'a> fn(Vec<ValidatorFacts<'a>>) -> ValidatorKind<'a>,
    /// What a valid value is.
    pub words: fn(Vec<Words>) -> Words,
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it, which must pass each of them.
    Whole,
    /// All of it, which need not pass each of them.
    Some,
    /// The elements of a collection.
    Elements,
    /// The keys of a map.
    Keys,
}

impl Definition {
    /// Whether it stands without parentheses.
    #[must_use]
    pub const fn may_be_bare(&self) -> bool {
        match &self.signature {
            Signature::Plain(_) => true,
            Signature::Values(values) => values.may_be_bare,
            _ => false,
        }
    }
}

/// What is in an annotation: a validator, or the form of a string.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    /// A validator.
    Validator(&'static Definition),
    /// A string of this form. The catalogue of the runtime has a function of its name.
    Form(&'static Format),
}

impl Named {
    /// Whether it stands without parentheses.
    #[must_use]
    pub const fn may_be_bare(self) -> bool {
        match self {
            Named::Validator(definition) => definition.may_be_bare(),
            Named::Form(_) => true,
        }
    }

    /// How it is written.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            Named::Validator(definition) => definition.example,
            Named::Form(format) => format.name,
        }
    }
}
