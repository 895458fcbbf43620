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

mod causes;
mod change;
mod class;
mod example;
mod heard;
mod import;
mod kit;
mod life;
mod places;
mod report;
mod run;
mod schemas;
mod second;
mod secrets;

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Block, Environment};
use schema_runtime::value::Value;

use crate::lifecycle::Instance;
use crate::{DataSource, Provider, Resource};
pub use class::Class;
pub use example::Example;
use example::One;
use heard::Heard;
pub use report::{Finding, Life, Report, Uncovered};

/// A run of the kit: the provider, its settings, and the examples.
#[must_use = "the kit finds nothing until it is run"]
pub struct Conformance {
    make: fn(Environment) -> Result<Instance, Diagnostics>,
    environment: Environment,
    /// With where they are written.
    settings: Option<(String, String)>,
    given: Vec<(String, One)>,
    examples: Vec<One>,
    lookups: Vec<One>,
    deadline: Duration,
    patience: Duration,
}

impl Conformance {
    /// The kit for a provider, with nothing in its environment.
    pub fn of<P: Provider>() -> Self {
        Conformance {
            make: Instance::new::<P>,
            environment: Environment::default(),
            settings: None,
            given: Vec::new(),
            examples: Vec::new(),
            lookups: Vec::new(),
            deadline: Duration::from_secs(60),
            patience: Duration::from_secs(5),
        }
    }

    /// The settings of the provider: the body of its block in Terraform's language.
    #[track_caller]
    pub fn settings(mut self, body: impl Into<String>) -> Self {
        let here = Location::caller();
        let written = format!("{}:{}", here.file(), here.line());
        self.settings = Some((body.into(), written));
        self
    }

    /// A variable of the environment.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.set(name, value);
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
    /// # Panics
    /// The system gives no thread.
    pub fn run(self) -> Report {
        let heard = Arc::new(Heard::default());
        let run = move || {
            heard::listen(&heard);
            let every_thread = Arc::clone(&heard);
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .on_thread_start(move || heard::listen(&every_thread))
                .build();
            match runtime {
                Ok(runtime) => {
                    let report = runtime.block_on(run::run(self, heard));
                    // Code that was given up on may still hold a thread.
                    runtime.shutdown_background();
                    report
                }
                Err(error) => panic!("the conformance kit has no runtime: {error}"),
            }
        };
        match std::thread::spawn(run).join() {
            Ok(report) => report,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl std::fmt::Debug for Conformance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conformance")
            .field("examples", &self.examples.len())
            .finish_non_exhaustive()
    }
}

/// In what two objects differ: the field, and both values for a person.
pub(super) fn differing(
    block: &Block,
    left: &Value,
    right: &Value,
) -> Vec<(String, String, String)> {
    places::differences(block, left, right)
        .into_iter()
        .map(|difference| {
            let (left, right) = difference.shown();
            (difference.place.path.to_string(), left, right)
        })
        .collect()
}
