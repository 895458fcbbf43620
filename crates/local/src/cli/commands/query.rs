//! `query`: lists existing objects with the `list` blocks of `*.tfquery.hcl` files, like
//! `terraform query`.

use std::path::Path;
use std::sync::Arc;

use crate::cli::{ExitStatus, Session};
use crate::language::hcl;
use crate::message::{Message, Messages};
use crate::render::generated::resource_and_import;
use crate::run::Run;
use crate::run::query::{ListedObject, Listing};
use crate::run::stop::{Outcome, Stop, interrupted};
use crate::state::{State, StateManager};

impl Session {
    pub(in crate::cli) async fn query(
        &self,
        generate_config_out: Option<&Path>,
    ) -> Result<ExitStatus, Messages> {
        let (path, directory) = self.configuration_path();
        let target = generate_config_out.map(|file| self.path(file));
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
        if lists.addresses().is_empty() {
            let nothing = Message::error("No resources to query").detail(
                "There is no list block: write them in files whose names end in \".tfquery.hcl\".",
            );
            messages.push(nothing);
        }
        messages = messages.without_errors()?;
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
            Outcome::Done(Listing { objects, empty }) => {
                // As in Terraform, only the text output reports this.
                if !empty.is_empty() && self.json_reporter.is_none() && !found.has_errors() {
                    let lists = empty.join(", ");
                    let text = format!("list block(s) [{lists}] returned 0 results.");
                    found.push(Message::warning(text));
                }
                objects
            }
            Outcome::Abandoned => {
                messages.push(interrupted());
                Vec::new()
            }
        };
        messages.extend(found);
        if let Some(file) = target.filter(|_| !messages.has_errors()) {
            let text = self.generated(&listed);
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

    /// The configuration of all listed objects.
    fn generated(&self, listed: &[ListedObject]) -> String {
        let schemas = self.instance.schemas();
        let mut text = String::new();
        for object in listed {
            if let Some((resource, import)) = object
                .told()
                .and_then(|told| resource_and_import(schemas, &told))
            {
                text.push_str(&format!("{resource}\n\n{import}\n\n"));
            }
        }
        text
    }
}
