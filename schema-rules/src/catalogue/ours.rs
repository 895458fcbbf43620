//! Ours: what a macro sees and nobody else checks.

use super::rules;

rules! { R Ours;
    201 PRESENCE_ON_BLOCK Derive, "required, optional or computed on a block" "min_items, or T and Option<T>, say it; computed structures are nested attributes";
    202 LANGUAGE_NAME Derive, "a root name that core keeps for the language" "";
    203 OPTIONAL_WITHOUT_ROOM Derive, "a plain optional scalar without default that has no room for null" "a collection has room: an empty one and none are read alike; aliases through a trait";
    204 REQUIRED_OPTION Derive, "a required field of type Option" "aliases through a trait";
    205 COMPUTED_WITHOUT_ZERO Derive, "a computed field whose type has no zero value and is no Option" "aliases through a trait";
    206 REMOVED_COMBINATION Derive, "a removed field with keys that can no longer do anything" "";
    207 EMPTY_TEXT Derive, "an empty text for deprecated, removed or a reason" "";
    208 ATTRIBUTE_KEY_ON_BLOCK Derive, "a key of attributes on a block, or of leaves on a nested attribute" "";
    209 KEY_WITHOUT_EFFECT Derive, "a key that can do nothing there (force_new in a data source …)" "";
    210 TWO_EQUALITIES Derive, "both diff_suppress and canonical" "";
    211 ONE_OF_EMPTY Derive, "one_of without values" "also each, keys, values, all and any without validators";
    212 ONE_OF_TWICE Derive, "one_of with the same value twice" "";
    213 INTERVAL_REVERSED Derive, "a range that nothing fits in" "also one without ends, and a count below zero";
    214 SCALAR_VALIDATOR_ON_COLLECTION Derive, "a validator of one value on a collection" "";
    215 VALIDATOR_TYPE Derive, "a validator for another type than the field's" "types the derive cannot see through a trait";
    216 DEFAULT_INVALID Derive, "a default that the field's own validators refuse" "constants in a constant, the rest at start-up";
    217 REGEX_SYNTAX Derive, "a regular expression that does not parse" "";
    218 NAME_TWICE Derive, "two fields of one name" "";
    219 ALLOW_NAME Derive, "allow of a rule that does not exist or cannot be allowed" "";
    220 ALLOW_REASON Derive, "allow without a reason" "";
    221 TIMEOUT_VALUE Derive, "a declared timeout that is no duration above zero" "";
    222 TIMEOUT_PLACE Derive, "a timeout where there is no such operation" "also timeouts() without any; a data source only reads";
    223 TIMEOUT_TWICE Derive, "a timeout declared twice, or declared beside a field named timeouts" "";
    224 RELATION_LIST Derive, "a relation without names, with a name twice, or with nothing but the field itself" "";
    225 RELATION_COMPUTED_TARGET Derive, "a relation that names a computed-only field" "through nested structs in a constant";
    226 WHEN_CHANGED_PATH Derive, "computed(when_changed(…)) that names no other field" "through nested structs in a constant";
    227 COMPUTED_SETTING Derive, "a computed field in a provider's configuration" "nothing stores it";
    228 SUPPRESS_IN_SET Across, "a suppress or state function inside the element of a set" "set elements are compared by a canonical form";
    229 TYPE_NAME_SYNTAX Derive, "a type name that is not ^[a-z_][a-z0-9_]*$" "";
    230 RECURSIVE_STRUCT Derive, "a struct that contains itself" "through other structs in a constant";
    231 GENERIC_STRUCT Derive, "a struct with generic parameters" "";
    232 MAX_ITEMS_ZERO Derive, "max_items = 0" "";
    233 NESTED_TOO_DEEP Dynamic, "structs nested deeper than 64 levels" "keeps hostile schemas from exhausting the stack";
    234 PROVIDER_META_NAME Across, "a provider_meta struct of another provider" "";
    235 DIVISOR_ZERO Derive, "divisible_by(0)" "also as a constant";
    236 NETWORK_BITS Derive, "a network of more bits than an address has" "";
    237 URL_SCHEME Derive, "a scheme that no URL has" "";
    238 EXCLUDES_NOTHING Derive, "excludes without characters" "";
    239 PREFER_WRITE_ONLY_TARGET Derive, "prefer_write_only that does not name one write-only field, or on a write-only field" "through nested structs in a constant";
    240 TOTAL_TYPE Derive, "a sum or product of anything but numbers" "through nested structs in a constant";
    241 VARIADIC_NOT_LAST Derive, "a variadic parameter of a function that is not the last, or a second one" "";
    242 VARIADIC_TYPE Derive, "a variadic parameter that is no Vec" "aliases through a trait";
    243 OPTION_IN_VAL Derive, "a parameter of type Val<Option<…>>" "";
}
