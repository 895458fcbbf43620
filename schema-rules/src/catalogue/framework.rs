//! F: what the plugin framework adds.

use super::rules;
use crate::catalogue::{Door, Origin, Rule, RuleInfo, Severity};

#[rustfmt::skip]
pub(super) const RULES: &[RuleInfo] = rules! { r Framework;
    131 name_syntax Derive, "a name that a configuration cannot set: not ^[a-z_][a-z0-9_]*$" "";
    132 reserved_root_name Derive, "a root field named for_each (with R68's names)" "";
    133 reserved_provider_root_name Nowhere -> r 84, "a provider field named alias or version" "R84 reports it";
    134 default_needs_computed Nowhere, "a default on a field that is not computed" "the opposite of R15, which holds here; the wire gets both";
    135 default_type Derive, "a default of another type than the field" "literals in the derive, all else by Rust's types";
    136 object_types_missing Types, "an object without attribute types" "tuples and structs always have them";
    137 dynamic_in_collection Derive, "a dynamic value inside a collection" "through nested structs in a constant";
    138 write_only_nested_children Across, "a write-only nested attribute with a child that is not write-only" "";
    139 write_only_in_nested_set Across, "a set of nested attributes with a write-only field" "";
    140 write_only_in_computed_nested Across, "a computed nested attribute with a write-only field" "";
    141 write_only_in_block_set Across, "a set of blocks with a write-only field at any depth" "";
    142 presence_missing_late Nowhere -> r 4, "an attribute without presence" "R4 reports it";
    143 write_only_combinations Nowhere -> r 6, "write-only with computed" "R6 reports it";
    144 function_signature Later, "a function without types" "functions come later";
    145 duplicate_type Registration, "two resources or two data sources of one name" "";
    146 identity_list_element Later, "an identity list of anything but scalars" "identity comes later";
    147 nested_needs_protocol_6 Nowhere, "nested attributes over protocol 5" "they are sent as attributes of objects there";
    148 operation_missing RunTime, "import, upgrade or move of a resource that has no code for it" "an error diagnostic";
    149 unknown_after_apply RunTime, "an unknown or missing state after create, update or import" "the apply check of the server";
    150 set_duplicate_value RunTime, "a set value with the same element twice" "a Set keeps one of equal elements";
};
