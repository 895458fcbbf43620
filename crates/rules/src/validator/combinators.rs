//! Validators made of others: for the same value (`all(…)`, `any(…)`, `not(…)`), or for parts of a
//! collection (`each(…)`, `keys(…)`, `values(…)`).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::definition::{Definition, Part, Signature, Validators};
use super::rules::{Shapes, ValidatorError, ValidatorRules, contradiction};
use super::{ValidatorFacts, ValidatorKind, accepts};
use crate::catalogue::Rule;
use crate::literal::Literal;
use crate::words::Words;

/// Validators in a variant of the runtime's `Validator`.
const fn definition(
    (name, example): (&'static str, &'static str),
    (check, one, variant): (Part, bool, &'static str),
    facts: for<'a> fn(Vec<ValidatorFacts<'a>>) -> ValidatorKind<'a>,
    words: fn(Vec<Words>) -> Words,
) -> Definition {
    let signature = Signature::Validators(Validators {
        check,
        one,
        variant,
        facts,
        words,
    });
    Definition {
        name,
        example,
        signature,
        in_constants: false,
    }
}

/// `all(…)`.
pub(super) const ALL: Definition = definition(
    ("all", "all(length(1..=64), regex(\"^[a-z]\"))"),
    (Part::Whole, false, "All"),
    |inner| ValidatorKind::All(inner),
    all,
);

/// `any(…)`.
pub(super) const ANY: Definition = definition(
    ("any", "any(one_of(\"auto\"), regex(\"^[0-9]+$\"))"),
    (Part::Some, false, "Any"),
    |inner| ValidatorKind::Any(inner),
    any,
);

/// `not(…)`.
pub(super) const NOT: Definition = definition(
    ("not", "not(one_of(\"default\"))"),
    (Part::Some, true, "Not"),
    |inner| {
        let one = inner.into_iter().next().map(Box::new);
        one.map_or(ValidatorKind::Other, ValidatorKind::Not)
    },
    not,
);

/// `each(…)`.
pub(super) const EACH: Definition = definition(
    ("each", "each(length(1..=64))"),
    (Part::Elements, false, "Each"),
    |inner| ValidatorKind::Each(inner),
    each,
);

/// `keys(…)`.
pub(super) const KEYS: Definition = definition(
    ("keys", "keys(regex(\"^[a-z]+$\"))"),
    (Part::Keys, false, "Keys"),
    |inner| ValidatorKind::Keys(inner),
    keys,
);

/// `values(…)`.
pub(super) const VALUES: Definition = definition(
    ("values", "values(length(1..=64))"),
    (Part::Elements, false, "Each"),
    |inner| ValidatorKind::Values(inner),
    each,
);

/// All of these pass.
#[must_use]
pub fn all(inner: Vec<Words>) -> Words {
    Words::new("").joined(inner, " and ")
}

/// One of these passes.
#[must_use]
pub fn any(inner: Vec<Words>) -> Words {
    Words::new("").joined(inner, " or ")
}

/// This one fails.
#[must_use]
pub fn not(inner: Vec<Words>) -> Words {
    Words::new("not ").joined(inner, " and ")
}

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

/// What the inner validators check.
pub(super) enum Facts<'f, 'a> {
    All(&'f [ValidatorFacts<'a>]),
    Any(&'f [ValidatorFacts<'a>]),
    Not(&'f ValidatorFacts<'a>),
    Each(&'f [ValidatorFacts<'a>]),
    Keys(&'f [ValidatorFacts<'a>]),
    Values(&'f [ValidatorFacts<'a>]),
}

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'f, 'a> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        self.shapes().inner().is_empty().then(|| {
            let message = format!("`{name}` of `{field}` holds no validator");
            let help = format!("write the validators inside: `{name}(length(1..=64))`");
            ValidatorError::new(Rule::ONE_OF_EMPTY, None, message, help)
        })
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        match *self {
            Facts::All(inner) | Facts::Any(inner) => Shapes::Inner(inner),
            Facts::Not(inner) => Shapes::Inner(core::slice::from_ref(inner)),
            Facts::Each(inner) => Shapes::Elements(inner),
            Facts::Keys(inner) => Shapes::Keys(inner),
            Facts::Values(inner) => Shapes::Values(inner),
        }
    }

    fn accepts(&self, literal: &Literal<'_>, depth: usize) -> Option<bool> {
        let one =
            |literal: &Literal<'_>, one: &ValidatorFacts<'_>| accepts(literal, one, depth + 1);
        let all = |literal: &Literal<'_>, inner: &[ValidatorFacts<'_>]| {
            every(inner.iter().map(|validator| one(literal, validator)))
        };
        match (self, literal) {
            (Facts::All(inner), _) => all(literal, inner),
            (Facts::Any(inner), _) => some(inner.iter().map(|inner| one(literal, inner))),
            (Facts::Not(inner), _) => one(literal, inner).map(|passes| !passes),
            (Facts::Each(inner), Literal::List(items)) => {
                every(items.iter().map(|item| all(item, inner)))
            }
            _ => None,
        }
    }

    fn wants(&self, literal: &Literal<'_>) -> String {
        match self {
            Facts::All(inner) => {
                let refuses = |one: &&ValidatorFacts<'_>| accepts(literal, one, 0) == Some(false);
                let first = inner.iter().find(refuses);
                first.map_or_else(contradiction, |one| one.kind.rules().wants(literal))
            }
            Facts::Any(inner) => {
                let wants = inner.iter().map(|one| one.kind.rules().wants(literal));
                let wants: Vec<String> = wants.collect();
                // A validator without its own explanation would be missing from the alternatives.
                if wants.is_empty() || wants.contains(&contradiction()) {
                    return contradiction();
                }
                wants.join(", or ")
            }
            _ => contradiction(),
        }
    }
}

/// Whether all pass; `None` if none fails and one does not know.
pub(crate) fn every(verdicts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut sure = true;
    for verdict in verdicts {
        match verdict {
            Some(false) => return Some(false),
            known => sure &= known.is_some(),
        }
    }
    sure.then_some(true)
}

/// Whether one passes, which fails only if all do.
pub(crate) fn some(verdicts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    every(verdicts.map(|verdict| verdict.map(|passes| !passes))).map(|refused| !refused)
}
