//! `all(…)`, `any(…)`, `not(…)`: validators made of others, of the same value.

use alloc::string::String;
use alloc::vec::Vec;

use super::definition::{AppliesTo, Definition, Part, Signature, Validators, negated};
use super::rules::{Inapplicable, Shapes, ValidatorError, ValidatorRules, contradiction};
use super::{ValidatorFacts, ValidatorKind, accepts, parts};
use crate::literal::Literal;
use crate::scalar::Scalar;
use crate::words::Words;

/// `all(…)`.
pub(super) const ALL: Definition = Definition {
    name: "all",
    example: "all(length(1..=64), regex(\"^[a-z]\"))",
    of: AppliesTo::Anything,
    signature: Signature::Validators(Validators {
        check: Part::Whole,
        one: false,
        variant: "All",
        facts: |inner| ValidatorKind::All(inner),
        words: all,
    }),
    in_constants: false,
};

/// `any(…)`.
pub(super) const ANY: Definition = Definition {
    name: "any",
    example: "any(one_of(\"auto\"), regex(\"^[0-9]+$\"))",
    of: AppliesTo::Anything,
    signature: Signature::Validators(Validators {
        check: Part::Some,
        one: false,
        variant: "Any",
        facts: |inner| ValidatorKind::Any(inner),
        words: any,
    }),
    in_constants: false,
};

/// `not(…)`.
pub(super) const NOT: Definition = Definition {
    name: "not",
    example: "not(one_of(\"default\"))",
    of: AppliesTo::Anything,
    signature: Signature::Validators(Validators {
        check: Part::Some,
        one: true,
        variant: "Not",
        facts: negated,
        words: not,
    }),
    in_constants: false,
};

/// All of these.
#[must_use]
pub fn all(inner: Vec<Words>) -> Words {
    Words::new("").joined(inner, " and ")
}

/// One of these.
#[must_use]
pub fn any(inner: Vec<Words>) -> Words {
    Words::new("").joined(inner, " or ")
}

/// Not this.
#[must_use]
pub fn not(inner: Vec<Words>) -> Words {
    Words::new("not ").joined(inner, " and ")
}

/// Whether all say yes; nothing where none says no and one does not know.
pub(super) fn every(verdicts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut sure = true;
    for verdict in verdicts {
        match verdict {
            Some(false) => return Some(false),
            Some(true) => {}
            None => sure = false,
        }
    }
    sure.then_some(true)
}

/// Whether all of these accept a value.
pub(super) fn all_accept(
    literal: &Literal<'_>,
    inner: &[ValidatorFacts<'_>],
    depth: usize,
) -> Option<bool> {
    every(inner.iter().map(|one| accepts(literal, one, depth + 1)))
}

pub(super) struct All<'f, 'a>(pub(super) &'f [ValidatorFacts<'a>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for All<'f, 'a> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        parts::empty(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Inner(self.0)
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        all_accept(literal, self.0, depth)
    }

    fn wants(&self, literal: &Literal<'_>) -> String {
        let refuses = |one: &&ValidatorFacts<'_>| accepts(literal, one, 0) == Some(false);
        let first = self.0.iter().find(refuses);
        first.map_or_else(contradiction, |one| one.kind.rules().wants(literal))
    }

    fn argument(&self) -> Option<String> {
        None
    }
}

pub(super) struct Any<'f, 'a>(pub(super) &'f [ValidatorFacts<'a>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Any<'f, 'a> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        parts::empty(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Inner(self.0)
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        let accept = |one| accepts(literal, one, depth + 1);
        let verdicts: Vec<_> = self.0.iter().map(accept).collect();
        if verdicts.contains(&Some(true)) {
            Some(true)
        } else {
            (!verdicts.is_empty() && !verdicts.contains(&None)).then_some(false)
        }
    }

    fn wants(&self, literal: &Literal<'_>) -> String {
        let wants = self.0.iter().map(|one| one.kind.rules().wants(literal));
        let wants: Vec<String> = wants.collect();
        // One that says nothing of itself would be left out of what is enough.
        if wants.is_empty() || wants.contains(&contradiction()) {
            return contradiction();
        }
        wants.join(", or ")
    }

    fn argument(&self) -> Option<String> {
        None
    }
}

pub(super) struct Not<'f, 'a>(pub(super) &'f [ValidatorFacts<'a>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Not<'f, 'a> {
    fn mistake(&self, _name: &str, _field: &str) -> Option<ValidatorError> {
        None
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Inner(self.0)
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        let one = self.0.first()?;
        accepts(literal, one, depth + 1).map(|passes| !passes)
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        contradiction()
    }

    fn argument(&self) -> Option<String> {
        None
    }
}
