//! What the Go SDK rejects on one field (R1 to R56).

use super::rules;

rules! { R GoSdk;
    1 TYPE_MISSING Types, "a field without a type" "a Rust field always has one; schemas built at run time are checked";
    2 REQUIRED_AND_OPTIONAL Derive, "a field that is both required and optional" "";
    3 REQUIRED_AND_COMPUTED Derive, "a field that is both required and computed" "";
    4 PRESENCE_MISSING Derive, "an attribute that is none of required, optional, computed" "blocks have none, see R201";
    6 WRITE_ONLY_COMPUTED Derive, "write-only with computed" "";
    7 WRITE_ONLY_FORCE_NEW Derive, "write-only with force_new" "";
    11 BLOCK_MODE_IN_ATTRIBUTE Across, "a block inside an attribute" "nested attributes hold no blocks";
    15 DEFAULT_COMPUTED Derive, "a default on a computed field" "Terraform sees a field with a default as optional and computed";
    16 DEFAULT_REQUIRED Derive, "a default on a required field" "";
    17 WRITE_ONLY_DEFAULT Derive, "a default on a write-only field" "";
    18 WRITE_ONLY_DEFAULT_FN Derive, "a default function on a write-only field" "";
    20 CONFLICTS_REQUIRED Derive, "conflicts_with on a required field" "";
    21 EXACTLY_ONE_REQUIRED Derive, "exactly_one_of on a required field" "";
    22 AT_LEAST_ONE_REQUIRED Derive, "at_least_one_of on a required field" "";
    23 RELATION_INDEX Derive, "an index in a relation" "the Go SDK allows 0; a relation here names fields";
    24 RELATION_UNKNOWN Derive, "a relation that names no field" "relative to the struct here, absolute in the Go SDK's form; also across nested structs";
    25 RELATION_THROUGH_MANY Across, "a relation through a block that may occur more than once" "";
    27 CONFLICTS_ITSELF Derive, "conflicts_with that names the field itself" "";
    28 RELATION_REQUIRED_TARGET Derive, "a relation that names a required field" "also across nested structs";
    29 RELATION_WHEN_CHANGED_TARGET Derive, "a relation that names a field computed when others change" "";
    31 WRITE_ONLY_COLLECTION Derive, "write-only on a block, or on a set of structs" "the Go SDK rejects every list and set; collection attributes and nested lists, maps and single ones can be write-only here";
    32 ELEMENT_MISSING Types, "a list or set without an element type" "Vec, Set and maps always have one; schemas built at run time are checked";
    33 DEFAULT_ON_BLOCK Derive, "a default on a block or nested attribute" "the Go SDK rejects every list and set; collections of scalars may have one here";
    34 SET_KEY_NOT_SET Derive, "set_key on anything but a set of structs, list_key on anything but a list of them" "";
    38 ELEMENT_PRESENCE Dynamic, "an element with required, optional or computed" "an element is a Rust type here";
    39 ITEMS_NOT_LIST_OR_SET Derive, "min_items or max_items on anything but a list or set" "here on blocks only; attributes have validators for their size";
    42 COMPUTED_AT_LEAST_ONE Derive, "at_least_one_of on a computed-only field" "";
    43 COMPUTED_CONFLICTS Derive, "conflicts_with on a computed-only field" "";
    46 COMPUTED_DIFF_SUPPRESS Derive, "a suppress function on a computed-only field" "";
    47 COMPUTED_EXACTLY_ONE Derive, "exactly_one_of on a computed-only field" "";
    48 COMPUTED_INPUT_DEFAULT Derive, "input_default on a computed-only field" "";
    51 COMPUTED_STATE_FN Derive, "a state function on a computed-only field" "";
    52 COMPUTED_VALIDATE Derive, "validation on a computed-only field" "";
}
