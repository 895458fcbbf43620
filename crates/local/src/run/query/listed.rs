//! What a list found, as it is told, and what blocks that are generated of it are called.

use std::collections::BTreeSet;
use std::sync::Arc;

use schema_runtime::value::Value;
use schema_shell::lifecycle::ListEvent;

use crate::run::events::ListedEvent;

/// An object that a list found.
pub struct ListedObject {
    /// The list, with the key of its instance.
    pub list: String,
    /// The type of the object.
    pub type_name: Arc<str>,
    pub(super) alias: Option<Arc<str>>,
    /// What the provider said of it.
    pub event: ListEvent,
    /// Where configuration is generated: the name of its blocks, which no other has, and what the
    /// resource says.
    pub(super) generated: Option<(String, Value)>,
}

impl ListedObject {
    /// What is told of it; nothing without an identity.
    pub(crate) fn told(&self) -> Option<ListedEvent<'_>> {
        let generated = self.generated.as_ref();
        Some(ListedEvent {
            list: &self.list,
            type_name: &self.type_name,
            display_name: &self.event.display_name,
            identity: self.event.identity.as_ref()?,
            object: self.event.object.as_ref(),
            generated: generated.map(|(name, config)| (&**name, self.alias.as_deref(), config)),
        })
    }
}

/// A name for a block that no other has.
pub(super) fn unique_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut name: String = name
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        name.insert(0, '_');
    }
    for number in 0_usize.. {
        let numbered = format!("{name}_{number}");
        if taken.insert(numbered.clone()) {
            return numbered;
        }
    }
    name
}
