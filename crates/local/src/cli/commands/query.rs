//! `query`: lists existing objects with the `list` blocks of `*.tfquery.hcl` files, like
//! `terraform query`.

use std::sync::Arc;

use super::generate::{check_generated_file, write_generated};
use crate::cli::{ExitStatus, Session};
use crate::language::hcl;
use crate::message::{Message, Messages};
use crate::render::generated::resource_and_import;
use crate::run::Run;
use crate::run::events::ListedObject;
use crate::run::query::Listing;
use crate::run::stop::Stop;
use crate::state::{State, StateManager};

impl Session {
    pub(in crate::cli) async fn query(&self) -> Result<ExitStatus, Messages> {
        let (path, directory) = self.configuration_path();
        let target = self.options.given.path("generate-config-out");
        let target = target.map(|file| self.path(&file));
        if let Some(file) = &target {
            check_generated_file(file)?;
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
        let listed = match self.watched(&run, work).await {
            Ok(Listing { objects, empty }) => {
                // As in Terraform, only the text output reports this.
                if !empty.is_empty() && self.json_reporter.is_none() && !found.has_errors() {
                    let lists = empty.join(", ");
                    let text = format!("list block(s) [{lists}] returned 0 results.");
                    found.push(Message::warning(text));
                }
                objects
            }
            Err(more) => {
                messages.extend(more);
                Vec::new()
            }
        };
        messages.extend(found);
        if let Some(file) = target.filter(|_| !messages.has_errors())
            && let Err(error) = write_generated(&file, &self.generated(&listed))
        {
            messages.push(error);
        }
        self.report(&messages.without_errors()?);
        Ok(ExitStatus::SUCCESS)
    }

    /// The configuration of all listed objects.
    fn generated(&self, listed: &[ListedObject]) -> String {
        let schemas = self.instance.schemas();
        let mut text = String::new();
        for object in listed {
            if let Some((resource, import)) = resource_and_import(schemas, object) {
                text.push_str(&format!("{resource}\n\n{import}\n\n"));
            }
        }
        text
    }
}
