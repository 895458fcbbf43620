//! `each(…)`, `keys(…)`, `values(…)`: validators of the parts of a collection.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::definition::{AppliesTo, Definition, Part, Signature, Validators};
use super::rules::{Inapplicable, Shapes, ValidatorError, ValidatorRules, contradiction};
use super::{ValidatorFacts, ValidatorKind, combinators};
use crate::catalogue::Rule;
use crate::literal::Literal;
use crate::scalar::Scalar;
use crate::words::Words;

/// `each(…)`.
pub(super) const EACH: Definition = Definition {
    name: "each",
    example: "each(length(1..=64))",
    of: AppliesTo::Collection,
    signature: Signature::Validators(Validators {
        check: Part::Elements,
        one: false,
        variant: "Each",
        facts: |inner| ValidatorKind::Each(inner),
        words: each,
    }),
    in_constants: false,
};

/// `keys(…)`.
pub(super) const KEYS: Definition = Definition {
    name: "keys",
    example: "keys(regex(\"^[a-z]+$\"))",
    of: AppliesTo::Collection,
    signature: Signature::Validators(Validators {
        check: Part::Keys,
        one: false,
        variant: "Keys",
        facts: |inner| ValidatorKind::Keys(inner),
        words: keys,
    }),
    in_constants: false,
};

/// `values(…)`.
pub(super) const VALUES: Definition = Definition {
    name: "values",
    example: "values(length(1..=64))",
    of: AppliesTo::Collection,
    signature: Signature::Validators(Validators {
        check: Part::Elements,
        one: false,
        variant: "Each",
        facts: |inner| ValidatorKind::Values(inner),
        words: each,
    }),
    in_constants: false,
};

/// Every element passes these.
#[must_use]
pub fn each(inner: Vec<Words>) -> Words {
    Words::new("a collection in which each element is ").joined(inner, " and ")
}

/// Every key passes these.
#[must_use]
pub fn keys(inner: Vec<Words>) -> Words {
    Words::new("a map in which each key is ").joined(inner, " and ")
}

/// The element at one position of a tuple passes these.
#[must_use]
pub fn at(position: u32, inner: Vec<Words>) -> Words {
    Words::new(format!("a tuple whose element {position} is ")).joined(inner, " and ")
}

/// No validator inside.
pub(super) fn empty(
    inner: &[ValidatorFacts<'_>],
    name: &str,
    field: &str,
) -> Option<ValidatorError> {
    inner.is_empty().then(|| {
        let message = format!("`{name}` of `{field}` holds no validator");
        let help = format!("write the validators inside: `{name}(length(1..=64))`");
        ValidatorError::new(Rule::ONE_OF_EMPTY, message, &help)
    })
}

/// Whether all items pass all validators.
fn all_pass<'l, 'v: 'l>(
    items: impl Iterator<Item = &'l Literal<'v>>,
    inner: &[ValidatorFacts<'_>],
    depth: usize,
) -> Option<bool> {
    combinators::every(items.map(|item| combinators::all_accept(item, inner, depth)))
}

pub(super) struct Each<'f, 'a>(pub(super) &'f [ValidatorFacts<'a>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Each<'f, 'a> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        empty(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Elements(self.0)
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        match literal {
            Literal::List(items) => all_pass(items.iter(), self.0, depth),
            Literal::Map(items) => all_pass(items.iter().map(|(_, item)| item), self.0, depth),
            _ => None,
        }
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        contradiction()
    }

    fn argument(&self) -> Option<String> {
        None
    }
}

pub(super) struct Keys<'f, 'a>(pub(super) &'f [ValidatorFacts<'a>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Keys<'f, 'a> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        empty(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Keys(self.0)
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        let Literal::Map(items) = literal else {
            return None;
        };
        let accept = |key| combinators::all_accept(&Literal::Text(key), self.0, depth);
        combinators::every(items.iter().map(|(key, _)| accept(key)))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        contradiction()
    }

    fn argument(&self) -> Option<String> {
        None
    }
}

pub(super) struct Values<'f, 'a>(pub(super) &'f [ValidatorFacts<'a>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Values<'f, 'a> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        empty(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Values(self.0)
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        match literal {
            Literal::Map(items) => all_pass(items.iter().map(|(_, item)| item), self.0, depth),
            _ => None,
        }
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        contradiction()
    }

    fn argument(&self) -> Option<String> {
        None
    }
}
