//! What can be said about a value written in the source.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::facts::{
    Bound, Collection, Interval, Literal, Scalar, Shape, ValidatorFacts, ValidatorKind,
};
use crate::format;
use crate::words::Words;

/// Nested deeper is not looked at.
pub(super) const DEEPEST: usize = 32;

/// What the literal is, in words, if it is nothing a field of this shape can hold.
pub(super) fn mismatch(literal: &Literal<'_>, shape: &Shape<'_>) -> Option<String> {
    mismatch_at(literal, shape, 0)
}

fn mismatch_at(literal: &Literal<'_>, shape: &Shape<'_>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let fits = match (shape, literal) {
        (Shape::Scalar(Scalar::Other), Literal::List(_) | Literal::Map(_)) => false,
        (Shape::Scalar(Scalar::Other), _) => true,
        (Shape::Scalar(Scalar::String | Scalar::Enum), Literal::Text(_)) => true,
        (Shape::Scalar(Scalar::Bool), Literal::Bool(_)) => true,
        (Shape::Scalar(Scalar::Integer | Scalar::Float | Scalar::Number), Literal::Integer(_)) => {
            true
        }
        (Shape::Scalar(Scalar::Float | Scalar::Number), Literal::Float(_)) => true,
        (Shape::Scalar(_), _) => false,
        (Shape::Collection(Collection::List | Collection::Set, element), Literal::List(items)) => {
            let element = element.shape.as_deref()?;
            return items
                .iter()
                .find_map(|item| mismatch_at(item, element, depth + 1));
        }
        (Shape::Collection(Collection::Map, element), Literal::Map(items)) => {
            let element = element.shape.as_deref()?;
            return items
                .iter()
                .find_map(|(_, item)| mismatch_at(item, element, depth + 1));
        }
        // An empty list literal may be an empty map, depending on how it was written.
        (Shape::Collection(..), Literal::List(items)) => items.is_empty(),
        (Shape::Collection(..), _) => false,
        _ => true,
    };
    (!fits).then(|| format!("{}, not a {}", show(literal), shape.words()))
}

/// The text, if the literal is one.
pub(super) fn text<'l>(literal: &'l Literal<'_>) -> Option<&'l str> {
    match literal {
        Literal::Text(text) => Some(text),
        _ => None,
    }
}

/// The literal as an author would write it, shortened.
pub(super) fn show(literal: &Literal<'_>) -> String {
    match literal {
        Literal::Text(text) if text.chars().count() > 40 => {
            let start: String = text.chars().take(40).collect();
            format!("{start:?}…")
        }
        Literal::Text(text) => format!("{text:?}"),
        Literal::Bool(value) => format!("{value}"),
        Literal::Integer(value) => format!("{value}"),
        Literal::Float(value) => format!("{value:?}"),
        Literal::List(_) => String::from("a list"),
        Literal::Map(_) => String::from("a map"),
    }
}

/// An end of an interval as written.
pub(super) fn show_bound(bound: Bound) -> String {
    match bound {
        Bound::Integer(value) => format!("{value}"),
        Bound::Float(value) => format!("{value:?}"),
    }
}

/// An interval as a Rust range.
pub(super) fn show_interval(interval: &Interval) -> String {
    let min = interval.min.map(show_bound).unwrap_or_default();
    match interval.max.map(show_bound) {
        None => format!("{min}.."),
        Some(max) if interval.max_excluded => format!("{min}..{max}"),
        Some(max) => format!("{min}..={max}"),
    }
}

/// What a validator that refuses the literal wants, in words.
pub(super) fn wants(literal: &Literal<'_>, validator: &ValidatorFacts<'_>) -> String {
    match &validator.kind {
        ValidatorKind::Range(i) => format!("it must be in {}", show_interval(i)),
        ValidatorKind::Length(i) => {
            format!("its length in characters must be in {}", show_interval(i))
        }
        ValidatorKind::Size(i) => format!("its number of elements must be in {}", show_interval(i)),
        ValidatorKind::OneOf(values) => {
            let shown: Vec<String> = values.iter().take(8).map(show).collect();
            let more = if values.len() > 8 { ", …" } else { "" };
            format!("it must be one of {}{more}", shown.join(", "))
        }
        ValidatorKind::Regex { pattern, .. } => format!("it must match {pattern:?}"),
        ValidatorKind::Bytes(i) => format!("its length in bytes must be in {}", show_interval(i)),
        ValidatorKind::OneOfIgnoreCase(values) => {
            format!(
                "it must be {}",
                Words::OneOfIgnoreCase(values.iter().map(show).collect())
            )
        }
        ValidatorKind::DivisibleBy(Some(divisor)) => {
            format!("it must be {}", Words::Multiple(format!("{divisor}")))
        }
        ValidatorKind::Equals(value) => format!("it must be {value}"),
        ValidatorKind::NotZero => format!("it must be {}", Words::NotZero),
        ValidatorKind::Excludes(Some(characters)) => {
            format!("it must be {}", Words::Excludes(String::from(*characters)))
        }
        ValidatorKind::Url(schemes) => {
            let schemes = schemes.iter().filter_map(text).map(String::from).collect();
            format!("it must be {}", Words::Url(schemes))
        }
        ValidatorKind::Network(i) => format!(
            "it must be a network such as \"10.0.0.0/16\" whose bits are in {}, without bits beyond",
            show_interval(i)
        ),
        ValidatorKind::Format { format, default } => {
            let must = format!("it must be {}", Words::from(*format));
            let problem = match (format.problem, default) {
                (Some(problem), _) => text(literal).and_then(problem).map(String::from),
                (None, Some(Err(problem))) => Some(problem.clone()),
                (None, _) => None,
            };
            problem.map_or(must.clone(), |problem| format!("{must}, but {problem}"))
        }
        _ => String::from("the two contradict each other"),
    }
}

/// Whether the literal passes; `None` where that cannot be known here.
pub(super) fn accepts(
    literal: &Literal<'_>,
    validator: &ValidatorFacts<'_>,
    depth: usize,
) -> Option<bool> {
    if depth > DEEPEST {
        return None;
    }
    let every = |items: &mut dyn Iterator<Item = Option<bool>>| {
        let mut sure = true;
        for verdict in items {
            match verdict {
                Some(false) => return Some(false),
                Some(true) => {}
                None => sure = false,
            }
        }
        sure.then_some(true)
    };
    let each = |item: &Literal<'_>, validators: &[ValidatorFacts<'_>]| {
        every(&mut validators.iter().map(|v| accepts(item, v, depth + 1)))
    };
    match (&validator.kind, literal) {
        (ValidatorKind::Range(i), Literal::Integer(v)) => within(i, Bound::Integer(*v)),
        (ValidatorKind::Range(i), Literal::Float(v)) => within(i, Bound::Float(*v)),
        (ValidatorKind::Length(i), Literal::Text(text)) => within(
            i,
            Bound::Integer(i128::try_from(text.chars().count()).ok()?),
        ),
        (ValidatorKind::Bytes(i), Literal::Text(text)) => {
            within(i, Bound::Integer(i128::try_from(text.len()).ok()?))
        }
        (ValidatorKind::OneOfIgnoreCase(values), Literal::Text(literal)) if !values.is_empty() => {
            let folded = literal.to_lowercase();
            let same = |value: &Literal<'_>| text(value).map(|text| text.to_lowercase() == folded);
            let verdicts: Option<Vec<bool>> = values.iter().map(same).collect();
            verdicts.map(|all| all.contains(&true))
        }
        (ValidatorKind::DivisibleBy(Some(divisor)), Literal::Integer(number)) => {
            number.checked_rem(*divisor).map(|rest| rest == 0)
        }
        (ValidatorKind::Equals(wanted), Literal::Bool(value)) => Some(wanted == value),
        (ValidatorKind::NotZero, Literal::Text(text)) => Some(!text.is_empty()),
        (ValidatorKind::NotZero, Literal::Bool(value)) => Some(*value),
        (ValidatorKind::NotZero, Literal::Integer(number)) => Some(*number != 0),
        (ValidatorKind::NotZero, Literal::Float(number)) => Some(*number != 0.0),
        (ValidatorKind::NotZero, Literal::List(items)) => Some(!items.is_empty()),
        (ValidatorKind::NotZero, Literal::Map(items)) => Some(!items.is_empty()),
        (ValidatorKind::Excludes(Some(characters)), Literal::Text(text)) => {
            Some(!text.contains(|c| characters.contains(c)))
        }
        (ValidatorKind::Url(schemes), Literal::Text(url)) => {
            let Some(scheme) = format::url_scheme(url) else {
                return Some(false);
            };
            let known: Option<Vec<&str>> = schemes.iter().map(text).collect();
            known.map(|all| all.is_empty() || all.iter().any(|s| s.eq_ignore_ascii_case(scheme)))
        }
        (ValidatorKind::Network(i), Literal::Text(text)) => match format::network_prefix(text) {
            Some(prefix) => within(i, Bound::Integer(prefix.into())),
            None => Some(false),
        },
        (ValidatorKind::Format { format, default }, Literal::Text(text)) => match format.problem {
            Some(problem) => Some(problem(text).is_none()),
            None => default.as_ref().map(Result::is_ok),
        },
        (ValidatorKind::Size(i), Literal::List(items)) => {
            within(i, Bound::Integer(i128::try_from(items.len()).ok()?))
        }
        (ValidatorKind::Size(i), Literal::Map(items)) => {
            within(i, Bound::Integer(i128::try_from(items.len()).ok()?))
        }
        (ValidatorKind::OneOf(values), literal) if !values.is_empty() => {
            Some(values.iter().any(|v| same(v, literal)))
        }
        (
            ValidatorKind::Regex {
                accepts_default, ..
            },
            _,
        ) if depth == 0 => *accepts_default,
        (ValidatorKind::Each(inner), Literal::List(items)) => {
            every(&mut items.iter().map(|item| each(item, inner)))
        }
        (ValidatorKind::Each(inner) | ValidatorKind::Values(inner), Literal::Map(items)) => {
            every(&mut items.iter().map(|(_, item)| each(item, inner)))
        }
        (ValidatorKind::Keys(inner), Literal::Map(items)) => every(
            &mut items
                .iter()
                .map(|(key, _)| each(&Literal::Text(key), inner)),
        ),
        (ValidatorKind::Unique, Literal::List(items)) => Some(repeated(items).is_none()),
        (ValidatorKind::All(inner), literal) => each(literal, inner),
        (ValidatorKind::Any(inner), literal) => {
            let verdicts: Vec<_> = inner
                .iter()
                .map(|v| accepts(literal, v, depth + 1))
                .collect();
            if verdicts.contains(&Some(true)) {
                Some(true)
            } else {
                (!verdicts.is_empty() && !verdicts.contains(&None)).then_some(false)
            }
        }
        (ValidatorKind::Not(inner), literal) => accepts(literal, inner, depth + 1).map(|b| !b),
        _ => None,
    }
}

/// The first literal that occurs a second time, with its position.
pub(super) fn repeated<'l, 'a>(items: &'l [Literal<'a>]) -> Option<(usize, &'l Literal<'a>)> {
    items
        .iter()
        .enumerate()
        .find(|(i, item)| items.iter().take(*i).any(|before| same(before, item)))
}

/// Equal as Terraform sees it: 1 and 1.0 are one number.
fn same(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    let number = |l: &Literal<'_>| match l {
        Literal::Integer(v) => Some(Bound::Integer(*v)),
        Literal::Float(v) => Some(Bound::Float(*v)),
        _ => None,
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => compare(a, b) == Some(Ordering::Equal),
        _ => a == b,
    }
}

fn within(interval: &Interval, value: Bound) -> Option<bool> {
    if let Some(min) = interval.min
        && compare(value, min)? == Ordering::Less
    {
        return Some(false);
    }
    if let Some(max) = interval.max {
        let order = compare(value, max)?;
        if order == Ordering::Greater || (interval.max_excluded && order == Ordering::Equal) {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether nothing fits in the interval.
pub(super) fn nothing_fits(interval: &Interval) -> bool {
    let (Some(min), Some(max)) = (interval.min, interval.max) else {
        return false;
    };
    match compare(min, max) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => interval.max_excluded,
        _ => false,
    }
}

/// Whether an end of the interval is no whole number.
pub(super) fn has_fraction(interval: &Interval) -> bool {
    let fraction = |bound: Option<Bound>| matches!(bound, Some(Bound::Float(_)));
    fraction(interval.min) || fraction(interval.max)
}

/// Whether the value is below zero.
pub(super) fn is_negative(bound: Bound) -> bool {
    compare(bound, Bound::Integer(0)) == Some(Ordering::Less)
}

/// Whether the first is the greater one.
pub(super) fn is_above(bound: Bound, other: Bound) -> bool {
    compare(bound, other) == Some(Ordering::Greater)
}

/// Compares exactly, also a whole number with a float.
fn compare(a: Bound, b: Bound) -> Option<Ordering> {
    /// Floats of this size and above are whole and may not fit an i128.
    const HUGE: f64 = 1e38;
    match (a, b) {
        (Bound::Integer(a), Bound::Integer(b)) => Some(a.cmp(&b)),
        (Bound::Float(a), Bound::Float(b)) => a.partial_cmp(&b),
        (Bound::Float(_), Bound::Integer(_)) => compare(b, a).map(Ordering::reverse),
        (Bound::Integer(a), Bound::Float(b)) => {
            if b.is_nan() {
                return None;
            }
            if b >= HUGE {
                return Some(Ordering::Less);
            }
            if b <= -HUGE {
                return Some(Ordering::Greater);
            }
            // In range, so the conversion only drops the fraction.
            let whole = b as i128;
            let fraction = b - whole as f64;
            Some(a.cmp(&whole).then(if fraction > 0.0 {
                Ordering::Less
            } else if fraction < 0.0 {
                Ordering::Greater
            } else {
                Ordering::Equal
            }))
        }
    }
}
