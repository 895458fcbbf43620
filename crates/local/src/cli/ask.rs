//! Prompts: approval, and missing settings of the provider.

use std::path::Path;
use std::sync::Arc;

use schema_panic::lock;
use schema_rules::quoted;

use super::Session;
use super::io::set_echo;
use crate::language::config::Configuration;
use crate::language::hcl::ast::Body;
use crate::language::variable_values::{Input, Inputs, unset};
use crate::run::Run;

impl Session {
    /// Asks for every required setting of the provider that is not set, if a user sits at a
    /// terminal. A setting without an answer stays missing and is reported.
    pub(super) async fn ask_settings(&self, run: &mut Run) {
        if !self.can_ask() {
            return;
        }
        let provider = run.schemas().provider.type_name.clone();
        for setting in run.missing_settings().await {
            let (name, filled_in) = (setting.name, setting.filled_in.as_deref());
            let title = format!("provider.{provider}.{name}");
            let answer = self.ask(&title, &setting.description, filled_in, setting.sensitive);
            let Some(answer) = answer.await else {
                // The input has ended.
                return;
            };
            match (answer.as_str(), filled_in) {
                ("", Some(text)) => run.set_setting(&name, text),
                ("", None) => {}
                (text, _) => run.set_setting(&name, text),
            }
        }
    }

    /// Asks for every variable that needs a value but has none, if a user sits at a terminal.
    pub(super) async fn ask_variables(
        &self,
        bodies: &[Body],
        inputs: &mut Inputs,
        directory: &Path,
    ) {
        if !self.can_ask() {
            return;
        }
        let provider = &self.instance.schemas().provider.type_name;
        // Errors in the configuration are reported when it is used.
        let Ok(configuration) = Configuration::new(bodies.to_vec(), provider) else {
            return;
        };
        let environment = self.instance.environment();
        for (name, variable) in unset(&configuration, inputs, directory, environment) {
            let title = format!("var.{name}");
            let answer = self.ask(&title, &variable.description, None, variable.sensitive);
            let Some(answer) = answer.await else {
                return;
            };
            inputs.given.push(Input::Value(name.to_string(), answer));
        }
    }

    fn can_ask(&self) -> bool {
        self.io.input_is_terminal
            && !self.options.given.flag("json")
            && self.options.given.on("input")
    }

    /// Asks for one value; `None` if the input has ended.
    async fn ask(
        &self,
        title: &str,
        description: &str,
        filled_in: Option<&str>,
        sensitive: bool,
    ) -> Option<String> {
        let mut question = format!("\n{}\n", self.style.bold(title));
        for line in description.lines() {
            question.push_str(&format!("  {line}\n"));
        }
        question.push_str("\n  Enter a value");
        if let Some(text) = filled_in {
            question.push_str(&format!(" (Enter alone for {})", quoted(text)));
        }
        self.print(&format!("{question}: "));
        let hidden = sensitive && self.io.input_echoes && set_echo(false);
        let shown_again = hidden.then_some(EchoGuard);
        let answer = self.read_line().await;
        drop(shown_again);
        if hidden {
            self.print("\n");
        }
        answer
    }

    /// Reads a line without its line break; `None` at the end of the input or after an interrupt.
    pub(super) async fn read_line(&self) -> Option<String> {
        let answer = self.next_line();
        let mut interrupts = self.io.interrupts.clone();
        let interrupted = async {
            if interrupts.wait_for(|count| *count > 0).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            answer = answer => answer.ok().flatten(),
            () = interrupted => None,
        }
    }

    /// The same, but an interrupt does not end it. Reads off the threads that handle signals.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(super) async fn next_line(&self) -> Result<Option<String>, String> {
        let input = Arc::clone(&self.io.input);
        let read = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            let read = lock(&input).read_line(&mut line);
            let line = line.trim_end_matches(['\n', '\r']);
            read.map(|count| (count > 0).then(|| line.to_owned()))
        });
        let read = read.await.map_err(|error| error.to_string())?;
        read.map_err(|error| error.to_string())
    }
}

/// Turns the echo on again when dropped.
struct EchoGuard;

impl Drop for EchoGuard {
    fn drop(&mut self) {
        set_echo(true);
    }
}
