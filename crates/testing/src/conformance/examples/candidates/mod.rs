//! Candidates: other values that a field is likely to accept, derived from its schema.
//!
//! They are only candidates: validating and planning the whole configuration decides.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::number::Number;
use schema_runtime::schema::{Block, Default, Field, Kind, Predicate, Range, Validator};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{ValueStep, absent, field_places, get, with};

/// The most candidates tried for one field.
pub(crate) const MOST: usize = 40;

/// Strings in common forms, for fields whose validators give no usable hint.
const TEXTS: [&str; 16] = [
    "kit",
    "kit2",
    "Kit text",
    "k",
    "kit-kit-kit-kit-kit",
    "1",
    "1h",
    "https://example.com/kit",
    "kit@example.com",
    "kit.example.com",
    "192.0.2.7",
    "192.0.2.0/24",
    "2030-01-02T03:04:05Z",
    "00000000-0000-4000-8000-000000000001",
    "{}",
    "a2l0",
];

/// Numbers that no 64-bit float holds exactly: 1/3 as Terraform computes it, and what users write.
const INEXACT: [&str; 4] = [
    "0.3333333333333333333333333333333333333333333333333333333333333333333333333333333333",
    "1e23",
    "0.12345678901234567",
    "123456789012345678",
];

/// Values of a field with numbers that no 64-bit float holds exactly: a result computed with floats
/// must not count as a difference. Empty for whole numbers.
pub(crate) fn inexact(field: &Field) -> Vec<Value> {
    let Kind::Attribute { ty } = &field.kind else {
        return Vec::new();
    };
    if field.validators().any(is_about_whole) {
        return Vec::new();
    }
    let numbers = INEXACT.iter().filter_map(|text| Number::parse(text).ok());
    numbers
        .filter_map(|number| holding(ty, Value::Number(number)))
        .collect()
}

/// A value of this type that contains only this number.
fn holding(ty: &Type, number: Value) -> Option<Value> {
    match ty {
        Type::Number => Some(number),
        Type::List(ty) => Some(Value::List(vec![holding(ty, number)?])),
        Type::Set(ty) => Some(Value::Set([holding(ty, number)?].into_iter().collect())),
        Type::Map(ty) => Some(Value::Map(
            [("kit".into(), holding(ty, number)?)].into_iter().collect(),
        )),
        _ => None,
    }
}

/// Whether the type or the provider developer requires whole numbers, or listed ones.
fn is_about_whole(validator: &Validator) -> bool {
    match validator {
        Validator::Value { predicate } => matches!(
            predicate,
            Predicate::Integer { .. }
                | Predicate::DivisibleBy(_)
                | Predicate::OneOfIntegers { .. }
                | Predicate::OneOfNumbers { .. }
        ),
        Validator::Each { validators }
        | Validator::All { validators }
        | Validator::Any { validators } => validators.iter().any(is_about_whole),
        _ => false,
    }
}

/// Other values of a field, the likeliest first. `present` is its current value.
pub(crate) fn candidates(field: &Field, present: &Value) -> Vec<Value> {
    let validators: Vec<&Validator> = field.validators().collect();
    let mut found = match &field.kind {
        Kind::Attribute { ty } => of_type(ty, present, &validators),
        Kind::Nested { block, .. } | Kind::Block { block, .. } => of_elements(block, present),
        _ => Vec::new(),
    };
    if let Some(Default::Text(text)) = field.default() {
        found.push(Value::from(text.as_str()));
    }
    let mut distinct: Vec<Value> = Vec::new();
    for value in found {
        if value != *present && !distinct.contains(&value) && distinct.len() < MOST {
            distinct.push(value);
        }
    }
    distinct
}

fn of_type(ty: &Type, present: &Value, validators: &[&Validator]) -> Vec<Value> {
    match ty {
        Type::Bool => vec![
            Value::Bool(!matches!(present, Value::Bool(true))),
            Value::Bool(true),
        ],
        Type::Number => numbers(present, validators),
        Type::String => texts(present, validators),
        Type::List(element) => sequences(element, present.elements(), validators, Value::List),
        Type::Set(element) => sequences(element, present.elements(), validators, set_of),
        Type::Map(element) => maps(element, present, validators),
        Type::Dynamic => match present {
            Value::Dynamic(dynamic) => of_type(&dynamic.ty, &dynamic.value, validators)
                .into_iter()
                .map(|value| Value::dynamic(dynamic.ty.clone(), value))
                .collect(),
            _ => vec![Value::dynamic(Type::String, Value::from("kit"))],
        },
        Type::Tuple(types) => members(types.iter(), present),
        Type::Object(attributes) => members(attributes.iter().map(|a| &a.ty), present),
    }
}

/// A list or a set of at least two elements without its first or last one: the others must keep
/// their computed values.
pub(crate) fn fewer(present: &Value) -> Option<Vec<Value>> {
    let make = |elements: &[Value]| match present {
        Value::Set(_) => set_of(elements.to_vec()),
        _ => Value::List(elements.to_vec()),
    };
    let elements = present.elements();
    let ([_, rest @ ..], [first @ .., _]) = (elements, elements) else {
        return None;
    };
    (!rest.is_empty()).then(|| vec![make(rest), make(first)])
}

fn set_of(elements: Vec<Value>) -> Value {
    Value::Set(elements.into_iter().collect())
}

/// One member changed.
fn members<'t>(types: impl Iterator<Item = &'t Type>, present: &Value) -> Vec<Value> {
    let (Value::List(values) | Value::Object(values)) = present else {
        return Vec::new();
    };
    let members = types.zip(values).enumerate();
    let changed = members.flat_map(|(index, (ty, value))| {
        let others = of_type(ty, value, &[]).into_iter().take(2);
        others.map(move |other| with(present, &[ValueStep::Position(index)], other))
    });
    changed.collect()
}

fn each<'v>(validators: &[&'v Validator], keys: bool) -> Vec<&'v Validator> {
    let inner = validators.iter().filter_map(|validator| match validator {
        Validator::Each { validators } if !keys => Some(validators),
        Validator::Keys { validators } if keys => Some(validators),
        // `At` belongs to a tuple, which has members and no elements.
        _ => None,
    });
    inner.flat_map(|validators| validators.iter()).collect()
}

fn sequences(
    element: &Type,
    present: &[Value],
    validators: &[&Validator],
    make: fn(Vec<Value>) -> Value,
) -> Vec<Value> {
    let inner = each(validators, false);
    let last = present.last().unwrap_or(&Value::Null);
    let mut found = Vec::new();
    for other in of_type(element, last, &inner).into_iter().take(8) {
        if let Some((_, rest)) = present.split_last() {
            found.push(make([rest, std::slice::from_ref(&other)].concat()));
        }
        found.push(make([present, &[other]].concat()));
    }
    if let [shorter @ .., _] = present
        && !shorter.is_empty()
    {
        found.push(make(shorter.to_vec()));
    }
    found
}

fn maps(element: &Type, present: &Value, validators: &[&Validator]) -> Vec<Value> {
    let map = match present {
        Value::Map(map) => map.clone(),
        _ => BTreeMap::new(),
    };
    let inner = each(validators, false);
    let mut found = Vec::new();
    if let Some((key, value)) = map.first_key_value() {
        for other in of_type(element, value, &inner).into_iter().take(8) {
            let mut changed = map.clone();
            changed.insert(Arc::clone(key), other);
            found.push(Value::Map(changed));
        }
    }
    let first = map.values().next().unwrap_or(&Value::Null);
    let value = of_type(element, first, &inner).into_iter().next();
    for key in texts(&Value::Null, &each(validators, true)) {
        if let (Value::String(key), Some(value)) = (key, &value) {
            let mut longer = map.clone();
            longer.insert(key, value.clone());
            found.push(Value::Map(longer));
        }
    }
    found
}

fn numbers(present: &Value, validators: &[&Validator]) -> Vec<Value> {
    let (mut least, mut most): (Option<i128>, Option<i128>) = (None, None);
    let mut listed = Vec::new();
    let mut fraction = Vec::new();
    for predicate in predicates(validators) {
        match predicate {
            Predicate::OneOfIntegers { values } => {
                listed.extend(values.iter().map(|n| Value::from(Number::from(*n))));
            }
            Predicate::OneOfNumbers { values } => {
                let numbers = values.iter().filter_map(|n| Number::try_from(*n).ok());
                listed.extend(numbers.map(Value::Number));
            }
            Predicate::Integer { min, max } => {
                least = least.into_iter().chain([*min]).max();
                most = most.into_iter().chain(i128::try_from(*max)).min();
            }
            Predicate::Range(Range::Integer { min, max }) => {
                least = least.into_iter().chain(*min).max();
                most = most.into_iter().chain(*max).min();
            }
            Predicate::Range(Range::Float { min, max, below }) => {
                fraction.extend(*min);
                fraction.extend(max.filter(|_| !below));
                if let (Some(min), Some(max)) = (min, max) {
                    fraction.push(min + (max - min) / 2.0);
                }
            }
            _ => {}
        }
    }
    if !listed.is_empty() {
        return listed;
    }
    let mut whole: Vec<i128> = Vec::new();
    if let Value::Number(number) = present
        && let Some(now) = number.as_i64().map(i128::from)
    {
        whole.extend([now + 1, now - 1, now * 2, now / 2]);
    }
    // Bounds are legal, but often far from sensible: smaller numbers come first.
    let mut others = vec![1, 2, 3, 8, 10, 64, 100, 1024, 8080];
    for bound in [least, most].into_iter().flatten() {
        others.extend([bound, bound.saturating_add(1), bound.saturating_sub(1)]);
    }
    others.sort_by_key(|n: &i128| n.unsigned_abs());
    whole.extend(others);
    whole.retain(|n| least.is_none_or(|least| *n >= least) && most.is_none_or(|most| *n <= most));
    let whole = whole.into_iter().filter_map(|n| i64::try_from(n).ok());
    let fraction = fraction
        .into_iter()
        .filter_map(|n| Number::try_from(n).ok());
    let whole = whole.map(Value::from);
    whole.chain(fraction.map(Value::Number)).collect()
}

fn texts(present: &Value, validators: &[&Validator]) -> Vec<Value> {
    let mut listed = Vec::new();
    let (mut shortest, mut longest) = (0_usize, usize::MAX);
    for predicate in predicates(validators) {
        match predicate {
            Predicate::OneOf { values } | Predicate::OneOfIgnoreCase { values } => {
                listed.extend(values.iter().map(|text| Value::from(text.as_str())));
            }
            Predicate::Length { min, max } => {
                let size = |n: &Option<u64>| n.and_then(|n| usize::try_from(n).ok());
                shortest = size(min).unwrap_or(shortest);
                longest = size(max).unwrap_or(longest);
            }
            // Likely values of other formats are in `TEXTS`, or vary the current string.
            _ => {}
        }
    }
    if !listed.is_empty() {
        return listed;
    }
    let mut found: Vec<String> = Vec::new();
    if let Some(now) = present.as_str().filter(|now| !now.is_empty()) {
        found.extend(varied(now));
    }
    found.extend(TEXTS.iter().map(|&text| text.to_owned()));
    // A real string is never that long.
    if (1..=4096).contains(&shortest) {
        found.push("k".repeat(shortest));
        found.push("0".repeat(shortest));
    }
    let mut values: Vec<Value> = found
        .into_iter()
        .filter(|text| (shortest..=longest).contains(&text.chars().count()))
        .map(Value::from)
        .collect();
    values.dedup();
    values
}

/// Strings of nearly the same form.
fn varied(now: &str) -> Vec<String> {
    let mut found = Vec::new();
    // Changing a digit keeps the form of addresses, times, versions and durations.
    for (at, letter) in now.char_indices().rev() {
        if let Some(digit) = letter.to_digit(10) {
            let other = char::from_digit((digit + 1) % 10, 10).unwrap_or('0');
            let mut text = now.to_owned();
            text.replace_range(at..at + letter.len_utf8(), other.encode_utf8(&mut [0; 4]));
            found.push(text);
            if found.len() == 3 {
                break;
            }
        }
    }
    found.push(format!("{now}2"));
    found.push(format!("{now}x"));
    found.push(format!("{now}-x"));
    let mut shorter = now.to_owned();
    if let Some(last) = shorter.pop() {
        let other = if last == 'b' { 'c' } else { 'b' };
        found.push(format!("{shorter}{other}"));
        if !shorter.is_empty() {
            found.push(shorter);
        }
    }
    found
}

/// The predicates of the validators, with those inside `all` and `any`.
fn predicates<'v>(validators: &[&'v Validator]) -> Vec<&'v Predicate> {
    let inner = validators.iter().flat_map(|validator| match validator {
        Validator::All { validators } | Validator::Any { validators } => {
            predicates(&validators.iter().collect::<Vec<_>>())
        }
        other => other.predicate().into_iter().collect(),
    });
    inner.collect()
}

/// One element more, one less; a new element copies what it needs from the existing ones.
fn of_elements(block: &Block, present: &Value) -> Vec<Value> {
    let make = match present {
        Value::Map(elements) => return of_map(block, elements),
        Value::Set(_) => set_of,
        _ => Value::List,
    };
    let elements = present.elements();
    let Some((last, rest)) = elements.split_last() else {
        return Vec::new();
    };
    let longer = others(block, last).into_iter();
    let longer = longer.map(|other| make([elements, &[other]].concat()));
    longer.chain([make(rest.to_vec())]).collect()
}

fn of_map(block: &Block, elements: &BTreeMap<Arc<str>, Value>) -> Vec<Value> {
    let Some((key, last)) = elements.last_key_value() else {
        return Vec::new();
    };
    let longer = others(block, last).into_iter().map(|other| {
        let mut longer = elements.clone();
        longer.insert(format!("{key}2").into(), other);
        Value::Map(longer)
    });
    let mut shorter = elements.clone();
    shorter.pop_last();
    longer.chain([Value::Map(shorter)]).collect()
}

/// Elements like this one, with one configurable field changed; the last one is a copy.
fn others(block: &Block, element: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    for place in field_places(block, element) {
        if !place.is_changeable() || place.in_set {
            continue;
        }
        let now = get(element, &place.steps).unwrap_or(&Value::Null);
        if *now == absent(place.field) {
            continue;
        }
        for other in candidates(place.field, now).into_iter().take(3) {
            found.push(with(element, &place.steps, other));
        }
    }
    found.push(element.clone());
    found
}
