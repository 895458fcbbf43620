//! [`Extra`]: the properties that only some attributes and blocks have besides their flags:
//! default, validators, relations such as `conflicts_with`, semantic equality, state function,
//! strings for the user.

use super::environment::DefaultFn;
use super::validator::Validator;
use crate::path::Path;
use crate::refs::{Ref, Text};
use crate::value::Value;

/// A default, validator, relation or function of a field, which only some fields have.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Extra {
    /// A value for a null configuration.
    Default {
        /// The value, or where it comes from.
        default: Default,
    },
    /// A check of a configured value.
    Validate {
        /// The check.
        validator: Validator,
    },
    /// What the Rust type of an attribute contributes.
    OfType {
        /// Checks that every value of the type passes (bounds of an integer, an enum's values).
        validators: Ref<[Validator]>,
        /// The canonical form of a type with its own equality.
        canonical: Option<CanonicalFn>,
    },
    /// A computed field that is planned unknown when one of these changes.
    WhenChanged {
        /// Relative to the block that holds the field, like all relations.
        fields: Ref<[FieldPath]>,
    },
    /// None of these may be configured together with this one.
    ConflictsWith {
        /// The other fields.
        fields: Ref<[FieldPath]>,
    },
    /// Exactly one of these and this one must be configured.
    ExactlyOneOf {
        /// The other fields.
        fields: Ref<[FieldPath]>,
    },
    /// At least one of these and this one must be configured.
    AtLeastOneOf {
        /// The other fields.
        fields: Ref<[FieldPath]>,
    },
    /// All of these must be configured if this one is.
    RequiredWith {
        /// The other fields.
        fields: Ref<[FieldPath]>,
    },
    /// Warns if this field is configured and the equivalent write-only field is not; only if the
    /// client knows write-only fields.
    PreferWriteOnly {
        /// The write-only field.
        field: FieldPath,
    },
    /// The configured number must have this relation to these, if all of them are configured
    /// numbers too.
    Compare {
        /// How to combine them, and the required relation to the result.
        total: Total,
        /// The other fields.
        fields: Ref<[FieldPath]>,
    },
    /// Warns when configured.
    Deprecated {
        /// Why, and what to use instead.
        text: Text,
    },
    /// Rejected when configured.
    Removed {
        /// Why, and what to use instead.
        text: Text,
    },
    /// What the local runner fills in when it asks for a missing provider setting.
    InputDefault {
        /// The text in the prompt.
        text: Text,
    },
    /// Changes that replace the object.
    ForceNewWhen {
        /// Whether a change does.
        when: ForceNewWhenFn,
    },
    /// Two values that mean the same.
    Suppress {
        /// Whether they do.
        suppress: SuppressFn,
    },
    /// A form in which values with the same meaning are equal.
    Canonical {
        /// Makes that form.
        canonical: CanonicalFn,
    },
    /// The text that is stored instead of the configured one. Never strict: its resource sets the
    /// legacy flag in answers.
    StateFn {
        /// Makes the stored text.
        state_fn: StateFn,
    },
    /// Says which prior element of a set an element continues.
    SetKey {
        /// Makes the key of an element.
        key: SetKeyFn,
    },
}

/// How a number must relate to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Total {
    /// At least their sum.
    AtLeastSum,
    /// At most their sum.
    AtMostSum,
    /// Their sum.
    EqualToSum,
    /// Their product.
    EqualToProduct,
}

impl Total {
    /// Its annotation key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Total::AtLeastSum => "at_least_sum_of",
            Total::AtMostSum => "at_most_sum_of",
            Total::EqualToSum => "equal_to_sum_of",
            Total::EqualToProduct => "equal_to_product_of",
        }
    }
}

/// A path to a field by names, relative to the block that contains the relation. A path into a list
/// block goes through its only element.
pub type FieldPath = Ref<[Text]>;

/// A relation's path as written.
pub(crate) fn dotted(path: &FieldPath) -> String {
    let names: Vec<&str> = path.iter().map(Text::as_str).collect();
    names.join(".")
}

/// Where a default value comes from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Default {
    /// A bool.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// A string.
    Text(Text),
    /// An expression with the same value everywhere: only literals, constants and variants.
    Constant(MakeFn),
    /// Any other expression, evaluated each time.
    Make(MakeFn),
    /// A value of a schema built at run time.
    Value(Value),
    /// Computed from the given environment only, once for each.
    Function(DefaultFn),
    /// The first of these environment variables that is set and not empty, else the fallback.
    Environment {
        /// Names of the variables, the first one first.
        names: Ref<[Text]>,
        /// The value if none of them is set; `None` means null.
        fallback: Option<Text>,
    },
}

/// Makes the value of a default expression.
pub type MakeFn = fn() -> Value;

/// Whether a change from an old to a new value, both known and not null, replaces the object.
pub type ForceNewWhenFn = fn(old: &Value, new: &Value) -> bool;

/// The arguments of a suppress function.
#[derive(Clone, Copy, Debug)]
pub struct SuppressRequest<'a> {
    /// The path of the value.
    pub path: &'a Path,
    /// The whole prior object.
    pub prior: &'a Value,
    /// The whole configured object (it may contain unknown values).
    pub config: &'a Value,
    /// The schema of both.
    pub block: &'a super::Block,
}

/// Whether an old and a new value, both known and not null, mean the same.
pub type SuppressFn = fn(&SuppressRequest<'_>, old: &Value, new: &Value) -> bool;

/// The canonical form of a known value that is not null; values with the same meaning have the same
/// form.
pub type CanonicalFn = fn(&Value) -> Value;

/// The string that is stored for a known value that is not null.
pub type StateFn = fn(&Value) -> Value;

/// The key of a set element (an object); elements with equal keys continue each other.
pub type SetKeyFn = fn(&Value) -> Value;
