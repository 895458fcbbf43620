//! What the Go SDK rejects on resources, data sources, providers and timeouts (R57 to R96).

use super::rules;

rules! { R GoSdk;
    58 DATA_SOURCE_OPERATIONS Types, "a data source with create, update or delete" "the data source trait has only read";
    59 DATA_SOURCE_PLAN_HOOK Types, "a data source with a plan hook" "the data source trait has none";
    60 UPDATE_MISSING Registration, "a resource without update, with a field that can change in place" "optional and computed counts as changeable here";
    61 UPDATE_SUPERFLUOUS Registration, "a resource with update where nothing can change in place" "a write-only field can, by the plan hook";
    62 READ_MISSING Types, "a resource without read" "a required function of the trait";
    63 DELETE_MISSING Types, "a resource without delete" "a required function of the trait";
    68 RESERVED_RESOURCE_NAME Derive, "a root field of a resource with a name that Terraform reserves" "";
    69 UPGRADER_GAP Dynamic, "a gap between the versions of two state upgraders" "one upgrade function takes every older version here";
    70 UPGRADER_TOO_NEW Dynamic, "a state upgrader from the current version or a later one" "one upgrade function takes every older version here";
    71 UPGRADER_TYPE Types, "a state upgrader whose type is not an object" "an upgrader takes a struct or JSON";
    72 UPGRADER_WITHOUT_FUNCTION Types, "a state upgrader without function" "an upgrader is its function";
    73 UPGRADER_TOO_OLD Dynamic, "a last state upgrader that does not lead to the current version" "one upgrade function takes every older version here";
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
