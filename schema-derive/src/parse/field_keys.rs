//! The keys of `#[field(…)]`.

use super::keys::keys;
use super::lists::{Allows, DefaultEnv};
use super::nesting::{BlockKey, NestedKey};
use super::paths::{Computed, FieldPaths};
use super::validators::Validators;
use super::values::{Expression, Flag, ForceNew, FunctionPath, Switch, Text};

keys! {
    /// `#[field(…)]`.
    struct FieldKeys of "field", documented by field_keys_table;
    {
        "Presence, stated for every attribute and for no block:" {
            required: Flag {
                "required" => "every configuration must set it",
            }
            optional: Flag {
                "optional" => "a configuration may set it",
            }
            computed: Option<Computed> {
                "computed" => "the provider sets it; once known, it is kept",
                "computed(when_changed(a, b.c))" =>
                    "… and is unknown in a plan that changes one of these",
                "computed(volatile)" => "… and is unknown in every plan that changes something",
            }
        }
        "Behaviour:" {
            force_new: Option<ForceNew> {
                "force_new" => "a change replaces the resource",
                "force_new(count)" =>
                    "for a list, set or map of blocks or nested structs: a different number of them replaces the resource; for changes inside, annotate their fields",
                "force_new(when = …)" =>
                    "a change replaces it if this closure returns true for the old and the new value, or if one of them is null or unknown",
            }
            sensitive: Option<Switch> {
                "sensitive" => "hidden in output; a `Secret` always is",
                "sensitive = false" => "on a write-only `Secret` of an existing schema: not exported as sensitive",
            }
            write_only: Flag {
                "write_only" => "never stored in a plan or state",
            }
        }
        "Defaults, at most one of them:" {
            default: Option<Expression> {
                "default = value" =>
                    "used if nothing is configured; an expression that is not a literal is evaluated each time. Write lists as `[\"a\", \"b\"]`; types that are strings in Terraform take a string: `\"1h30m\"` for a Duration, `\"10.0.0.0/8\"` for a Cidr",
            }
            default_fn: Option<FunctionPath> {
                "default_fn = path" => "`fn(&Environment) -> Result<T, E>`",
            }
            default_env: Option<DefaultEnv> {
                "default_env(\"NAME\", \"OTHER\", fallback = \"…\")" =>
                    "the first of these environment variables that is set, else the fallback",
            }
        }
        "What users see:" {
            deprecated: Option<Text>, ends in Deprecated {
                "deprecated = \"…\"" => "warns when it is configured",
            }
            removed: Option<Text>, ends in Removed {
                "removed = \"…\"" => "fails when it is configured",
            }
            input_default: Option<Text>, ends in InputDefault {
                "input_default = \"…\"" => "the suggestion in the local runner's prompt for a provider setting",
            }
            description: Option<Text> {
                "description = \"…\"" => "instead of the doc comment; blanks and line breaks are kept",
            }
            plain: Flag {
                "plain" => "the description is plain text, not Markdown",
            }
            markdown: Flag {
                "markdown" => "the description is Markdown, in a struct whose other descriptions are `plain`",
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
                    "`fn(&T) -> Canonical`: the same, through a common form; required inside sets",
            }
            state_fn: Option<FunctionPath> {
                "state_fn = path" =>
                    "`fn(&T) -> T`: what is stored instead; breaks Terraform's rules, prefer `canonical`",
            }
        }
        "Relations to other fields (`name`), also in a single nested struct \
         (`disk.size`). Numbers are compared once they are known:" {
            conflicts_with: Option<FieldPaths> {
                "conflicts_with(…)" =>
                    "none of these may be configured together with it; one side is enough",
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
                    "warns if a secret is not set through this write-only field, unless Terraform is too old for write-only fields",
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
                "block(single)" => "one block: `T` is required, `Option<T>` optional",
                "min_items = n`, `max_items = n" => "in `block(list, …)` and `block(set, …)`",
                "block(list, max_items = 1)`, `block(set, max_items = 1)" =>
                    "at most one block: also `Option<T>`, and with `min_items = 1` `T`",
            }
            nested: Option<NestedKey> {
                "nested(list)`, `nested(set)`, `nested(map)`, `nested(single)" =>
                    "the same as an attribute, written with `=`. An `Option` of a collection distinguishes null from empty; elements in an `Option` may be null (with computed fields inside, OpenTofu and Terraform before 1.8.3 crash on null elements)",
            }
            flatten: Flag {
                "flatten" =>
                    "the fields of the struct become fields of this one; the only key. `Image::COMMON.then(Common::NAME)` is the field constant, `common.name` the name in relations",
            }
            list_key: Option<FunctionPath> {
                "list_key = path" =>
                    "the same for lists; without it an element continues the prior one that is configured the same",
            }
            set_key: Option<FunctionPath> {
                "set_key = path" =>
                    "`fn(&T) -> K`, or a field constant (`Rule::NAME` or `NAME`): which prior element of a set an element continues",
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
        "min_items" =>
            "`min_items` counts blocks: write `block(list, min_items = 1)`; the elements of a collection are counted by `validate = size(1..)`",
        "max_items" =>
            "`max_items` counts blocks: write `block(list, max_items = 4)`; the elements of a collection are counted by `validate = size(..=4)`",
        "custom check value_parser validate_func validate_fn validate_diag_func validate_with validator_fn" =>
            "write it under `validate`: `validate = custom = my_function`",
        "validator validators validation" => "did you mean `validate`?",
        "elem element elements item items element_type inner" =>
            "the element type comes from the Rust type, such as `Vec<String>`; validate each element with `validate = each(length(1..))`",
        "volatile" => "write it under `computed`: `computed(volatile)`",
        "when_changed computed_when computed_if depends_on" =>
            "write it under `computed`: `computed(when_changed(name))`",
        "list" => "write how structs are grouped under `nested` or `block` (a function has no blocks): `nested(list)`",
        "single" => "write how structs are grouped under `nested` or `block` (a function has no blocks): `nested(single)`",
        "set" =>
            "write how structs are grouped under `nested` or `block` (a function has no blocks): `nested(set)`; values without order are a field of type `Set<…>`",
        "map" =>
            "write how structs are grouped under `nested` or `block` (a function has no blocks): `nested(map)`; values under keys are a field of type `BTreeMap<String, …>`",
        "nested_block nested_object nested_attribute single_nested object" =>
            "write `nested(single)` for an attribute that holds a struct, `block(single)` for a block",
        "list_nested_block set_nested_block single_nested_block list_nested_attribute \
         set_nested_attribute map_nested_attribute single_nested_attribute" =>
            "write `block(list)` for blocks and `nested(list)` for an attribute, likewise with set, map and single",
        "optional_computed computed_optional" => "write both: `optional, computed`",
        "mandatory" => "did you mean `required`?",
        "not" =>
            "write `optional` for what a configuration may omit, and validators under `validate`: `validate = not(one_of(\"default\"))`",
        "type_string type_int type_bool type_float type_list type_set type_map type string bool int int64 \
         integer number float float64 tuple dynamic" =>
            "the type comes from the Rust field: remove it",
        "force_replacement forces_replacement requires_replacement requires_replace immutable \
         replace recreate forces_new force_replace create_only requires_recreate" =>
            "did you mean `force_new`?",
        "mutable updatable updateable" => "a field can change in place unless it says `force_new`: remove it",
        "use_state_for_unknown" => "a computed value is kept once it is known: write `computed` alone",
        "plan_modifiers plan_modifier modifiers" =>
            "use `force_new` (a change replaces the resource), `computed(when_changed(name))` (a change makes the value unknown) or `diff_suppress = path`; do anything else in the resource's function `plan`",
        "planmodifier" => "did you mean `force_new`, or `computed(when_changed(name))`?",
        "readonly read_only output computed_only" => "did you mean `computed`?",
        "secret private hidden confidential" => "did you mean `sensitive`?",
        "writeonly wo ephemeral" => "did you mean `write_only`?",
        "nullable null option may_be_null" => "write `optional`, and give the field a type `Option<…>`",
        "state_func state_function" => "did you mean `state_fn`?",
        "suppress diff_suppress_func" => "did you mean `diff_suppress`?",
        "default_func default_function default_with" => "did you mean `default_fn`?",
        "env env_default env_var env_default_func" => "did you mean `default_env(\"NAME\")`?",
        "default_value default_value_t default_values defaults fallback static_value" =>
            "did you mean `default`? Write its value after `=`: `default = 5`",
        "deprecation_message deprecated_message deprecation since" => "did you mean `deprecated`?",
        "help summary title about long_about comment note markdown_description" => "did you mean `description`?",
        "doc" => "did you mean `description`? A doc comment on the field says the same",
        "prompt input" => "did you mean `input_default`?",
        "name key serialize" => "did you mean `rename`?",
        "rename_all" => "write each name: `rename = \"…\"`",
        "alias aliases long short" => "a field has one name: the Rust field's, or `rename = \"…\"`",
        "skip skip_serializing skip_deserializing skip_serializing_if ignore" =>
            "every field of the struct is a field of the schema: keep anything else elsewhere, such as in the client",
        "with serialize_with deserialize_with" =>
            "conversions belong to the type: wrap it in a struct with #[derive(SchemaNewtype)]",
        "serde clap garde" => "use the keys of `field`, such as `rename = \"…\"`, and remove it",
        "attribute" => "a field is an attribute unless it says `block(…)`: remove it",
        "ordered" => "a `Vec` is ordered and a `Set` is not: remove it",
        "set_hash hash set_func hash_func" =>
            "elements are equal if all their fields are: remove it; use `set_key = NAME` to match elements across a change",
        "config_mode config_mode_attr schema_config_mode_attr" =>
            "write `block(list)` for blocks or `nested(list)` for an attribute, and remove it",
        "id primary_key identity" =>
            "a resource has an `id` without a field, which `data.set_id(…)` writes: remove it",
        "conflicts conflicts_with_all conflict at_most_one_of at_most_one exclusive exclusive_with \
         mutually_exclusive mutually_exclusive_with excludes exclusive_of" => "did you mean `conflicts_with`?",
        "requires required_with_all required_with_any also_requires" => "did you mean `required_with`?",
        "all_or_none all_or_nothing required_together together all_of_together" =>
            "name the others at each of them: `required_with(name, zone)`",
        "any_of one_or_more" => "did you mean `at_least_one_of`?",
        "exactly_one" => "did you mean `exactly_one_of`?",
        "required_if required_unless required_when required_without" =>
            "use `required_with(…)`, `exactly_one_of(…)` or `at_least_one_of(…)` to tie fields together; check any other condition in the resource's function `validate`",
    }
}
