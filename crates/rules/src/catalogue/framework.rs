//! F: what the plugin framework adds.

use super::rules;

rules! { R Framework;
    131 NAME_SYNTAX Derive, "a name that a configuration cannot set: not ^[a-z_][a-z0-9_]*$" "";
    132 RESERVED_ROOT_NAME Derive, "a root field named for_each (with R68's names)" "";
    135 DEFAULT_TYPE Derive, "a default of a different type than the field" "literals in the derive, all else by Rust's types";
    136 OBJECT_TYPES_MISSING Types, "an object without attribute types" "tuples and structs always have them";
    137 DYNAMIC_IN_COLLECTION Derive, "a dynamic value inside a collection" "also across nested structs";
    138 WRITE_ONLY_NESTED_CHILDREN Across, "a write-only nested attribute with a child that is not write-only" "";
    139 WRITE_ONLY_IN_NESTED_SET Across, "a set of nested attributes with a write-only field" "";
    140 WRITE_ONLY_IN_COMPUTED_NESTED Across, "a computed nested attribute with a write-only field" "";
    141 WRITE_ONLY_IN_BLOCK_SET Across, "a set of blocks with a write-only field at any depth" "";
    144 FUNCTION_SIGNATURE Derive, "a function without name or output" "parameters are typed by Rust; names twice are R218 and R145";
    145 DUPLICATE_TYPE Registration, "two resources, data sources or functions of one name" "";
    148 OPERATION_MISSING RunTime, "import, upgrade or move of a resource that has no code for it" "an error diagnostic";
    149 UNKNOWN_AFTER_APPLY RunTime, "an unknown or missing state after create, update or import" "the apply check of the server";
    150 SET_DUPLICATE_VALUE RunTime, "a set value with the same element twice" "a Set keeps one of equal elements";
}
