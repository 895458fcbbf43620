//! Validators against the field's type and themselves (R52, R54, R55, R211–R215, R217,
//! R235–R238).

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::{Cx, Dialect, is_list_or_set, literals};
use crate::cross;
use crate::facts::{
    Bound, Collection, FieldFacts, Interval, Literal, Nesting, Scalar, Shape, ValidatorFacts,
    ValidatorKind,
};
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
        if literals::nothing_fits(interval) {
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
                _ => String::new(),
            };
            self.report(cx, 213, message, help);
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
        if too_many(interval.min) || (too_many(interval.max) && !interval.max_excluded) {
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

    /// The validator against what it is to validate. `inside` is the wrapper around it.
    fn against(
        &mut self,
        cx: &mut Cx<'_, '_>,
        validator: &ValidatorFacts<'_>,
        shape: &Shape<'_>,
        inside: &str,
        depth: usize,
    ) {
        if depth > DEEPEST {
            return;
        }
        let name = validator.name;
        match (&validator.kind, shape) {
            (_, Shape::Unknown | Shape::Missing | Shape::Dynamic | Shape::Object) => {}
            (ValidatorKind::Custom | ValidatorKind::Other | ValidatorKind::NotZero, _) => {}
            (ValidatorKind::All(inner) | ValidatorKind::Any(inner), _) => {
                for validator in inner {
                    self.against(cx, validator, shape, inside, depth + 1);
                }
            }
            (ValidatorKind::Not(inner), _) => self.against(cx, inner, shape, inside, depth + 1),
            (ValidatorKind::Size(_), _) if !is_repeated(shape) => {
                self.wrong(
                    cx,
                    name,
                    shape,
                    inside,
                    "it counts the elements of a collection",
                );
            }
            (ValidatorKind::NoNulls, _) if !is_repeated(shape) => {
                let help = "it is for collections: an element of one may be null";
                self.wrong(cx, name, shape, inside, help);
            }
            (ValidatorKind::Size(_) | ValidatorKind::NoNulls, _) => {}
            (ValidatorKind::Unique, Shape::Collection(Collection::List, _))
            | (
                ValidatorKind::Unique,
                Shape::Nested {
                    nesting: Nesting::List,
                    ..
                },
            ) => {}
            (ValidatorKind::Unique, _) => {
                let help = "it is for lists; a set never holds the same element twice";
                self.wrong(cx, name, shape, inside, help);
            }
            (ValidatorKind::Keys(inner), Shape::Collection(Collection::Map, _)) => {
                for validator in inner {
                    self.against(
                        cx,
                        validator,
                        &Shape::Scalar(Scalar::String),
                        name,
                        depth + 1,
                    );
                }
            }
            (
                ValidatorKind::Keys(_),
                Shape::Nested {
                    nesting: Nesting::Map,
                    ..
                },
            ) => {}
            (ValidatorKind::Keys(_), _) => {
                self.wrong(cx, name, shape, inside, "only maps have keys")
            }
            (ValidatorKind::Values(inner), Shape::Collection(Collection::Map, element))
            | (ValidatorKind::Each(inner), Shape::Collection(_, element)) => {
                if let Some(element) = element.shape.as_deref() {
                    for validator in inner {
                        self.against(cx, validator, element, name, depth + 1);
                    }
                }
            }
            (
                ValidatorKind::Values(_),
                Shape::Nested {
                    nesting: Nesting::Map,
                    ..
                },
            ) => {}
            (ValidatorKind::Values(_), _) => {
                self.wrong(cx, name, shape, inside, "only maps have values");
            }
            (ValidatorKind::Each(_), Shape::Nested { .. } | Shape::Block { .. })
                if is_repeated(shape) => {}
            (ValidatorKind::Each(_), _) => {
                let help = "it is for collections: write the validators inside without it";
                self.wrong(cx, name, shape, inside, help);
            }
            (_, Shape::Collection(..)) => self.on_collection(cx, validator, shape, inside),
            (_, Shape::Nested { .. } | Shape::Block { .. }) => {
                let field = self.at.1.name;
                let message = format!("`{name}` checks one value, but `{field}` holds structs");
                self.report(cx, 214, message, String::from("validate the fields inside"));
            }
            (_, Shape::Scalar(scalar)) => self.on_scalar(cx, validator, *scalar, inside),
        }
    }

    fn on_collection(
        &mut self,
        cx: &mut Cx<'_, '_>,
        validator: &ValidatorFacts<'_>,
        shape: &Shape<'_>,
        inside: &str,
    ) {
        let name = validator.name;
        let kind = shape.words();
        let what = if inside.is_empty() {
            format!("`{}` is a {kind}", self.at.1.name)
        } else {
            format!("each element is a {kind}")
        };
        let message = format!("`{name}` checks one value, but {what}");
        let args = match &validator.kind {
            ValidatorKind::Range(i)
            | ValidatorKind::Length(i)
            | ValidatorKind::Bytes(i)
            | ValidatorKind::Network(i) => literals::show_interval(i),
            ValidatorKind::Equals(value) => format!("{value}"),
            ValidatorKind::DivisibleBy(Some(divisor)) => format!("{divisor}"),
            _ => String::from("…"),
        };
        let written = if takes_nothing(validator) {
            String::from(name)
        } else {
            format!("{name}({args})")
        };
        let mut help = format!("to check every element write `each({written})`");
        if kind == "map" {
            help.push_str(&format!(", for the keys `keys({written})`"));
        }
        if matches!(validator.kind, ValidatorKind::Length(_)) {
            help.push_str(&format!(
                "; to limit the number of elements write `size({args})`"
            ));
        }
        self.report(cx, 214, message, help);
    }

    fn on_scalar(
        &mut self,
        cx: &mut Cx<'_, '_>,
        validator: &ValidatorFacts<'_>,
        scalar: Scalar,
        inside: &str,
    ) {
        let shape = Shape::Scalar(scalar);
        let number = matches!(scalar, Scalar::Integer | Scalar::Float | Scalar::Number);
        let text = scalar == Scalar::String;
        let name = validator.name;
        if scalar == Scalar::Other {
            return;
        }
        match &validator.kind {
            ValidatorKind::Range(_) if !number => {
                let help = if text && name == "range" {
                    "it is for numbers; for the length of a text use `length`"
                } else {
                    "it is for numbers"
                };
                self.wrong(cx, name, &shape, inside, help);
            }
            ValidatorKind::Range(interval)
                if scalar == Scalar::Integer && literals::has_fraction(interval) =>
            {
                let shown = literals::show_interval(interval);
                let message = format!(
                    "`{name}({shown})` of `{}` has an end with a fraction",
                    self.at.1.name
                );
                let help =
                    "the field holds whole numbers: use whole numbers, or `f64` for the field";
                self.report(cx, 215, message, String::from(help));
            }
            ValidatorKind::OneOf(_) if scalar == Scalar::Bool => {
                self.wrong(
                    cx,
                    name,
                    &shape,
                    inside,
                    "it is true or false anyway: take it out",
                );
            }
            ValidatorKind::Length(_) if !text => {
                let help = if number && name == "not_empty" {
                    "it is for texts; for numbers use `not_zero`"
                } else if number {
                    "it is for texts; for numbers use `range`"
                } else {
                    "it is for texts"
                };
                self.wrong(cx, name, &shape, inside, help);
            }
            ValidatorKind::Regex { .. }
            | ValidatorKind::Text
            | ValidatorKind::Bytes(_)
            | ValidatorKind::OneOfIgnoreCase(_)
            | ValidatorKind::Excludes(_)
            | ValidatorKind::Url(_)
            | ValidatorKind::Network(_)
            | ValidatorKind::Format { .. }
                if !text =>
            {
                self.wrong(cx, name, &shape, inside, "it is for texts");
            }
            ValidatorKind::DivisibleBy(_) if !number || scalar == Scalar::Float => {
                self.wrong(cx, name, &shape, inside, "it is for whole numbers");
            }
            ValidatorKind::Equals(_) if scalar != Scalar::Bool => {
                let help = "it is for truth values; for others use `one_of`";
                self.wrong(cx, name, &shape, inside, help);
            }
            ValidatorKind::OneOfIgnoreCase(values) | ValidatorKind::Url(values) => {
                if let Some(odd) = values.iter().find_map(|v| literals::mismatch(v, &shape)) {
                    let message = format!("`{name}` of `{}` lists {odd}", self.at.1.name);
                    self.report(cx, 215, message, String::from("list texts"));
                }
            }
            ValidatorKind::OneOf(values) => {
                let odd = values.iter().find_map(|v| literals::mismatch(v, &shape));
                if let Some(odd) = odd {
                    let message = format!("`{name}` of `{}` lists {odd}", self.at.1.name);
                    self.report(cx, 215, message, format!("list {} values", scalar.words()));
                }
            }
            _ => {}
        }
    }

    fn wrong(
        &mut self,
        cx: &mut Cx<'_, '_>,
        name: &str,
        shape: &Shape<'_>,
        inside: &str,
        help: &str,
    ) {
        let what = match inside {
            "" => format!("`{}`", self.at.1.name),
            "keys" => format!("a key of `{}`", self.at.1.name),
            _ => format!("an element of `{}`", self.at.1.name),
        };
        let message = format!("`{name}` cannot check {what}, which is a {}", shape.words());
        self.report(cx, 215, message, String::from(help));
    }
}

/// Whether it is written without parentheses.
fn takes_nothing(validator: &ValidatorFacts<'_>) -> bool {
    match &validator.kind {
        ValidatorKind::Format { .. } => true,
        ValidatorKind::Url(schemes) => schemes.is_empty(),
        _ => matches!(validator.name, "not_empty" | "port" | "port_or_zero"),
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

fn is_repeated(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Collection(..) => true,
        Shape::Nested { nesting, .. } | Shape::Block { nesting, .. } => {
            matches!(nesting, Nesting::List | Nesting::Set | Nesting::Map)
        }
        _ => false,
    }
}
