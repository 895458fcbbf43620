//! S: what the documents say.

use super::rules;

rules! { R Documents;
    101 SEVERAL_DEFAULTS Derive, "more than one of default, default_fn and default_env" "";
    102 COMPUTED_WITH_DEFAULT NotApplicable -> DEFAULT_COMPUTED, "computed with a default" "R15 reports it";
    103 COMPUTED_WITH_DEFAULT_FN Derive, "computed with a default function" "";
    104 REQUIRED_WITH_DEFAULT NotApplicable -> DEFAULT_REQUIRED, "required with a default; with a default function it is allowed" "R16 reports the first";
    105 INPUT_DEFAULT_ELSEWHERE Derive, "input_default outside a provider's configuration" "only provider settings are asked for at a prompt";
    106 CONFLICT_ONE_SIDED NotApplicable, "a conflict that is named on one side only" "naming one side is enough here: it holds and is reported on both";
    107 SET_IN_SET Across warns, "a set inside the element of a set" "";
    108 COMPUTED_IN_SET Across warns, "a computed field inside the element of a set" "";
    109 VALIDATE_ON_COLLECTION NotApplicable -> SCALAR_VALIDATOR_ON_COLLECTION, "a scalar validator on a list or set" "R214 reports it";
    110 VALIDATE_ON_MAP NotApplicable -> SCALAR_VALIDATOR_ON_COLLECTION, "a scalar validator on a map" "R214 reports it";
    111 SUPPRESS_ON_COLLECTION Derive warns, "a suppress function, canonical form or state function on a collection" "";
    112 ID_FIELD Derive, "a field named id at the root of a resource or data source" "";
    113 ID_TYPE Types, "an id that is no string" "data.set_id takes text";
    114 REMOVED_FIELD Derive, "a removed field that is not optional, or has no room for null" "";
    115 VERSION_MIGRATION NotApplicable, "a first migration that does not lead to version 1" "R73 checks the upgraders";
    116 SET_PARTIAL_KEY Types, "set_partial with a nested field" "it takes root fields only";
    117 SET_ELEMENT Types, "setting one element of a collection" "set takes root fields only";
    118 FORCE_NEW_DEFAULT Derive warns, "force_new with a default" "";
    119 DEFAULT_UNSTABLE NotApplicable, "a default function whose value changes" "the compiler cannot see it; the conformance kit asks twice";
    120 REQUIRED_REMOVED_LATER NotApplicable, "removing a required argument from the configuration" "core checks configurations";
    121 LIST_OR_SET NotApplicable, "a list where order means nothing" "nobody can check it; the documentation says when to use which";
    122 EXISTS_MODIFIES Types, "an exists function that changes data" "`exists` gets the data to read only";
    123 TYPE_PREFIX Registration, "a type name that does not start with the provider's name" "core finds the provider by the part before the first underscore";
    124 AUTHOR_PANICS RunTime, "author code that panics" "a panic becomes a diagnostic";
}
