//! The validators that a value must pass, each with its position in the annotation, for violations.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{At, Cx};
use crate::catalogue::Rule;

use crate::literal::{self, MAX_WRITTEN_DEPTH};
use crate::validator::rules::ValidatorError;
use crate::validator::{ValidatorFacts, ValidatorKind};

/// A validator that a value must pass, and its position.
#[derive(Clone)]
pub(super) struct RequiredValidator<'v, 'a> {
    pub(super) validator: &'v ValidatorFacts<'a>,
    pub(super) index: usize,
    pub(super) inside: Vec<usize>,
}

/// All required validators, including those inside `all(…)`.
pub(super) fn flatten<'v, 'a>(
    validator: &'v ValidatorFacts<'a>,
    index: usize,
    inside: &[usize],
    asked: &mut Vec<RequiredValidator<'v, 'a>>,
) {
    if let ValidatorKind::All(inner) = &validator.kind
        && inside.len() < MAX_WRITTEN_DEPTH
    {
        for (position, validator) in inner.iter().enumerate() {
            let inside = [inside, &[position]].concat();
            flatten(validator, index, &inside, asked);
        }
    } else {
        asked.push(RequiredValidator {
            validator,
            index,
            inside: inside.to_vec(),
        });
    }
}

/// The validator as written.
pub(super) fn show(validator: &ValidatorFacts<'_>) -> String {
    let name = validator.name;
    if let ValidatorKind::OneOf(values) | ValidatorKind::OneOfIgnoreCase(values) = &validator.kind {
        let shown: Vec<String> = values.iter().take(4).map(literal::show).collect();
        let more = if values.len() > 4 { ", …" } else { "" };
        return format!("`{name}({}{more})`", shown.join(", "));
    }
    match validator.kind.argument() {
        Some(argument) if !validator.without_arguments() => format!("`{name}({argument})`"),
        None if matches!(
            validator.kind,
            ValidatorKind::Any(_) | ValidatorKind::Not(_)
        ) =>
        {
            format!("`{name}(…)`")
        }
        _ => format!("`{name}`"),
    }
}

/// Reports a mistake in one of them.
pub(super) fn report(
    cx: &mut Cx<'_, '_>,
    field: At<'_, '_>,
    asked: &RequiredValidator<'_, '_>,
    argument: Option<usize>,
    message: String,
    help: String,
) {
    let mistake = ValidatorError::new(Rule::VALIDATORS_EXCLUDE, argument, message, help);
    cx.validator(field, asked.index, &asked.inside, mistake);
}
