//! C: what Terraform core refuses when it loads a schema.

use super::rules;
use crate::catalogue::{Door, Origin, Rule, RuleInfo, Severity};

#[rustfmt::skip]
pub(super) const RULES: &[RuleInfo] = rules! { c Core;
    1 provider_schema_missing Types, "a provider without schema" "a provider is a struct with one";
    2 version_negative Derive, "a schema version below zero" "";
    3 core_scope Nowhere, "a resource or data source that breaks C5 to C20" "names the scope of the others";
    4 core_function_names Later, "a function or parameter name that is no identifier" "functions come later";
    5 core_presence Nowhere -> r 4, "an attribute that is none of optional, required, computed" "";
    6 core_optional_required Nowhere -> r 2, "an attribute that is optional and required" "";
    7 core_computed_required Nowhere -> r 3, "an attribute that is computed and required" "";
    8 core_type Nowhere -> r 1, "an attribute with neither type nor nested type, or both" "";
    9 core_attribute_name Nowhere -> r 131, "an attribute name (core's check is switched off)" "";
    10 block_name Derive, "a block name of other characters than a-z, 0-9 and _, or that an attribute has too" "characters are R131 in annotations";
    11 items_negative Derive, "min_items or max_items below zero" "";
    12 single_block_items Dynamic, "a single block whose min_items and max_items differ or exceed 1" "T or Option<T> says it here";
    13 group_block_items Dynamic, "a group block with min_items or max_items" "R39 in annotations";
    14 min_above_max Derive, "min_items above max_items" "";
    15 map_block_items Dynamic, "a map block with min_items or max_items" "R39 in annotations";
    16 set_block_content Across, "a set of blocks with a dynamic value (or, R141, a write-only field) anywhere inside" "";
    17 block_nesting Dynamic, "a block of unknown nesting" "block(…) takes list, set, single, group or map";
    18 nested_nesting Dynamic, "a nested attribute of nesting group or unknown" "nested(…) takes single, list, set or map";
    19 nested_set_content Across, "a set of nested attributes with a dynamic value (or, R139, a write-only field) anywhere inside" "";
    20 core_children Nowhere, "children that break a rule" "every struct is checked";
};
