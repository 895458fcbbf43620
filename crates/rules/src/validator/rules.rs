//! [`ValidatorRules`]: what the rules of a schema need from each validator.

use alloc::format;
use alloc::string::String;

use super::ValidatorFacts;
use crate::catalogue::Rule;
use crate::literal::{self, Literal};
use crate::scalar::Scalar;
use crate::violation::Text;

/// Declares what a validator checks, and the type that answers the rules' questions.
macro_rules! kinds {
    ($(
        $(#[$about:meta])*
        $kind:ident $(($value:ident: $ty:ty))? $({ $($(#[$of:meta])* $member:ident: $member_ty:ty,)* })?
            => $rules:expr;
    )*) => {
        /// What a validator checks.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum ValidatorKind<'a> {
            $($(#[$about])* $kind $(($ty))? $({ $($(#[$of])* $member: $member_ty,)* })?,)*
        }

        impl<'a> ValidatorKind<'a> {
            /// The rules' questions about it.
            #[allow(unused_variables, reason = "a member may be there for one rule alone")]
            pub(crate) fn rules<'f>(&'f self) -> Box<dyn ValidatorRules<'f, 'a> + 'f> {
                match self {
                    $(ValidatorKind::$kind $(($value))? $({ $($member),* })? => Box::new($rules),)*
                }
            }
        }
    };
}

/// A validator as written, for the rules. Each validator implements it in its own file.
pub(crate) trait ValidatorRules<'f, 'a> {
    /// A mistake that does not depend on the type. `name` is the name as written, `field` the
    /// field.
    fn mistake(&self, _name: &str, _field: &str) -> Option<ValidatorError> {
        None
    }
    /// What it can check.
    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Scalars(None)
    }
    /// Why it cannot check a scalar; called if it checks scalars.
    fn scalar(&self, scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        only_texts(scalar)
    }
    /// Whether a value passes; `None` if that cannot be known here.
    fn accepts(&self, _literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        None
    }
    /// The requirement that a rejected value does not meet.
    fn wants(&self, _literal: &Literal<'_>) -> String {
        contradiction()
    }
}

/// A mistake in a validator.
pub(crate) struct ValidatorError {
    pub(crate) rule: Rule,
    /// The position of the argument to blame, if it is not the validator as a whole.
    pub(crate) argument: Option<usize>,
    pub(crate) text: Text,
}

impl ValidatorError {
    pub(crate) fn new(
        rule: Rule,
        argument: Option<usize>,
        message: String,
        help: impl Into<String>,
    ) -> Self {
        ValidatorError::of(rule, argument, Text::new(message, help))
    }

    pub(crate) const fn of(rule: Rule, argument: Option<usize>, text: Text) -> Self {
        ValidatorError {
            rule,
            argument,
            text,
        }
    }
}

/// What a validator can check.
pub(crate) enum Shapes<'f, 'a> {
    /// Any value.
    Any,
    /// What the inner validators can check.
    Inner(&'f [ValidatorFacts<'a>]),
    /// A string, a number or a bool; with a hint for those who want to count the elements of a
    /// collection.
    Scalars(Option<String>),
    /// Collections; otherwise this help.
    Collections(&'static str),
    /// Lists; otherwise this help.
    Lists(&'static str),
    /// Collections whose elements the inner validators can check.
    Elements(&'f [ValidatorFacts<'a>]),
    /// Maps whose keys the inner validators can check.
    Keys(&'f [ValidatorFacts<'a>]),
    /// Maps whose values the inner validators can check.
    Values(&'f [ValidatorFacts<'a>]),
}

impl<'f, 'a> Shapes<'f, 'a> {
    /// The validators inside.
    pub(crate) const fn inner(&self) -> &'f [ValidatorFacts<'a>] {
        match self {
            Shapes::Inner(inner)
            | Shapes::Elements(inner)
            | Shapes::Keys(inner)
            | Shapes::Values(inner) => inner,
            Shapes::Any | Shapes::Scalars(_) | Shapes::Collections(_) | Shapes::Lists(_) => &[],
        }
    }
}

/// Why a validator cannot check a scalar.
pub(crate) enum Inapplicable {
    /// It is for other types, as this help says.
    Scalar(&'static str),
    /// An argument does not fit the type.
    Argument(ValidatorError),
}

/// For validators of strings.
pub(super) fn only_texts(scalar: Scalar) -> Option<Inapplicable> {
    (scalar != Scalar::String).then_some(Inapplicable::Scalar("it is for strings"))
}

/// Whether it is a number of any kind.
pub(super) const fn is_number(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Integer | Scalar::Float | Scalar::Number)
}

/// The first value that a field of this kind cannot hold.
pub(super) fn mismatched_value(
    values: &[Literal<'_>],
    scalar: Scalar,
    (name, field): (&str, &str),
    help: &str,
) -> Option<Inapplicable> {
    let mut values = values.iter().enumerate();
    let (at, mismatch) =
        values.find_map(|(at, value)| Some((at, literal::mismatch(value, scalar)?)))?;
    let message = format!("`{name}` of `{field}` lists {mismatch}");
    let mistake = ValidatorError::new(Rule::VALIDATOR_TYPE, Some(at), message, help);
    Some(Inapplicable::Argument(mistake))
}

/// The message if no more is known.
pub(super) fn contradiction() -> String {
    String::from("the two contradict each other")
}
