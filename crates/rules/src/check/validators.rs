//! Validators against the field's type and themselves (R52, R54, R55, R211–R215, R217,
//! R235–R238).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{At, Cx, Mode, computed_only};
use crate::catalogue::Rule;
use crate::facts::{BlockFacts, BlockKind, Collection, FieldFacts, Nesting, Shape};
use crate::literal::MAX_WRITTEN_DEPTH;
use crate::scalar::Scalar;
use crate::validator::rules::{Inapplicable, Shapes, ValidatorError};
use crate::validator::{ValidatorFacts, ValidatorKind};
use crate::violation::Violation;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if field.validators.is_empty() {
        return;
    }
    let block = field.is_block();
    if field.is_computed_only() {
        computed_only::refuse(cx, field, Rule::COMPUTED_VALIDATE, "validate");
        return;
    }
    for (index, validator) in field.validators.iter().enumerate() {
        let mut check = Check {
            index,
            field,
            inside: Vec::new(),
        };
        check.check_arguments(cx, validator);
        if !block {
            check.check_shape(cx, validator, &field.shape, "");
        }
    }
}

/// The validators of the field at this position that are for other types than its shape (R214,
/// R215): for a caller that tries the shapes of a type that it cannot see.
#[must_use]
pub fn unfit_validators(index: usize, field: &FieldFacts<'_>) -> Vec<Violation> {
    let block = BlockFacts::new(BlockKind::Nested);
    let mut cx = Cx::new(&block, Mode::Ours);
    check(&mut cx, At { index, field });
    cx.out.retain(|violation| {
        let rule = violation.rule;
        rule == Rule::SCALAR_VALIDATOR_ON_COLLECTION || rule == Rule::VALIDATOR_TYPE
    });
    cx.out
}

struct Check<'f, 'a> {
    /// The position of the outermost validator.
    index: usize,
    field: At<'f, 'a>,
    /// The positions of the validators around the one being checked.
    inside: Vec<usize>,
}

impl Check<'_, '_> {
    fn report(&self, cx: &mut Cx<'_, '_>, rule: Rule, message: String, help: &str) {
        self.mistake(cx, ValidatorError::new(rule, None, message, help));
    }

    fn mistake(&self, cx: &mut Cx<'_, '_>, mistake: ValidatorError) {
        cx.validator(self.field, self.index, &self.inside, mistake);
    }

    /// Checks each validator inside the current one, unless they are too deep.
    fn each(
        &mut self,
        inner: &[ValidatorFacts<'_>],
        mut look: impl FnMut(&mut Self, &ValidatorFacts<'_>),
    ) {
        if self.inside.len() >= MAX_WRITTEN_DEPTH {
            return;
        }
        for (index, validator) in inner.iter().enumerate() {
            self.inside.push(index);
            look(self, validator);
            self.inside.pop();
        }
    }

    /// Reports mistakes that do not depend on the type.
    fn check_arguments(&mut self, cx: &mut Cx<'_, '_>, validator: &ValidatorFacts<'_>) {
        let rules = validator.kind.rules();
        if let Some(mistake) = rules.mistake(validator.name, self.field.name) {
            self.mistake(cx, mistake);
        }
        if let ValidatorKind::Regex {
            pattern, raw: true, ..
        } = validator.kind
            && let Some(class) = doubled(pattern)
        {
            let message = format!(
                "`\\\\{class}` in a raw string is a backslash followed by `{class}`, in `{}` of `{}`",
                validator.name, self.field.name
            );
            let help = format!(
                "write `\\{class}`: do not double a backslash in `r\"…\"`; if you mean a \
                 backslash, keep it with `allow(regex_backslash, reason = \"…\")`"
            );
            let mistake = ValidatorError::new(Rule::REGEX_BACKSLASH, Some(0), message, help);
            self.mistake(cx, mistake);
        }
        self.each(rules.shapes().inner(), |check, validator| {
            check.check_arguments(cx, validator);
        });
    }

    /// Checks the validator against what it validates. `inside` is the wrapper around it.
    fn check_shape(
        &mut self,
        cx: &mut Cx<'_, '_>,
        validator: &ValidatorFacts<'_>,
        shape: &Shape<'_>,
        inside: &str,
    ) {
        let name = validator.name;
        let wrong = |cx: &mut _, help| self.wrong(cx, name, shape, inside, help);
        let nesting = shape.nesting();
        match (validator.kind.rules().shapes(), shape) {
            (_, Shape::Unknown | Shape::Dynamic | Shape::Object) => {}
            (Shapes::Any, _) => {}
            (Shapes::Inner(inner), _) => {
                self.each(inner, |check, validator| {
                    check.check_shape(cx, validator, shape, inside);
                });
            }
            (Shapes::Collections(help), _) => {
                if !is_repeated(shape) {
                    wrong(cx, help);
                }
            }
            (Shapes::Lists(_), Shape::Collection(Collection::List, _)) => {}
            (Shapes::Lists(_), Shape::Nested { .. }) if nesting == Some(Nesting::List) => {}
            (Shapes::Lists(help), _) => wrong(cx, help),
            (Shapes::Keys(inner), Shape::Collection(Collection::Map, _)) => {
                self.each(inner, |check, validator| {
                    check.check_shape(cx, validator, &Shape::Scalar(Scalar::String), name);
                });
            }
            (Shapes::Keys(_) | Shapes::Values(_), Shape::Nested { .. })
                if nesting == Some(Nesting::Map) => {}
            (Shapes::Keys(_), _) => wrong(cx, "only maps have keys"),
            (Shapes::Values(inner), Shape::Collection(Collection::Map, element))
            | (Shapes::Elements(inner), Shape::Collection(_, element)) => {
                self.each(inner, |check, validator| {
                    check.check_shape(cx, validator, element, name);
                });
            }
            (Shapes::Values(_), _) => wrong(cx, "only maps have values"),
            (Shapes::Elements(_), Shape::Nested { .. } | Shape::Block { .. })
                if is_repeated(shape) => {}
            (Shapes::Elements(_), _) => {
                wrong(
                    cx,
                    "it is for collections: write the validators inside without it",
                );
            }
            (Shapes::Scalars(counting), Shape::Collection(..)) => {
                self.on_collection(cx, validator, (shape, inside), counting);
            }
            (Shapes::Scalars(_), Shape::Nested { .. } | Shape::Block { .. }) => {
                let field = self.field.name;
                let message = format!("`{name}` checks one value, but `{field}` holds structs");
                let help = "validate the fields inside";
                self.report(cx, Rule::SCALAR_VALIDATOR_ON_COLLECTION, message, help);
            }
            (Shapes::Scalars(_), Shape::Scalar(scalar)) => {
                let rules = validator.kind.rules();
                match rules.scalar(*scalar, name, self.field.name) {
                    None => {}
                    Some(Inapplicable::Scalar(help)) => wrong(cx, help),
                    Some(Inapplicable::Argument(mistake)) => self.mistake(cx, mistake),
                }
            }
        }
    }

    fn on_collection(
        &self,
        cx: &mut Cx<'_, '_>,
        validator: &ValidatorFacts<'_>,
        (shape, inside): (&Shape<'_>, &str),
        counting: Option<String>,
    ) {
        let name = validator.name;
        let kind = shape.words();
        let what = if inside.is_empty() {
            format!("`{}` is a {kind}", self.field.name)
        } else {
            format!("each element is a {kind}")
        };
        let message = format!("`{name}` checks one value, but {what}");
        let written = match validator.kind.argument() {
            Some(argument) if !validator.without_arguments() => format!("{name}({argument})"),
            _ => String::from(name),
        };
        let mut help = format!("to check every element write `each({written})`");
        if kind == "map" {
            help.push_str(&format!(", for the keys `keys({written})`"));
        }
        if let Some(counting) = counting {
            help.push_str(&format!("; {counting}"));
        }
        self.report(cx, Rule::SCALAR_VALIDATOR_ON_COLLECTION, message, &help);
    }

    fn wrong(&self, cx: &mut Cx<'_, '_>, name: &str, shape: &Shape<'_>, inside: &str, help: &str) {
        let what = match inside {
            "" => format!("`{}`", self.field.name),
            "keys" => format!("a key of `{}`", self.field.name),
            _ => format!("an element of `{}`", self.field.name),
        };
        let message = format!("`{name}` cannot check {what}, which is a {}", shape.words());
        self.report(cx, Rule::VALIDATOR_TYPE, message, help);
    }
}

/// The character after the first doubled backslash of a pattern, if a single backslash would make
/// it a class.
fn doubled(pattern: &str) -> Option<char> {
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        // An escaped backslash begins nothing.
        if character == '\\' && characters.next() == Some('\\') {
            let next = characters.clone().next();
            if let Some(class) = next.filter(|next| "dDwWsSbB.".contains(*next)) {
                return Some(class);
            }
        }
    }
    None
}

fn is_repeated(shape: &Shape<'_>) -> bool {
    let nesting = shape.nesting();
    matches!(shape, Shape::Collection(..))
        || matches!(nesting, Some(Nesting::List | Nesting::Set | Nesting::Map))
}
