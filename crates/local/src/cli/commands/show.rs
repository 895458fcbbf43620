//! `show`: the state, as text or JSON.

use std::collections::BTreeMap;

use crate::address::ObjectAddress;
use crate::cli::{ExitStatus, Session};
use crate::message::{Message, Messages};
use crate::render;
use crate::render::json::state_json;
use crate::render::output::write_json;
use crate::run::changes::ResourceObject;

impl Session {
    pub(in crate::cli) async fn show(&self) -> Result<ExitStatus, Messages> {
        let state_manager = self.current_state().await?;
        let state = state_manager.state();
        let mut messages = Messages::new();
        let mut objects: BTreeMap<ObjectAddress, ResourceObject> = BTreeMap::new();
        for (address, stored) in &state.resources {
            let upgraded = self
                .instance
                .upgrade_resource_state(&address.type_name, stored.schema_version, stored.raw())
                .await;
            let place = |diagnostic| Message::from(diagnostic).address(address);
            match upgraded {
                Ok((value, diagnostics)) => {
                    messages.extend_with(diagnostics, place);
                    let object = ResourceObject::from_stored(stored.clone(), value, None);
                    objects.insert(address.clone(), object);
                }
                Err(diagnostics) => messages.extend_with(diagnostics, place),
            }
        }
        let messages = messages.without_errors()?;
        let schemas = self.instance.schemas();
        if self.options.given.flag("json") {
            let document = state_json(&state, &objects, schemas);
            write_json(&self.io.output, &format!("{document:#}\n"));
        } else {
            let text = render::state::state(&objects, &state.outputs, schemas, self.style);
            self.print(&text);
            self.report(&messages);
        }
        Ok(ExitStatus::SUCCESS)
    }
}
