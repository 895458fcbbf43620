//! The keys of `#[field(…)]`.

use darling::FromMeta;
use proc_macro2::Span;
use syn::Attribute;

use super::lists::{Allows, DefaultEnv};
use super::nesting::{BlockKey, NestedKey};
use super::paths::{Computed, FieldPaths};
use super::validators::Validators;
use super::values::{Expression, Flag, FunctionPath, Text};
use super::vocabulary::{KeyPlaces, Vocabulary};
use crate::error::Errors;

/// `#[field(…)]`.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct FieldKeys {
    pub(crate) required: Flag,
    pub(crate) optional: Flag,
    pub(crate) computed: Option<Computed>,
    pub(crate) force_new: Flag,
    pub(crate) sensitive: Flag,
    pub(crate) write_only: Flag,
    pub(crate) default: Option<Expression>,
    pub(crate) default_fn: Option<FunctionPath>,
    pub(crate) default_env: Option<DefaultEnv>,
    pub(crate) deprecated: Option<Text>,
    pub(crate) removed: Option<Text>,
    pub(crate) input_default: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) validate: Option<Validators>,
    pub(crate) diff_suppress: Option<FunctionPath>,
    pub(crate) canonical: Option<FunctionPath>,
    pub(crate) state_fn: Option<FunctionPath>,
    pub(crate) conflicts_with: Option<FieldPaths>,
    pub(crate) exactly_one_of: Option<FieldPaths>,
    pub(crate) at_least_one_of: Option<FieldPaths>,
    pub(crate) required_with: Option<FieldPaths>,
    pub(crate) prefer_write_only: Option<FieldPaths>,
    pub(crate) at_least_sum_of: Option<FieldPaths>,
    pub(crate) at_most_sum_of: Option<FieldPaths>,
    pub(crate) equal_to_sum_of: Option<FieldPaths>,
    pub(crate) equal_to_product_of: Option<FieldPaths>,
    pub(crate) block: Option<BlockKey>,
    pub(crate) nested: Option<NestedKey>,
    pub(crate) flatten: Flag,
    pub(crate) set_key: Option<FunctionPath>,
    pub(crate) rename: Option<Text>,
    pub(crate) allow: Option<Allows>,
}

const VOCABULARY: Vocabulary = Vocabulary {
    attribute: "field",
    keys: &[
        "required",
        "optional",
        "computed",
        "force_new",
        "sensitive",
        "write_only",
        "default",
        "default_fn",
        "default_env",
        "deprecated",
        "removed",
        "input_default",
        "description",
        "validate",
        "diff_suppress",
        "canonical",
        "state_fn",
        "conflicts_with",
        "exactly_one_of",
        "at_least_one_of",
        "required_with",
        "prefer_write_only",
        "at_least_sum_of",
        "at_most_sum_of",
        "equal_to_sum_of",
        "equal_to_product_of",
        "block",
        "nested",
        "flatten",
        "set_key",
        "rename",
        "allow",
    ],
    hints: &[
        ("min_items", MIN_ITEMS),
        ("max_items", MAX_ITEMS),
        (
            "length",
            "write it under `validate`: `validate = length(1..=64)`",
        ),
        (
            "range",
            "write it under `validate`: `validate = range(1..=100)`",
        ),
        (
            "one_of",
            "write it under `validate`: `validate = one_of(\"a\", \"b\")`",
        ),
        (
            "regex",
            "write it under `validate`: `validate = regex(\"^[a-z]+$\")`",
        ),
        (
            "custom",
            "write it under `validate`: `validate = custom = my_function`",
        ),
        (
            "volatile",
            "write it under `computed`: `computed(volatile)`",
        ),
        (
            "when_changed",
            "write it under `computed`: `computed(when_changed(name))`",
        ),
        (
            "list",
            "write how blocks are grouped under `block` or `nested`: `block(list)`",
        ),
        (
            "single",
            "write how blocks are grouped under `block` or `nested`: `block(single)`",
        ),
        ("requires_replace", "did you mean `force_new`?"),
        ("immutable", "did you mean `force_new`?"),
        ("name", "did you mean `rename`?"),
        ("type", "the type is that of the Rust field: take it out"),
        (
            "doc",
            "did you mean `description`? A doc comment on the field says the same",
        ),
        ("secret", "did you mean `sensitive`?"),
        ("validator", "did you mean `validate`?"),
    ],
};

const MIN_ITEMS: &str = "`min_items` counts blocks: write `block(list, min_items = 1)`; the elements of a collection are counted by `validate = size(1..)`";
const MAX_ITEMS: &str = "`max_items` counts blocks: write `block(list, max_items = 4)`; the elements of a collection are counted by `validate = size(..=4)`";

/// Reads the keys of a field; says whether some could not be read.
pub(super) fn parse(
    attrs: &[Attribute],
    field: Span,
    errors: &mut Errors,
) -> (FieldKeys, KeyPlaces, bool) {
    let before = errors.count();
    let (items, keys) = VOCABULARY.read(attrs, field, errors);
    let values = FieldKeys::read(&items, errors);
    (values, keys, errors.count() > before)
}

impl FieldKeys {
    fn read(items: &[darling::ast::NestedMeta], errors: &mut Errors) -> Self {
        match FieldKeys::from_list(items) {
            Ok(keys) => keys,
            Err(error) => {
                errors.push(error);
                // What can be read is kept: it decides which further mistakes are real.
                let readable: Vec<_> = items
                    .iter()
                    .filter(|item| FieldKeys::from_list(std::slice::from_ref(*item)).is_ok())
                    .cloned()
                    .collect();
                FieldKeys::from_list(&readable).unwrap_or_default()
            }
        }
    }
}
