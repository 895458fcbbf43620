//! Imports an existing object into the state by its id or its identity.

use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_shell::lifecycle::ImportBy;

use crate::address::{InstanceKey, Mode, Node, ObjectAddress, ResourceAddress};
use crate::language::config::Repetition;
use crate::language::eval::Scope;
use crate::language::expansion::expand;
use crate::message::{Message, Messages};
use crate::run::context::Run;
use crate::run::ephemeral::OpenObjects;
use crate::run::events::{Begun, Operation};
use crate::run::plan::{no_identity, no_target};
use crate::state::in_words;

/// How a user identifies an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportText {
    /// Its id.
    Id(String),
    /// Its identity as JSON.
    Identity(String),
}

impl From<&str> for ImportText {
    fn from(id: &str) -> Self {
        ImportText::Id(id.to_owned())
    }
}

impl Run {
    /// Finds an object by its id or its identity, reads it, and saves it under an address of the
    /// configuration.
    pub async fn import(&self, address: &ObjectAddress, by: impl Into<ImportText>) -> Messages {
        let asked = self.asked(address, by.into());
        let checked = asked.and_then(|asked| self.check_import(address).map(|()| asked));
        let (by, id) = match checked {
            Ok(asked) => asked,
            Err(error) => return error.address(address).into(),
        };
        // Do not look for an object that cannot be saved.
        if let Err(error) = self.state_manager.prepare(|_| {}, true) {
            return error.into();
        }
        let _looking = self.state_manager.note_looking();
        let (mut opened, mut messages) = (OpenObjects::default(), Messages::new());
        self.import_configured(address, (by, &id), &mut opened, &mut messages)
            .await;
        self.close_all(opened, &mut messages).await;
        messages
    }

    /// The same, in a scope with everything that the settings of the provider need.
    async fn import_configured(
        &self,
        address: &ObjectAddress,
        (by, id): (ImportBy, &str),
        opened: &mut OpenObjects,
        messages: &mut Messages,
    ) {
        let mut scope = self.inputs.clone();
        for node in &self.graph.order {
            match node {
                Node::Local(name) => self.local(name, &mut scope, messages),
                Node::Variable(name) if !self.check_variable(name, &scope, messages) => return,
                Node::Provider(alias) => {
                    let configured = self.configure(alias.as_ref(), &scope, messages);
                    if !configured.await {
                        return;
                    }
                }
                Node::Resource(ephemeral) if node.is_ephemeral() => {
                    let value = self.open_instances(ephemeral, &mut scope, opened, messages);
                    let Some(value) = value.await else {
                        return;
                    };
                    scope.set(node.clone(), value);
                }
                _ => {}
            }
        }
        if let Some(error) = self.check_instance(address, &scope) {
            messages.push(error.address(address));
            return;
        }
        let begun = Begun::new(&*self.events, address, Operation::Import, Some(id));
        let before = messages.error_count();
        self.import_all(address, (by, id), messages).await;
        let failed = messages.error_count() > before || !self.state_manager.is_saved();
        begun.end(failed, Some(id));
    }

    fn check_import(&self, address: &ObjectAddress) -> Result<(), Message> {
        let kind = match address.mode {
            Mode::Managed => None,
            Mode::Data => Some("A data source"),
            Mode::Ephemeral => Some("An ephemeral resource"),
            Mode::Action => Some("An action"),
        };
        if let Some(kind) = kind {
            return Err(Message::error(format!("{kind} cannot be imported")));
        }
        if self.block(address).is_none() {
            let error = Message::error("Resource address does not exist in the configuration");
            return Err(error.detail(format!(
                "Before importing, write the configuration of the resource:\n\nresource \"{}\" \"{}\" \
                 {{\n  # (arguments)\n}}",
                address.type_name, address.name
            )));
        }
        if self.state_manager.state().resources.contains_key(address) {
            return Err(Message::error("Resource already managed").detail(format!(
                "The state already holds an object for {address}. To import to this address, remove \
                 that object first."
            )));
        }
        Ok(())
    }

    /// Reports an error if the configuration has no such instance, as far as that is known.
    fn check_instance(&self, address: &ObjectAddress, scope: &Scope) -> Option<Message> {
        let block = self.block(address)?;
        let fits = match expand(&block.repetition, scope, &mut Messages::new()) {
            Ok(expansion) => expansion.contains(&address.key),
            Err(_) => match block.repetition {
                Repetition::None => address.key == InstanceKey::None,
                Repetition::Count(_) => matches!(address.key, InstanceKey::Index(_)),
                Repetition::ForEach(_) => matches!(address.key, InstanceKey::Key(_)),
            },
        };
        (!fits).then(|| no_target(address, &block.at))
    }

    /// The request for the provider, and its description.
    fn asked(
        &self,
        address: &ObjectAddress,
        by: ImportText,
    ) -> Result<(ImportBy, String), Message> {
        let text = match by {
            ImportText::Id(id) => return Ok((ImportBy::Id(id.clone()), id)),
            ImportText::Identity(text) => text,
        };
        let wrong = |detail: String| Message::error("Invalid import identity").detail(detail);
        let Some(schema) = self.identity_schema(address) else {
            return Err(wrong(no_identity(&address.type_name)));
        };
        let refuse = UnsupportedAttributes::Refuse;
        let identity = json::decode_block(schema.block(), text.as_bytes(), refuse)
            .map_err(|error| wrong(format!("{error}. Write it in JSON: {{\"name\": \"a\"}}.")))?;
        let words = in_words(schema, &identity);
        Ok((ImportBy::Identity(identity), words))
    }

    async fn import_all(
        &self,
        address: &ObjectAddress,
        (by, id): (ImportBy, &str),
        messages: &mut Messages,
    ) {
        let provider = self.provider(address);
        let imported = provider.import_resource_state(&address.type_name, by).await;
        let Some(imported) = self.reported(address, imported, messages) else {
            return;
        };
        if imported.is_empty() {
            let detail = "The provider found nothing to import.";
            messages.fail_for("Import returned no resources", detail, address);
        }
        let mut found = Vec::new();
        for (index, imported) in imported.into_iter().enumerate() {
            let place = self.free_address(address, &imported.type_name, index);
            if imported.state.is_null() {
                let detail = "The provider imported an object without a state.\n\nThis is a bug \
                             in the provider.";
                messages.fail_for("Provider produced null object", detail, &place);
                continue;
            }
            let object =
                self.new_object(address, imported.state, imported.private, imported.identity);
            match self.refresh(&place, object, messages).await {
                Some(Some(object)) => found.push((place, object)),
                Some(None) => {
                    let detail = format!(
                        "While attempting to import an existing object to \"{place}\", the provider \
                         detected that no object exists with the id \"{id}\"."
                    );
                    let summary = "Cannot import non-existent remote object";
                    messages.fail_for(summary, detail, &place);
                }
                None => {}
            }
        }
        if messages.has_errors() {
            return;
        }
        for (place, object) in found {
            match self.stored(&place, &object) {
                Ok(stored) => {
                    // The state manager keeps a failure, which is reported last.
                    let _ = self.state_manager.put(&place, stored);
                }
                Err(message) => messages.push(message),
            }
        }
        if let Err(message) = self.state_manager.finish() {
            messages.push(message);
        }
    }

    /// The requested address for the first object of its type; further objects get a number.
    fn free_address(
        &self,
        address: &ObjectAddress,
        type_name: &str,
        index: usize,
    ) -> ObjectAddress {
        if index == 0 && *address.type_name == *type_name {
            return address.clone();
        }
        let taken = self.state_manager.state().resources;
        let numbered = |number: usize| {
            let name = match number {
                0 => address.name.to_string(),
                number => format!("{}-{number}", address.name),
            };
            let resource = ResourceAddress::managed(type_name, name);
            ObjectAddress::new(resource, InstanceKey::None)
        };
        let first = usize::from(*address.type_name == *type_name) * index.max(1);
        (first..)
            .map(numbered)
            .find(|place| !taken.contains_key(place))
            .unwrap_or_else(|| numbered(index))
    }
}
