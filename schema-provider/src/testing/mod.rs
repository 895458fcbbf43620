//! Tests of a provider in its own process: steps of configuration, checks of what is planned and
//! of what is saved.
//!
//! A [`ProviderTest`] goes through its steps as a user would, over one state, and destroys
//! everything at the end. Every applied configuration is planned once more, and that plan must be
//! empty. It runs the same code as the [local runner](crate::local), with core's checks.
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
//! # let runtime = schema_provider::plugin::runtime().unwrap();
//! # runtime.block_on(async {
//! ProviderTest::of::<Notes>()
//!     .step(
//!         Step::apply("resource \"note\" \"a\" {\n  text = \"hello\"\n}")
//!             .plans(creates("note.a").unknown("key").value("text", "hello"))
//!             .saves(object("note.a").value("key", "k").set("id")),
//!     )
//!     .step(
//!         Step::apply("resource \"note\" \"a\" {\n  text = \"bye\"\n}")
//!             .plans(updates("note.a").value("key", "k")),
//!     )
//!     .step(Step::apply("resource \"note\" \"a\" {\n  text = \"far too long\"\n}").fails("text"))
//!     .run()
//!     .await;
//! # });
//! ```

mod checks;
pub mod conformance;
mod run;
mod states;

use std::fmt;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Environment;
use schema_runtime::value::Value;

use crate::Provider;
use crate::lifecycle::Instance;
pub use checks::{
    ObjectCheck, PlanCheck, changes_nothing, creates, deletes, object, reads, replaces, updates,
};
pub use states::{StateCase, StateTest};

/// A test of a provider: its steps.
#[must_use = "a test that is not run tests nothing"]
pub struct ProviderTest {
    make: fn(Environment) -> Result<Instance, Diagnostics>,
    environment: Environment,
    steps: Vec<Step>,
}

/// One step of a test.
#[must_use = "a step does nothing until it is part of a test"]
pub struct Step {
    kind: Kind,
    plans: Vec<PlanCheck>,
    saves: Vec<ObjectCheck>,
    outputs: Vec<(String, Value)>,
    empty: bool,
    fails: Option<String>,
    warns: Option<String>,
    leaves_changes: bool,
    ignored: Vec<String>,
}

enum Kind {
    Apply(String),
    Plan(String),
    Destroy,
    Import { address: String, id: String },
    Outside(Box<dyn FnOnce() + Send>),
}

impl ProviderTest {
    /// A test of this provider, with nothing in its environment.
    pub fn of<P: Provider>() -> Self {
        ProviderTest {
            make: Instance::new::<P>,
            environment: Environment::default(),
            steps: Vec::new(),
        }
    }

    /// A variable of the environment.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.set(name, value);
        self
    }

    /// The value of an input variable, for the configurations that declare it.
    pub fn variable(self, name: impl AsRef<str>, value: impl Into<String>) -> Self {
        self.env(format!("TF_VAR_{}", name.as_ref()), value)
    }

    /// One more step.
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Goes through all steps, then destroys what is left.
    ///
    /// # Panics
    /// Something was not as a step says; the text says what. What is left is destroyed all the
    /// same.
    #[track_caller]
    pub fn run(self) -> impl Future<Output = ()> + Send {
        let caller = std::panic::Location::caller();
        async move {
            if let Err(failure) = self.try_run().await {
                panic!("{failure}\n(the test that was run at {caller})");
            }
        }
    }

    /// The same without a panic.
    ///
    /// # Errors
    /// What was not as a step says.
    pub async fn try_run(self) -> Result<(), Failure> {
        run::run(self).await
    }
}

impl fmt::Debug for ProviderTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderTest")
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}

impl Step {
    fn new(kind: Kind) -> Self {
        Step {
            kind,
            plans: Vec::new(),
            saves: Vec::new(),
            outputs: Vec::new(),
            empty: false,
            fails: None,
            warns: None,
            leaves_changes: false,
            ignored: Vec::new(),
        }
    }

    /// Plans and applies a configuration; a second plan must be empty.
    pub fn apply(config: impl Into<String>) -> Self {
        Step::new(Kind::Apply(config.into()))
    }

    /// Only plans a configuration.
    pub fn plan(config: impl Into<String>) -> Self {
        Step::new(Kind::Plan(config.into()))
    }

    /// Destroys everything; comes by itself at the end.
    pub fn destroy() -> Self {
        Step::new(Kind::Destroy)
    }

    /// Imports an object of the last configuration again, by this id, and compares it with the
    /// one that is there: they must be the same but for what is [ignored](Self::ignoring).
    pub fn import(address: impl Into<String>, id: impl Into<String>) -> Self {
        Step::new(Kind::Import {
            address: address.into(),
            id: id.into(),
        })
    }

    /// Runs code of the test between steps: changes things by hand, looks at them.
    pub fn outside(code: impl FnOnce() + Send + 'static) -> Self {
        Step::new(Kind::Outside(Box::new(code)))
    }

    /// What the plan must do to one object.
    pub fn plans(mut self, check: PlanCheck) -> Self {
        self.plans.push(check);
        self
    }

    /// The plan must change nothing at all.
    pub fn plans_nothing(mut self) -> Self {
        self.empty = true;
        self
    }

    /// What must be saved of one object afterwards.
    pub fn saves(mut self, check: ObjectCheck) -> Self {
        self.saves.push(check);
        self
    }

    /// What an output must be afterwards.
    pub fn output(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.outputs.push((name.into(), value.into()));
        self
    }

    /// The step must fail with an error in which this pattern (of the crate `regex`) occurs: in
    /// its summary, detail, address or attribute path.
    pub fn fails(mut self, pattern: impl Into<String>) -> Self {
        self.fails = Some(pattern.into());
        self
    }

    /// The step must give a warning in which this pattern occurs.
    pub fn warns(mut self, pattern: impl Into<String>) -> Self {
        self.warns = Some(pattern.into());
        self
    }

    /// The plan after this apply need not be empty.
    pub fn leaves_changes(mut self) -> Self {
        self.leaves_changes = true;
        self
    }

    /// An attribute, as dotted text, that an import does not find out.
    pub fn ignoring(mut self, path: impl Into<String>) -> Self {
        self.ignored.push(path.into());
        self
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Apply(_) => "Step::apply",
            Kind::Plan(_) => "Step::plan",
            Kind::Destroy => "Step::destroy",
            Kind::Import { .. } => "Step::import",
            Kind::Outside(_) => "Step::outside",
        })
    }
}

/// What was not as a step says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which step, counted from 1; 0 for the destruction at the end.
    step: usize,
    text: String,
}

impl Failure {
    /// Which step, counted from 1; 0 for the destruction at the end.
    #[must_use]
    pub fn step(&self) -> usize {
        self.step
    }

    /// What was not as it should be.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            0 => write!(f, "destroying everything at the end: {}", self.text),
            step => write!(f, "step {step}: {}", self.text),
        }
    }
}

impl std::error::Error for Failure {}
