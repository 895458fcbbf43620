//! Validators in words, for errors and documentation: the words are those of schema-rules.

use std::fmt;

use schema_rules::{Counted, Words};

use crate::refs::Text;
use crate::schema::{Range, Validator};

/// What a valid value is: "between 1 and 64 characters long", "one of \"a\", \"b\"".
impl fmt::Display for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&words(self, Counted::Either), f)
    }
}

/// The words; `counted` is what a length counts.
pub(super) fn words(validator: &Validator, counted: Counted) -> Words {
    let quoted = |values: &[Text]| -> Vec<String> {
        values
            .iter()
            .map(|value| format!("{:?}", value.as_str()))
            .collect()
    };
    match validator {
        Validator::Length { min, max } => length(counted, *min, *max),
        Validator::Bytes { min, max } => length(Counted::Bytes, *min, *max),
        Validator::OneOf { values } => Words::OneOf(quoted(values)),
        Validator::OneOfIgnoreCase { values } => Words::OneOfIgnoreCase(quoted(values)),
        Validator::OneOfIntegers { values } => {
            Words::OneOf(values.iter().map(i128::to_string).collect())
        }
        Validator::OneOfNumbers { values } => {
            Words::OneOf(values.iter().map(f64::to_string).collect())
        }
        Validator::DivisibleBy { divisor } => Words::Multiple(divisor.to_string()),
        Validator::Equals { value } => Words::Equals(*value),
        Validator::NotZero => Words::NotZero,
        Validator::Excludes { characters } => Words::Excludes(characters.as_str().to_owned()),
        Validator::Url { schemes } => Words::Url(
            schemes
                .iter()
                .map(|scheme| scheme.as_str().to_owned())
                .collect(),
        ),
        Validator::Network { min, max } => Words::Network {
            min: min.to_string(),
            max: max.to_string(),
        },
        Validator::NoNulls => Words::NoNulls,
        Validator::Integer { .. } => Words::Whole,
        Validator::Range(Range::Integer { min, max }) => Words::Range {
            min: min.map(|min| min.to_string()),
            max: max.map(|max| max.to_string()),
            below: false,
        },
        Validator::Range(Range::Float { min, max, below }) => Words::Range {
            min: min.map(|min| min.to_string()),
            max: max.map(|max| max.to_string()),
            below: *below,
        },
        Validator::Regex { pattern } => Words::Regex(pattern.as_str().to_owned()),
        Validator::Each { validators } => Words::Each(several(validators)),
        Validator::Keys { validators } => Words::Keys(several(validators)),
        Validator::At {
            position,
            validators,
        } => Words::At(*position, several(validators)),
        Validator::Form(form) => Words::Form {
            what: form.what,
            example: form.example,
        },
        Validator::Unique => Words::Unique,
        Validator::All { validators } => Words::All(several(validators)),
        Validator::Any { validators } => Words::Any(several(validators)),
        Validator::Not { validators } => Words::Not(Box::new(Words::All(several(validators)))),
        Validator::Custom(_) => Words::Custom(None),
    }
}

fn several(validators: &[Validator]) -> Vec<Words> {
    let one = |validator| words(validator, Counted::Either);
    validators.iter().map(one).collect()
}

fn length(of: Counted, min: Option<u64>, max: Option<u64>) -> Words {
    Words::Length {
        of,
        min: min.map(|min| min.to_string()),
        max: max.map(|max| max.to_string()),
    }
}
