//! Step: invokes actions on request, and changes nothing else.

use std::collections::BTreeSet;

use schema_runtime::value::Value;

use crate::address::{InstanceKey, Mode, Node, ObjectAddress, ResourceAddress};
use crate::language::config::ResourceBlock;
use crate::language::eval::{Scope, TypedValue};
use crate::language::expansion::{NoExpansion, expand, expand_known, leave};
use crate::message::{Message, Messages, suggestion};
use crate::run::changes::ResourceObject;
use crate::run::context::Run;
use crate::run::ephemeral::OpenObjects;
use crate::run::stop::interrupted;

impl Run {
    /// Plans the invocation of an action or of all its instances, each with its configuration,
    /// which the provider has validated and planned. Changes nothing.
    ///
    /// # Errors
    /// There is no such action, or its configuration is invalid.
    pub async fn plan_invoke(
        &self,
        address: &ObjectAddress,
    ) -> Result<(Vec<(ObjectAddress, Value)>, Messages), Messages> {
        let mut messages = Messages::new();
        let block = self.block(address);
        let Some(block) = block.filter(|_| address.mode == Mode::Action) else {
            return Err(self.no_action(address).into());
        };
        let before = self.graph.before(&Node::Resource(address.resource.clone()));
        let mut opened = OpenObjects::default();
        let configured = self
            .invocations(address, block, &before, &mut opened, &mut messages)
            .await;
        let mut planned = Vec::new();
        for (action, config) in configured {
            if self.plan_action(&action, &config, &mut messages).await {
                planned.push((action, config));
            }
        }
        self.close_all(opened, &mut messages).await;
        let messages = messages.without_errors()?;
        Ok((planned, messages))
    }

    /// The requested instances, each with its current configuration; none after an error.
    async fn invocations(
        &self,
        address: &ObjectAddress,
        block: &ResourceBlock,
        needed: &BTreeSet<Node>,
        opened: &mut OpenObjects,
        messages: &mut Messages,
    ) -> Vec<(ObjectAddress, Value)> {
        let scope = self.current_scope(needed, opened, messages).await;
        if messages.has_errors() {
            return Vec::new();
        }
        let name = address.resource.to_string();
        let Some(expansion) = expand_known(&block.repetition, &scope, &name, messages) else {
            return Vec::new();
        };
        let all = address.key == InstanceKey::None;
        let mut keys = expansion.keys();
        keys.retain(|key| all || *key == address.key);
        if keys.is_empty() && !all {
            let detail = format!("The configuration has no {address}.");
            messages.fail("There is no such instance", detail, &block.at);
        }
        let mut configured = Vec::new();
        for key in keys {
            let mut scope = scope.clone();
            expansion.enter(&key, &mut scope);
            let action = ObjectAddress::new(address.resource.clone(), key);
            let Some(config) = self.valid_config(&action, &scope, messages) else {
                continue;
            };
            let config = config.value;
            if !config.is_wholly_known() {
                let message = Message::error("The configuration of the action is not known");
                messages.push(self.with_location(&action, message.detail(
                    "It depends on objects that do not exist yet, or have changes pending: apply them first.",
                )));
                continue;
            }
            configured.push((action, config));
        }
        configured
    }

    /// Invokes these one after another, even if one fails, as Terraform does; returns how many
    /// succeeded, and the messages. They use the configuration of the plan, unless a part of it is
    /// ephemeral: then it is evaluated again, and its ephemeral resources are closed afterwards.
    pub async fn invoke(&self, planned: Vec<(ObjectAddress, Value)>) -> (usize, Messages) {
        let _looking = self.state_manager.note_looking();
        let mut messages = Messages::new();
        let mut opened = OpenObjects::default();
        let mut done = 0;
        for (action, config) in self.renewed(planned, &mut opened, &mut messages).await {
            if self.stop.is_requested() {
                messages.push(interrupted());
                break;
            }
            let invoked = self.invoke_action(&action, None, config, &mut messages);
            done += usize::from(invoked.await);
        }
        self.close_all(opened, &mut messages).await;
        (done, messages)
    }

    /// The same, with ephemeral resources opened again; `None` after an error.
    async fn renewed(
        &self,
        planned: Vec<(ObjectAddress, Value)>,
        opened: &mut OpenObjects,
        messages: &mut Messages,
    ) -> Vec<(ObjectAddress, Value)> {
        let Some((first, _)) = planned.first() else {
            return planned;
        };
        let before = self.graph.before(&Node::Resource(first.resource.clone()));
        let block = self.block(first);
        let Some(block) = block.filter(|_| before.iter().any(Node::is_ephemeral)) else {
            return planned;
        };
        let all = ObjectAddress::new(first.resource.clone(), InstanceKey::None);
        let mut configured = self
            .invocations(&all, block, &before, opened, messages)
            .await;
        if messages.has_errors() {
            return Vec::new();
        }
        configured.retain(|(action, _)| planned.iter().any(|(known, _)| known == action));
        configured
    }

    fn no_action(&self, address: &ObjectAddress) -> Message {
        let known = self.configuration.resources.keys();
        let known = known.filter(|known| known.mode == Mode::Action);
        let known: Vec<String> = known.map(ResourceAddress::to_string).collect();
        let asked = address.resource.to_string();
        let near = suggestion(&asked, known.iter().map(String::as_str));
        Message::error("There is no such action")
            .detail(format!("The configuration has no {asked}.{near}"))
    }

    /// A scope with the current values of these nodes: objects are read, and those that do not
    /// exist are unknown. Ephemeral resources are opened, which the caller closes.
    pub(crate) async fn current_scope(
        &self,
        needed: &BTreeSet<Node>,
        opened: &mut OpenObjects,
        messages: &mut Messages,
    ) -> Scope {
        let mut scope = self.inputs.clone();
        for node in &self.graph.order {
            if messages.has_errors() || !needed.contains(node) {
                continue;
            }
            match node {
                Node::Variable(name) => {
                    self.check_variable(name, &scope, messages);
                }
                Node::Local(name) => self.local(name, &mut scope, messages),
                Node::Provider(alias) => {
                    self.configure_now(alias.as_ref(), &scope, messages).await;
                }
                Node::Resource(resource) if node.is_ephemeral() => {
                    let value = self.open_instances(resource, &mut scope, opened, messages);
                    let value = value.await.unwrap_or_else(TypedValue::unknown);
                    scope.set(node.clone(), value);
                }
                Node::Resource(resource) if resource.mode != Mode::Action => {
                    let value = self.current_value(resource, &mut scope, messages).await;
                    scope.set(node.clone(), value);
                }
                _ => {}
            }
        }
        scope
    }

    async fn current_value(
        &self,
        resource: &ResourceAddress,
        scope: &mut Scope,
        messages: &mut Messages,
    ) -> TypedValue {
        let Some(block) = self.block(resource) else {
            return TypedValue::unknown();
        };
        let mut reasons = Messages::new();
        let expansion = match expand(&block.repetition, scope, &mut reasons) {
            Ok(expansion) => expansion,
            Err(NoExpansion::Unknown(_)) => return TypedValue::unknown(),
            Err(NoExpansion::Wrong) => {
                messages.extend(reasons.with_default_address(&resource.to_string()));
                return TypedValue::unknown();
            }
        };
        let mut values = Vec::new();
        for key in expansion.keys() {
            expansion.enter(&key, scope);
            let object = ObjectAddress::new(resource.clone(), key);
            let current = match resource.mode {
                Mode::Data => self.current_data(&object, scope, messages).await,
                _ => self.current_object(&object, messages).await,
            };
            let unknown = || self.reference_value(resource, Value::UNKNOWN, &[]);
            values.push(current.unwrap_or_else(unknown));
        }
        leave(scope);
        expansion.value(values)
    }

    async fn current_object(
        &self,
        address: &ObjectAddress,
        messages: &mut Messages,
    ) -> Option<TypedValue> {
        let stored = self.state_manager.state().resources.remove(address)?;
        let value = self.upgraded(address, &stored, messages).await?;
        let identity = self.upgraded_identity(address, &stored, messages).await?;
        let object = ResourceObject::from_stored(stored, value, identity);
        let object = self.refresh(address, object, messages).await??;
        Some(self.reference_value(address, object.value, &object.metadata.sensitive))
    }
}
