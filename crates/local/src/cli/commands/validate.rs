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
use crate::run::stop::Stop;

impl Session {
    pub(in crate::cli) async fn validate(&self) -> Result<ExitStatus, Messages> {
        let messages = match self.validation().await {
            Ok(messages) | Err(messages) => messages,
        };
        let valid = !messages.has_errors();
        let status = match valid {
            true => ExitStatus::SUCCESS,
            false => ExitStatus::FAILURE,
        };
        if self.json_reporter.is_some() {
            let errors = messages.error_count();
            let all = messages.sorted_by_place().into_iter().map(diagnostic);
            let all: Vec<Json> = all.collect();
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

    async fn validation(&self) -> Result<Messages, Messages> {
        let path = self.configuration_path().0;
        let with_lists = self.options.given.flag("query");
        let bodies = match with_lists {
            true => hcl::read_query(&path)?,
            false => hcl::read(&path)?,
        };
        let (instance, events) = (self.instance.clone(), Arc::clone(&self.events));
        let stop = Stop::new(self.io.interrupts.clone());
        Run::validation(instance, bodies, with_lists, events, stop).await
    }
}
