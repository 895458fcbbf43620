//! `validate`: whether the configuration is valid, whatever its variables and the state are.

use std::sync::Arc;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::document::json;

use crate::cli::{ExitStatus, Session};
use crate::language::hcl;
use crate::message::Messages;
use crate::render::Paint;
use crate::render::json::diagnostic;
use crate::render::output::write_json;
use crate::run::Run;
use crate::run::remote_state::RemoteState;
use crate::run::stop::Stop;

impl Session {
    pub(in crate::cli) async fn validate(&self, query: bool) -> Result<ExitStatus, Messages> {
        let messages = match self.validation(query).await {
            Ok(messages) | Err(messages) => messages,
        };
        let valid = !messages.has_errors();
        let status = if valid {
            ExitStatus::SUCCESS
        } else {
            ExitStatus::FAILURE
        };
        if self.options.json {
            let errors = messages.error_count();
            let all: Vec<Json> = messages
                .sorted_by_place()
                .into_iter()
                .map(diagnostic)
                .collect();
            let document = json!({
                "format_version": "1.0",
                "valid": valid,
                "error_count": errors,
                "warning_count": all.len() - errors,
                "diagnostics": all,
            });
            write_json(&self.io.output, &format!("{document:#}\n"));
            return Ok(status);
        }
        self.report(&messages);
        if valid {
            let success = self.style.paint(Paint::Green, "Success!");
            self.print(&if messages.is_empty() {
                format!("{success} The configuration is valid.\n\n")
            } else {
                format!(
                    "{success} The configuration is valid, but there were some\nvalidation \
                     warnings as shown above.\n\n"
                )
            });
        }
        Ok(status)
    }

    async fn validation(&self, query: bool) -> Result<Messages, Messages> {
        let path = self.configuration_path().0;
        let (instance, events) = (self.instance.clone(), Arc::clone(&self.events));
        let stop = Stop::new(self.io.interrupts.clone());
        if query {
            let bodies = hcl::read_query(&path)?;
            let opened = Run::to_validate_query(instance, bodies, events, stop);
            let (run, lists, mut messages) = opened.await?;
            RemoteState::check(&self.instance, &run.configuration, &mut messages).await;
            messages.extend(run.validate_lists(&lists).await);
            return Ok(messages);
        }
        let bodies = hcl::read(&path)?;
        let (run, mut messages) = Run::to_validate(instance, bodies, events, stop).await?;
        RemoteState::check(&self.instance, &run.configuration, &mut messages).await;
        messages.extend(run.validate().await);
        Ok(messages)
    }
}
