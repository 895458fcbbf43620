//! Ours: what a macro sees and nobody else checks.

use super::rules;
use crate::catalogue::{Door, Origin, Rule, RuleInfo, Severity};

#[rustfmt::skip]
pub(super) const RULES: &[RuleInfo] = rules! { r Ours;
    201 presence_on_block Derive, "required, optional or computed on a block" "min_items, or T and Option<T>, say it; computed structures are nested attributes";
    202 language_name Derive, "a root name that core keeps for the language" "";
    203 optional_without_room Derive, "a plain optional scalar without default that has no room for null" "a collection has room: an empty one and none are read alike; aliases through a trait";
    204 required_option Derive, "a required field of type Option" "aliases through a trait";
    205 computed_without_zero Derive, "a computed field whose type has no zero value and is no Option" "aliases through a trait";
    206 removed_combination Derive, "a removed field with keys that can no longer do anything" "";
    207 empty_text Derive, "an empty text for deprecated, removed or a reason" "";
    208 attribute_key_on_block Derive, "a key of attributes on a block, or of leaves on a nested attribute" "";
    209 key_without_effect Derive, "a key that can do nothing there (force_new in a data source …)" "";
    210 two_equalities Derive, "both diff_suppress and canonical" "";
    211 one_of_empty Derive, "one_of without values" "also each, keys, values, all and any without validators";
    212 one_of_twice Derive, "one_of with the same value twice" "";
    213 interval_reversed Derive, "a range that nothing fits in" "also one without ends, and a count below zero";
    214 scalar_validator_on_collection Derive, "a validator of one value on a collection" "";
    215 validator_type Derive, "a validator for another type than the field's" "types the derive cannot see through a trait";
    216 default_invalid Derive, "a default that the field's own validators refuse" "constants in a constant, the rest at start-up";
    217 regex_syntax Derive, "a regular expression that does not parse" "";
    218 name_twice Derive, "two fields of one name" "";
    219 allow_name Derive, "allow of a rule that does not exist or cannot be allowed" "";
    220 allow_reason Derive, "allow without a reason" "";
    221 timeout_value Derive, "a declared timeout that is no duration above zero" "";
    222 timeout_place Derive, "a timeout where there is no such operation" "also timeouts() without any; a data source only reads";
    223 timeout_twice Derive, "a timeout declared twice, or declared beside a field named timeouts" "";
    224 relation_list Derive, "a relation without names, with a name twice, or with nothing but the field itself" "";
    225 relation_computed_target Derive, "a relation that names a computed-only field" "through nested structs in a constant";
    226 when_changed_path Derive, "computed(when_changed(…)) that names no other field" "through nested structs in a constant";
    227 computed_setting Derive, "a computed field in a provider's configuration" "nothing stores it";
    228 suppress_in_set Across, "a suppress or state function inside the element of a set" "set elements are compared by a canonical form";
    229 type_name_syntax Derive, "a type name that is not ^[a-z_][a-z0-9_]*$" "";
    230 recursive_struct Derive, "a struct that contains itself" "through other structs in a constant";
    231 generic_struct Derive, "a struct with generic parameters" "";
    232 max_items_zero Derive, "max_items = 0" "";
    233 nested_too_deep Dynamic, "structs nested deeper than 64 levels" "keeps hostile schemas from exhausting the stack";
    234 provider_meta_name Across, "a provider_meta struct of another provider" "";
    235 divisor_zero Derive, "divisible_by(0)" "also as a constant";
    236 network_bits Derive, "a network of more bits than an address has" "";
    237 url_scheme Derive, "a scheme that no URL has" "";
    238 excludes_nothing Derive, "excludes without characters" "";
    239 prefer_write_only_target Derive, "prefer_write_only that does not name one write-only field, or on a write-only field" "through nested structs in a constant";
    240 total_type Derive, "a sum or product of anything but numbers" "through nested structs in a constant";
};
