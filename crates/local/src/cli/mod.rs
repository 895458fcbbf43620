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
use crate::render::output::{try_write_json, write};
use crate::render::text::TextReporter;
use crate::render::{self, Style};
use crate::run::events::{Event, Events};
use crate::run::remote_state::RemoteState;
use crate::state::StateManager;
use args::{Command, Options};
pub use io::{Captured, Io};
use schema_runtime::codec::document::Document;
use schema_runtime::codec::document::json;
use schema_shell::lifecycle::Instance;

/// How a command ended, as an exit status of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitStatus(u8);

impl ExitStatus {
    /// Success: 0.
    pub const SUCCESS: ExitStatus = ExitStatus(0);
    /// Failure: 1.
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

/// Runs one command of the local runner. `args` are the arguments after the program's name; the
/// environment is that of the instance.
///
/// Text and JSON go to the standard output of `io`, errors as text to its standard error. With
/// `-json`, `plan`, `apply`, `destroy` and `import` write one JSON object per line, in the format
/// of Terraform's machine-readable UI; `show` and `schema` write one document.
pub async fn run<I, S>(args: I, instance: Instance, io: Io) -> ExitStatus
where
    I: IntoIterator<Item = S>,
    S: Into<String>,
{
    let args: Vec<String> = args.into_iter().map(Into::into).collect();
    run_parsed(args::parse(args), instance, io).await
}

async fn run_parsed(command: Result<Command, String>, instance: Instance, io: Io) -> ExitStatus {
    let provider = &instance.schemas().provider.type_name;
    let text = match command {
        Ok(Command::Help(topic)) => help::text(provider, topic.as_deref()),
        Ok(Command::Version) => {
            let program = std::env::current_exe().ok();
            help::version(provider, program.as_deref())
        }
        Ok(Command::Run(options)) => {
            // A bug in the provider, whatever the command.
            let wrong = instance.wrong_defaults().await;
            if wrong.has_errors() {
                write(&io.errors, &format!("{wrong}\n"));
                return ExitStatus::FAILURE;
            }
            let session = Session::new(instance, io, *options);
            // On the heap: the future contains those of all commands, and each caller's future
            // would contain it again.
            return Box::pin(session.run()).await;
        }
        Err(reason) => {
            let text = format!("{reason}\n\nFor a list of commands, run it with \"help\".\n");
            write(&io.errors, &text);
            return ExitStatus::FAILURE;
        }
    };
    write(&io.output, &text);
    ExitStatus::SUCCESS
}

/// A running command.
struct Session {
    instance: Instance,
    io: Io,
    options: Options,
    style: Style,
    events: Arc<dyn Events>,
    json_reporter: Option<Arc<JsonReporter>>,
    /// The state store that this command has locked, and the state to write to it.
    remote: Mutex<Option<(Arc<RemoteState>, Arc<StateManager>)>>,
}

impl Session {
    fn new(instance: Instance, io: Io, options: Options) -> Self {
        let environment = instance.environment();
        let set = |name: &str| environment.get(name).is_some_and(|value| !value.is_empty());
        let style = Style {
            colour: io.output_is_terminal
                && !options.given.flag("no-color")
                && !set("NO_COLOR")
                && environment.get("TERM") != Some("dumb"),
        };
        let schemas = instance.schemas().clone();
        let json = options.given.flag("json");
        let json_reporter =
            json.then(|| Arc::new(JsonReporter::new(io.output.clone(), schemas.clone())));
        let events: Arc<dyn Events> = match &json_reporter {
            Some(reporter) => Arc::clone(reporter) as Arc<dyn Events>,
            None => Arc::new(TextReporter {
                output: io.output.clone(),
                style,
                schemas,
                last: Mutex::default(),
                listed: Mutex::default(),
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

    /// Shows messages on the stream where they belong.
    fn report(&self, messages: &Messages) {
        let sorted = messages.sorted_by_place();
        let (errors, warnings): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|m| m.is_error());
        for message in warnings.into_iter().chain(errors) {
            let text = render::message::message(message, self.style);
            match message.is_error() {
                _ if self.json_reporter.is_some() => self.events.event(Event::Message(message)),
                true => write(&self.io.errors, &text),
                false => write(&self.io.output, &text),
            }
        }
    }

    /// Reports last that the state is not saved where it belongs, and prints it if no copy exists;
    /// returns whether that is so.
    fn report_unsaved(&self, state_manager: &StateManager) -> bool {
        let Some(message) = state_manager.unsaved(|state| self.print_state(state)) else {
            return false;
        };
        self.report(&message.into());
        true
    }

    /// Prints a state that exists nowhere else; returns the stream that took it, if any.
    fn print_state(&self, state: &str) -> Option<&'static str> {
        let (output, errors) = (&self.io.output, &self.io.errors);
        let line = self.json_reporter.as_ref().map(|reporter| {
            let state = Document::read(state.as_bytes()).unwrap_or_default();
            let text = "The state, which could not be saved";
            reporter.line_text("error", text, "unsaved_state", json!({ "state": state }))
        });
        let printed = try_write_json(output, line.as_deref().unwrap_or(state));
        if printed.is_ok() && !self.io.output_is_nowhere {
            Some("standard output")
        } else {
            let printed = try_write_json(errors, state);
            printed.is_ok().then_some("standard error")
        }
    }

    fn print(&self, text: &str) {
        if self.json_reporter.is_none() {
            write(&self.io.output, text);
        }
    }
}
