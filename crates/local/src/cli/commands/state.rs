//! `state list` and `state rm`: lists the objects in the state, and removes them from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::address::{InstanceKey, ObjectAddress};
use crate::cli::{ExitStatus, Session};
use crate::message::{Message, Messages};
use crate::render::output::write;
use crate::state::{State, StateManager};

impl Session {
    pub(in crate::cli) async fn state_list(
        &self,
        addresses: &[ObjectAddress],
    ) -> Result<ExitStatus, Messages> {
        let state = self.known_state().await?.state();
        let mut found: BTreeSet<ObjectAddress> = BTreeSet::new();
        for wanted in addresses {
            let matching = matching(&state, wanted);
            if matching.is_empty() {
                return Err(unknown(wanted).into());
            }
            found.extend(matching.iter().map(ObjectAddress::current));
        }
        if addresses.is_empty() {
            found.extend(state.resources.keys().map(ObjectAddress::current));
        }
        if let Some(id) = self.options.given.text("id") {
            found.retain(|address| self.stored_id(&state, address) == Some(id));
        }
        let lines: String = found.iter().map(|address| format!("{address}\n")).collect();
        write(&self.io.output, &lines);
        Ok(ExitStatus::SUCCESS)
    }

    pub(in crate::cli) async fn state_rm(
        &self,
        addresses: &[ObjectAddress],
    ) -> Result<ExitStatus, Messages> {
        let state_manager = self.known_state().await?;
        let state = state_manager.state();
        let mut objects: Vec<ObjectAddress> = Vec::new();
        for address in addresses.iter().flat_map(|wanted| matching(&state, wanted)) {
            if !objects.contains(&address) {
                objects.push(address);
            }
        }
        if objects.is_empty() {
            return Err(Message::error("Invalid target address")
                .detail(
                    "No matching objects found. To view the available instances, use \"state \
                     list\". Please modify the address to reference a specific instance.",
                )
                .into());
        }
        // A deposed object follows the current one of its instance.
        let mut instances: Vec<_> = objects.iter().map(ObjectAddress::current).collect();
        instances.dedup();
        let count = instances.len();
        let (word, end) = if self.options.given.flag("dry-run") {
            ("Would remove", String::new())
        } else {
            let remove = |state: &mut State| {
                for address in &objects {
                    state.resources.remove(address);
                }
            };
            state_manager.prepare(remove, true)?;
            (
                "Removed",
                format!("Successfully removed {count} resource instance(s).\n"),
            )
        };
        let lines = instances
            .iter()
            .map(|address| format!("{word} {address}\n"));
        let text = lines.chain([end]).collect::<String>();
        write(&self.io.output, &text);
        Ok(ExitStatus::SUCCESS)
    }

    /// Returns an error if there is no state file: an empty result would look like an empty state.
    async fn known_state(&self) -> Result<Arc<StateManager>, Messages> {
        let path = self.state_path(&self.workspace()?);
        let state_manager = self.current_state().await?;
        // A state store may just have created it.
        if path.exists() {
            return Ok(state_manager);
        }
        Err(Message::error("No state file was found!")
            .detail(format!(
                "State management commands require a state file, and there is no {}. Run this \
                 command in a directory where something was applied, or use the -state option to \
                 point it to a specific state file.",
                path.display()
            ))
            .into())
    }

    fn stored_id<'s>(&self, state: &'s State, address: &ObjectAddress) -> Option<&'s str> {
        let schema = self.instance.schemas().resources.get(&*address.type_name)?;
        let field = schema.block.fields.get(schema.id_index()?)?;
        let stored = state.resources.get(address)?;
        stored.attributes.get(field.name.as_str())?.as_str()
    }
}

/// The objects that match an address: all instances, if it has no key.
fn matching(state: &State, wanted: &ObjectAddress) -> Vec<ObjectAddress> {
    let matches = |address: &&ObjectAddress| {
        address.resource == wanted.resource
            && (wanted.key == InstanceKey::None || address.key == wanted.key)
    };
    state.resources.keys().filter(matches).cloned().collect()
}

fn unknown(address: &ObjectAddress) -> Message {
    if address.key == InstanceKey::None {
        Message::error("Unknown resource").detail(format!(
            "The current state contains no resource {address}. If you've just added this resource \
             to the configuration, you must run \"apply\" first to create the resource's entry in \
             the state."
        ))
    } else {
        Message::error("Unknown resource instance").detail(format!(
            "The current state contains no resource instance {address}. If you've just added its \
             resource to the configuration or have changed the count or for_each arguments, you \
             must run \"apply\" first to update the resource's entry in the state."
        ))
    }
}
