//! The results of a list, as reported, and the names of the blocks generated from them.

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
    /// The provider's result.
    pub event: ListEvent,
    /// For generated configuration: the unique name of its blocks, and the resource's
    /// configuration.
    pub(super) generated: Option<(String, Value)>,
}

impl ListedObject {
    /// The event for this object; `None` without an identity.
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

/// A unique name for a block.
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
