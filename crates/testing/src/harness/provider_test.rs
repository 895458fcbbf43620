//! [`ProviderTest`]: the builder of a provider test.

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::__private::Sealed;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Environment;
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;
use schema_transport::Protocol;

use crate::helpers::provider_setup::whole;
use crate::helpers::terraform_program::OldestTerraform;
use crate::observed::complaint::ComplaintKind;
use crate::observed::mode::Mode;
use crate::steps::step::{MakeInstance, Step, variable_text};
use crate::steps::test_context::TestContext;

/// A check after everything was destroyed.
pub(crate) type AfterDestroy = Arc<dyn Fn(&TestContext<'_>) + Send + Sync>;

/// One step of a test.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a step of a test",
    label = "no step",
    note = "help: write `Step::apply(…)` around a configuration, or `Step::plan(…)` where nothing is to be made; behind `.output(…)` follows what it must be, `.is(…)`"
)]
pub trait IntoStep {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The step.
    #[doc(hidden)]
    fn into_step(self) -> Step;
}

impl IntoStep for Step {
    const __SEALED: Sealed = Sealed;

    fn into_step(self) -> Step {
        self
    }
}

/// A test of a provider: its steps.
#[derive(Clone)]
#[must_use = "a test that is not run tests nothing"]
pub struct ProviderTest {
    pub(crate) make: MakeInstance,
    pub(crate) environment: Environment,
    /// Variables whose value is a path below the test's directory.
    pub(crate) places: Vec<(String, String)>,
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) steps: Vec<Step>,
    pub(crate) at_the_end: Vec<(&'static Location<'static>, AfterDestroy)>,
    pub(crate) deadline: Option<Duration>,
    pub(crate) only: Option<(Mode, String)>,
    pub(crate) least: Option<OldestTerraform>,
    pub(crate) expected: Vec<ComplaintKind>,
    pub(crate) source: Option<String>,
    pub(crate) protocol: Protocol,
    /// The block of the state store that keeps the state.
    pub(crate) state_store: Option<String>,
}

impl ProviderTest {
    /// A test of this provider, with an empty environment.
    pub fn new<P: Provider>() -> Self {
        Self::from_instances(whole::<P>)
    }

    /// A test of any provider: `make` creates it again for each command.
    pub fn from_instances(
        make: impl Fn(Environment) -> Result<Instance, Diagnostics> + Send + Sync + 'static,
    ) -> Self {
        schema_transport::install_cryptography();
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
            state_store: None,
        }
    }

    /// A variable of the environment of the provider and of Terraform: `TF_VAR_name` is the value
    /// of an input variable, as everywhere.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.set(name, value);
        self
    }

    /// A variable of the environment of the provider and of Terraform, whose value is a path in
    /// the run's own empty directory ([`TestContext::directory`]). Each mode of the test has its
    /// own, which is removed afterwards.
    pub fn env_path(mut self, name: impl Into<String>, below: impl Into<String>) -> Self {
        self.places.push((name.into(), below.into()));
        self
    }

    /// The value of an input variable in all steps: a string unchanged, anything
    /// else as from `serde_json::json!`. Each configuration must declare it.
    pub fn var(mut self, name: impl Into<String>, value: impl Into<serde_json::Value>) -> Self {
        let text = variable_text(value.into());
        self.variables.push((name.into(), text));
        self
    }

    /// One more step.
    pub fn step(mut self, step: impl IntoStep) -> Self {
        self.steps.push(step.into_step());
        self
    }

    /// Several more steps.
    pub fn steps(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.extend(steps);
        self
    }

    /// Runs after everything was destroyed, to check that nothing is left. A panic in it fails the
    /// test.
    #[track_caller]
    pub fn after_destroy(
        mut self,
        check: impl Fn(&TestContext<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.at_the_end.push((Location::caller(), Arc::new(check)));
        self
    }

    /// How long the test may take in each mode; by default a minute in process and ten
    /// under Terraform. A longer test fails, and says what it was waiting for.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = Some(time);
        self
    }

    /// The test runs only under Terraform, for this reason: it needs features that the local runner
    /// lacks (modules, backends, provisioners, several providers …).
    pub fn only_with_terraform(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Mode::Terraform, reason.into()));
        self
    }

    /// The test runs only in process, for this reason.
    pub fn only_in_process(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Mode::InProcess, reason.into()));
        self
    }

    /// The run under Terraform is skipped, visibly, for a program older than this (`"1.11"`), for
    /// this reason.
    ///
    /// # Panics
    /// The string is not a version.
    #[track_caller]
    pub fn needs_terraform(mut self, version: &str, reason: impl Into<String>) -> Self {
        self.least = Some(OldestTerraform::new(version, reason));
        self
    }

    /// Terraform must complain about this: without it, any complaint fails the test.
    pub fn expects(mut self, complaint: ComplaintKind) -> Self {
        self.expected.push(complaint);
        self
    }

    /// The provider's source address (`example.com/team/name`); by default the address that
    /// Terraform assumes for a provider without `source`.
    pub fn source(mut self, address: impl Into<String>) -> Self {
        self.source = Some(address.into());
        self
    }

    /// The plugin protocol that Terraform is offered; 6 by default. In process nothing changes.
    /// Test a provider twice if it must work with both.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// use schema_provider::testing::{Protocol, ProviderTest};
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {}
    /// # impl Provider for Disk {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    ///
    /// for protocol in [Protocol::V5, Protocol::V6] {
    ///     let _test = ProviderTest::new::<Disk>().protocol(protocol);
    /// }
    /// ```
    pub fn protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = protocol;
        self
    }

    /// Stores the state of the test in this state store of the provider, and nowhere
    /// else: each command locks it, reads it, writes it and unlocks it, and a step checks the state
    /// as read back from the store. The test adds the block to the configuration's `terraform`
    /// block.
    ///
    /// No released Terraform has state stores: the test runs in process only, and says so.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use std::sync::{LazyLock, Mutex};
    ///
    /// use schema_provider::prelude::*;
    /// use schema_provider::testing::{ProviderTest, Step, object};
    /// use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};
    /// #
    /// # #[derive(Schema)]
    /// # #[schema(provider = "shelf")]
    /// # pub struct Shelf {}
    /// #
    /// # impl Provider for Shelf {
    /// #     type Client = ();
    /// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Book] }
    /// #     fn state_stores() -> &'static [StateStoreDef<Self>] { state_stores![States] }
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// #
    /// # #[derive(Schema)]
    /// # #[schema(resource = "shelf_book")]
    /// # pub struct Book {
    /// #     #[field(required, force_new)]
    /// #     title: String,
    /// # }
    /// #
    /// # impl Resource for Book {
    /// #     type Provider = Shelf;
    /// #     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
    /// #         data.set_id("1");
    /// #         Ok(())
    /// #     }
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// # }
    ///
    /// static STATES: LazyLock<Mutex<BTreeMap<String, Bytes>>> = LazyLock::new(Mutex::default);
    ///
    /// /// States in the memory of the test.
    /// #[derive(Schema)]
    /// #[schema(state_store = "shelf_states")]
    /// pub struct States {}
    ///
    /// impl StateStore for States {
    ///     type Provider = Shelf;
    ///     type Store = ();
    ///     async fn configure(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
    ///         Ok(())
    ///     }
    ///     async fn read(_: &Cx<Self>, _: &(), state_id: &str) -> Result<Option<Bytes>> {
    ///         Ok(STATES.lock().unwrap().get(state_id).cloned())
    ///     }
    ///     async fn write(_: &Cx<Self>, _: &(), state_id: &str, state: Bytes) -> Result {
    ///         STATES.lock().unwrap().insert(state_id.to_owned(), state);
    ///         Ok(())
    ///     }
    ///     async fn lock(_: &Cx<Self>, _: &(), _: &str, _: &LockInfo) -> Result<LockOutcome> {
    ///         Ok(LockOutcome::Unsupported)
    ///     }
    ///     async fn unlock(_: &Cx<Self>, _: &(), _: &str, _: &str) -> Result<UnlockOutcome> {
    ///         Ok(UnlockOutcome::NotLocked)
    ///     }
    ///     async fn list(_: &Cx<Self>, _: &()) -> Result<Vec<String>> {
    ///         Ok(STATES.lock().unwrap().keys().cloned().collect())
    ///     }
    ///     async fn delete(_: &Cx<Self>, _: &(), state_id: &str) -> Result<bool> {
    ///         Ok(STATES.lock().unwrap().remove(state_id).is_some())
    ///     }
    /// }
    ///
    /// // In a test: #[test] fn the_state_is_in_the_store() { … }
    /// ProviderTest::new::<Shelf>()
    ///     .state_store("state_store \"shelf_states\" {\n  provider \"shelf\" {}\n}")
    ///     .step(
    ///         Step::apply("resource \"shelf_book\" \"a\" {\n  title = \"emma\"\n}")
    ///             .saves(object("shelf_book.a").attr(Book::TITLE).is("emma")),
    ///     )
    ///     .step(Step::outside(|_| assert!(STATES.lock().unwrap().contains_key("default"))))
    ///     .run();
    /// ```
    pub fn state_store(mut self, block: impl Into<String>) -> Self {
        self.state_store = Some(block.into());
        self
    }
}

schema_runtime::__debug!(ProviderTest, |it| steps = it.steps);
