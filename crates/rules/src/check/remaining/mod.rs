//! Whether the validators of a field leave any value, and any that its type holds (R242).
//!
//! What a validator leaves is known exactly or as an upper bound, so everything reported is
//! certain.

mod numbers;
mod required_validator;

pub use numbers::whole_numbers;

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use numbers::{Number, NumberConstraint, WHOLE_NUMBERS, least_multiple};
use required_validator::{RequiredValidator, flatten, report, show};

use super::{At, Cx, minimal};
use crate::facts::Shape;
use crate::literal::{self, Bound, Interval, Literal, MAX_WRITTEN_DEPTH};
use crate::scalar::Scalar;
use crate::validator::combinators::{every, some};
use crate::validator::{self, NumberSet, ValidatorFacts, ValidatorKind};
use crate::violation::{Subject, Violation};

/// Lists with more values are not compared with each other.
const MOST: usize = 1000;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let told = |v: &Violation| {
        let (Subject::Key(key) | Subject::Item { key, .. }) = v.at else {
            return false;
        };
        cx.is_own(v) && v.index == Some(field.index) && key == "validate"
    };
    if field.validators.is_empty() || cx.out.iter().any(told) {
        return;
    }
    let mut asked = Vec::new();
    for (index, validator) in field.validators.iter().enumerate() {
        flatten(validator, index, &[], &mut asked);
    }
    let of_type: Vec<&ValidatorFacts<'_>> = field.of_type.iter().collect();
    let level = Level {
        of_type,
        what: "",
        kind: Values::of(&field.shape, field.integers.is_some()),
    };
    level.check(cx, field, &asked, 0);
}

/// The kind of values.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    Numbers { whole: bool },
    Texts,
    Truths,
    Collections,
    Unknown,
}

impl Values {
    fn of(shape: &Shape<'_>, whole: bool) -> Self {
        match shape {
            Shape::Scalar(Scalar::Integer) => Values::Numbers { whole: true },
            Shape::Scalar(Scalar::Float | Scalar::Number) => Values::Numbers { whole },
            Shape::Scalar(Scalar::String) => Values::Texts,
            Shape::Scalar(Scalar::Bool) => Values::Truths,
            Shape::Collection(..) | Shape::Nested { .. } => Values::Collections,
            _ => Values::Unknown,
        }
    }
}

/// The values at one level: those of the field, its elements, its keys.
struct Level<'v, 'a> {
    /// What the type itself requires.
    of_type: Vec<&'v ValidatorFacts<'a>>,
    /// The part of the field; empty for its own values.
    what: &'static str,
    kind: Values,
}

impl<'v, 'a> Level<'v, 'a> {
    fn check(
        &self,
        cx: &mut Cx<'_, '_>,
        field: At<'_, '_>,
        asked: &[RequiredValidator<'v, 'a>],
        depth: usize,
    ) {
        if self.refused_value(cx, field, asked, true)
            || self.impossible_end(cx, field, asked)
            || self.nothing_left(cx, field, asked)
            || self.refused_value(cx, field, asked, false)
            || depth >= MAX_WRITTEN_DEPTH
        {
            return;
        }
        for (what, elements) in [("an element of ", true), ("a key of ", false)] {
            let inner = |validator: &'v ValidatorFacts<'a>| -> &'v [ValidatorFacts<'a>] {
                match &validator.kind {
                    ValidatorKind::Each(inner) | ValidatorKind::Values(inner) if elements => inner,
                    ValidatorKind::Keys(inner) if !elements => inner,
                    _ => &[],
                }
            };
            let mut parts = Vec::new();
            for one in asked {
                for (position, validator) in inner(one.validator).iter().enumerate() {
                    let inside = [&one.inside[..], &[position]].concat();
                    flatten(validator, one.index, &inside, &mut parts);
                }
            }
            if parts.is_empty() {
                continue;
            }
            let of_type: Vec<&ValidatorFacts<'a>> =
                self.of_type.iter().flat_map(|one| inner(one)).collect();
            let whole = of_type.iter().any(|one| one.name == WHOLE_NUMBERS);
            let shape = match (&field.shape, depth) {
                (Shape::Collection(_, element), 0) if elements => Some(&**element),
                _ => None,
            };
            let level = Level {
                of_type,
                what,
                kind: match shape {
                    Some(shape) => Values::of(shape, whole),
                    None if elements => Values::Unknown,
                    None => Values::Texts,
                },
            };
            level.check(cx, field, &parts, depth + 1);
        }
    }

    /// A listed value that the type cannot hold, or that another validator rejects.
    fn refused_value(
        &self,
        cx: &mut Cx<'_, '_>,
        field: At<'_, '_>,
        asked: &[RequiredValidator<'v, 'a>],
        by_type: bool,
    ) -> bool {
        let before = cx.out.len();
        let (others, most): (Vec<&ValidatorFacts<'_>>, _) = match by_type {
            true => (self.of_type.clone(), usize::MAX),
            false => (asked.iter().map(|one| one.validator).collect(), MOST),
        };
        for one in asked {
            let ValidatorKind::OneOf(values) = &one.validator.kind else {
                continue;
            };
            for (position, value) in values.iter().enumerate().take(most) {
                let refuses = |other: &&&ValidatorFacts<'_>| admits(other, value, 0) == Some(false);
                let Some(other) = others.iter().find(refuses) else {
                    continue;
                };
                let (name, shown) = (one.validator.name, literal::show(value));
                let (what, why, help) = match by_type {
                    true => (
                        "",
                        String::from("its type does not hold"),
                        format!("of that type {}", other.kind.rules().wants(value)),
                    ),
                    false => (
                        self.what,
                        format!("{} rejects", show(other)),
                        String::from(
                            "a value must pass both: remove it from the list, or change the other",
                        ),
                    ),
                };
                let message = format!(
                    "`{name}` of {what}`{}` lists {shown}, which {why}",
                    field.name
                );
                report(cx, field, one, Some(position), message, help);
            }
        }
        cx.out.len() > before
    }

    /// An end of an interval that the type cannot hold.
    fn impossible_end(
        &self,
        cx: &mut Cx<'_, '_>,
        field: At<'_, '_>,
        asked: &[RequiredValidator<'v, 'a>],
    ) -> bool {
        let before = cx.out.len();
        for one in asked {
            let ValidatorKind::Range(interval) = &one.validator.kind else {
                continue;
            };
            let refused = [interval.min, interval.max].into_iter().find_map(|end| {
                let Some(Bound::Integer(end)) = end else {
                    return None;
                };
                let end = Literal::Integer(end);
                let mut types = self.of_type.iter();
                let refused = types.any(|ty| admits(ty, &end, 0) == Some(false));
                refused.then_some(end)
            });
            // A validator that leaves nothing at all is reported as such.
            if let Some(end) = refused
                && !self.leaves_nothing(&[one.validator], true)
            {
                let message = format!(
                    "{} of {}`{}` ends at {}, which its type does not hold",
                    show(one.validator),
                    self.what,
                    field.name,
                    literal::show(&end)
                );
                report(cx, field, one, None, message, self.of_type_in_words());
            }
        }
        cx.out.len() > before
    }

    /// A minimal set of validators that leave nothing.
    fn nothing_left(
        &self,
        cx: &mut Cx<'_, '_>,
        field: At<'_, '_>,
        asked: &[RequiredValidator<'v, 'a>],
    ) -> bool {
        if self.leaves_nothing(&[], true) {
            return false;
        }
        let all: Vec<usize> = (0..asked.len()).collect();
        let of = |chosen: &[usize], with_type| {
            let chosen: Vec<&ValidatorFacts<'_>> =
                chosen.iter().map(|one| asked[*one].validator).collect();
            self.leaves_nothing(&chosen, with_type)
        };
        if !of(&all, true) {
            return false;
        }
        // Prefers contradictions between validators to those with the type.
        let with_type = !of(&all, false);
        let core = minimal(all, |fewer| of(fewer, with_type));
        let Some(last) = core.last() else {
            return false;
        };
        let shown: Vec<String> = core.iter().map(|one| show(asked[*one].validator)).collect();
        let place = format!("{}`{}`", self.what, field.name);
        let (both, allow, change) = match shown.len() {
            1 => (
                "",
                "allows",
                "it rejects every value: remove it, or change it",
            ),
            2 => (
                "both ",
                "allow",
                "a value must pass all of them: change one, or write `any(…)` around the two if \
                 one is enough",
            ),
            _ => ("", "allow", "a value must pass all of them: change one"),
        };
        let shown = shown.join(" and ");
        let (message, help) = match with_type {
            true => (
                format!("{shown} of {place} {allow} nothing that its type holds"),
                self.of_type_in_words(),
            ),
            false => (
                format!("no value passes {both}{shown} of {place}"),
                String::from(change),
            ),
        };
        report(cx, field, &asked[*last], None, message, help);
        true
    }

    fn of_type_in_words(&self) -> String {
        let wants = self.of_type.iter().find_map(|ty| match &ty.kind {
            ValidatorKind::Range(interval) => Some(format!(
                "the type holds whole numbers in {}: choose among these, or take a larger type",
                literal::show_interval(interval)
            )),
            ValidatorKind::OneOf(_) => Some(format!(
                "of that type {}",
                ty.kind.rules().wants(&Literal::Text(""))
            )),
            _ => None,
        });
        wants.unwrap_or_else(|| String::from("allow some of what the type holds"))
    }

    /// Whether it is certain that no value passes all of these.
    fn leaves_nothing(&self, chosen: &[&ValidatorFacts<'_>], with_type: bool) -> bool {
        let of_type = self.of_type.iter().copied().filter(|_| with_type);
        let all: Vec<&ValidatorFacts<'_>> = chosen.iter().copied().chain(of_type).collect();
        self.no_listed_value(&all) || self.no_number(&all)
    }

    /// If values are listed: whether all of them are rejected.
    fn no_listed_value(&self, all: &[&ValidatorFacts<'_>]) -> bool {
        let refused = |value: &Literal<'_>, among: &[&ValidatorFacts<'_>]| {
            among.iter().any(|one| admits(one, value, 0) == Some(false))
        };
        let truths = [Literal::Bool(true), Literal::Bool(false)];
        if self.kind == Values::Truths && truths.iter().all(|value| refused(value, all)) {
            return true;
        }
        let any_case: Vec<&ValidatorFacts<'_>> = all
            .iter()
            .copied()
            .filter(|one| matches!(one.kind, ValidatorKind::OneOfIgnoreCase(_)))
            .collect();
        all.iter().any(|one| match &one.kind {
            ValidatorKind::OneOf(values) if values.len() <= MOST => {
                !values.is_empty() && values.iter().all(|value| refused(value, all))
            }
            // In a different case, a string may pass although it does not pass as written.
            ValidatorKind::OneOfIgnoreCase(values) if values.len() <= MOST => {
                !values.is_empty() && values.iter().all(|value| refused(value, &any_case))
            }
            _ => false,
        })
    }

    /// Whether the required numbers exclude each other: those of the values, of their lengths and
    /// so on.
    fn no_number(&self, all: &[&ValidatorFacts<'_>]) -> bool {
        let divisor = all
            .iter()
            .filter_map(|one| match one.kind {
                ValidatorKind::DivisibleBy(divisor) => divisor,
                _ => None,
            })
            .try_fold(1, least_multiple)
            .filter(|divisor| *divisor > 1);
        let whole = self.kind == Values::Numbers { whole: true };
        let of = |number: Number| {
            let asked = all.iter().filter_map(|one| self.asks(one, 0));
            let asked = asked.filter(|asks| asks.of == number);
            asked.fold(number.range(), |left, asks| left.and(&asks.set))
        };
        let [value, characters, bytes, elements, bits] = [
            Number::Value,
            Number::Characters,
            Number::Bytes,
            Number::Elements,
            Number::Bits,
        ]
        .map(of);
        let counts = [&characters, &bytes, &elements, &bits];
        if value.is_empty(whole, divisor) || counts.iter().any(|one| one.is_empty(true, None)) {
            return true;
        }
        // A character takes one to four bytes.
        let ((fewest, most), (least, greatest)) = (characters.ends(), bytes.ends());
        let too_few = fewest.zip(greatest).is_some_and(|(few, most)| few > most);
        let too_many = least
            .zip(most)
            .is_some_and(|(least, most)| least > most.saturating_mul(4));
        too_few || too_many
    }

    /// The numbers that a validator leaves, if it is about one kind of number.
    fn asks(&self, validator: &ValidatorFacts<'_>, depth: usize) -> Option<NumberConstraint> {
        if depth > MAX_WRITTEN_DEPTH {
            return None;
        }
        let asks = |of, set, exact| Some(NumberConstraint { of, set, exact });
        let within = |of: Number, interval: &Interval| {
            let set = NumberSet::within(interval)?.and(&of.range());
            asks(of, set, !interval.unread)
        };
        match &validator.kind {
            ValidatorKind::Range(interval) => within(Number::Value, interval),
            ValidatorKind::Length(interval) => within(Number::Characters, interval),
            ValidatorKind::Bytes(interval) => within(Number::Bytes, interval),
            ValidatorKind::Size(interval) => within(Number::Elements, interval),
            ValidatorKind::Network(interval) => {
                let set = NumberSet::within(interval)?;
                // Strings that are not networks have no bits at all.
                asks(Number::Bits, set, false)
            }
            ValidatorKind::OneOf(values) if !values.is_empty() => {
                let numbers: Option<Vec<Bound>> = values
                    .iter()
                    .map(|value| match value {
                        Literal::Integer(number) => Some(Bound::Integer(*number)),
                        Literal::Float(number) => Some(Bound::Float(*number)),
                        _ => None,
                    })
                    .collect();
                asks(Number::Value, NumberSet::only(numbers?)?, true)
            }
            ValidatorKind::NotZero => {
                let of = match self.kind {
                    Values::Numbers { .. } => Number::Value,
                    Values::Texts => Number::Characters,
                    Values::Collections => Number::Elements,
                    Values::Truths | Values::Unknown => return None,
                };
                let zero = NumberSet::only(vec![Bound::Integer(0)])?;
                asks(of, of.range().and(&zero.not()), true)
            }
            ValidatorKind::All(inner) => self.together(inner, depth, NumberSet::and),
            ValidatorKind::Any(inner) => self.together(inner, depth, NumberSet::or),
            ValidatorKind::Not(inner) => {
                let inner = self.asks(inner, depth + 1).filter(|inner| inner.exact)?;
                asks(inner.of, inner.of.range().and(&inner.set.not()), true)
            }
            _ => None,
        }
    }

    /// The same for several validators about one kind of number.
    fn together(
        &self,
        inner: &[ValidatorFacts<'_>],
        depth: usize,
        join: fn(&NumberSet, &NumberSet) -> NumberSet,
    ) -> Option<NumberConstraint> {
        let mut inner = inner.iter().map(|one| self.asks(one, depth + 1));
        let first = inner.next()??;
        inner.try_fold(first, |all, one| {
            let one = one.filter(|one| one.of == all.of)?;
            Some(NumberConstraint {
                of: all.of,
                set: join(&all.set, &one.set),
                exact: all.exact && one.exact,
            })
        })
    }
}

/// Whether a value passes; `None` if this cannot be known of any value.
fn admits(validator: &ValidatorFacts<'_>, value: &Literal<'_>, depth: usize) -> Option<bool> {
    if depth > MAX_WRITTEN_DEPTH {
        return None;
    }
    let one = |inner: &ValidatorFacts<'_>| admits(inner, value, depth + 1);
    match (&validator.kind, value) {
        (ValidatorKind::All(inner) | ValidatorKind::Any(inner), _) if inner.is_empty() => None,
        (ValidatorKind::All(inner), _) => every(inner.iter().map(one)),
        (ValidatorKind::Any(inner), _) => some(inner.iter().map(one)),
        (ValidatorKind::Not(inner), _) => one(inner).map(|passes| !passes),
        // These only know the default.
        (ValidatorKind::Regex { .. }, _) => None,
        (ValidatorKind::Format { format, .. }, Literal::Text(text)) => {
            format.problem.map(|problem| problem(text).is_none())
        }
        (ValidatorKind::Format { .. }, _) => None,
        _ => validator::accepts(value, validator, depth),
    }
}
