//! What a provider has registered, by name: the provider code of each type, and facts about it.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{IdentitySchema, Schema};
use schema_runtime::validate::prefers_write_only;
use schema_runtime::value::Value;

use super::provider_functions::has_functions;
use crate::untyped::default_methods::DefaultMethod;

/// Provider code, and facts about it.
pub(crate) struct Entry<T: ?Sized + 'static> {
    pub(crate) code: Ref<T>,
    /// The type whose methods `code` contains.
    pub(crate) implementor: TypeId,
    pub(crate) schema: Ref<Schema>,
    functions: OnceLock<bool>,
    prefers_write_only: OnceLock<bool>,
    /// The identity of a resource's objects.
    pub(crate) identity: Option<Ref<IdentitySchema>>,
    pub(crate) validate: DefaultMethod,
    pub(crate) plan: DefaultMethod,
}

impl<T: Registered + ?Sized> Entry<T> {
    pub(crate) fn new(code: Ref<T>) -> Self {
        let (implementor, schema) = (code.implementor(), code.schema());
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

    /// Whether working with its schema may call the provider developer's functions. Computed on
    /// first use: a run uses few types of a large provider.
    pub(crate) fn functions(&self) -> bool {
        let block = &self.schema.block;
        *self.functions.get_or_init(|| has_functions(block))
    }

    /// Whether its schema prefers write-only fields to other fields.
    pub(crate) fn prefers_write_only(&self) -> bool {
        let block = &self.schema.block;
        *self
            .prefers_write_only
            .get_or_init(|| prefers_write_only(block))
    }
}

/// Provider code that has a schema.
pub(crate) trait Registered {
    fn implementor(&self) -> TypeId;
    fn schema(&self) -> Ref<Schema>;
    fn validate(&self, config: &Value) -> Diagnostics;
}

/// The types of one kind that a provider names, by name; naming one twice is an error.
pub(crate) fn registered<T: Registered + ?Sized>(
    what: &str,
    all: Vec<Ref<T>>,
    twice: &mut Diagnostics,
) -> BTreeMap<String, Entry<T>> {
    let mut registered = BTreeMap::new();
    for code in all {
        let entry = Entry::new(code);
        let name = entry.schema.type_name.as_str().to_owned();
        if registered.contains_key(&name) {
            twice.push(named_twice(what, &name));
        }
        registered.insert(name, entry);
    }
    registered
}

/// The schemas of these entries.
pub(crate) fn schemas_of<T: ?Sized>(
    entries: &BTreeMap<String, Entry<T>>,
) -> BTreeMap<String, Ref<Schema>> {
    entries
        .iter()
        .map(|(name, entry)| (name.clone(), entry.schema.clone()))
        .collect()
}

pub(crate) fn named_twice(what: &str, name: &str) -> Diagnostic {
    Diagnostic::error(format!("The {what} {name} is registered more than once"))
        .with_detail("This is a bug in the provider.")
}

pub(crate) fn unknown_type<'a>(
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
