//! C: what Terraform core rejects when it loads a schema.

use super::rules;

rules! { C Core;
    1 PROVIDER_SCHEMA_MISSING Types, "a provider without schema" "a provider is a struct with one";
    2 VERSION_NEGATIVE Derive, "a schema version below zero" "";
    10 BLOCK_NAME Derive, "a block name with other characters than a-z, 0-9 and _, or with the name of an attribute" "characters are R131 in annotations";
    11 ITEMS_NEGATIVE Derive, "min_items or max_items below zero" "";
    12 SINGLE_BLOCK_ITEMS Dynamic, "a single block whose min_items and max_items differ or exceed 1" "here T or Option<T>";
    13 GROUP_BLOCK_ITEMS Dynamic, "a group block with min_items or max_items" "R39 in annotations";
    14 MIN_ABOVE_MAX Derive, "min_items above max_items" "";
    15 MAP_BLOCK_ITEMS Dynamic, "a map block with min_items or max_items" "R39 in annotations";
    16 SET_BLOCK_CONTENT Across, "a set of blocks with a dynamic value or a write-only field (R141) anywhere inside" "";
    17 BLOCK_NESTING Dynamic, "a block of unknown nesting" "block(…) takes list, set, single or map";
    18 NESTED_NESTING Dynamic, "a nested attribute of nesting group or unknown" "nested(…) takes single, list, set or map";
    19 NESTED_SET_CONTENT Across, "a set of nested attributes with a dynamic value or a write-only field (R139) anywhere inside" "";
}
