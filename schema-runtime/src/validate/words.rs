//! Validators in words, for errors and documentation; the wording is that of schema-rules.

use std::fmt;

use schema_rules::validator::{combinators, custom};
use schema_rules::{Counted, Words};

use crate::schema::Validator;

/// Describes a valid value: "between 1 and 64 characters long", "one of \"a\", \"b\"".
impl fmt::Display for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&words(self, Counted::Either), f)
    }
}

/// The wording; `counted` is what a length counts.
pub(super) fn words(validator: &Validator, counted: Counted) -> Words {
    match validator {
        Validator::Value { predicate } => predicate.words(counted),
        Validator::Each { validators } => combinators::each(several(validators)),
        Validator::Keys { validators } => combinators::keys(several(validators)),
        Validator::At {
            position,
            validators,
            ..
        } => combinators::at(*position, several(validators)),
        Validator::All { validators } => combinators::all(several(validators)),
        Validator::Any { validators } => combinators::any(several(validators)),
        Validator::Not { validators } => combinators::not(several(validators)),
        Validator::Custom(_) => custom::words(None),
    }
}

fn several(validators: &[Validator]) -> Vec<Words> {
    let one = |validator| words(validator, Counted::Either);
    validators.iter().map(one).collect()
}
