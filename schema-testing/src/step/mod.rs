//! [`Step`]: one command over one configuration, and what must come of it.

mod misplaced;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Environment;
use serde_json::Value as Json;

use crate::attribute::{
    Attribute, AttributeRef, Expectation, Expects, NewExpectation, Place, Untyped,
};
use crate::checks::{ObjectCheck, PlanCheck};
use crate::mode::Mode;
use crate::opened::OpenCheck;
use crate::terraform_program;
use crate::test_context::TestContext;
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;

/// Makes the provider of a step.
pub(crate) type MakeInstance =
    Arc<dyn Fn(Environment) -> Result<Instance, Diagnostics> + Send + Sync>;

type Code = Arc<dyn Fn(&TestContext<'_>) + Send + Sync>;

/// One step of a test.
#[derive(Clone)]
#[must_use = "a step does nothing until it is part of a test"]
pub struct Step {
    pub(crate) kind: StepKind,
    pub(crate) at: &'static Location<'static>,
    pub(crate) name: Option<String>,
    /// The provider, where it is another than the test's.
    pub(crate) make: Option<MakeInstance>,
    pub(crate) files: Vec<(String, String)>,
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) replace: Vec<String>,
    pub(crate) refresh: bool,
    /// What an import asks the provider for.
    pub(crate) id: Option<String>,
    /// What an import finds its object by, in place of an id.
    pub(crate) identity: Option<Json>,
    /// The oldest Terraform that can make it, and why.
    pub(crate) least: Option<([u32; 3], String)>,
    /// What is imported goes into the state.
    pub(crate) keep: bool,
    pub(crate) only: Option<(Mode, String)>,
    pub(crate) expect: StepExpectations,
}

/// What must come of a step.
#[derive(Clone, Default)]
pub(crate) struct StepExpectations {
    pub(crate) plans: Vec<PlanCheck>,
    pub(crate) planned_outputs: Vec<(String, Expectation)>,
    pub(crate) saves: Vec<ObjectCheck>,
    pub(crate) outputs: Vec<(String, Expectation)>,
    pub(crate) nothing: bool,
    pub(crate) no_resource: bool,
    pub(crate) counts: Option<[usize; 3]>,
    pub(crate) fails: Vec<Pattern>,
    pub(crate) warns: Vec<Pattern>,
    pub(crate) silent: Vec<String>,
    pub(crate) progress: Vec<String>,
    pub(crate) leaves_changes: bool,
    pub(crate) ignored: Vec<AttributeRef>,
    pub(crate) opens: Vec<OpenCheck>,
}

/// What a message must say, and where.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) regex: String,
    pub(crate) line: Option<String>,
}

#[derive(Clone)]
pub(crate) enum StepKind {
    Validate(String),
    Apply(String),
    Plan(String),
    Refresh,
    Destroy,
    Import(String),
    Taint(String),
    Forget(String),
    Invoke(String),
    TestContext(Code),
}

impl StepKind {
    pub(crate) fn word(&self) -> &'static str {
        match self {
            StepKind::Validate(_) => "validate",
            StepKind::Apply(_) => "apply",
            StepKind::Plan(_) => "plan",
            StepKind::Refresh => "refresh",
            StepKind::Destroy => "destroy",
            StepKind::Import(_) => "import",
            StepKind::Taint(_) => "taint",
            StepKind::Forget(_) => "forget",
            StepKind::Invoke(_) => "invoke",
            StepKind::TestContext(_) => "code of the test",
        }
    }
}

impl Step {
    #[track_caller]
    pub(crate) fn new(kind: StepKind) -> Self {
        Step {
            kind,
            at: Location::caller(),
            name: None,
            make: None,
            files: Vec::new(),
            variables: Vec::new(),
            environment: Vec::new(),
            replace: Vec::new(),
            refresh: true,
            id: None,
            identity: None,
            least: None,
            keep: false,
            only: None,
            expect: StepExpectations::default(),
        }
    }

    /// Plans and applies a configuration. A second plan, with a refresh, must find everything as it
    /// was left and nothing to do, unless the step [leaves changes](Self::leaves_changes).
    #[track_caller]
    pub fn apply(config: impl Into<String>) -> Self {
        Step::new(StepKind::Apply(config.into()))
    }

    /// Only plans a configuration.
    #[track_caller]
    pub fn plan(config: impl Into<String>) -> Self {
        Step::new(StepKind::Plan(config.into()))
    }

    /// Only validates a configuration: nothing is read, and the provider is not configured.
    #[track_caller]
    pub fn validate(config: impl Into<String>) -> Self {
        Step::new(StepKind::Validate(config.into()))
    }

    /// Reads everything that is there, and takes it over into the state.
    #[track_caller]
    pub fn refresh() -> Self {
        Step::new(StepKind::Refresh)
    }

    /// Destroys everything; comes by itself at the end.
    #[track_caller]
    pub fn destroy() -> Self {
        Step::new(StepKind::Destroy)
    }

    /// Imports an object of the last configuration again, beside the state, and compares it with
    /// the one that is there: they must be the same but for what is [ignored](Self::ignoring).
    ///
    /// It is found by its id, or by what [`id`](Self::id) says.
    #[track_caller]
    pub fn import(address: impl Into<String>) -> Self {
        Step::new(StepKind::Import(address.into()))
    }

    /// Marks an object for replacement, as `terraform taint` does.
    #[track_caller]
    pub fn taint(address: impl Into<String>) -> Self {
        Step::new(StepKind::Taint(address.into()))
    }

    /// Takes an object out of the state; it goes on to exist.
    #[track_caller]
    pub fn forget(address: impl Into<String>) -> Self {
        Step::new(StepKind::Forget(address.into()))
    }

    /// Invokes an action of the last configuration, or all of its instances, as `terraform apply -invoke` does; nothing
    /// else is changed.
    ///
    /// Terraform has actions from version 1.14 on: say so of the test
    /// ([`needs_terraform`](crate::ProviderTest::needs_terraform)), since an older one refuses its configuration.
    #[track_caller]
    pub fn invoke(address: impl Into<String>) -> Self {
        Step::new(StepKind::Invoke(address.into()))
    }

    /// Runs code of the test between steps: changes things behind the provider's back, looks at
    /// them. A panic in it fails the step.
    #[track_caller]
    pub fn outside(code: impl Fn(&TestContext<'_>) + Send + Sync + 'static) -> Self {
        Step::new(StepKind::TestContext(Arc::new(code)))
    }

    /// What the step is for; failures print it.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The value of an input variable: a text as it is, anything else as `serde_json::json!` makes
    /// it.
    pub fn var(mut self, name: impl Into<String>, value: impl Into<Json>) -> Self {
        let text = match value.into() {
            Json::String(text) => text,
            other => other.to_string(),
        };
        self.variables.push((name.into(), text));
        self
    }

    /// One more file beside the configuration, which is `main.tf`. Directories, for modules, are
    /// for Terraform alone.
    pub fn file(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.files.push((name.into(), text.into()));
        self
    }

    /// A variable of the environment of the provider and of Terraform (`TF_VAR_name`, say), for
    /// this step and for those after it that are made over its configuration: [`refresh`],
    /// [`import`] and the like, and the [`destroy`] at the end.
    ///
    /// [`refresh`]: Self::refresh
    /// [`import`]: Self::import
    /// [`destroy`]: Self::destroy
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// This step is made with another release of the provider: for upgrades of state.
    pub fn with_provider<P: Provider>(mut self) -> Self {
        self.make = Some(Arc::new(Instance::new::<P>));
        self
    }

    /// What an import asks the provider for.
    pub fn id(mut self, text: impl Into<String>) -> Self {
        self.id = Some(text.into());
        self
    }

    /// What identifies the object that is imported, in place of its id: `serde_json::json!({"name": "a"})`. Terraform's
    /// command for it knows ids only, so that this step is made in process alone; under Terraform such an import is an
    /// `import` block in the configuration of an [`apply`](Self::apply).
    pub fn identity(mut self, identity: Json) -> Self {
        self.identity = Some(identity);
        self
    }

    /// Under a Terraform older than this (`"1.12"`) the step is not made, visibly, for this reason.
    ///
    /// # Panics
    /// The text is no version.
    #[track_caller]
    pub fn needs_terraform(mut self, version: &str, reason: impl Into<String>) -> Self {
        match terraform_program::parse(version) {
            Some(version) => self.least = Some((version, reason.into())),
            None => panic!("{version:?} is no version; write it as \"1.12\" or \"1.12.2\""),
        }
        self
    }

    /// The imported object stays in the state, which must not have one at its address.
    pub fn into_state(mut self) -> Self {
        self.keep = true;
        self
    }

    /// This object is replaced although nothing asks for it, as by `-replace`.
    pub fn replacing(mut self, address: impl Into<String>) -> Self {
        self.replace.push(address.into());
        self
    }

    /// Nothing is read before the plan, as by `-refresh=false`.
    pub fn without_refresh(mut self) -> Self {
        self.refresh = false;
        self
    }

    /// This step is only made under Terraform, for this reason.
    pub fn only_with_terraform(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Mode::Terraform, reason.into()));
        self
    }

    /// This step is only made in the test's own process, for this reason.
    pub fn only_in_process(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Mode::InProcess, reason.into()));
        self
    }

    /// What the plan must do to one object.
    pub fn plans(mut self, check: PlanCheck) -> Self {
        self.expect.plans.push(check);
        self
    }

    /// The plan must change nothing at all.
    pub fn plans_nothing(mut self) -> Self {
        self.expect.nothing = true;
        self
    }

    /// The plan must do nothing to any object; outputs may change, and objects may get another
    /// address.
    pub fn changes_no_resource(mut self) -> Self {
        self.expect.no_resource = true;
        self
    }

    /// The plan must create, change and destroy this many objects; a replacement creates one and
    /// destroys one.
    pub fn counts(mut self, added: usize, changed: usize, destroyed: usize) -> Self {
        self.expect.counts = Some([added, changed, destroyed]);
        self
    }

    /// An output, of which the next word says what it must be in the plan.
    pub fn planned_output(self, name: impl Into<String>) -> Attribute<PlannedOutput, Untyped> {
        let check = PlannedOutput(self, name.into());
        Attribute::new(check, AttributeRef::Root)
    }

    /// What must be opened of ephemeral resources, in any part of the step.
    pub fn opens(mut self, check: OpenCheck) -> Self {
        self.expect.opens.push(check);
        self
    }

    /// What must be saved of one object afterwards.
    pub fn saves(mut self, check: ObjectCheck) -> Self {
        self.expect.saves.push(check);
        self
    }

    /// An output, of which the next word says what it must be afterwards.
    pub fn output(self, name: impl Into<String>) -> Attribute<SavedOutput, Untyped> {
        let check = SavedOutput(self, name.into());
        Attribute::new(check, AttributeRef::Root)
    }

    /// The step must fail with an error in which this pattern (of the crate `regex`) occurs: in
    /// its address, path, summary, detail or line of the configuration, all on one line.
    pub fn fails(mut self, pattern: impl Into<String>) -> Self {
        self.expect.fails.push(Pattern {
            regex: pattern.into(),
            line: None,
        });
        self
    }

    /// The step must fail with an error that points at a line of the configuration with this text
    /// in it, and in which this pattern occurs.
    pub fn fails_at(mut self, line: impl Into<String>, pattern: impl Into<String>) -> Self {
        self.expect.fails.push(Pattern {
            regex: pattern.into(),
            line: Some(line.into()),
        });
        self
    }

    /// The step must give a warning in which this pattern occurs.
    pub fn warns(mut self, pattern: impl Into<String>) -> Self {
        self.expect.warns.push(Pattern {
            regex: pattern.into(),
            line: None,
        });
        self
    }

    /// No message may match this pattern.
    pub fn does_not_mention(mut self, pattern: impl Into<String>) -> Self {
        self.expect.silent.push(pattern.into());
        self
    }

    /// The provider must tell the user of progress in words that match this pattern, as an action does.
    pub fn shows_progress(mut self, pattern: impl Into<String>) -> Self {
        self.expect.progress.push(pattern.into());
        self
    }

    /// The plan after this apply need not be empty.
    pub fn leaves_changes(mut self) -> Self {
        self.expect.leaves_changes = true;
        self
    }

    /// An attribute that an import does not find out, or not the same.
    pub fn ignoring(mut self, place: impl Place) -> Self {
        self.expect.ignored.push(place.attribute_ref());
        self
    }

    /// `step 2 "it grows" (apply)`.
    pub(crate) fn title(&self, number: usize) -> String {
        let word = self.kind.word();
        match &self.name {
            Some(name) => format!("step {number} \"{name}\" ({word})"),
            None => format!("step {number} ({word})"),
        }
    }
}

/// A step that is about to hear what an output is in the plan.
#[derive(Debug)]
pub struct PlannedOutput(Step, String);

/// A step that is about to hear what an output is afterwards.
#[derive(Debug)]
pub struct SavedOutput(Step, String);

impl Expects for PlannedOutput {
    type Check = Step;

    fn expect_of(mut self, expectation: NewExpectation) -> Step {
        let expectation = (self.1, expectation.0);
        self.0.expect.planned_outputs.push(expectation);
        self.0
    }
}

impl Expects for SavedOutput {
    type Check = Step;

    fn expect_of(mut self, expectation: NewExpectation) -> Step {
        let expectation = (self.1, expectation.0);
        self.0.expect.outputs.push(expectation);
        self.0
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Step({}", self.kind.word())?;
        if let Some(name) = &self.name {
            write!(f, ", {name:?}")?;
        }
        f.write_str(")")
    }
}
