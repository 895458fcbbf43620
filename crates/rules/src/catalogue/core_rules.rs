//! C: what Terraform core refuses when it loads a schema.

use super::rules;

rules! { C Core;
    1 PROVIDER_SCHEMA_MISSING Types, "a provider without schema" "a provider is a struct with one";
    2 VERSION_NEGATIVE Derive, "a schema version below zero" "";
    3 CORE_SCOPE NotApplicable, "a resource or data source that breaks C5 to C20" "names the scope of the others";
    4 CORE_FUNCTION_NAMES NotApplicable -> NAME_SYNTAX, "a function or parameter name that is no identifier" "R131 and R229 report it";
    5 CORE_PRESENCE NotApplicable -> PRESENCE_MISSING, "an attribute that is none of optional, required, computed" "";
    6 CORE_OPTIONAL_REQUIRED NotApplicable -> REQUIRED_AND_OPTIONAL, "an attribute that is optional and required" "";
    7 CORE_COMPUTED_REQUIRED NotApplicable -> REQUIRED_AND_COMPUTED, "an attribute that is computed and required" "";
    8 CORE_TYPE NotApplicable -> TYPE_MISSING, "an attribute with neither type nor nested type, or both" "";
    9 CORE_ATTRIBUTE_NAME NotApplicable -> NAME_SYNTAX, "an attribute name (core's check is switched off)" "";
    10 BLOCK_NAME Derive, "a block name of other characters than a-z, 0-9 and _, or that an attribute has too" "characters are R131 in annotations";
    11 ITEMS_NEGATIVE Derive, "min_items or max_items below zero" "";
    12 SINGLE_BLOCK_ITEMS Dynamic, "a single block whose min_items and max_items differ or exceed 1" "T or Option<T> says it here";
    13 GROUP_BLOCK_ITEMS Dynamic, "a group block with min_items or max_items" "R39 in annotations";
    14 MIN_ABOVE_MAX Derive, "min_items above max_items" "";
    15 MAP_BLOCK_ITEMS Dynamic, "a map block with min_items or max_items" "R39 in annotations";
    16 SET_BLOCK_CONTENT Across, "a set of blocks with a dynamic value (or, R141, a write-only field) anywhere inside" "";
    17 BLOCK_NESTING Dynamic, "a block of unknown nesting" "block(…) takes list, set, single or map";
    18 NESTED_NESTING Dynamic, "a nested attribute of nesting group or unknown" "nested(…) takes single, list, set or map";
    19 NESTED_SET_CONTENT Across, "a set of nested attributes with a dynamic value (or, R139, a write-only field) anywhere inside" "";
    20 CORE_CHILDREN NotApplicable, "children that break a rule" "every struct is checked";
}
