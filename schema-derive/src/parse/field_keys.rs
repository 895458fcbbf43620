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
                "default_env(\"NAME\", \"OTHER\", fallback = \"…\")" =>
                    "the first of these environment variables that is set, else the fallback, if there is one",
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
        "min" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "max" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "minimum" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "maximum" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "min_value" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "max_value" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "at_least" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "at_most" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "between" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "limit" => "write it under `validate`: `range(1..=9)` for numbers, `length(1..=9)` for texts, `size(1..=9)` for collections",
        "length" => "write it under `validate`: `validate = length(1..=64)`",
        "min_length" => "write it under `validate`: `validate = length(1..=64)`",
        "max_length" => "write it under `validate`: `validate = length(1..=64)`",
        "len" => "write it under `validate`: `validate = length(1..=64)`",
        "min_len" => "write it under `validate`: `validate = length(1..=64)`",
        "max_len" => "write it under `validate`: `validate = length(1..=64)`",
        "size" => "write it under `validate`: `validate = size(1..=4)`",
        "min_size" => "write it under `validate`: `validate = size(1..=4)`",
        "max_size" => "write it under `validate`: `validate = size(1..=4)`",
        "range" => "write it under `validate`: `validate = range(1..=100)`",
        "one_of" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "enum" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "possible_values" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "allowed_values" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "allowed" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "choices" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "variants" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "values" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "string_in_slice" => "write it under `validate`: `validate = one_of(\"a\", \"b\")`; or make the type an enum with #[derive(SchemaEnum)]",
        "regex" => "write it under `validate`: `validate = regex(\"^[a-z]+$\")`",
        "pattern" => "write it under `validate`: `validate = regex(\"^[a-z]+$\")`",
        "format" => "write it under `validate`: `validate = regex(\"^[a-z]+$\")`",
        "email" => "write it under `validate`: `validate = regex(\"^[^@]+@[^@]+$\")`",
        "custom" => "write it under `validate`: `validate = custom = my_function`",
        "check" => "write it under `validate`: `validate = custom = my_function`",
        "value_parser" => "write it under `validate`: `validate = custom = my_function`",
        "validate_func" => "write it under `validate`: `validate = custom = my_function`",
        "validate_fn" => "write it under `validate`: `validate = custom = my_function`",
        "validate_diag_func" => "write it under `validate`: `validate = custom = my_function`",
        "validate_with" => "write it under `validate`: `validate = custom = my_function`",
        "validator_fn" => "write it under `validate`: `validate = custom = my_function`",
        "validator" => "did you mean `validate`?",
        "validators" => "did you mean `validate`?",
        "validation" => "did you mean `validate`?",
        "elem" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "element" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "elements" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "item" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "items" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "element_type" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "inner" => "what a collection holds says its type, such as `Vec<String>`; checks of each element are `validate = each(length(1..))`",
        "volatile" => "write it under `computed`: `computed(volatile)`",
        "when_changed" => "write it under `computed`: `computed(when_changed(name))`",
        "computed_when" => "write it under `computed`: `computed(when_changed(name))`",
        "computed_if" => "write it under `computed`: `computed(when_changed(name))`",
        "depends_on" => "write it under `computed`: `computed(when_changed(name))`",
        "list" => "write how blocks are grouped under `block` or `nested`: `block(list)`",
        "single" => "write how blocks are grouped under `block` or `nested`: `block(single)`",
        "set" => "write how blocks are grouped under `block` or `nested`: `block(set)`; values without order are a field of type `Set<…>`",
        "map" => "write how blocks are grouped under `block` or `nested`: `block(map)`; values under keys are a field of type `BTreeMap<String, …>`",
        "nested_block" => "write `nested(single)` for an attribute that holds a struct, `block(single)` for a block",
        "nested_object" => "write `nested(single)` for an attribute that holds a struct, `block(single)` for a block",
        "nested_attribute" => "write `nested(single)` for an attribute that holds a struct, `block(single)` for a block",
        "single_nested" => "write `nested(single)` for an attribute that holds a struct, `block(single)` for a block",
        "object" => "write `nested(single)` for an attribute that holds a struct, `block(single)` for a block",
        "optional_computed" => "write both: `optional, computed`",
        "computed_optional" => "write both: `optional, computed`",
        "mandatory" => "did you mean `required`?",
        "not" => "what a configuration may leave out is `optional`; a validator is written under `validate`: `validate = not(one_of(\"default\"))`",
        "type_string" => "the type is that of the Rust field: take it out",
        "type_int" => "the type is that of the Rust field: take it out",
        "type_bool" => "the type is that of the Rust field: take it out",
        "type_float" => "the type is that of the Rust field: take it out",
        "type_list" => "the type is that of the Rust field: take it out",
        "type_set" => "the type is that of the Rust field: take it out",
        "type_map" => "the type is that of the Rust field: take it out",
        "force_replacement" => "did you mean `force_new`?",
        "requires_replace" => "did you mean `force_new`?",
        "immutable" => "did you mean `force_new`?",
        "replace" => "did you mean `force_new`?",
        "recreate" => "did you mean `force_new`?",
        "forces_new" => "did you mean `force_new`?",
        "force_replace" => "did you mean `force_new`?",
        "create_only" => "did you mean `force_new`?",
        "requires_recreate" => "did you mean `force_new`?",
        "mutable" => "a field can change in place unless it says `force_new`: take it out",
        "updatable" => "a field can change in place unless it says `force_new`: take it out",
        "updateable" => "a field can change in place unless it says `force_new`: take it out",
        "use_state_for_unknown" => "a computed value is kept once it is known: write `computed` alone",
        "plan_modifiers" => "say what a change does by `force_new` (it replaces the resource), `computed(when_changed(name))` (it makes the value unknown) or `diff_suppress = path`; anything else is done in the function `plan` of the resource",
        "planmodifier" => "did you mean `force_new`, or `computed(when_changed(name))`?",
        "plan_modifier" => "say what a change does by `force_new` (it replaces the resource), `computed(when_changed(name))` (it makes the value unknown) or `diff_suppress = path`; anything else is done in the function `plan` of the resource",
        "modifiers" => "say what a change does by `force_new` (it replaces the resource), `computed(when_changed(name))` (it makes the value unknown) or `diff_suppress = path`; anything else is done in the function `plan` of the resource",
        "readonly" => "did you mean `computed`?",
        "read_only" => "did you mean `computed`?",
        "output" => "did you mean `computed`?",
        "computed_only" => "did you mean `computed`?",
        "secret" => "did you mean `sensitive`?",
        "private" => "did you mean `sensitive`?",
        "hidden" => "did you mean `sensitive`?",
        "confidential" => "did you mean `sensitive`?",
        "writeonly" => "did you mean `write_only`?",
        "wo" => "did you mean `write_only`?",
        "ephemeral" => "did you mean `write_only`?",
        "nullable" => "what may be unset has a type `Option<…>`, and says `optional`",
        "null" => "what may be unset has a type `Option<…>`, and says `optional`",
        "option" => "what may be unset has a type `Option<…>`, and says `optional`",
        "may_be_null" => "what may be unset has a type `Option<…>`, and says `optional`",
        "state_func" => "did you mean `state_fn`?",
        "state_function" => "did you mean `state_fn`?",
        "suppress" => "did you mean `diff_suppress`?",
        "diff_suppress_func" => "did you mean `diff_suppress`?",
        "default_func" => "did you mean `default_fn`?",
        "default_function" => "did you mean `default_fn`?",
        "default_with" => "did you mean `default_fn`?",
        "env" => "did you mean `default_env(\"NAME\")`?",
        "env_default" => "did you mean `default_env(\"NAME\")`?",
        "env_var" => "did you mean `default_env(\"NAME\")`?",
        "env_default_func" => "did you mean `default_env(\"NAME\")`?",
        "default_value" => "did you mean `default`? Its value stands after `=`: `default = 5`",
        "default_value_t" => "did you mean `default`? Its value stands after `=`: `default = 5`",
        "default_values" => "did you mean `default`? Its value stands after `=`: `default = 5`",
        "defaults" => "did you mean `default`? Its value stands after `=`: `default = 5`",
        "fallback" => "did you mean `default`? Its value stands after `=`: `default = 5`",
        "static_value" => "did you mean `default`? Its value stands after `=`: `default = 5`",
        "deprecation_message" => "did you mean `deprecated`?",
        "deprecated_message" => "did you mean `deprecated`?",
        "deprecation" => "did you mean `deprecated`?",
        "since" => "did you mean `deprecated`?",
        "help" => "did you mean `description`?",
        "summary" => "did you mean `description`?",
        "title" => "did you mean `description`?",
        "about" => "did you mean `description`?",
        "long_about" => "did you mean `description`?",
        "comment" => "did you mean `description`?",
        "note" => "did you mean `description`?",
        "markdown_description" => "did you mean `description`?",
        "doc" => "did you mean `description`? A doc comment on the field says the same",
        "prompt" => "did you mean `input_default`?",
        "input" => "did you mean `input_default`?",
        "name" => "did you mean `rename`?",
        "key" => "did you mean `rename`?",
        "serialize" => "did you mean `rename`?",
        "rename_all" => "one name is given by `rename = \"…\"`",
        "alias" => "a field has one name, that of the Rust field or `rename = \"…\"`",
        "aliases" => "a field has one name, that of the Rust field or `rename = \"…\"`",
        "long" => "a field has one name, that of the Rust field or `rename = \"…\"`",
        "short" => "a field has one name, that of the Rust field or `rename = \"…\"`",
        "skip" => "every field of the struct is a field of the schema: what is none stands elsewhere, such as in the client",
        "skip_serializing" => "every field of the struct is a field of the schema: what is none stands elsewhere, such as in the client",
        "skip_deserializing" => "every field of the struct is a field of the schema: what is none stands elsewhere, such as in the client",
        "skip_serializing_if" => "every field of the struct is a field of the schema: what is none stands elsewhere, such as in the client",
        "ignore" => "every field of the struct is a field of the schema: what is none stands elsewhere, such as in the client",
        "with" => "how a value is read and written says its type: write #[derive(SchemaNewtype)] on a struct around it",
        "serialize_with" => "how a value is read and written says its type: write #[derive(SchemaNewtype)] on a struct around it",
        "deserialize_with" => "how a value is read and written says its type: write #[derive(SchemaNewtype)] on a struct around it",
        "serde" => "its keys are those of `field`, such as `rename = \"…\"`: take it out",
        "clap" => "its keys are those of `field`, such as `rename = \"…\"`: take it out",
        "garde" => "its keys are those of `field`, such as `rename = \"…\"`: take it out",
        "type" => "the type is that of the Rust field: take it out",
        "string" => "the type is that of the Rust field: take it out",
        "bool" => "the type is that of the Rust field: take it out",
        "int" => "the type is that of the Rust field: take it out",
        "int64" => "the type is that of the Rust field: take it out",
        "integer" => "the type is that of the Rust field: take it out",
        "number" => "the type is that of the Rust field: take it out",
        "float" => "the type is that of the Rust field: take it out",
        "float64" => "the type is that of the Rust field: take it out",
        "tuple" => "the type is that of the Rust field: take it out",
        "dynamic" => "the type is that of the Rust field: take it out",
        "attribute" => "a field is an attribute unless it says `block(…)`: take it out",
        "ordered" => "a `Vec` has an order and a `Set` none: take it out",
        "id" => "a resource has an `id` without a field, which `data.set_id(…)` writes: take it out",
        "primary_key" => "a resource has an `id` without a field, which `data.set_id(…)` writes: take it out",
        "identity" => "a resource has an `id` without a field, which `data.set_id(…)` writes: take it out",
        "conflicts" => "did you mean `conflicts_with`?",
        "conflicts_with_all" => "did you mean `conflicts_with`?",
        "conflict" => "did you mean `conflicts_with`?",
        "requires" => "did you mean `required_with`?",
        "required_with_all" => "did you mean `required_with`?",
        "required_with_any" => "did you mean `required_with`?",
        "also_requires" => "did you mean `required_with`?",
        "any_of" => "did you mean `at_least_one_of`?",
        "one_or_more" => "did you mean `at_least_one_of`?",
        "exactly_one" => "did you mean `exactly_one_of`?",
        "exclusive" => "did you mean `exactly_one_of`?",
        "required_if" => "which fields belong together say `required_with(…)`, `exactly_one_of(…)` and `at_least_one_of(…)`; any other condition is checked in the function `validate` of the resource",
        "required_unless" => "which fields belong together say `required_with(…)`, `exactly_one_of(…)` and `at_least_one_of(…)`; any other condition is checked in the function `validate` of the resource",
        "required_when" => "which fields belong together say `required_with(…)`, `exactly_one_of(…)` and `at_least_one_of(…)`; any other condition is checked in the function `validate` of the resource",
        "required_without" => "which fields belong together say `required_with(…)`, `exactly_one_of(…)` and `at_least_one_of(…)`; any other condition is checked in the function `validate` of the resource",
    }
}
