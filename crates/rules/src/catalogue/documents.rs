//! S: what the documents say.

use super::rules;

rules! { R Documents;
    101 SEVERAL_DEFAULTS Derive, "more than one of default, default_fn and default_env" "";
    103 COMPUTED_WITH_DEFAULT_FN Derive, "computed with a default function" "";
    105 INPUT_DEFAULT_ELSEWHERE Derive, "input_default outside a provider's configuration" "only provider settings are asked for at a prompt";
    107 SET_IN_SET Across warns, "a set inside the element of a set" "";
    108 COMPUTED_IN_SET Across warns, "a computed field inside the element of a set" "";
    111 SUPPRESS_ON_COLLECTION Derive warns, "a suppress function, canonical form or state function on a collection" "";
    112 ID_FIELD Derive, "a root field `id` of a resource or data source that cannot be an id: a block, in no state, never set, or beside the struct's `id` key" "";
    113 ID_TYPE Types, "an id that is not a string" "data.set_id takes a string";
    114 REMOVED_FIELD Derive, "a removed field that is not optional, or not nullable" "";
    116 SET_PARTIAL_KEY Types, "set_partial with a nested field" "it takes root fields only";
    117 SET_ELEMENT Types, "setting one element of a collection" "set takes root fields only";
    118 FORCE_NEW_DEFAULT Derive warns, "force_new with a default" "";
    122 EXISTS_MODIFIES Types, "an exists function that changes data" "`exists` gets the data to read only";
    123 TYPE_PREFIX Registration, "a type name that does not start with the provider's name" "Terraform Core finds the provider by the part before the first underscore";
    124 PROVIDER_CODE_PANICS RunTime, "provider code that panics" "a panic becomes a diagnostic";
}
