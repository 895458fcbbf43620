//! The values that references to lists see.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::value::Value;

use super::model::{ListBlock, ListKey};
use crate::address::{Node, ResourceAddress};
use crate::language::eval::{Scope, TypedValue};
use crate::run::context::Run;
use schema_shell::lifecycle::ListEvent;

/// The results of each list, by type and name.
#[derive(Default)]
pub(super) struct Found(BTreeMap<Arc<str>, BTreeMap<Arc<str>, TypedValue>>);

impl Found {
    pub(super) fn has(&self, (type_name, name): &ListKey) -> bool {
        self.0
            .get(type_name)
            .is_some_and(|all| all.contains_key(name))
    }

    pub(super) fn set(&mut self, list: &ListBlock, value: TypedValue, scope: &mut Scope) {
        let of_type = self.0.entry(Arc::clone(&list.type_name)).or_default();
        of_type.insert(Arc::clone(&list.name), value);
        let node = Node::Resource(ResourceAddress::managed(
            "list",
            Arc::clone(&list.type_name),
        ));
        scope.set(node, TypedValue::object(of_type.clone()));
    }
}

impl Run {
    /// The value of `list.type.name.data[0]`.
    pub(super) fn event_value(&self, list: &ListBlock, event: &ListEvent) -> TypedValue {
        let schemas = self.schemas();
        let name = &*list.type_name;
        let mut attributes = BTreeMap::new();
        if let (Some(schema), Some(identity)) = (schemas.identities.get(name), &event.identity) {
            let identity = TypedValue::of_block(schema.block(), identity.clone(), &[]);
            attributes.insert(Arc::from("identity"), identity);
        }
        if let Some(schema) = schemas.resources.get(name) {
            let object = event.object.clone().unwrap_or(Value::Null);
            let object = TypedValue::of_block(&schema.block, object, &[]);
            attributes.insert(Arc::from("state"), object);
        }
        let display_name = TypedValue::string(event.display_name.as_str());
        attributes.insert(Arc::from("display_name"), display_name);
        TypedValue::object(attributes)
    }
}
