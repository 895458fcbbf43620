//! The command line.

mod args;
mod ask;
mod commands;
mod help;
mod io;
pub(crate) mod process;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use crate::message::Messages;
use crate::render::json::JsonReporter;
use crate::render::output::{write, write_json};
use crate::render::text::TextReporter;
use crate::render::{self, Style};
use crate::run::events::{Event, Events};
use crate::run::remote_state::RemoteState;
use crate::state::StateManager;
use args::{Command, Options};
pub use io::{Captured, Io};
use schema_runtime::codec::document::Document;
use schema_runtime::document as json;
use schema_shell::lifecycle::Instance;

/// How a command ended, as the exit status of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitStatus(u8);

impl ExitStatus {
    /// All went well: 0.
    pub const SUCCESS: ExitStatus = ExitStatus(0);
    /// Something failed: 1.
    pub const FAILURE: ExitStatus = ExitStatus(1);
    /// `plan -detailed-exitcode` found changes: 2.
    pub const CHANGES: ExitStatus = ExitStatus(2);

    /// The number.
    #[must_use]
    pub fn code(self) -> u8 {
        self.0
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status.0)
    }
}

/// Runs one command of the local runner. `args` are those after the program's name; the
/// environment is the one that the instance was made with.
///
/// Text and JSON go to the standard output of `io`, errors as text to its standard error. With
/// `-json`, `plan`, `apply`, `destroy` and `import` write one JSON object a line, in the form of
/// Terraform's machine-readable UI; `show` and `schema` write one document.
pub async fn run<I, S>(args: I, instance: Instance, io: Io) -> ExitStatus
where
    I: IntoIterator<Item = S>,
    S: Into<String>,
{
    let args: Vec<String> = args.into_iter().map(Into::into).collect();
    run_parsed(args::parse(args), instance, io).await
}

async fn run_parsed(command: Result<Command, String>, instance: Instance, io: Io) -> ExitStatus {
    match command {
        Ok(Command::Help(topic)) => {
            let provider = &instance.schemas().provider.type_name;
            write(&io.output, &help::text(provider, topic.as_deref()));
            ExitStatus::SUCCESS
        }
        Ok(Command::Version) => {
            let provider = &instance.schemas().provider.type_name;
            let program = std::env::current_exe().ok();
            write(&io.output, &help::version(provider, program.as_deref()));
            ExitStatus::SUCCESS
        }
        Ok(Command::Run(options)) => {
            // A mistake of the provider's, whatever the command.
            let wrong = instance.wrong_defaults().await;
            if wrong.has_errors() {
                write(&io.errors, &format!("{wrong}\n"));
                return ExitStatus::FAILURE;
            }
            let session = Session::new(instance, io, *options);
            // On the heap: the future holds those of all commands, and whoever awaits it would hold it once more.
            Box::pin(session.run()).await
        }
        Err(reason) => {
            let text = format!("{reason}\n\nFor what can be done, run it with \"help\".\n");
            write(&io.errors, &text);
            ExitStatus::FAILURE
        }
    }
}

/// A command that is being run.
struct Session {
    instance: Instance,
    io: Io,
    options: Options,
    style: Style,
    events: Arc<dyn Events>,
    json_reporter: Option<Arc<JsonReporter>>,
    /// The state store that this command has locked, and the state that goes there.
    remote: Mutex<Option<(Arc<RemoteState>, Arc<StateManager>)>>,
}

impl Session {
    fn new(instance: Instance, io: Io, options: Options) -> Self {
        let environment = instance.environment();
        let set = |name: &str| environment.get(name).is_some_and(|value| !value.is_empty());
        let style = Style {
            colour: io.output_is_terminal
                && !options.no_color
                && !set("NO_COLOR")
                && environment.get("TERM") != Some("dumb"),
        };
        let schemas = instance.schemas().clone();
        let json_reporter = options
            .json
            .then(|| Arc::new(JsonReporter::new(io.output.clone(), schemas.clone())));
        let events: Arc<dyn Events> = match &json_reporter {
            Some(reporter) => Arc::clone(reporter) as Arc<dyn Events>,
            None => Arc::new(TextReporter {
                output: io.output.clone(),
                style,
                schemas,
                last: std::sync::Mutex::new(None),
                listed: std::sync::Mutex::default(),
            }),
        };
        Session {
            instance,
            io,
            options,
            style,
            events,
            json_reporter,
            remote: Mutex::default(),
        }
    }

    /// Shows messages where they belong.
    fn report(&self, messages: &Messages) {
        let messages = messages.sorted_by_place();
        if self.json_reporter.is_some() {
            for message in messages.iter() {
                self.events.event(Event::Message(message));
            }
            return;
        }
        let (mut errors, mut warnings) = (Messages::new(), Messages::new());
        for message in messages.iter() {
            let list = if message.is_error() {
                &mut errors
            } else {
                &mut warnings
            };
            list.push(message.clone());
        }
        write(
            &self.io.output,
            &render::message::messages(&warnings, self.style),
        );
        write(
            &self.io.errors,
            &render::message::messages(&errors, self.style),
        );
    }

    /// Says last that the state is not where it belongs, and shows it if it is nowhere else; whether
    /// that is so.
    fn report_unsaved(&self, state_manager: &StateManager) -> bool {
        let Some((message, state)) = state_manager.unsaved() else {
            return false;
        };
        if let Some(state) = state {
            match &self.json_reporter {
                Some(reporter) => {
                    let state: Document = state.parse().unwrap_or_default();
                    let text = "The state, which could not be saved";
                    reporter.line("error", text, "unsaved_state", json!({ "state": state }));
                }
                None => write_json(&self.io.output, &state),
            }
        }
        self.report(&message.into());
        true
    }

    fn fail(&self, messages: impl Into<Messages>) -> ExitStatus {
        self.report(&messages.into());
        ExitStatus::FAILURE
    }

    fn print(&self, text: &str) {
        if self.json_reporter.is_none() {
            write(&self.io.output, text);
        }
    }
}
