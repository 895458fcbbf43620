//! The kinds of types in a provider: how the code and the schema of a type are found.

use std::any::TypeId;
use std::collections::BTreeMap;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;

use super::Instance;
use super::entries::{Entry, Registered, registered, schemas_of, unknown_type};
use super::schemas::Schemas;
use crate::untyped::{
    UntypedAction, UntypedDataSource, UntypedEphemeral, UntypedFunction, UntypedList,
    UntypedProvider, UntypedResource, UntypedStateStore,
};

/// Code that can return its schema.
macro_rules! registered {
    ($($code:ident),+ $(,)?) => {
        $(impl Registered for dyn $code {
            fn implementor(&self) -> TypeId {
                $code::implementor(self)
            }

            fn schema(&self) -> Ref<Schema> {
                $code::schema(self)
            }

            fn validate(&self, config: &Value) -> Diagnostics {
                $code::validate(self, config)
            }
        })+
    };
}

registered![
    UntypedProvider,
    UntypedResource,
    UntypedDataSource,
    UntypedEphemeral,
    UntypedList,
    UntypedAction,
    UntypedStateStore,
];

/// A kind of registered code, and how it is found.
macro_rules! kinds {
    ($($kind:ident, $code:ident, $words:literal, $all:ident, $article:literal => $find:ident, $entry:ident;)+) => {
        /// The code of all types, by type name.
        pub(crate) struct Types {
            $(pub(crate) $all: BTreeMap<String, Entry<dyn $code>>,)+
        }

        impl Types {
            /// `twice` receives an error for each type that is registered more than once.
            pub(super) fn of(provider: &dyn UntypedProvider, twice: &mut Diagnostics) -> Self {
                Types {
                    $($all: registered($words, provider.$all(), twice),)+
                }
            }
        }

        impl Instance {
            $(
                #[doc = concat!("The code of ", $article, ".")]
                ///
                /// # Errors
                /// The provider has no such type.
                #[doc(hidden)]
                pub fn $find(&self, type_name: &str) -> Result<&Ref<dyn $code>, Diagnostic> {
                    Ok(&self.$entry(type_name)?.code)
                }

                pub(crate) fn $entry(&self, type_name: &str) -> Result<&Entry<dyn $code>, Diagnostic> {
                    let known = &self.inner.types.$all;
                    known
                        .get(type_name)
                        .ok_or_else(|| unknown_type($words, type_name, known.keys()))
                }
            )+

            /// The schema of a type, for kinds that have types.
            ///
            /// # Errors
            /// The provider has no such type.
            #[doc(hidden)]
            pub fn schema_of(&self, kind: SchemaKind, type_name: &str) -> Result<Ref<Schema>, Diagnostic> {
                match kind {
                    $(SchemaKind::$kind => {
                        let known = &self.schemas().$all;
                        let schema = known.get(type_name);
                        schema.cloned().ok_or_else(|| unknown_type($words, type_name, known.keys()))
                    })+
                    other => Err(unknown_type(other.block_kind().words(), type_name, [].into_iter())),
                }
            }
        }

        impl Schemas {
            pub(super) fn of(
                provider: &dyn UntypedProvider,
                types: &Types,
                functions: &BTreeMap<String, Ref<dyn UntypedFunction>>,
            ) -> Self {
                let resources = types.resources.iter();
                let functions = functions.iter();
                Schemas {
                    provider: provider.schema(),
                    provider_meta: provider.provider_meta(),
                    $($all: schemas_of(&types.$all),)+
                    identities: resources
                        .filter_map(|(name, resource)| Some((name.clone(), resource.identity.clone()?)))
                        .collect(),
                    functions: functions
                        .map(|(name, function)| (name.clone(), function.schema()))
                        .collect(),
                }
            }

            /// All entries of a kind that has types, by type name.
            #[doc(hidden)]
            #[must_use]
            pub fn of_kind(&self, kind: SchemaKind) -> Option<&BTreeMap<String, Ref<Schema>>> {
                match kind {
                    $(SchemaKind::$kind => Some(&self.$all),)+
                    _ => None,
                }
            }

            /// All entries of all kinds that have types.
            pub(crate) fn of_types(&self) -> impl Iterator<Item = &Ref<Schema>> {
                [$(&self.$all),+].into_iter().flat_map(BTreeMap::values)
            }
        }
    };
}

kinds! {
    Resource, UntypedResource, "resource", resources, "a resource" => resource, resource_entry;
    DataSource, UntypedDataSource, "data source", data_sources, "a data source" => data_source, data_source_entry;
    Ephemeral, UntypedEphemeral, "ephemeral resource", ephemeral_resources, "an ephemeral resource" => ephemeral_resource, ephemeral_resource_entry;
    List, UntypedList, "list resource", list_resources, "a list resource" => list_resource_code, list_resource_entry;
    Action, UntypedAction, "action", actions, "an action" => action, action_entry;
    StateStore, UntypedStateStore, "state store", state_stores, "a state store" => state_store, state_store_entry;
}
