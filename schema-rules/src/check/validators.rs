//! Validators against the field's type and themselves (R52, R54, R55, R211–R215, R217,
//! R235–R238).

mod against;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::{Cx, Dialect, is_list_or_set, literals};
use crate::cross;
use crate::facts::{Bound, FieldFacts, Interval, Literal, ValidatorFacts, ValidatorKind};
use crate::format;
use crate::rule::Rule;
use crate::violation::Subject;

/// Nested deeper is not looked at.
const DEEPEST: usize = 32;

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
        };
        check.itself(cx, validator, 0);
        if !block {
            check.against(cx, validator, &field.shape, "", 0);
        }
    }
}

struct Check<'f, 'a> {
    subject: Subject,
    at: (usize, &'f FieldFacts<'a>),
}

impl Check<'_, '_> {
    fn report(&mut self, cx: &mut Cx<'_, '_>, rule: u16, message: String, help: String) {
        cx.field(self.at, Rule::r(rule), self.subject, message, help);
    }

    /// Mistakes that need no type.
    fn itself(&mut self, cx: &mut Cx<'_, '_>, validator: &ValidatorFacts<'_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
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
                let text = cross::divisor_zero(name);
                cx.text(self.at, Rule::r(235), self.subject, text);
            }
            ValidatorKind::Excludes(Some("")) => {
                let message = format!("`{name}` of `{}` names no character", self.at.1.name);
                let help = "name the characters that may not occur: `excludes(\"/\")`";
                self.report(cx, 238, message, String::from(help));
            }
            ValidatorKind::Url(schemes) => self.schemes(cx, name, schemes),
            ValidatorKind::OneOfIgnoreCase(values) if !values.is_empty() => {
                if let Some(text) = repeated_ignoring_case(values) {
                    let field = self.at.1.name;
                    let message = format!("`{name}` of `{field}` lists {text:?} twice");
                    let help = "remove one of the two: capital letters make no difference";
                    self.report(cx, 212, message, String::from(help));
                }
            }
            ValidatorKind::OneOf(values) | ValidatorKind::OneOfIgnoreCase(values) => {
                if values.is_empty() {
                    let message = format!("`{name}` of `{}` lists no value", self.at.1.name);
                    let help = format!("list what is allowed: `{name}(\"a\", \"b\")`");
                    self.report(cx, 211, message, help);
                } else if let Some((_, value)) = literals::repeated(values) {
                    let shown = literals::show(value);
                    let message = format!("`{name}` of `{}` lists {shown} twice", self.at.1.name);
                    self.report(cx, 212, message, String::from("remove one of the two"));
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
                for validator in inner {
                    self.itself(cx, validator, depth + 1);
                }
            }
            ValidatorKind::Not(inner) => self.itself(cx, inner, depth + 1),
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
            let message = format!("nothing fits in `{name}({shown})` of `{field}`");
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
            self.report(cx, 213, message, help);
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
        for scheme in schemes.iter().filter_map(literals::text) {
            if format::is_scheme(scheme) {
                continue;
            }
            let message = format!("{scheme:?} is no scheme of a URL");
            let bare = scheme.split(':').next().unwrap_or_default();
            let help = if format::is_scheme(bare) {
                format!("write it without what follows: `{name}({bare:?})`")
            } else {
                format!("a scheme is a word: `{name}(\"https\")`; without any, write `{name}`")
            };
            self.report(cx, 237, message, help);
            return;
        }
        if let Some(text) = repeated_ignoring_case(schemes) {
            let message = format!("`{name}` of `{}` lists {text:?} twice", self.at.1.name);
            self.report(cx, 212, message, String::from("remove one of the two"));
        }
    }
}

/// The first text that occurs a second time, in capital letters or not.
fn repeated_ignoring_case<'l>(values: &'l [Literal<'_>]) -> Option<&'l str> {
    let mut seen = BTreeSet::new();
    values
        .iter()
        .filter_map(literals::text)
        .find(|text| !seen.insert(text.to_lowercase()))
}
