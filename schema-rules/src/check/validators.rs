//! Validators against the field's type and themselves (R52, R54, R55, R211–R215, R217,
//! R235–R238).

mod against;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::literals::DEEPEST;
use super::{Cx, Dialect, is_list_or_set, literals};
use crate::cross;
use crate::facts::{Bound, FieldFacts, Interval, Literal, ValidatorFacts, ValidatorKind};
use crate::format;
use crate::rule::Rule;
use crate::violation::{Subject, Text};

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    if field.validators.is_empty() {
        return;
    }
    let key = Subject::Key("validate");
    if field.go.as_ref().is_some_and(|g| g.two_validate_functions) {
        let message = format!("`{}` has two validation functions", field.name);
        cx.field(at, Rule::r(55), key, message, "keep one of them");
    }
    let block = field.is_block() && field.go.is_none();
    if field.is_computed_only() && !block {
        let message = format!(
            "`{}` is computed only, so it cannot have `validate`: nothing configures it",
            field.name
        );
        let help = "take out `validate`, or add `optional` if the configuration may set the field";
        cx.field(at, Rule::r(52), key, message, help);
        return;
    }
    if cx.dialect(field) == Dialect::Go && is_list_or_set(field) {
        let message = format!("`{}` is a list or set, which has no validation", field.name);
        cx.field(
            at,
            Rule::r(54),
            key,
            message,
            "validate the fields or elements inside",
        );
        return;
    }
    for (index, validator) in field.validators.iter().enumerate() {
        let mut check = Check {
            subject: Subject::Item {
                key: "validate",
                index,
            },
            at,
            inside: Vec::new(),
        };
        check.itself(cx, validator);
        if !block {
            check.against(cx, validator, &field.shape, "");
        }
    }
}

struct Check<'f, 'a> {
    subject: Subject,
    at: (usize, &'f FieldFacts<'a>),
    /// Positions of the validators that lead to the one being checked.
    inside: Vec<usize>,
}

impl Check<'_, '_> {
    fn report(&mut self, cx: &mut Cx<'_, '_>, rule: u16, message: String, help: String) {
        let help = Some(help).filter(|help| !help.is_empty());
        self.say(cx, rule, None, Text { message, help });
    }

    /// A mistake of this validator, or of one of its arguments.
    fn say(&self, cx: &mut Cx<'_, '_>, rule: u16, argument: Option<usize>, text: Text) {
        let before = cx.out.len();
        cx.text(self.at, Rule::r(rule), self.subject, text);
        for violation in cx.out.iter_mut().skip(before) {
            violation.inside.clone_from(&self.inside);
            violation.argument = argument;
        }
    }

    /// Looks at each of the validators inside the present one, unless they are too deep.
    fn each(
        &mut self,
        inner: &[ValidatorFacts<'_>],
        mut look: impl FnMut(&mut Self, &ValidatorFacts<'_>),
    ) {
        if self.inside.len() >= DEEPEST {
            return;
        }
        for (index, validator) in inner.iter().enumerate() {
            self.inside.push(index);
            look(self, validator);
            self.inside.pop();
        }
    }

    /// Mistakes that need no type.
    fn itself(&mut self, cx: &mut Cx<'_, '_>, validator: &ValidatorFacts<'_>) {
        let name = validator.name;
        match &validator.kind {
            ValidatorKind::Range(interval)
            | ValidatorKind::Length(interval)
            | ValidatorKind::Bytes(interval)
            | ValidatorKind::Network(interval)
            | ValidatorKind::Size(interval)
                if interval.unlimited =>
            {
                let message = format!("`{name}` of `{}` limits nothing", self.at.1.name);
                let help = format!("give it an end: `{name}(1..)` or `{name}(..=64)`");
                self.report(cx, 213, message, help);
            }
            ValidatorKind::Range(interval) => self.interval(cx, name, interval, false),
            ValidatorKind::Length(interval)
            | ValidatorKind::Bytes(interval)
            | ValidatorKind::Size(interval) => {
                self.interval(cx, name, interval, true);
            }
            ValidatorKind::Network(interval) => self.network(cx, name, interval),
            ValidatorKind::DivisibleBy(Some(0)) => {
                self.say(cx, 235, None, cross::divisor_zero(name));
            }
            ValidatorKind::Excludes(Some("")) => {
                let message = format!("`{name}` of `{}` names no character", self.at.1.name);
                let help = "name the characters that may not occur: `excludes(\"/\")`";
                self.report(cx, 238, message, String::from(help));
            }
            ValidatorKind::Url(schemes) => self.schemes(cx, name, schemes),
            ValidatorKind::OneOfIgnoreCase(values) if !values.is_empty() => {
                self.repeated_ignoring_case(cx, name, values);
            }
            ValidatorKind::OneOf(values) | ValidatorKind::OneOfIgnoreCase(values) => {
                if values.is_empty() {
                    let message = format!("`{name}` of `{}` lists no value", self.at.1.name);
                    let help = format!("list what is allowed: `{name}(\"a\", \"b\")`");
                    self.report(cx, 211, message, help);
                } else if let Some((index, value)) = literals::repeated(values) {
                    let text = cross::listed_twice(name, self.at.1.name, &literals::show(value));
                    self.say(cx, 212, Some(index), text);
                }
            }
            ValidatorKind::Regex {
                pattern,
                problem: Some(problem),
                ..
            } => {
                let message = format!("{pattern:?} is no regular expression: {problem}");
                let help = "in a raw string (`r\"…\"`) a backslash need not be doubled";
                self.report(cx, 217, message, String::from(help));
            }
            ValidatorKind::Each(inner)
            | ValidatorKind::Keys(inner)
            | ValidatorKind::Values(inner)
            | ValidatorKind::All(inner)
            | ValidatorKind::Any(inner) => {
                if inner.is_empty() {
                    let message = format!("`{name}` of `{}` holds no validator", self.at.1.name);
                    let help = format!("write the validators inside: `{name}(length(1..=64))`");
                    self.report(cx, 211, message, help);
                }
                self.each(inner, |check, validator| check.itself(cx, validator));
            }
            ValidatorKind::Not(inner) => {
                let inner = core::slice::from_ref(&**inner);
                self.each(inner, |check, validator| check.itself(cx, validator));
            }
            _ => {}
        }
    }

    fn interval(&mut self, cx: &mut Cx<'_, '_>, name: &str, interval: &Interval, count: bool) {
        let shown = literals::show_interval(interval);
        let field = self.at.1.name;
        let none =
            count && interval.max_excluded && matches!(interval.max, Some(Bound::Integer(0)));
        let beyond = |end: Option<Bound>| matches!(end, Some(Bound::Integer(n)) if i64::try_from(n).is_err());
        if none || literals::nothing_fits(interval) {
            let mut text = cross::interval_reversed(field, &format!("{name}({shown})"));
            let help = match (interval.min, interval.max) {
                (Some(min), Some(max))
                    if literals::show_bound(min) == literals::show_bound(max) =>
                {
                    format!(
                        "to allow this value alone write `{0}..={0}`",
                        literals::show_bound(min)
                    )
                }
                (Some(min), Some(max)) => format!(
                    "the lower end comes first: `{name}({}..={})`",
                    literals::show_bound(max),
                    literals::show_bound(min)
                ),
                // Only a count can be below all there are.
                _ => String::from("no count is below zero: to allow none write `..=0`"),
            };
            text.help = Some(help);
            self.say(cx, 213, None, text);
        } else if !count && (beyond(interval.min) || beyond(interval.max)) {
            let message = format!("`{name}({shown})` of `{field}` has an end beyond 64 bits");
            let help = "leave the end out, or check larger numbers with `custom`";
            self.report(cx, 215, message, String::from(help));
        } else if count
            && (interval.max.is_some_and(literals::is_negative)
                || interval.min.is_some_and(literals::is_negative))
        {
            let message = format!("`{name}({shown})` of `{field}` has an end below zero");
            self.report(
                cx,
                213,
                message,
                String::from("it counts, so it is 0 or more"),
            );
        } else if count && literals::has_fraction(interval) {
            let message = format!("`{name}({shown})` of `{field}` has an end with a fraction");
            self.report(
                cx,
                215,
                message,
                String::from("it counts: use whole numbers"),
            );
        }
    }

    /// The bits that the addresses of a network share.
    fn network(&mut self, cx: &mut Cx<'_, '_>, name: &str, interval: &Interval) {
        /// An IPv6 address has as many.
        const MOST: Bound = Bound::Integer(128);
        let too_many = |end: Option<Bound>| end.is_some_and(|end| literals::is_above(end, MOST));
        let last = Bound::Integer(if interval.max_excluded { 129 } else { 128 });
        let beyond = interval
            .max
            .is_some_and(|end| literals::is_above(end, last));
        if too_many(interval.min) || beyond {
            let shown = literals::show_interval(interval);
            let field = self.at.1.name;
            let message = format!("`{name}({shown})` of `{field}` has an end above 128");
            let help = "an IPv4 address has 32 bits, an IPv6 address 128";
            self.report(cx, 236, message, String::from(help));
        } else {
            self.interval(cx, name, interval, true);
        }
    }

    fn schemes(&mut self, cx: &mut Cx<'_, '_>, name: &str, schemes: &[Literal<'_>]) {
        for (index, scheme) in schemes.iter().enumerate() {
            let Some(scheme) = literals::text(scheme).filter(|text| !format::is_scheme(text))
            else {
                continue;
            };
            let message = format!("{scheme:?} is no scheme of a URL");
            let bare = scheme.split(':').next().unwrap_or_default();
            let help = if format::is_scheme(bare) {
                format!("write it without what follows: `{name}({bare:?})`")
            } else {
                format!("a scheme is a word: `{name}(\"https\")`; without any, write `{name}`")
            };
            let help = Some(help);
            return self.say(cx, 237, Some(index), Text { message, help });
        }
        self.repeated_ignoring_case(cx, name, schemes);
    }

    /// The first text that occurs a second time, in capital letters or not.
    fn repeated_ignoring_case(&mut self, cx: &mut Cx<'_, '_>, name: &str, values: &[Literal<'_>]) {
        let mut seen = BTreeMap::new();
        for (index, text) in values.iter().map(literals::text).enumerate() {
            let Some(text) = text else { continue };
            if let Some(first) = seen.insert(text.to_lowercase(), text) {
                let mut twice = cross::listed_twice(name, self.at.1.name, &format!("{text:?}"));
                if first != text {
                    let help = "remove one of the two: capital letters make no difference";
                    twice.help = Some(String::from(help));
                }
                return self.say(cx, 212, Some(index), twice);
            }
        }
    }
}
