//! `replace_triggered_by`: whether one of its references changes.

use schema_runtime::value::Value;

use super::walk::Planner;
use crate::address::{InstanceKey, Node, ObjectAddress};
use crate::language::config::ReplaceTrigger;
use crate::language::eval::{Scope, evaluate};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages};
use crate::run::actions::instance_key;
use crate::run::changes::{Action, ResourceChange};

impl Planner<'_> {
    /// Whether changes of other objects replace a resource; `self.scope` is the scope of its
    /// instance.
    pub(super) fn replace_triggered(
        &self,
        address: &ObjectAddress,
        messages: &mut Messages,
    ) -> bool {
        let block = self.run.block(address);
        let triggers = block.map_or(&[][..], |block| &block.lifecycle.replace_triggered_by);
        // A destroy plan has no replacements.
        if self.options.destroy {
            return false;
        }
        triggers
            .iter()
            .any(|trigger| self.triggers_replacement(address, trigger, messages))
    }

    fn triggers_replacement(
        &self,
        address: &ObjectAddress,
        trigger: &ReplaceTrigger,
        messages: &mut Messages,
    ) -> bool {
        let key = match &trigger.key {
            None => None,
            Some(expr) => match instance_key(expr, &self.scope, messages) {
                None => return false,
                key => key,
            },
        };
        // A reference into an object without a key means the instance without a key.
        let key = key.or(trigger.inside.as_ref().map(|_| InstanceKey::None));
        let of_resource = |object: &ObjectAddress| {
            object.resource == trigger.resource
                && object.deposed.is_none()
                && key.as_ref().is_none_or(|key| object.key == *key)
        };
        let changes = self.plan.changes.iter();
        let mut changes = changes.filter(|change| of_resource(&change.address));
        let Some(first) = changes.next() else {
            // Objects that are only in the state are removed, which triggers nothing; the resource
            // itself is not planned yet.
            let itself = trigger.resource == address.resource;
            if itself || !self.stored.resources.keys().any(of_resource) {
                let named = match &key {
                    None => trigger.resource.to_string(),
                    Some(key) => {
                        ObjectAddress::new(trigger.resource.clone(), key.clone()).to_string()
                    }
                };
                let text = format!("no change found for {named} in the root module");
                messages.push(Message::error(text).at(&trigger.at));
            }
            return false;
        };
        let changed = |change: &ResourceChange| {
            matches!(change.action, Action::Update | Action::Replace { .. })
        };
        match &trigger.inside {
            None => changed(first) || changes.any(changed),
            Some(inside) => changed(first) && self.differs_inside(first, inside),
        }
    }

    /// Whether a change affects the referenced part of the object; an absent part does not change.
    fn differs_inside(&self, change: &ResourceChange, inside: &Expr) -> bool {
        let value = |object: &Value| {
            let mut scope: Scope = self.scope.clone();
            let address = &change.address;
            let object = self.run.reference_value(address, object.clone(), &[]);
            scope.set(Node::Resource(address.resource.clone()), object);
            let mut not_there = Messages::new();
            let value = evaluate(&scope, inside, &mut not_there);
            (!not_there.has_errors()).then_some(value.value)
        };
        value(change.before()) != value(&change.planned)
    }
}
