//! K.6 to K.9: what the Go SDK refuses on resources, data sources, providers and timeouts.

use super::rules;
use crate::catalogue::{Door, Origin, Rule, RuleInfo, Severity};

#[rustfmt::skip]
pub(super) const RULES: &[RuleInfo] = rules! { r GoSdk;
    57 resource_nil Nowhere, "a registered type that is nil" "Rust has no nil";
    58 data_source_operations Types, "a data source with create, update or delete" "the data source trait has only read";
    59 data_source_plan_hook Types, "a data source with a plan hook" "the data source trait has none";
    60 update_missing Registration, "a resource without update that has a field which can change in place" "optional and computed counts as changeable here";
    61 update_superfluous Registration, "a resource with update where nothing can change in place" "";
    62 read_missing Types, "a resource without read" "a required function of the trait";
    63 delete_missing Types, "a resource without delete" "a required function of the trait";
    64 two_importers Nowhere, "two kinds of import function" "there is one";
    65 id_not_string Dynamic -> r 112, "an id attribute that is no string" "id is never a field here";
    66 id_required Dynamic -> r 112, "an id attribute that is required" "id is never a field here";
    67 id_not_computed Dynamic -> r 112, "an id attribute that is not computed" "id is never a field here";
    68 reserved_resource_name Derive, "a root field of a resource with a name of Terraform's own" "";
    69 upgrader_gap Dynamic, "a gap between the versions of two state upgraders" "one upgrade function takes every older version here";
    70 upgrader_too_new Dynamic, "a state upgrader from the current version or a later one" "one upgrade function takes every older version here";
    71 upgrader_type Types, "a state upgrader whose type is no object" "an upgrader takes a struct or JSON";
    72 upgrader_without_function Types, "a state upgrader without function" "an upgrader is its function";
    73 upgrader_too_old Dynamic, "a last state upgrader that does not lead to the current version" "one upgrade function takes every older version here";
    74 reserved_data_source_name Derive, "a root field of a data source with a name of Terraform's own" "";
    75 two_schemas Nowhere, "both a schema and a schema function" "there is one way";
    76 two_variants Nowhere, "two variants of one operation (plain and context)" "there is one variant";
    77 context_and_without_timeout Nowhere, "two variants of one operation (context and without timeout)" "there is one variant";
    78 plain_and_without_timeout Nowhere, "two variants of one operation (plain and without timeout)" "there is one variant";
    79 provider_nil Nowhere, "a provider that is nil" "Rust has no nil";
    80 two_configure_functions Nowhere, "two kinds of configure function" "there is one";
    81 provider_fields Nowhere, "a provider schema that breaks a rule of fields" "reported under the broken rule's number";
    82 write_only_in_provider Derive, "a write-only field in a provider schema" "through nested structs at the registration";
    83 write_only_in_meta Derive, "a write-only field in a provider_meta schema" "";
    84 reserved_provider_name Derive, "a provider field named alias or version" "";
    85 registered_types Nowhere, "a registered type that breaks a rule" "each is checked where it is derived; reported under the broken rule's number";
    86 data_source_raw_validators Types, "a data source with raw configuration validators" "validation takes ConfigData, which cannot see more than was configured";
    87 write_only_in_data_source Derive, "a write-only field in a data source" "through nested structs at the registration";
    88 identity_empty Later, "an identity schema without fields" "identity comes later";
    89 identity_import_flags Later, "an identity field with neither or both import flags" "identity comes later";
    90 identity_type Later, "an identity field of a type that cannot identify" "identity comes later";
    91 identity_element Later, "an identity list of anything but scalars" "identity comes later";
    92 identity_keys Later, "an identity field with keys of ordinary fields" "identity comes later";
    93 timeout_key Derive, "a timeout for an operation that does not exist" "";
    94 timeout_config_key RunTime, "a configured timeout that the resource does not declare" "the timeouts block has only the declared ones, so core refuses the rest";
    95 timeout_config_value RunTime, "a configured timeout that is no duration" "declared ones are R221";
    96 timeouts_field Derive warns, "a field named timeouts at the root of a resource" "it takes the place of the block; with declared timeouts it is an error (R223)";
};
