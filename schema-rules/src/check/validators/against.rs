//! Validators against the type that they are to check (R214, R215 and kin).

use alloc::format;
use alloc::string::String;

use super::Check;
use crate::check::{Cx, literals};
use crate::facts::{Collection, Literal, Nesting, Scalar, Shape, ValidatorFacts, ValidatorKind};
use crate::violation::Text;

impl Check<'_, '_> {
    /// The validator against what it is to validate. `inside` is the wrapper around it.
    pub(super) fn against(
        &mut self,
        cx: &mut Cx<'_, '_>,
        validator: &ValidatorFacts<'_>,
        shape: &Shape<'_>,
        inside: &str,
    ) {
        let name = validator.name;
        match (&validator.kind, shape) {
            (_, Shape::Unknown | Shape::Missing | Shape::Dynamic | Shape::Object) => {}
            (ValidatorKind::Custom | ValidatorKind::Other | ValidatorKind::NotZero, _) => {}
            (ValidatorKind::All(inner) | ValidatorKind::Any(inner), _) => {
                self.each(inner, |check, validator| {
                    check.against(cx, validator, shape, inside);
                });
            }
            (ValidatorKind::Not(inner), _) => {
                self.each(core::slice::from_ref(&**inner), |check, validator| {
                    check.against(cx, validator, shape, inside);
                });
            }
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
                self.each(inner, |check, validator| {
                    check.against(cx, validator, &Shape::Scalar(Scalar::String), name);
                });
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
                    self.each(inner, |check, validator| {
                        check.against(cx, validator, element, name);
                    });
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
                self.odd(cx, name, values, scalar, "list texts");
            }
            ValidatorKind::OneOf(values) => {
                let help = format!("list {} values", scalar.words());
                self.odd(cx, name, values, scalar, &help);
            }
            _ => {}
        }
    }

    /// The first value that the field cannot have.
    fn odd(
        &mut self,
        cx: &mut Cx<'_, '_>,
        name: &str,
        values: &[Literal<'_>],
        scalar: Scalar,
        help: &str,
    ) {
        let shape = Shape::Scalar(scalar);
        let mut values = values.iter().enumerate();
        let found = values.find_map(|(at, value)| Some((at, literals::mismatch(value, &shape)?)));
        if let Some((at, odd)) = found {
            let message = format!("`{name}` of `{}` lists {odd}", self.at.1.name);
            let help = Some(String::from(help));
            self.say(cx, 215, Some(at), Text { message, help });
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

fn is_repeated(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Collection(..) => true,
        Shape::Nested { nesting, .. } | Shape::Block { nesting, .. } => {
            matches!(nesting, Nesting::List | Nesting::Set | Nesting::Map)
        }
        _ => false,
    }
}
