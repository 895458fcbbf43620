//! The actions that planned changes trigger.

use std::sync::Arc;

use super::walk::Planner;
use crate::address::{InstanceKey, Node, ObjectAddress, ResourceAddress};
use crate::language::config::TriggerEvent;
use crate::language::eval::{Scope, TypedValue};
use crate::language::expansion::{Expansion, leave};
use crate::run::changes::{Action, ResourceObject};

impl Planner<'_> {
    /// Plans the actions that the changes from this index on trigger; all belong to one resource,
    /// and `value` is what references to it see.
    pub(super) async fn triggered(
        &mut self,
        address: &ResourceAddress,
        expansion: &Expansion,
        value: &TypedValue,
        from: usize,
    ) {
        let triggers = self.run.block(address);
        let none = triggers.is_none_or(|block| block.lifecycle.triggers.is_empty());
        // A destroy plan is made from this one, and triggers other actions.
        if none || self.options.destroy {
            return;
        }
        let changes = self.plan.changes.get(from..).unwrap_or_default();
        let changes = changes.iter();
        let changes: Vec<_> = changes
            .map(|change| (change.address.clone(), change.action, change.prior.clone()))
            .collect();
        for (object, action, prior) in changes {
            if let (Action::Replace { .. }, Some(prior)) = (action, &prior) {
                self.triggered_by_destroy(&object, prior, Some(expansion))
                    .await;
            }
            let events = match action {
                Action::Create | Action::Replace { .. } => {
                    [TriggerEvent::BeforeCreate, TriggerEvent::AfterCreate]
                }
                Action::Update => [TriggerEvent::BeforeUpdate, TriggerEvent::AfterUpdate],
                Action::NoOp | Action::Delete | Action::Read => continue,
            };
            let mut scope = self.scope.clone();
            scope.set(Node::Resource(address.clone()), value.clone());
            expansion.enter(&object.key, &mut scope);
            self.plan_events(&object, &events, &scope).await;
        }
    }

    /// Plans the actions that a deletion triggers.
    pub(super) async fn triggered_by_destroy(
        &mut self,
        object: &ObjectAddress,
        prior: &ResourceObject,
        expansion: Option<&Expansion>,
    ) {
        if self.run.triggers(object).is_empty() || object.deposed.is_some() {
            return;
        }
        let mut scope = self.scope.clone();
        if object.key == InstanceKey::None {
            let value = prior.value.clone();
            let value = self
                .run
                .reference_value(object, value, &prior.metadata.sensitive);
            scope.set(Node::Resource(object.resource.clone()), value);
        }
        enter_key(&object.key, &mut scope);
        if let Some(expansion) = expansion {
            expansion.enter(&object.key, &mut scope);
        }
        let events = [TriggerEvent::BeforeDestroy, TriggerEvent::AfterDestroy];
        self.plan_events(object, &events, &scope).await;
        leave(&mut scope);
    }

    /// The same for everything that exists.
    pub(super) async fn triggered_by_destroying_all(&mut self) {
        let objects = self.plan.objects.clone();
        for (address, object) in &objects {
            let expansion = self.expansions.get(&address.resource).cloned();
            self.triggered_by_destroy(address, object, expansion.as_ref())
                .await;
        }
    }

    async fn plan_events(
        &mut self,
        object: &ObjectAddress,
        events: &[TriggerEvent],
        scope: &Scope,
    ) {
        for event in events {
            let (run, messages) = (self.run, &mut self.messages);
            let planned = run.plan_triggers(object, *event, scope, messages).await;
            self.plan.invocations.extend(planned);
        }
    }
}

/// Sets `count` and `each` from the key of an instance, even if the configuration no longer has
/// that instance.
fn enter_key(key: &InstanceKey, scope: &mut Scope) {
    match key {
        InstanceKey::None => {}
        InstanceKey::Index(index) => {
            scope.set(Node::CountIndex, TypedValue::number(*index));
        }
        InstanceKey::Key(key) => {
            scope.set(Node::EachKey, TypedValue::string(Arc::clone(key)));
        }
    }
}
