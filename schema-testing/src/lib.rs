//! Tests of a provider: steps of configuration, checks of what is planned and of what is saved; in
//! the test's own process, and the same under the real Terraform.
//!
//! This is an inner crate of `schema-provider`, which exports it as `testing` with the feature of
//! that name: it promises no semver, and nothing else should depend on it.
//!
//! A [`ProviderTest`] goes through its steps as a user would, over one state, and destroys
//! everything at the end. Every applied configuration is planned once more: that refresh must find
//! what was left, and that plan must be empty.
//!
//! * **In process** it runs the same code as the [local runner](schema_local), with all of core's
//!   checks on each answer of the provider, in milliseconds. This happens always.
//! * **Under Terraform** each step is made by the program `terraform`, which finds the provider in
//!   the test's own process. This happens where `TF_ACC=1` is set; elsewhere a line on standard
//!   error says that it was skipped. Any line of Terraform's log about an invalid plan or an
//!   inconsistent result fails the test.
//!
//! ```
//! use schema_provider::prelude::*;
//! use schema_provider::testing::{ProviderTest, Step, creates, object, updates};
//!
//! #[derive(Schema)]
//! #[schema(provider = "note")]
//! pub struct Notes {}
//!
//! impl Provider for Notes {
//!     type Client = ();
//!     fn resources() -> &'static [ResourceDef<Self>] {
//!         resources![Note]
//!     }
//!     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
//!         Ok(())
//!     }
//! }
//!
//! #[derive(Schema)]
//! #[schema(resource = "note")]
//! pub struct Note {
//!     #[field(required, validate = length(1..=9))]
//!     text: String,
//!     #[field(computed)]
//!     key: String,
//! }
//!
//! impl Resource for Note {
//!     type Provider = Notes;
//!     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         data.set_id("1");
//!         data.set(Note::KEY, "k");
//!         Ok(())
//!     }
//!     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
//!         Ok(())
//!     }
//!     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
//!         Ok(())
//!     }
//! }
//!
//! impl Update for Note {
//!     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
//!         Ok(())
//!     }
//! }
//!
//! const NOTE: &str = r#"
//! variable "text" {}
//! resource "note" "a" {
//!   text = var.text
//! }
//! "#;
//!
//! // In a test: #[test] fn a_note_is_written_and_rewritten() { … }
//! ProviderTest::of::<Notes>()
//!     .step(
//!         Step::apply(NOTE)
//!             .var("text", "hello")
//!             .plans(creates("note.a").attr(Note::TEXT).is("hello").attr(Note::KEY).is_unknown())
//!             .saves(object("note.a").attr(Note::KEY).is("k").attr("id").is("1")),
//!     )
//!     .step(
//!         Step::apply(NOTE)
//!             .var("text", "bye")
//!             .plans(updates("note.a").attr(Note::KEY).is_kept()),
//!     )
//!     .step(Step::plan(NOTE).var("text", "far too long").fails_at("text = var.text", "between 1 and 9"))
//!     .run();
//! ```

mod attribute;
mod checks;
mod complaint;
pub mod conformance;
mod deadline;
mod driver;
mod evaluate;
mod failure;
mod in_process;
mod names;
mod observed;
mod outcome;
mod program;
mod redact;
mod run;
mod runner;
mod schemas;
mod setup;
mod state_test;
mod stderr;
mod step;
mod sweep;
mod terraform;
mod thread;
mod tree;

use std::fmt;
use std::panic::Location;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Environment;

pub use attribute::{Attribute, Place, Typed, Untyped};
pub use checks::{
    ObjectCheck, PlanCheck, changes_nothing, creates, deletes, drifts, object, reads, replaces,
    updates,
};
pub use complaint::{Complaint, ComplaintKind, complaints};
pub use failure::Failure;
pub use names::{random_int, random_name};
pub use run::terraform_program;
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;
use schema_transport::Protocol;
pub use schemas::check_schemas;
pub use state_test::{StateCase, StateTest};
pub use step::{PlannedOutput, SavedOutput, Step};
pub use sweep::{Sweepers, Swept, sweepers};

/// A way in which a test is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// In the test's own process.
    InProcess,
    /// By the real program.
    Terraform,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::InProcess => "in process",
            Way::Terraform => "under terraform",
        })
    }
}

/// How long a test may take, unless it says otherwise.
const DEADLINE: Duration = Duration::from_secs(60);
const TERRAFORM_DEADLINE: Duration = Duration::from_secs(600);

/// A check after everything was destroyed.
type AtTheEnd = Arc<dyn Fn(&Between<'_>) + Send + Sync>;

/// A test of a provider: its steps.
#[derive(Clone)]
#[must_use = "a test that is not run tests nothing"]
pub struct ProviderTest {
    make: step::Make,
    environment: Environment,
    /// Variables whose value is a place below the test's directory.
    places: Vec<(String, String)>,
    variables: Vec<(String, String)>,
    steps: Vec<Step>,
    at_the_end: Vec<(&'static Location<'static>, AtTheEnd)>,
    deadline: Option<Duration>,
    only: Option<(Way, String)>,
    least: Option<([u32; 3], String)>,
    expected: Vec<ComplaintKind>,
    source: Option<String>,
    protocol: Protocol,
}

impl ProviderTest {
    /// A test of this provider, with nothing in its environment.
    pub fn of<P: Provider>() -> Self {
        Self::of_instances(Instance::new::<P>)
    }

    /// A test of a provider of any kind: this makes it anew for each command.
    pub fn of_instances(
        make: impl Fn(Environment) -> Result<Instance, Diagnostics> + Send + Sync + 'static,
    ) -> Self {
        ProviderTest {
            make: Arc::new(make),
            environment: Environment::default(),
            places: Vec::new(),
            variables: Vec::new(),
            steps: Vec::new(),
            at_the_end: Vec::new(),
            deadline: None,
            only: None,
            least: None,
            expected: Vec::new(),
            source: None,
            protocol: Protocol::V6,
        }
    }

    /// A variable of the provider's environment.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.set(name, value);
        self
    }

    /// A variable of the provider's environment, whose value is a place in the run's own empty
    /// directory ([`Between::directory`]). Each way the test goes has its own, which is removed
    /// afterwards.
    pub fn env_path(mut self, name: impl Into<String>, below: impl Into<String>) -> Self {
        self.places.push((name.into(), below.into()));
        self
    }

    /// The value of an input variable in all steps: a text as it is, anything else as
    /// `serde_json::json!` makes it. Each of their configurations must declare it.
    pub fn var(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
        let text = match value.into() {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        self.variables.push((name.into(), text));
        self
    }

    /// One more step.
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Several more steps.
    pub fn steps(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.extend(steps);
        self
    }

    /// Looks, after everything was destroyed, whether it is really gone. A panic in this fails the
    /// test.
    #[track_caller]
    pub fn after_destroy(mut self, check: impl Fn(&Between<'_>) + Send + Sync + 'static) -> Self {
        self.at_the_end.push((Location::caller(), Arc::new(check)));
        self
    }

    /// How long the test may take each way it goes; otherwise a minute in process and ten under
    /// Terraform. A test that takes longer fails, and says what it was waiting for.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = Some(time);
        self
    }

    /// The test is only made under Terraform, for this reason: it needs what the local runner does
    /// not have (`for_each`, `dynamic`, modules, functions, `moved` …).
    pub fn only_with_terraform(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Way::Terraform, reason.into()));
        self
    }

    /// The test is only made in process, for this reason.
    pub fn only_in_process(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Way::InProcess, reason.into()));
        self
    }

    /// The way under Terraform is skipped, visibly, for a program older than this (`"1.11"`), for
    /// this reason.
    ///
    /// # Panics
    /// The text is no version.
    #[track_caller]
    pub fn needs_terraform(mut self, version: &str, reason: impl Into<String>) -> Self {
        match program::parse(version) {
            Some(version) => self.least = Some((version, reason.into())),
            None => panic!("{version:?} is no version; write it as \"1.11\" or \"1.11.4\""),
        }
        self
    }

    /// Terraform will complain of this, and must: without it, any complaint fails the test.
    pub fn expects(mut self, complaint: ComplaintKind) -> Self {
        self.expected.push(complaint);
        self
    }

    /// The provider's source address (`example.com/team/name`); without it, the one that Terraform
    /// takes for a provider of which a configuration says nothing.
    pub fn source(mut self, address: impl Into<String>) -> Self {
        self.source = Some(address.into());
        self
    }

    /// The protocol that Terraform is offered; 6 without this.
    pub fn protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = protocol;
        self
    }

    /// Goes through all steps, then destroys what is left; in process, and under Terraform too
    /// where `TF_ACC=1` is set.
    ///
    /// It needs no runtime, and may be called within one.
    ///
    /// # Panics
    /// Something was not as a step says; the text says what. What is left is destroyed all the
    /// same.
    #[track_caller]
    pub fn run(self) {
        if let Err(failure) = self.try_run() {
            panic!("\n{failure}\n");
        }
    }

    /// The same without a panic.
    ///
    /// # Errors
    /// What was not as a step says, the first way the test failed.
    #[track_caller]
    pub fn try_run(self) -> Result<(), Failure> {
        run::all(&self, Location::caller())
    }
}

impl fmt::Debug for ProviderTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderTest")
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

/// What code of a test sees between steps.
#[derive(Debug)]
pub struct Between<'a> {
    way: Way,
    directory: &'a Path,
    state: &'a observed::State,
}

impl Between<'_> {
    /// Which way the test goes.
    #[must_use]
    pub fn way(&self) -> Way {
        self.way
    }

    /// The run's own directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.directory
    }

    /// A saved value, as `terraform show -json` would print it; null if there is no such object or
    /// place.
    ///
    /// # Panics
    /// A text does not lead to anything in the schema.
    #[must_use]
    #[track_caller]
    pub fn saved(&self, address: &str, place: impl Place) -> serde_json::Value {
        let Some(object) = self.state.objects.get(address) else {
            return serde_json::Value::Null;
        };
        match place.spot().path(object.block.as_deref()) {
            Ok(path) => object.value.at(&path).map(tree::Tree::to_json),
            Err(error) => panic!("{address}: {error}"),
        }
        .unwrap_or_default()
    }

    /// The addresses of everything that is saved.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.state.objects.keys().map(String::as_str)
    }
}
