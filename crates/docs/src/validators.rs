//! Which values pass the validators of a field, in sentences.

use schema_rules::validator::Predicate;
use schema_rules::{Counted, quoted};
use schema_runtime::schema::{Field, Validator};
use schema_runtime::ty::Type;

use crate::markdown::codes;

/// The sentences about the values of a field.
pub(crate) fn validators(field: &Field, computed_only: bool) -> Vec<String> {
    let ty = field.implied_type();
    let mut facts = Vec::new();
    let mut musts = Vec::new();
    let lists = |validator: &Validator| validator.predicate().and_then(allowed).is_some();
    let listed = field.validators().any(lists);
    let elements: Vec<&Validator> = field.validators().flat_map(of_elements).collect();
    let (mut texts, mut elements) = (one_of(field.validators()), Some(elements));
    for validator in field.validators() {
        match validator {
            // All lists of values are merged into one, shown at the first.
            Validator::Value {
                predicate: Predicate::OneOf { .. },
            } => {
                let what = if computed_only { "Known" } else { "Allowed" };
                facts.extend(texts.take().map(|texts| format!("{what} values: {texts}.")));
            }
            // Listed values are whole numbers already.
            Validator::Value {
                predicate: Predicate::Integer { .. },
            } if listed => {}
            Validator::Value {
                predicate:
                    Predicate::Length {
                        min: Some(1),
                        max: None,
                    },
            } if !computed_only => facts.push("Must not be empty.".to_owned()),
            Validator::Value { predicate } => match allowed(predicate) {
                Some(values) if computed_only => facts.push(format!("Known values: {values}.")),
                Some(values) => facts.push(format!("Allowed values: {values}.")),
                None => musts.extend(must(predicate, &ty)),
            },
            // All checks of the elements are merged too.
            Validator::Each { .. } => {
                let asked = elements.take().unwrap_or_default();
                facts.extend(part("Each element", &asked, &element(&ty)));
            }
            Validator::Keys { validators } => {
                let asked: Vec<&Validator> = validators.iter().collect();
                facts.extend(part("Each key", &asked, &Type::String));
            }
            // Only the provider knows what it checks.
            Validator::Custom(_) => {}
            other if !is_told(other) => {}
            other => musts.push(format!("{other:#}")),
        }
    }
    // A value that the provider sets fits its type, so users need not care.
    if computed_only {
        return facts;
    }
    if !musts.is_empty() {
        facts.push(all_musts(&musts));
    }
    facts
}

/// The checks of each element.
fn of_elements(validator: &Validator) -> impl Iterator<Item = &Validator> {
    let asked = match validator {
        Validator::Each { validators } => Some(validators),
        _ => None,
    };
    asked.into_iter().flat_map(|asked| asked.iter())
}

/// The strings in all lists of allowed values, in the order of the shortest: a field may accept
/// fewer than its enum has.
fn one_of<'v>(validators: impl Iterator<Item = &'v Validator>) -> Option<String> {
    let mut lists: Vec<Vec<String>> = validators
        .filter_map(|validator| match validator.predicate() {
            Some(Predicate::OneOf { values }) => {
                Some(values.iter().map(|text| quoted(text)).collect())
            }
            _ => None,
        })
        .collect();
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
    let musts = &whole_numbers(musts);
    let (have, be): (Vec<&String>, Vec<&String>) = musts
        .iter()
        .partition(|must| must.starts_with("a collection of "));
    let mut sentences = Vec::new();
    if !have.is_empty() {
        let have = have
            .iter()
            .map(|must| must.trim_start_matches("a collection of "));
        sentences.push(format!(
            "Must have {}.",
            have.collect::<Vec<_>>().join(", and ")
        ));
    }
    if !be.is_empty() {
        let be: Vec<&str> = be.iter().map(|must| must.as_str()).collect();
        sentences.push(format!("Must be {}.", be.join(", and ")));
    }
    sentences.join(" ")
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

/// The same for elements or keys.
fn part(what: &str, validators: &[&Validator], ty: &Type) -> Vec<String> {
    let mut facts = Vec::new();
    let mut musts = Vec::new();
    let mut texts = one_of(validators.iter().copied());
    for validator in validators.iter().filter(|validator| is_told(validator)) {
        match validator {
            Validator::Value {
                predicate: Predicate::OneOf { .. },
            } => facts.extend(
                texts
                    .take()
                    .map(|texts| format!("{what} has one of these values: {texts}.")),
            ),
            Validator::Value { predicate } => match allowed(predicate) {
                Some(values) => facts.push(format!("{what} has one of these values: {values}.")),
                None => musts.extend(must(predicate, ty)),
            },
            other => musts.push(format!("{other:#}")),
        }
    }
    if !musts.is_empty() {
        facts.push(format!(
            "{what} must be {}.",
            whole_numbers(&musts).join(", and ")
        ));
    }
    facts
}

fn element(ty: &Type) -> Type {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => (**element).clone(),
        _ => Type::Dynamic,
    }
}

/// The values that a predicate lists.
fn allowed(predicate: &Predicate) -> Option<String> {
    let shown = |texts: Vec<String>| codes(&texts, "and");
    match predicate {
        Predicate::OneOf { values } => {
            Some(shown(values.iter().map(|text| quoted(text)).collect()))
        }
        Predicate::OneOfIntegers { values } => {
            Some(shown(values.iter().map(ToString::to_string).collect()))
        }
        Predicate::OneOfNumbers { values } => {
            Some(shown(values.iter().map(ToString::to_string).collect()))
        }
        Predicate::OneOfIgnoreCase { values } => Some(format!(
            "{}, in capital letters or not",
            shown(values.iter().map(|text| quoted(text)).collect())
        )),
        _ => None,
    }
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
            let (least, most) = (
                *min > i128::from(i64::MIN),
                *max < i64::MAX.unsigned_abs().into(),
            );
            match (least, most) {
                (false, false) => Some(WHOLE_NUMBER.to_owned()),
                (true, false) => Some(format!("a whole number of at least {min}")),
                (false, true) => Some(format!("a whole number of at most {max}")),
                (true, true) => Some(format!("a whole number between {min} and {max}")),
            }
        }
        Predicate::Float { .. } => None,
        predicate => Some(format!("{:#}", predicate.words(counted))),
    }
}
