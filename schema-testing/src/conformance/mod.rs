//! The conformance kit: drives a provider through everything that Terraform will do with it, and
//! reports what a reviewer would object to.
//!
//! The author gives an [`Example`] of each resource. From the schema the kit knows the rest: it
//! creates the object, reads it, plans it again, changes every field to a second value that the
//! validators allow, replaces, imports, deletes, deletes again, and looks at every answer. All of
//! this runs in the process, through the code that also answers Terraform.
//!
//! ```
//! use schema_provider::prelude::*;
//! use schema_provider::testing::conformance::{Class, Conformance, Example};
//! # use std::collections::HashMap;
//! # use std::sync::Mutex;
//!
//! /// Notes in memory.
//! #[derive(Schema)]
//! #[schema(provider = "note")]
//! pub struct Notes {}
//!
//! impl Provider for Notes {
//!     type Client = Mutex<HashMap<String, String>>;
//!     fn resources() -> &'static [ResourceDef<Self>] {
//!         resources![Note]
//!     }
//!     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> {
//!         Ok(Mutex::default())
//!     }
//! }
//!
//! /// A note.
//! #[derive(Schema)]
//! #[schema(resource = "note")]
//! pub struct Note {
//!     /// Its title, which is its id.
//!     #[field(required, force_new)]
//!     title: String,
//!     #[field(required)]
//!     text: String,
//! }
//!
//! impl Resource for Note {
//!     type Provider = Notes;
//!     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         data.set_id(data.get(Note::TITLE));
//!         Self::update(cx, data).await
//!     }
//!     async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         match cx.client()?.lock().unwrap().get(data.id()) {
//!             Some(text) => data.set(Note::TEXT, text),
//!             None => data.gone(),
//!         }
//!         Ok(())
//!     }
//!     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         cx.client()?.lock().unwrap().remove(data.id());
//!         Ok(())
//!     }
//! }
//!
//! impl Update for Note {
//!     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let text = data.get(Note::TEXT);
//!         cx.client()?.lock().unwrap().insert(data.id().to_owned(), text);
//!         Ok(())
//!     }
//! }
//!
//! let report = Conformance::of::<Notes>()
//!     .example(Example::<Note>::hcl("title = \"a\"\ntext = \"hello\""))
//!     .run();
//!
//! // Nobody documented the text, and read forgets the title.
//! assert!(report.has(Class::Undocumented, "note", "text"));
//! assert!(report.has(Class::ReadNeverSets, "note", "title"));
//! assert_eq!(report.findings().count(), 2, "{report}");
//! ```

mod assemble;
mod candidates;
mod change;
mod class;
mod example;
mod example_run;
mod fields;
mod findings;
mod import;
mod kit;
mod report;
mod run;
mod schemas;
mod secrets;
mod transcript;

use std::panic::Location;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::deadline::Watch;
use super::setup::Setup;
use super::thread::{Apart, Missing};
pub use class::Class;
pub use example::Example;
use example::One;
use findings::Found;
pub use report::{Finding, Life, Report, Uncovered};
use schema_shell::{DataSource, Provider, Resource};
use transcript::Heard;

/// A run of the kit: the provider, its settings, and the examples.
#[must_use = "the kit finds nothing until it is run"]
pub struct Conformance {
    setup: Setup,
    given: Vec<(String, One)>,
    examples: Vec<One>,
    lookups: Vec<One>,
    deadline: Duration,
    patience: Duration,
    /// Where the kit is called.
    at: &'static Location<'static>,
}

impl Conformance {
    /// The kit for a provider, with nothing in its environment.
    #[track_caller]
    pub fn of<P: Provider>() -> Self {
        Conformance {
            setup: Setup::of::<P>(),
            given: Vec::new(),
            examples: Vec::new(),
            lookups: Vec::new(),
            deadline: Duration::from_secs(60),
            patience: Duration::from_secs(5),
            at: Location::caller(),
        }
    }

    /// The settings of the provider: the body of its block in Terraform's language, `region = "eu"`.
    #[track_caller]
    pub fn settings(mut self, body: impl Into<String>) -> Self {
        self.setup.settings = Some((body.into(), Location::caller()));
        self
    }

    /// A variable of the provider's environment.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.setup.environment.set(name, value);
        self
    }

    /// Something that examples need: it is created before them under a name by which they refer to
    /// it (`disk_image.base.id`), and deleted after them. It is not tried itself.
    pub fn given<R: Resource>(mut self, name: impl Into<String>, object: Example<R>) -> Self {
        self.given.push((name.into(), object.one));
        self
    }

    /// An example of a resource, which goes through a whole life. Several of one resource show
    /// what one cannot.
    pub fn example<R: Resource>(mut self, example: Example<R>) -> Self {
        self.examples.push(example.one);
        self
    }

    /// An example of a data source: it is read twice, while the given objects are there.
    pub fn lookup<D: DataSource>(mut self, example: Example<D>) -> Self {
        self.lookups.push(example.one);
        self
    }

    /// How long one call may take; what takes longer [`Hangs`](Class::Hangs). 60 seconds unless
    /// said otherwise.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// How long author code may go on after it was told to end; 5 seconds unless said otherwise.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Runs the kit and waits for its end. It has a runtime and threads of its own, so that it
    /// hears the log of all of them: what author code logs is not shown meanwhile.
    ///
    /// Code that does not end is a finding, and the kit goes on without it; where it cannot, since
    /// the code blocks its thread, the report says how far it came.
    ///
    /// # Panics
    /// The system gives no thread.
    pub fn run(self) -> Report {
        let heard = Arc::new(Heard::default());
        let watch = Arc::new(Watch::new(self.at));
        let found = Arc::new(Mutex::new(Found::default()));
        let allowed = run::allowed(&self);
        // Longer than the kit needs to give up on a call by itself.
        let limit = self
            .deadline
            .saturating_add(self.patience.saturating_mul(2))
            .saturating_add(Duration::from_secs(1));
        let listener = Arc::clone(&heard);
        let work = {
            let (heard, watch) = (Arc::clone(&heard), Arc::clone(&watch));
            let found = Arc::clone(&found);
            move || run::run(self, heard, watch, found)
        };
        let mut work = match Apart::start(move || transcript::listen(&listener), work) {
            Ok(work) => work,
            Err(error) => panic!("the conformance kit cannot begin: {error}"),
        };
        let ended = work.wait(|| limit.checked_sub(watch.busy_for().unwrap_or_default()));
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        match ended {
            Ok(()) => {}
            Err(Missing::Panicked(panic)) => std::panic::resume_unwind(panic),
            Err(Missing::TooLate) => assemble::stuck(&mut found, &watch),
        }
        assemble::report(std::mem::take(&mut *found), &heard, &allowed)
    }
}

impl std::fmt::Debug for Conformance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conformance")
            .field("examples", &self.examples.len())
            .finish_non_exhaustive()
    }
}
