//! The facts of a schema, as plain data: no tokens, no values, no functions.
//!
//! Strings are borrowed from whoever parsed the schema; the structure is owned, so that both a
//! macro and a reader of JSON can build it without an arena. If a caller cannot know something (the
//! macro sees one struct and only the spelling of types), the fact says so, and the checks give no
//! verdict instead of a guess.

mod block;
mod default;
mod shape;

pub use block::{AllowFacts, BlockFacts, BlockKind, IdentityFacts, TimeoutFacts};
pub use default::DefaultFacts;
pub use shape::{Collection, Nesting, Shape};

use alloc::vec::Vec;

use crate::validator::ValidatorFacts;

/// One attribute or nested block.
#[derive(Clone, Debug, Default)]
pub struct FieldFacts<'a> {
    /// The name on the wire, after `rename`.
    pub name: &'a str,
    /// The kind of value it holds.
    pub shape: Shape<'a>,
    /// The configuration must set it.
    pub required: bool,
    /// The configuration may set it.
    pub optional: bool,
    /// The provider may set it.
    pub computed: Computed<'a>,
    /// A change replaces the resource.
    pub force_new: bool,
    /// `force_new(when = …)`: some changes of it replace the object.
    pub force_new_when: bool,
    /// Terraform hides the value.
    pub sensitive: bool,
    /// The provider receives the value, but nothing stores it.
    pub write_only: bool,
    /// The deprecation text.
    pub deprecated: Option<&'a str>,
    /// The text that says why the field no longer works.
    pub removed: Option<&'a str>,
    /// The value offered at a prompt for provider settings.
    pub input_default: Option<&'a str>,
    /// The defaults as written; more than one is a mistake that a rule reports.
    pub defaults: Vec<DefaultFacts<'a>>,
    /// The validators in source order.
    pub validators: Vec<ValidatorFacts<'a>>,
    /// A function decides whether two values are equal.
    pub diff_suppress: bool,
    /// A function returns the canonical form.
    pub canonical: bool,
    /// A function changes the value on its way to the state.
    pub state_fn: bool,
    /// Fields that may not be set together with this one (dotted paths).
    pub conflicts_with: Vec<&'a str>,
    /// Exactly one of these must be set.
    pub exactly_one_of: Vec<&'a str>,
    /// At least one of these must be set.
    pub at_least_one_of: Vec<&'a str>,
    /// Fields that must be set when this one is.
    pub required_with: Vec<&'a str>,
    /// The write-only field that should be set instead (a dotted path; more than one is a mistake
    /// that a rule reports).
    pub prefer_write_only: Vec<&'a str>,
    /// Sums and products that the number is compared to: the key, such as `at_least_sum_of`, and
    /// the fields (dotted paths).
    pub totals: Vec<(&'static str, Vec<&'a str>)>,
    /// Relations that name more fields than their lists contain: fields of structs that the caller
    /// does not see.
    pub hidden_targets: Vec<&'static str>,
    /// Keys written with an empty list: `conflicts_with()`.
    pub empty_lists: Vec<&'static str>,
    /// The minimum number of blocks or elements.
    pub min_items: Option<i64>,
    /// The maximum number of blocks or elements.
    pub max_items: Option<i64>,
    /// A function matches an element to a prior element.
    pub set_key: bool,
    /// A function or field matches an element of a list to a prior element.
    pub list_key: bool,
    /// A parameter of a function that takes all variadic arguments.
    pub variadic: bool,
    /// A parameter of a function that takes unknown values: a `Val`.
    pub takes_unknown: bool,
    /// Rules this field opts out of.
    pub allow: Vec<AllowFacts<'a>>,
    /// The Rust type is `Option<…>`, if the caller knows.
    pub is_option: Option<bool>,
    /// The nested struct is the struct itself: a schema cannot be infinite.
    pub recursive: bool,
    /// The minimum and maximum of the Rust integer type, if the caller knows them.
    pub integers: Option<(i128, i128)>,
    /// What the Rust type itself requires of its values, if the caller knows it.
    pub of_type: Vec<ValidatorFacts<'a>>,
}

impl<'a> FieldFacts<'a> {
    /// A field of this name and shape without further facts.
    #[must_use]
    pub fn new(name: &'a str, shape: Shape<'a>) -> Self {
        FieldFacts {
            name,
            shape,
            ..FieldFacts::default()
        }
    }

    /// The declared functions of the provider developer, by their keys.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &'static str> {
        let functions = [
            self.force_new_when.then_some("force_new"),
            self.diff_suppress.then_some("diff_suppress"),
            self.canonical.then_some("canonical"),
            self.state_fn.then_some("state_fn"),
        ];
        functions.into_iter().flatten()
    }

    /// The relations of the field, by their keys.
    pub(crate) fn relation_keys(&self) -> impl Iterator<Item = &'static str> {
        let relations = self.relations().into_iter();
        relations
            .filter(|(_, list)| !list.is_empty())
            .map(|(key, _)| key)
    }

    /// Whether the provider may set the value.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        !matches!(self.computed, Computed::No)
    }

    /// Computed only: the configuration can never set it. A computed block may be configured.
    #[must_use]
    pub const fn is_computed_only(&self) -> bool {
        self.is_computed() && !self.optional && !self.required && !self.is_block()
    }

    /// Whether it is a nested block rather than an attribute.
    #[must_use]
    pub const fn is_block(&self) -> bool {
        matches!(self.shape, Shape::Block { .. })
    }

    /// The nested struct, if the field has one and the caller can see it.
    #[must_use]
    pub fn nested(&self) -> Option<&BlockFacts<'a>> {
        match &self.shape {
            Shape::Block { block, .. } | Shape::Nested { block, .. } => block.as_deref(),
            _ => None,
        }
    }

    /// The four relation lists with their keys.
    #[must_use]
    pub fn relations(&self) -> [(&'static str, &[&'a str]); 4] {
        [
            ("conflicts_with", &self.conflicts_with),
            ("exactly_one_of", &self.exactly_one_of),
            ("at_least_one_of", &self.at_least_one_of),
            ("required_with", &self.required_with),
        ]
    }
}

/// Whether and how a field is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Computed<'a> {
    /// The provider never sets it.
    #[default]
    No,
    /// Kept on update once it is known.
    Plain,
    /// Changes when one of these fields changes (dotted paths).
    WhenChanged(Vec<&'a str>),
    /// Changes on every update.
    Volatile,
}
