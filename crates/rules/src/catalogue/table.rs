//! Every rule with its number, name and summary, what catches it first and why: one per line.

use super::rules;

rules! {
    // What the Go SDK rejects on fields (R1 to R56), and on resources, data sources, providers and
    // timeouts (R57 to R96).
    R GoSdk {
        1 TYPE_MISSING Types, "a field without a type" "a Rust field always has one";
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
        32 ELEMENT_MISSING Types, "a list or set without an element type" "Vec, Set and maps always have one";
        33 DEFAULT_ON_BLOCK Derive, "a default on a block or nested attribute" "the Go SDK rejects every list and set; collections of scalars may have one here";
        34 SET_KEY_NOT_SET Derive, "set_key on anything but a set of structs, list_key on anything but a list of them" "";
        38 ELEMENT_PRESENCE Types, "an element with required, optional or computed" "an element is a Rust type here";
        39 ITEMS_NOT_LIST_OR_SET Derive, "min_items or max_items on anything but a list or set" "here on blocks only; attributes have validators for their size";
        42 COMPUTED_AT_LEAST_ONE Derive, "at_least_one_of on a computed-only field" "";
        43 COMPUTED_CONFLICTS Derive, "conflicts_with on a computed-only field" "";
        46 COMPUTED_DIFF_SUPPRESS Derive, "a suppress function on a computed-only field" "";
        47 COMPUTED_EXACTLY_ONE Derive, "exactly_one_of on a computed-only field" "";
        48 COMPUTED_INPUT_DEFAULT Derive, "input_default on a computed-only field" "";
        51 COMPUTED_STATE_FN Derive, "a state function on a computed-only field" "";
        52 COMPUTED_VALIDATE Derive, "validation on a computed-only field" "";
        58 DATA_SOURCE_OPERATIONS Types, "a data source with create, update or delete" "the data source trait has only read";
        59 DATA_SOURCE_PLAN_HOOK Types, "a data source with a plan hook" "the data source trait has none";
        60 UPDATE_MISSING Registration, "a resource without update, with a field that can change in place" "optional and computed counts as changeable here";
        61 UPDATE_SUPERFLUOUS Registration, "a resource with update where nothing can change in place" "a write-only field can, by the plan hook";
        62 READ_MISSING Types, "a resource without read" "a required function of the trait";
        63 DELETE_MISSING Types, "a resource without delete" "a required function of the trait";
        68 RESERVED_RESOURCE_NAME Derive, "a root field of a resource with a name that Terraform reserves" "";
        69 UPGRADER_GAP Types, "a gap between the versions of two state upgraders" "one upgrade function takes every older version here";
        70 UPGRADER_TOO_NEW Types, "a state upgrader from the current version or a later one" "one upgrade function takes every older version here";
        71 UPGRADER_TYPE Types, "a state upgrader whose type is not an object" "an upgrader takes a struct or JSON";
        72 UPGRADER_WITHOUT_FUNCTION Types, "a state upgrader without function" "an upgrader is its function";
        73 UPGRADER_TOO_OLD Types, "a last state upgrader that does not lead to the current version" "one upgrade function takes every older version here";
        74 RESERVED_DATA_SOURCE_NAME Derive, "a root field of a data source with a name that Terraform reserves" "";
        82 WRITE_ONLY_IN_PROVIDER Derive, "a write-only field in a provider schema" "across nested structs at the registration";
        83 WRITE_ONLY_IN_META Derive, "a write-only field in a provider_meta schema" "";
        84 RESERVED_PROVIDER_NAME Derive, "a provider field named alias or version" "";
        86 DATA_SOURCE_RAW_VALIDATORS Types, "a data source with raw configuration validators" "validation takes ConfigData, which cannot see more than was configured";
        87 WRITE_ONLY_IN_DATA_SOURCE Derive, "a write-only field in a data source" "across nested structs at the registration";
        88 IDENTITY_EMPTY Derive, "an identity without fields" "";
        89 IDENTITY_IMPORT_FLAGS Derive, "a field of an identity's own struct that is neither required nor optional for import, or both" "";
        90 IDENTITY_TYPE Derive, "an identity field that is a map, a set, an object or dynamic" "types the derive cannot see in a constant";
        91 IDENTITY_ELEMENT Derive, "an identity list of anything but scalars" "types the derive cannot see in a constant";
        92 IDENTITY_KEYS Derive, "a field of an identity's own struct with keys of ordinary fields" "";
        93 TIMEOUT_KEY Derive, "a timeout for an operation that does not exist" "";
        94 TIMEOUT_CONFIG_KEY RunTime, "a configured timeout that the resource does not declare" "the timeouts block has only the declared ones, so Terraform rejects the rest";
        95 TIMEOUT_CONFIG_VALUE RunTime, "a configured timeout that is not a duration" "declared ones are R221";
        96 TIMEOUTS_FIELD Derive warns, "a field named timeouts at the root of a resource" "it takes the place of the block; with declared timeouts it is an error (R223)";
    }
    // What the documents require.
    R Documents {
        101 SEVERAL_DEFAULTS Derive, "more than one of default, default_fn and default_env" "";
        103 COMPUTED_WITH_DEFAULT_FN Derive, "computed with a default function" "";
        105 INPUT_DEFAULT_ELSEWHERE Derive, "input_default outside a provider's configuration" "only provider settings are asked for at a prompt";
        107 SET_IN_SET Across warns, "a set inside the element of a set" "";
        108 COMPUTED_IN_SET Across warns, "a computed field inside the element of a set" "";
        111 SUPPRESS_ON_COLLECTION Derive warns, "a suppress function, canonical form or state function on a collection" "";
        112 ID_FIELD Derive, "a root field `id` of a resource or data source that cannot be an id: a block, in no state, never set, or beside the struct's `id` key" "";
        113 ID_TYPE Types, "an id that is not a string" "data.set_id takes a string";
        114 REMOVED_FIELD Derive, "a removed field that is not optional, or not nullable" "";
        116 SET_PARTIAL_KEY Types, "set_partial with a nested field" "it takes root fields only";
        117 SET_ELEMENT Types, "setting one element of a collection" "set takes root fields only";
        118 FORCE_NEW_DEFAULT Derive warns, "force_new with a default" "";
        122 EXISTS_MODIFIES Types, "an exists function that changes data" "`exists` gets the data to read only";
        123 TYPE_PREFIX Registration, "a type name that does not start with the provider's name" "Terraform Core finds the provider by the part before the first underscore";
        124 PROVIDER_CODE_PANICS RunTime, "provider code that panics" "a panic becomes a diagnostic";
    }
    // What the plugin framework adds.
    R Framework {
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
    // The SDK's own: what a macro sees and nothing else checks.
    R Ours {
        201 PRESENCE_ON_BLOCK Derive, "required or optional on a block" "use min_items, or T and Option<T>; for computed alone see R253 to R256";
        202 LANGUAGE_NAME Derive, "a root name that core keeps for the language" "";
        203 OPTIONAL_WITHOUT_ROOM Derive, "an optional scalar without default, computed or not, that is not nullable" "a collection is nullable: empty and null are read alike; aliases through a trait";
        204 REQUIRED_OPTION Derive, "a required field of type Option, unless it is write-only or a function's parameter" "aliases through a trait";
        205 COMPUTED_WITHOUT_ZERO Derive, "a computed field whose type has no zero value and is not an Option" "aliases through a trait";
        206 REMOVED_COMBINATION Derive, "a removed field with keys that no longer have an effect" "";
        207 EMPTY_TEXT Derive, "an empty string for deprecated, removed, a subcategory or a reason" "";
        208 ATTRIBUTE_KEY_ON_BLOCK Derive, "a key of attributes on a block, or of scalars on a nested attribute" "";
        209 KEY_WITHOUT_EFFECT Derive, "a key without effect there (force_new in a data source …)" "";
        210 TWO_EQUALITIES Derive, "both diff_suppress and canonical" "";
        211 ONE_OF_EMPTY Derive, "one_of without values" "also each, keys, values, all and any without validators";
        212 ONE_OF_TWICE Derive, "one_of with the same value twice" "";
        213 INTERVAL_REVERSED Derive, "a range without values" "also one without ends, and a count below zero";
        214 SCALAR_VALIDATOR_ON_COLLECTION Derive, "a validator of one value on a collection" "types the derive cannot see in a constant";
        215 VALIDATOR_TYPE Derive, "a validator for a different type than the field's" "types the derive cannot see in a constant";
        216 DEFAULT_INVALID Derive, "a default that the field's own validators reject" "constants in a constant, the rest at start-up";
        217 REGEX_SYNTAX Derive, "a regular expression that does not parse" "";
        218 NAME_TWICE Derive, "two fields of one name" "";
        219 ALLOW_NAME Derive, "allow of a rule that does not exist or cannot be allowed" "";
        220 ALLOW_REASON Derive, "allow without a reason" "";
        221 TIMEOUT_VALUE Derive, "a declared timeout that is not a positive duration" "";
        222 TIMEOUT_PLACE Derive, "a timeout for a missing operation" "also timeouts() without any; a data source only reads";
        223 TIMEOUT_TWICE Derive, "a timeout declared twice, or declared beside a field named timeouts" "";
        224 RELATION_LIST Derive, "a relation without names, with a name twice, or with nothing but the field itself" "";
        225 RELATION_COMPUTED_TARGET Derive, "a relation that names a computed-only field" "also across nested structs";
        226 WHEN_CHANGED_PATH Derive, "computed(when_changed(…)) that names no other field" "also across nested structs";
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
        239 PREFER_WRITE_ONLY_TARGET Derive, "prefer_write_only that does not name one write-only field, or on a write-only field" "also across nested structs";
        240 TOTAL_TYPE Derive, "a sum or product of anything but numbers" "also across nested structs";
        241 RELATION_CONTRADICTION Derive, "relations that keep a field from ever being set, or allow no valid configuration" "checked for up to 12 fields that depend on each other; fields of other structs at start-up";
        242 VALIDATORS_EXCLUDE Derive, "validators that allow no value, or none that the type holds" "types the derive cannot see in a constant; limits that are constants at start-up";
        243 ENV_NAME Derive, "a string in default_env that is not the name of an environment variable, or twice there" "";
        244 SECRET_NAME Derive warns, "a string whose name suggests a secret, and that Terraform would show" "";
        245 WHEN_CHANGED_REPLACES Derive warns, "computed or id with when_changed of a field whose change replaces the object" "every computed value is unknown then anyway";
        246 REGEX_BACKSLASH Derive warns, "a doubled backslash before a class in a raw string" "r\"\\d\" is a digit, r\"\\\\d\" a backslash and a d";
        247 ALLOW_IDLE Derive, "allow of a warning that is not given" "also as a constant, for what is in a nested struct";
        248 ROOT_AS_BLOCK Across, "a resource or data source as a block or nested attribute" "only structs with an id are recognised";
        249 VARIADIC_NOT_LAST Derive, "a variadic parameter of a function that is not the last, or a second one" "";
        250 VARIADIC_TYPE Derive, "a variadic parameter that is not a Vec" "aliases through a trait";
        251 OPTION_IN_VAL Derive, "a parameter of type Val<Option<…>>" "";
        252 VERSION_WITHOUT_UPGRADE Registration warns, "a resource of a version above 0 without an `upgrade`" "whether the function is the trait's own is seen by the type of its future";
        253 COMPUTED_BLOCK_CONTENT Across, "a field of a computed block that is not computed" "Terraform rejects the schema";
        254 COMPUTED_BLOCK_REQUIRED Derive, "a computed block with min_items, or of a type that is never absent" "aliases in a constant";
        255 COMPUTED_BLOCK_GROUP Dynamic, "a computed block that is a group" "structs cannot describe groups";
        256 COMPUTED_BLOCK_ELSEWHERE Derive, "a computed block in anything but a resource" "also across nested structs; R227 where nothing is computed";
        265 IDENTITY_FIELD Derive, "an identity that names no field of the resource's root" "of flattened structs in a constant";
        266 IDENTITY_CHANGES Derive warns, "an identifying field that can change in place without `mutable`" "force_new, computed or mutable";
        267 IDENTITY_SECRET Derive, "an identifying field that is sensitive or write-only" "Terraform shows identities; secret types in a constant";
        268 IDENTITY_TWICE Derive, "an identity that names a field twice" "";
        269 IDENTITY_REQUIRED Derive, "an identity in which nothing is required for import" "such an import could name nothing";
        270 IDENTITY_PLACE Derive, "an identifying field that is removed, or a struct's mutable(…) that names no field of it" "";
        275 WRITE_ONLY_ELSEWHERE Derive, "a write-only field in an ephemeral resource, a list resource or a state store" "across nested structs at the registration";
        284 STATE_STORE_BLOCK Derive, "a block in a state store" "also through a flattened struct, in a constant";
        285 STATE_STORE_SENSITIVE Derive, "a sensitive field in a state store, whose configuration Terraform keeps in plain text" "also through nested and flattened structs, in a constant";
        288 LIST_WITHOUT_IDENTITY Registration, "a list resource whose resource has no identity" "";
        289 LIST_OF_ANOTHER Registration, "a list resource whose filter is written for another type" "";
        295 SUBCATEGORY_LINE Derive, "a subcategory that is not one line, or has blanks around it" "";
        296 RELATION_REMOVED_TARGET Derive, "conflicts_with that names a removed field" "";
        297 INPUT_DEFAULT_IDLE Derive, "input_default beside a default" "a setting that has a value is not asked for";
        298 BLOCKS_SWITCHED_OFF Across warns, "a configurable list or set of objects that users cannot write as blocks" "Terraform takes blocks for these only where nothing in the schema is a nested attribute, an object, a map of objects or a tuple";
        299 UPGRADE_IDLE Registration, "an `upgrade` of a resource of version 0" "nothing is ever upgraded; seen by the type of its future, as R252";
        300 IDENTITY_PATTERN Registration, "an import pattern with a field that the identity lacks, without an `import_identity`" "an import by identity fills in the pattern; defaults and an identity with the id help too";
    }
    // What Terraform Core rejects when it loads a schema.
    C Core {
        1 PROVIDER_SCHEMA_MISSING Types, "a provider without schema" "a provider is a struct with one";
        2 VERSION_NEGATIVE Derive, "a schema version below zero" "";
        10 BLOCK_NAME Derive, "a block name with other characters than a-z, 0-9 and _, or with the name of an attribute" "characters are R131 in annotations";
        11 ITEMS_NEGATIVE Derive, "min_items or max_items below zero" "";
        12 SINGLE_BLOCK_ITEMS Dynamic, "a single block whose min_items and max_items differ or exceed 1" "here T or Option<T>";
        13 GROUP_BLOCK_ITEMS Dynamic, "a group block with min_items or max_items" "R39 in annotations";
        14 MIN_ABOVE_MAX Derive, "min_items above max_items" "";
        15 MAP_BLOCK_ITEMS Dynamic, "a map block with min_items or max_items" "R39 in annotations";
        16 SET_BLOCK_CONTENT Across, "a set of blocks with a dynamic value or a write-only field (R141) anywhere inside" "";
        17 BLOCK_NESTING Types, "a block of unknown nesting" "block(…) takes list, set, single or map";
        18 NESTED_NESTING Dynamic, "a nested attribute of nesting group or unknown" "nested(…) takes single, list, set or map";
        19 NESTED_SET_CONTENT Across, "a set of nested attributes with a dynamic value or a write-only field (R139) anywhere inside" "";
    }
}
