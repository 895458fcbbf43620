//! What a provider has registered, by name: the author's code of each type, and what is known of it.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{IdentitySchema, Schema, SchemaKind};
use schema_runtime::validate::prefers_write_only;

use super::author_functions::has_functions;
use super::get_provider_schema::Schemas;
use super::instance::Instance;
use crate::default_methods::DefaultMethod;
use crate::untyped::{
    UntypedAction, UntypedDataSource, UntypedEphemeral, UntypedList, UntypedResource,
    UntypedStateStore,
};

/// Code of the author's, and what is known of it.
pub(super) struct Entry<T: ?Sized + 'static> {
    pub(super) code: Ref<T>,
    /// The type whose methods `code` has.
    pub(super) implementor: TypeId,
    schema: Ref<Schema>,
    functions: OnceLock<bool>,
    prefers_write_only: OnceLock<bool>,
    /// What identifies the objects of a resource.
    pub(super) identity: Option<Ref<IdentitySchema>>,
    pub(super) validate: DefaultMethod,
    pub(super) plan: DefaultMethod,
}

impl<T: ?Sized> Entry<T> {
    pub(super) fn new(code: Ref<T>, implementor: TypeId, schema: Ref<Schema>) -> Self {
        Entry {
            code,
            implementor,
            schema,
            functions: OnceLock::new(),
            prefers_write_only: OnceLock::new(),
            identity: None,
            validate: DefaultMethod::default(),
            plan: DefaultMethod::default(),
        }
    }

    /// Whether working with its schema may call functions of the author's. Found out when it is
    /// first asked for: of a large provider a run uses few types.
    pub(super) fn functions(&self) -> bool {
        let block = &self.schema.block;
        *self.functions.get_or_init(|| has_functions(block))
    }

    /// Whether its schema prefers write-only fields to others.
    pub(super) fn prefers_write_only(&self) -> bool {
        let block = &self.schema.block;
        *self
            .prefers_write_only
            .get_or_init(|| prefers_write_only(block))
    }
}

/// Code that has a schema.
pub(super) trait Registered {
    fn implementor(&self) -> TypeId;
    fn schema(&self) -> Ref<Schema>;
}

/// What a provider names of one kind, by name; what it names twice is an error.
pub(super) fn registered<T: Registered + ?Sized>(
    what: &str,
    all: Vec<Ref<T>>,
    twice: &mut Diagnostics,
) -> BTreeMap<String, Entry<T>> {
    let mut registered = BTreeMap::new();
    for code in all {
        let schema = code.schema();
        let name = schema.type_name.as_str().to_owned();
        if registered.contains_key(&name) {
            twice.push(named_twice(what, &name));
        }
        let implementor = code.implementor();
        registered.insert(name, Entry::new(code, implementor, schema));
    }
    registered
}

/// The schemas of these.
pub(super) fn schemas_of<T: ?Sized>(
    entries: &BTreeMap<String, Entry<T>>,
) -> BTreeMap<String, Ref<Schema>> {
    entries
        .iter()
        .map(|(name, entry)| (name.clone(), entry.schema.clone()))
        .collect()
}

/// A kind of registered code: how it is asked for its schema, and how it is found.
macro_rules! kinds {
    ($($kind:ident, $code:ident, $words:literal, $all:ident, $article:literal => $find:ident, $entry:ident;)+) => {
        $(impl Registered for dyn $code {
            fn implementor(&self) -> TypeId {
                $code::implementor(self)
            }

            fn schema(&self) -> Ref<Schema> {
                $code::schema(self)
            }
        })+

        impl Instance {
            $(
                #[doc = concat!("The code of ", $article, ".")]
                ///
                /// # Errors
                /// The provider has none of this type.
                #[doc(hidden)]
                pub fn $find(&self, type_name: &str) -> Result<&Ref<dyn $code>, Diagnostic> {
                    Ok(&self.$entry(type_name)?.code)
                }

                pub(super) fn $entry(&self, type_name: &str) -> Result<&Entry<dyn $code>, Diagnostic> {
                    let known = &self.inner.$all;
                    known
                        .get(type_name)
                        .ok_or_else(|| unknown_type($words, type_name, known.keys()))
                }
            )+

            /// The schema of a type of a kind that has types.
            ///
            /// # Errors
            /// The provider has none of this type.
            #[doc(hidden)]
            pub fn schema_of(&self, kind: SchemaKind, type_name: &str) -> Result<Ref<Schema>, Diagnostic> {
                match kind {
                    $(SchemaKind::$kind => Ok(self.$entry(type_name)?.schema.clone()),)+
                    other => Err(unknown_type(other.block_kind().words(), type_name, [].into_iter())),
                }
            }
        }

        impl Schemas {
            /// Those of a kind that has types, by type name.
            #[doc(hidden)]
            #[must_use]
            pub fn of_kind(&self, kind: SchemaKind) -> Option<&BTreeMap<String, Ref<Schema>>> {
                match kind {
                    $(SchemaKind::$kind => Some(&self.$all),)+
                    _ => None,
                }
            }

            /// Those of all kinds that have types.
            pub(super) fn of_types(&self) -> impl Iterator<Item = &Ref<Schema>> {
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

pub(super) fn named_twice(what: &str, name: &str) -> Diagnostic {
    Diagnostic::error(format!("The {what} {name} is registered more than once"))
        .with_detail("This is a bug in the provider.")
}

pub(super) fn unknown_type<'a>(
    what: &str,
    type_name: &str,
    known: impl Iterator<Item = &'a String>,
) -> Diagnostic {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let known = if known.is_empty() {
        format!("It has no {what} at all.")
    } else {
        format!("It has: {}.", known.join(", "))
    };
    Diagnostic::error(format!("The provider has no {what} {type_name:?}")).with_detail(known)
}
