//! S: what the documents say.

use super::rules;
use crate::catalogue::{Door, Origin, Rule, RuleInfo, Severity};

#[rustfmt::skip]
pub(super) const RULES: &[RuleInfo] = rules! { r Documents;
    101 several_defaults Derive, "more than one of default, default_fn and default_env" "";
    102 computed_with_default Nowhere -> r 15, "computed with a default" "R15 reports it";
    103 computed_with_default_fn Derive, "computed with a default function" "";
    104 required_with_default Nowhere -> r 16, "required with a default; with a default function it is allowed" "R16 reports the first";
    105 input_default_elsewhere Derive, "input_default outside a provider's configuration" "only provider settings are asked for at a prompt";
    106 conflict_one_sided Nowhere, "a conflict that is named on one side only" "naming one side is enough here: it holds and is reported on both";
    107 set_in_set Across warns, "a set inside the element of a set" "";
    108 computed_in_set Across warns, "a computed field inside the element of a set" "";
    109 validate_on_collection Nowhere -> r 214, "a scalar validator on a list or set" "R214 reports it";
    110 validate_on_map Nowhere -> r 214, "a scalar validator on a map" "R214 reports it";
    111 suppress_on_collection Derive warns, "a suppress function, canonical form or state function on a collection" "";
    112 id_field Derive, "a field named id at the root of a resource or data source" "";
    113 id_type Types, "an id that is no string" "data.set_id takes text";
    114 removed_field Derive, "a removed field that is not optional, or has no room for null" "";
    115 version_migration Nowhere, "a first migration that does not lead to version 1" "R73 checks the upgraders";
    116 set_partial_key Types, "set_partial with a nested field" "it takes root fields only";
    117 set_element Types, "setting one element of a collection" "set takes root fields only";
    118 force_new_default Derive warns, "force_new with a default" "";
    119 default_unstable Nowhere, "a default function whose value changes" "nobody can check it; the documentation says so";
    120 required_removed_later Nowhere, "removing a required argument from the configuration" "core checks configurations";
    121 list_or_set Nowhere, "a list where order means nothing" "nobody can check it; the documentation says when to use which";
    122 exists_modifies Types, "an exists function that changes data" "read says data.gone(); there is no exists";
    123 type_prefix Registration, "a type name that does not start with the provider's name" "core finds the provider by the part before the first underscore";
    124 author_panics RunTime, "author code that panics" "a panic becomes a diagnostic";
};
