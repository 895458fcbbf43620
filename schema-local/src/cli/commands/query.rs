//! `query`: lists what exists, by the `list` blocks of `*.tfquery.hcl` files, as `terraform query` does.

use std::sync::Arc;

use schema_runtime::codec::json;
use serde_json::json;

use crate::cli::{ExitStatus, Session};
use crate::hcl;
use crate::message::{Message, Messages};
use crate::query::ListedObject;
use crate::render::generated::{resource_and_import, unique_name};
use crate::render::without_control_characters;
use crate::run::Run;
use crate::state::{State, StateManager};
use crate::stop::{Outcome, Stop, interrupted};

impl Session {
    pub(in crate::cli) async fn query(&self) -> Result<ExitStatus, Messages> {
        let (path, directory) = self.configuration_path();
        let target = self
            .options
            .generate_config_out
            .as_deref()
            .map(|file| self.path(file));
        if let Some(file) = &target {
            self.check_generated_file(file)?;
        }
        let bodies = hcl::read_query(&path)?;
        let inputs = self.inputs()?;
        let (mut run, lists, mut messages) = Run::to_query(
            self.instance.clone(),
            bodies,
            (&inputs, Some(&directory)),
            StateManager::in_memory(State::empty()),
            Arc::clone(&self.events),
            Stop::new(self.io.interrupts.clone()),
        )
        .await?;
        if messages.has_errors() {
            return Err(messages);
        }
        if run.lists_need_state(&lists) {
            let state_manager = self.open_state().await?;
            let more = self.enter_store(&run.configuration, &state_manager).await?;
            messages.extend(more);
            run.state_manager = state_manager;
            run.state_has_changed();
        }
        let mut found = Messages::new();
        let work = run.query(&lists, target.is_some(), &mut found);
        let listed = match run.stop.watch(&self.instance, &*self.events, work).await {
            Outcome::Done(listed) => listed,
            Outcome::Abandoned => {
                messages.push(interrupted());
                Vec::new()
            }
        };
        messages.extend(found);
        for object in &listed {
            self.show_listed(object);
        }
        if let Some(file) = target.filter(|_| !messages.has_errors()) {
            let text = self.generated(&listed, &mut messages).await;
            if let Err(error) = std::fs::write(&file, text) {
                messages.push(
                    Message::error("The generated configuration cannot be written")
                        .detail(format!("{}: {error}.", file.display())),
                );
            }
        }
        self.report(&messages);
        Ok(match messages.has_errors() {
            true => ExitStatus::FAILURE,
            false => ExitStatus::SUCCESS,
        })
    }

    fn show_listed(&self, object: &ListedObject) {
        let schemas = self.instance.schemas();
        let name = &*object.type_name;
        let as_json = |block, value| match value {
            Some(value) => json::encode_block(block, value)
                .ok()
                .and_then(|text| serde_json::from_str(&text).ok())
                .unwrap_or(serde_json::Value::Null),
            None => serde_json::Value::Null,
        };
        let Some(identity) = schemas.identities.get(name) else {
            return;
        };
        let identity = as_json(identity.block(), object.event.identity.as_ref());
        let shown: Vec<String> = identity
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| match value.as_str() {
                Some(text) => format!("{name}={text}"),
                None => format!("{name}={value}"),
            })
            .collect();
        let line = format!(
            "{}\t{}\t{}",
            object.list,
            shown.join(","),
            object.event.display_name
        );
        match &self.json_reporter {
            None => self.print(&format!(
                "{}\n",
                without_control_characters(&line).replace('\n', " ")
            )),
            Some(reporter) => {
                let state = schemas
                    .resources
                    .get(name)
                    .map(|schema| as_json(&schema.block, object.event.object.as_ref()));
                let members = json!({ "list_resource_found": {
                    "address": object.list,
                    "resource_type": name,
                    "display_name": object.event.display_name,
                    "identity": identity,
                    "resource_object": state,
                }});
                reporter.line("info", &line, "list_resource_found", members);
            }
        }
    }

    /// The configuration of everything that was listed.
    async fn generated(&self, listed: &[ListedObject], messages: &mut Messages) -> String {
        let schemas = self.instance.schemas();
        let mut text = String::new();
        let mut names = std::collections::BTreeSet::new();
        for object in listed {
            let type_name = &*object.type_name;
            let (Some(schema), Some(identity_schema), Some(state), Some(identity)) = (
                schemas.resources.get(type_name),
                schemas.identities.get(type_name),
                &object.event.object,
                &object.event.identity,
            ) else {
                continue;
            };
            let made = self
                .instance
                .generate_resource_config(type_name, state.clone());
            let (config, found) = made.await;
            messages.extend_with(found, |diagnostic| {
                Message::from(diagnostic).address(&object.list)
            });
            let name = unique_name(&object.name, &mut names);
            text.push_str(&resource_and_import(
                schema,
                &name,
                (&schemas.provider.type_name, object.alias.as_deref()),
                &config,
                (identity_schema.block(), identity),
            ));
        }
        text
    }
}
