//! Which values pass the validators of a field, in sentences.

use schema_rules::validator::Predicate;
use schema_rules::{Counted, quoted};
use schema_runtime::schema::{Field, Validator};
use schema_runtime::ty::Type;

use crate::literal::element;
use crate::markdown::codes;

/// The sentences about the values of a field.
pub(crate) fn validators(field: &Field, computed_only: bool) -> Vec<String> {
    let all: Vec<&Validator> = field.validators().collect();
    sentences(None, &all, &field.implied_type(), computed_only)
}

/// The sentences about the values of a field, or about a part of each (`Each element`).
fn sentences(
    part: Option<&str>,
    validators: &[&Validator],
    ty: &Type,
    computed_only: bool,
) -> Vec<String> {
    let (mut facts, mut musts) = (Vec::new(), Vec::new());
    let whole = part.is_none();
    let lists = match part {
        Some(part) => format!("{part} has one of these values"),
        None if computed_only => "Known values".to_owned(),
        None => "Allowed values".to_owned(),
    };
    let is_list = |validator: &&Validator| validator.predicate().and_then(allowed).is_some();
    let listed = validators.iter().any(is_list);
    let elements = validators.iter().filter_map(|validator| match validator {
        Validator::Each { validators } => Some(validators),
        _ => None,
    });
    let mut elements: Vec<&Validator> = elements.flat_map(|each| each.iter()).collect();
    let mut texts = one_of(validators);
    for validator in validators {
        match validator {
            // All lists of values are merged into one, shown at the first.
            Validator::Value {
                predicate: Predicate::OneOf { .. },
            } => facts.extend(texts.take().map(|texts| format!("{lists}: {texts}."))),
            // Listed values are whole numbers already.
            Validator::Value {
                predicate: Predicate::Integer { .. },
            } if whole && listed => {}
            Validator::Value {
                predicate:
                    Predicate::Length {
                        min: Some(1),
                        max: None,
                    },
            } if whole && !computed_only => facts.push("Must not be empty.".to_owned()),
            Validator::Value { predicate } => match allowed(predicate) {
                Some(values) => facts.push(format!("{lists}: {values}.")),
                None => musts.extend(must(predicate, ty)),
            },
            // All checks of the elements are merged too.
            Validator::Each { .. } if whole => {
                let asked = std::mem::take(&mut elements);
                facts.extend(sentences(Some("Each element"), &asked, &element(ty), false));
            }
            Validator::Keys { validators } if whole => {
                let asked: Vec<&Validator> = validators.iter().collect();
                facts.extend(sentences(Some("Each key"), &asked, &Type::String, false));
            }
            other if is_told(other) => musts.push(format!("{other:#}")),
            // Only the provider knows what it checks.
            _ => {}
        }
    }
    // A value that the provider sets fits its type, so users need not care.
    if !musts.is_empty() && !computed_only {
        let musts = whole_numbers(&musts);
        facts.push(match part {
            Some(part) => format!("{part} must be {}.", musts.join(", and ")),
            None => all_musts(&musts),
        });
    }
    facts
}

/// The strings in all lists of allowed values, in the order of the shortest: a field may accept
/// fewer than its enum has.
fn one_of(validators: &[&Validator]) -> Option<String> {
    let lists = validators
        .iter()
        .filter_map(|validator| match validator.predicate() {
            Some(Predicate::OneOf { values }) => {
                Some(values.iter().map(|text| quoted(text)).collect())
            }
            _ => None,
        });
    let mut lists: Vec<Vec<String>> = lists.collect();
    lists.sort_by_key(Vec::len);
    let (shortest, others) = lists.split_first()?;
    let in_all = |text: &&String| others.iter().all(|other| other.contains(text));
    let texts: Vec<String> = shortest.iter().filter(in_all).cloned().collect();
    Some(codes(&texts, "and"))
}

/// Whether the check can be described in words.
fn is_told(validator: &Validator) -> bool {
    match validator {
        Validator::Value { .. } => true,
        Validator::Each { validators }
        | Validator::Keys { validators }
        | Validator::At { validators, .. }
        | Validator::All { validators }
        | Validator::Any { validators }
        | Validator::Not { validators } => !validators.is_empty() && validators.iter().all(is_told),
        _ => false,
    }
}

/// `Must be a, and b.`
fn all_musts(musts: &[String]) -> String {
    let (mut have, mut be) = (Vec::new(), Vec::new());
    for must in musts {
        match must.strip_prefix("a collection of ") {
            Some(must) => have.push(must),
            None => be.push(must.as_str()),
        }
    }
    let sentences = [("have", have), ("be", be)].into_iter();
    let sentences = sentences.filter(|(_, musts)| !musts.is_empty());
    let sentences = sentences.map(|(verb, musts)| format!("Must {verb} {}.", musts.join(", and ")));
    sentences.collect::<Vec<_>>().join(" ")
}

/// Merges a whole number and its bounds: `a whole number between 1 and 4`.
fn whole_numbers(musts: &[String]) -> Vec<String> {
    match musts {
        [first, bounds, rest @ ..] if first == WHOLE_NUMBER => {
            let joined = match bounds.split(' ').next() {
                Some("between" | "exactly") => format!("{first} {bounds}"),
                Some("at") => format!("{first} of {bounds}"),
                _ => return musts.to_vec(),
            };
            [&[joined], rest].concat()
        }
        _ => musts.to_vec(),
    }
}

/// The values that a predicate lists.
fn allowed(predicate: &Predicate) -> Option<String> {
    let texts: Vec<String> = match predicate {
        Predicate::OneOf { values } | Predicate::OneOfIgnoreCase { values } => {
            values.iter().map(|text| quoted(text)).collect()
        }
        Predicate::OneOfIntegers { values } => values.iter().map(ToString::to_string).collect(),
        Predicate::OneOfNumbers { values } => values.iter().map(ToString::to_string).collect(),
        _ => return None,
    };
    let any_case = matches!(predicate, Predicate::OneOfIgnoreCase { .. });
    let end = if any_case {
        ", in capital letters or not"
    } else {
        ""
    };
    Some(format!("{}{end}", codes(&texts, "and")))
}

const WHOLE_NUMBER: &str = "a whole number";

/// What a value must be; `None` if the type already says it.
fn must(predicate: &Predicate, ty: &Type) -> Option<String> {
    let counted = match ty {
        Type::String => Counted::Characters,
        Type::List(_) | Type::Set(_) | Type::Map(_) => Counted::Elements,
        _ => Counted::Either,
    };
    match predicate {
        // The bounds of a 64-bit number do not matter to users, those of a smaller one do.
        Predicate::Integer { min, max } => {
            let least = *min > i128::from(i64::MIN);
            let most = *max < i64::MAX.unsigned_abs().into();
            Some(match (least, most) {
                (false, false) => WHOLE_NUMBER.to_owned(),
                (true, false) => format!("{WHOLE_NUMBER} of at least {min}"),
                (false, true) => format!("{WHOLE_NUMBER} of at most {max}"),
                (true, true) => format!("{WHOLE_NUMBER} between {min} and {max}"),
            })
        }
        Predicate::Float { .. } => None,
        predicate => Some(format!("{:#}", predicate.words(counted))),
    }
}
