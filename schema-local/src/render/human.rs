//! What a running command tells, as lines of text.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Paint, Style, harmless, message, plan};
use crate::address::Address;
use crate::events::{Doing, Event, Events};
use schema_shell::lifecycle::Schemas;

/// Where text goes that several tasks write.
pub(crate) type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes; a closed pipe is no reason to stop what is being done.
pub(crate) fn write(output: &Output, text: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}

/// Tells a person.
pub(crate) struct Human {
    pub(crate) output: Output,
    pub(crate) style: Style,
    pub(crate) schemas: Schemas,
    /// What was last said of whose progress, and when.
    pub(crate) last: Mutex<Option<(Address, Instant)>>,
}

/// A provider may report as often as it likes; nobody reads faster than this.
const PAUSE: Duration = Duration::from_secs(1);

impl Human {
    /// Whether it is time to tell of progress again.
    fn is_time(&self, address: &Address) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let soon = last
            .as_ref()
            .is_some_and(|(of, when)| of == address && when.elapsed() < PAUSE);
        if !soon {
            *last = Some((address.clone(), Instant::now()));
        }
        !soon
    }
}

impl Doing {
    fn begun(self) -> &'static str {
        match self {
            Doing::Refresh => "Refreshing state...",
            Doing::Read => "Reading...",
            Doing::Create => "Creating...",
            Doing::Update => "Modifying...",
            Doing::Delete => "Destroying...",
            Doing::Import => "Importing...",
        }
    }

    fn still(self) -> &'static str {
        match self {
            Doing::Refresh => "Still refreshing...",
            Doing::Read => "Still reading...",
            Doing::Create => "Still creating...",
            Doing::Update => "Still modifying...",
            Doing::Delete => "Still destroying...",
            Doing::Import => "Still importing...",
        }
    }

    fn done(self) -> &'static str {
        match self {
            Doing::Refresh => "Refresh complete",
            Doing::Read => "Read complete",
            Doing::Create => "Creation complete",
            Doing::Update => "Modifications complete",
            Doing::Delete => "Destruction complete",
            Doing::Import => "Import complete",
        }
    }

    /// In machine-readable output.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Doing::Refresh => "refresh",
            Doing::Read => "read",
            Doing::Create => "create",
            Doing::Update => "update",
            Doing::Delete => "delete",
            Doing::Import => "import",
        }
    }
}

/// `5s`, `1m5s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds / 60 {
        0 => format!("{seconds}s"),
        minutes => format!("{minutes}m{}s", seconds % 60),
    }
}

fn with_id(id: Option<&str>) -> String {
    id.map(|id| format!(" [id={}]", harmless(id)))
        .unwrap_or_default()
}

impl Events for Human {
    fn event(&self, event: Event<'_>) {
        let bold = |text: String| self.style.bold(&text);
        let line = match event {
            Event::Started { address, doing, id } => {
                format!(
                    "{}{}",
                    bold(format!("{address}: {}", doing.begun())),
                    bold(with_id(id))
                )
            }
            Event::Progress { address, .. } if !self.is_time(address) => return,
            Event::Progress {
                address, message, ..
            } => format!("{}{}", bold(format!("{address}: ")), harmless(message)),
            Event::Still {
                address,
                doing,
                elapsed,
            } => bold(format!(
                "{address}: {} [{} elapsed]",
                doing.still(),
                seconds(elapsed)
            )),
            // A refresh is quick, and there are many.
            Event::Complete {
                doing: Doing::Refresh,
                ..
            }
            | Event::Failed { .. } => return,
            Event::Complete {
                address,
                doing,
                elapsed,
                id,
            } => bold(format!(
                "{address}: {} after {}{}",
                doing.done(),
                seconds(elapsed),
                with_id(id)
            )),
            Event::Interrupted => format!(
                "\n{}\nWaiting for what is running to end. Interrupt again to give up on it.\n",
                self.style.paint(Paint::Yellow, "Interrupt received.")
            ),
            Event::Told(told) => message::message(told, self.style),
            Event::Planned(made) => plan::plan(made, &self.schemas, self.style),
        };
        write(&self.output, &format!("{}\n", line.trim_end_matches('\n')));
    }
}
