//! The keys of `#[field(…)]`.

use super::keys::keys;
use super::lists::{Allows, DefaultEnv};
use super::nesting::{BlockKey, NestedKey};
use super::paths::{Computed, FieldPaths};
use super::validators::Validators;
use super::values::{Expression, Flag, FunctionPath, Text};

keys! {
    /// `#[field(…)]`.
    struct FieldKeys of "field", documented by field_keys_table, plain keys PlainKey;
    {
        "Presence, stated for every attribute and for no block:" {
            required: Flag {
                "required" => "every configuration must set it",
            }
            optional: Flag {
                "optional" => "a configuration may set it",
            }
            computed: Option<Computed> {
                "computed" => "the provider sets it; known once, it is kept",
                "computed(when_changed(a, b.c))" =>
                    "… and is unknown in a plan that changes one of these",
                "computed(volatile)" => "… and is unknown in every plan that changes something",
            }
        }
        "Behaviour:" {
            force_new: Flag {
                "force_new" => "a change replaces the resource",
            }
            sensitive: Flag {
                "sensitive" => "hidden in output",
            }
            write_only: Flag {
                "write_only" => "never kept in plan or state",
            }
        }
        "Defaults, at most one of them:" {
            default: Option<Expression> {
                "default = value" =>
                    "used where nothing is configured; literals are data, any other expression is made anew. A list is written `[\"a\", \"b\"]`, and a text stands for whatever is a text in Terraform: `\"1h30m\"` for a Duration, `\"10.0.0.0/8\"` for a Cidr",
            }
            default_fn: Option<FunctionPath> {
                "default_fn = path" => "`fn(&Environment) -> Result<T, E>`",
            }
            default_env: Option<DefaultEnv> {
                "default_env(\"NAME\", \"fallback\")" =>
                    "the first variable that is set, else the fallback; `default_env(\"A\", \"B\", fallback = \"…\")` for several",
            }
        }
        "What users are told:" {
            deprecated: Option<Text>, ends in Deprecated {
                "deprecated = \"…\"" => "warns when it is configured",
            }
            removed: Option<Text>, ends in Removed {
                "removed = \"…\"" => "fails when it is configured",
            }
            input_default: Option<Text>, ends in InputDefault {
                "input_default = \"…\"" => "what a prompt for a provider setting offers",
            }
            description: Option<Text> {
                "description = \"…\"" => "instead of the doc comment",
            }
        }
        "Checks, and which values are equal:" {
            validate: Option<Validators> {
                "validate = …" => "one validator, or a list in brackets (see below)",
            }
            diff_suppress: Option<FunctionPath> {
                "diff_suppress = path" =>
                    "`fn(&Suppress<'_, R>, old: &T, new: &T) -> bool`: values that mean the same",
            }
            canonical: Option<FunctionPath> {
                "canonical = path" =>
                    "`fn(&T) -> Canonical`: the same through a form in which they are equal; the only one inside sets",
            }
            state_fn: Option<FunctionPath> {
                "state_fn = path" =>
                    "`fn(&T) -> T`: what is stored instead; never strict, see `canonical`",
            }
        }
        "Relations, each with names of fields (`name`), also of fields in a single nested struct \
         (`disk.size`). Numbers are weighed against others where all of them are configured:" {
            conflicts_with: Option<FieldPaths> {
                "conflicts_with(…)" =>
                    "none of these may be configured beside it; naming a conflict on one side is enough",
            }
            exactly_one_of: Option<FieldPaths> {
                "exactly_one_of(…)" => "exactly one of these and this one must be configured",
            }
            at_least_one_of: Option<FieldPaths> {
                "at_least_one_of(…)" => "at least one of these and this one must be configured",
            }
            required_with: Option<FieldPaths> {
                "required_with(…)" => "these must be configured if this one is",
            }
            prefer_write_only: Option<FieldPaths> {
                "prefer_write_only(password_wo)" =>
                    "warns where a secret is not set through this write-only field, unless Terraform is too old to know write-only fields",
            }
            at_least_sum_of: Option<FieldPaths> {
                "at_least_sum_of(a, b)" => "at least as much as these together",
            }
            at_most_sum_of: Option<FieldPaths> {
                "at_most_sum_of(…)" => "at most as much as these together",
            }
            equal_to_sum_of: Option<FieldPaths> {
                "equal_to_sum_of(…)" => "as much as these together",
            }
            equal_to_product_of: Option<FieldPaths> {
                "equal_to_product_of(…)" => "as much as these multiplied",
            }
        }
        "Nested structs:" {
            block: Option<BlockKey> {
                "block(list)`, `block(set)`, `block(map)" =>
                    "blocks, written without `=`: `Vec<T>`, `Set<T>`, `BTreeMap<String, T>`",
                "block(single)" => "one block: `T` must be there, `Option<T>` may",
                "min_items = n`, `max_items = n" => "in `block(list, …)` and `block(set, …)`",
            }
            nested: Option<NestedKey> {
                "nested(list)`, `nested(set)`, `nested(map)`, `nested(single)" =>
                    "the same as an attribute, written with `=`; an `Option` of a collection tells null from empty",
            }
            flatten: Flag {
                "flatten" =>
                    "the fields of the struct are fields of this one; stands alone. `Image::COMMON.then(Common::NAME)` is the handle, `common.name` the name in relations",
            }
            set_key: Option<FunctionPath> {
                "set_key = path" =>
                    "`fn(&T) -> K`, or the constant of a field (`Rule::NAME`, or `NAME` alone; a name in small letters is a function's): which prior element of a set an element continues",
            }
        }
        "Names, and opting out:" {
            rename: Option<Text> {
                "rename = \"…\"" => "the name in configurations, instead of the field's",
            }
            allow: Option<Allows> {
                "allow(rule, reason = \"…\")" => "silences a warning",
            }
        }
    }
    hints {
        "min_items" => "`min_items` counts blocks: write `block(list, min_items = 1)`; the elements of a collection are counted by `validate = size(1..)`",
        "max_items" => "`max_items` counts blocks: write `block(list, max_items = 4)`; the elements of a collection are counted by `validate = size(..=4)`",
        "length" => "write it under `validate`: `validate = length(1..=64)`",
        "range" => "write it under `validate`: `validate = range(1..=100)`",
        "one_of" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`",
        "regex" => "write it under `validate`: `validate = regex(\"^[a-z]+$\")`",
        "custom" => "write it under `validate`: `validate = custom = my_function`",
        "volatile" => "write it under `computed`: `computed(volatile)`",
        "when_changed" => "write it under `computed`: `computed(when_changed(name))`",
        "list" => "write how blocks are grouped under `block` or `nested`: `block(list)`",
        "single" => "write how blocks are grouped under `block` or `nested`: `block(single)`",
        "requires_replace" => "did you mean `force_new`?",
        "immutable" => "did you mean `force_new`?",
        "name" => "did you mean `rename`?",
        "type" => "the type is that of the Rust field: take it out",
        "doc" => "did you mean `description`? A doc comment on the field says the same",
        "secret" => "did you mean `sensitive`?",
        "validator" => "did you mean `validate`?",
    }
}
