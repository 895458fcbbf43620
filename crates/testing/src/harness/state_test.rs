//! [`StateTest`]: state of older versions and of other types, upgraded to the current schema.

use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use regex_lite::Regex;
use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::data::Private;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::schema;
use schema_runtime::path::Path;
use schema_runtime::schema::{Block, Schema};
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::checks::evaluate::difference;
use crate::helpers::deadline::{CurrentActivity, DEADLINE, StepPosition};
use crate::helpers::provider_setup::ProviderSetup;
use crate::helpers::thread::{WorkThread, remaining};
use crate::observed::failure::Failure;
use crate::observed::mode::Mode;
use crate::observed::redact::Redaction;
use crate::observed::tree::{Tree, TreeShape};
use schema_shell::lifecycle::RawState;
use schema_shell::{IsProvider, MovedState, OldState, Resource};

/// A test of upgrades and moves of stored state: from every older version of a resource's
/// schema, and from other types.
///
/// State is written as JSON, as it is stored. Each state passes, in process, through the code that
/// Terraform calls, and must match the expected object field by field. A version without a state is
/// a failure, because its upgrade would be untested.
///
/// ```
/// use schema_provider::prelude::*;
/// use schema_provider::testing::StateTest;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Image] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// /// As it was at first: the size in KiB, as text.
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", version = 0)]
/// pub struct ImageV0 {
///     #[field(required)]
///     size: String,
/// }
///
/// /// Then in MiB.
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", version = 1)]
/// pub struct ImageV1 {
///     #[field(required)]
///     size_mb: i64,
/// }
///
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", version = 2)]
/// pub struct Image {
///     #[field(required)]
///     size_mb: i64,
///     #[field(optional)]
///     labels: BTreeMap<String, String>,
/// }
///
/// impl Resource for Image {
///     type Provider = Disk;
///     async fn upgrade(_: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
///         old.upgrade::<ImageV0>()?
///             .then(|v0| Ok(ImageV1 { size_mb: v0.size.parse::<i64>()? / 1024 }))?
///             .then(|v1| Ok(Image { size_mb: v1.size_mb, labels: BTreeMap::new() }))?
///             .write(data)
///     }
///     async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
///         let old: ImageV1 = from.read("old_image", 1)?;
///         data.set_id(from.state().id().unwrap_or_default());
///         data.write_struct(&Image { size_mb: old.size_mb, labels: BTreeMap::new() });
///         Ok(())
///     }
/// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// }
/// # impl Update for Image {
/// #     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
///
/// // In a test: #[test] fn old_state_is_upgraded() { … }
/// StateTest::new::<Image>()
///     .version(0, r#"{"id": "a", "size": "8192"}"#)
///     .becomes(r#"{"id": "a", "size_mb": 8}"#)
///     .version(1, r#"{"id": "a", "size_mb": 8}"#)
///     .becomes(r#"{"id": "a", "size_mb": 8}"#)
///     .moved("registry.terraform.io/x/old", "old_image", 1, r#"{"id": "a", "size_mb": 8}"#)
///     .becomes(r#"{"id": "a", "size_mb": 8}"#)
///     .version(0, r#"{"id": "a", "size": "big"}"#)
///     .fails("invalid digit")
///     .run();
/// ```
#[must_use = "a test that is not run tests nothing"]
pub struct StateTest {
    setup: ProviderSetup,
    schema: &'static Schema,
    cases: Vec<(Case, ExpectedState)>,
    deadline: Duration,
}

struct Case {
    from: StateOrigin,
    state: String,
    at: &'static Location<'static>,
}

enum StateOrigin {
    Version(i64),
    Type {
        provider: String,
        type_name: String,
        version: i64,
    },
}

/// The expected result of a state.
#[doc(hidden)]
pub enum ExpectedState {
    Object(String),
    Holds(Box<dyn Fn(&Json) -> bool + Send + Sync>),
    Failure(String),
}

impl std::fmt::Debug for ExpectedState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The expected object may be secret.
        f.write_str("ExpectedState")
    }
}

/// The argument of [`StateCase::becomes`]: an object as JSON, or a condition that it must fulfil.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what a state becomes",
    label = "expected an object as JSON, or `|object: &serde_json::Value| …`"
)]
pub trait IntoExpectedState {
    #[doc(hidden)]
    fn into_expected(self) -> ExpectedState;
}

impl IntoExpectedState for &str {
    fn into_expected(self) -> ExpectedState {
        ExpectedState::Object(self.to_owned())
    }
}

impl IntoExpectedState for String {
    fn into_expected(self) -> ExpectedState {
        ExpectedState::Object(self)
    }
}

impl IntoExpectedState for Json {
    fn into_expected(self) -> ExpectedState {
        ExpectedState::Object(self.to_string())
    }
}

impl<F: Fn(&Json) -> bool + Send + Sync + 'static> IntoExpectedState for F {
    fn into_expected(self) -> ExpectedState {
        ExpectedState::Holds(Box::new(self))
    }
}

/// A state of a [`StateTest`] that still needs its expected outcome.
#[must_use = "say what becomes of the state"]
pub struct StateCase {
    test: StateTest,
    case: Case,
}

impl StateOrigin {
    fn title(&self) -> String {
        match self {
            StateOrigin::Version(version) => format!("the state of version {version}"),
            StateOrigin::Type { type_name, .. } => format!("the state of {type_name}"),
        }
    }
}

schema_runtime::__debug!(StateTest, |it| cases = it.cases.len());

impl std::fmt::Debug for StateCase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.test.fmt(f)
    }
}

impl StateCase {
    /// The state becomes this object, in which other attributes are null and other collections
    /// of blocks empty; or, if not every value is known, an object that satisfies a condition:
    /// `.becomes(|image: &serde_json::Value| image["size_mb"] == 8)`.
    pub fn becomes(self, expected: impl IntoExpectedState) -> StateTest {
        self.with(expected.into_expected())
    }

    /// The state is rejected, with an error in which this pattern (of the crate `regex`) occurs, as
    /// in [`Step::fails`](crate::Step::fails).
    pub fn fails(self, pattern: impl Into<String>) -> StateTest {
        self.with(ExpectedState::Failure(pattern.into()))
    }

    fn with(self, expected: ExpectedState) -> StateTest {
        let mut test = self.test;
        test.cases.push((self.case, expected));
        test
    }
}

impl StateTest {
    /// A test of a resource; the provider's environment is empty.
    pub fn new<R: Resource>() -> Self {
        StateTest {
            setup: ProviderSetup::of::<<R::Provider as IsProvider>::Itself>(),
            schema: schema::<R>(),
            cases: Vec::new(),
            deadline: DEADLINE,
        }
    }

    /// The settings of the provider: the body of its block in Terraform's language,
    /// `region = "eu"`. Upgrades get the client made from them; moves get none, as under
    /// Terraform.
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

    /// How long the test may take; a minute by default. A longer test fails, and says what it was
    /// waiting for.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = time;
        self
    }

    /// A state that this version of the schema wrote, as JSON.
    #[track_caller]
    pub fn version(self, version: i64, state: impl Into<String>) -> StateCase {
        self.case(StateOrigin::Version(version), state.into())
    }

    /// The state of another type, perhaps of another provider, which a `moved` block turns into
    /// this resource: the provider's source address, the type's name, the version of its schema,
    /// and the state as JSON.
    #[track_caller]
    pub fn moved(
        self,
        provider: impl Into<String>,
        type_name: impl Into<String>,
        version: i64,
        state: impl Into<String>,
    ) -> StateCase {
        let from = StateOrigin::Type {
            provider: provider.into(),
            type_name: type_name.into(),
            version,
        };
        self.case(from, state.into())
    }

    #[track_caller]
    fn case(self, from: StateOrigin, state: String) -> StateCase {
        let at = Location::caller();
        StateCase {
            test: self,
            case: Case { from, state, at },
        }
    }

    /// Runs all states. It needs no runtime, but works within one.
    ///
    /// # Panics
    /// A state did not become the expected object, or a version of the schema has no state here;
    /// the message names file and line, and every field that differs.
    #[track_caller]
    pub fn run(self) {
        if let Err(failures) = self.try_run() {
            let texts: Vec<String> = failures.iter().map(Failure::to_string).collect();
            panic!("\n{}\n", texts.join("\n"));
        }
    }

    /// The same without a panic.
    ///
    /// # Errors
    /// One failure for each state that did not become as expected.
    #[track_caller]
    pub fn try_run(self) -> Result<(), Vec<Failure>> {
        let at = Location::caller();
        let deadline = self.deadline;
        let watch = Arc::new(CurrentActivity::new(at));
        let work = {
            let watch = Arc::clone(&watch);
            move || async move { self.failures(&watch, at).await }
        };
        let mut work = match WorkThread::start(|| (), work) {
            Ok(work) => work,
            Err(error) => return Err(vec![failure(StepPosition::outside("starting", at), error)]),
        };
        let failures = match work.wait(remaining(deadline)) {
            Some(Ok(failures)) => failures,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => {
                let failed = failure(watch.current(), watch.too_late(deadline));
                watch.stop();
                vec![failed]
            }
        };
        match failures.is_empty() {
            true => Ok(()),
            false => Err(failures),
        }
    }

    async fn failures(
        self,
        watch: &CurrentActivity,
        at: &'static Location<'static>,
    ) -> Vec<Failure> {
        let setup = &self.setup;
        // Terraform moves state before it configures the provider, and upgrades it afterwards.
        let (configured, bare) = match (setup.instance(), setup.instance()) {
            (Ok(configured), Ok(bare)) => (configured, bare),
            (Err(errors), _) | (_, Err(errors)) => {
                let position = StepPosition::outside("the provider", at);
                return vec![failure(position, errors.to_string())];
            }
        };
        let settings = StepPosition::outside("the settings", at);
        watch.step(settings.clone());
        watch.provider(&configured);
        watch.doing("configure");
        if let Err(error) = setup.configure(&configured).await {
            let cure = match setup.settings {
                Some(_) => "",
                None => {
                    "\nA test of states configures the provider too: say what its block holds with `settings(…)`."
                }
            };
            return vec![failure(settings, format!("{error}{cure}"))];
        }
        let schema = self.schema;
        let mut failures = Vec::new();
        for version in 0..schema.version {
            let mut cases = self.cases.iter().map(|(case, _)| &case.from);
            if !cases.any(|from| matches!(from, StateOrigin::Version(v) if *v == version)) {
                let (name, latest) = (&schema.type_name, schema.version);
                let text =
                    format!("there is none for {name}, though the schema is at version {latest}");
                let title = StateOrigin::Version(version).title();
                failures.push(failure(StepPosition::outside(&title, at), text));
            }
        }
        for (index, (case, expected)) in self.cases.into_iter().enumerate() {
            let position = StepPosition::new(index + 1, &case.from.title(), case.at);
            watch.step(position.clone());
            watch.provider(&configured);
            watch.provider(&bare);
            let raw = RawState::Json(case.state.into_bytes());
            let result = match case.from {
                StateOrigin::Version(version) => {
                    watch.doing("upgrade");
                    configured
                        .upgrade_resource_state(&schema.type_name, version, raw)
                        .await
                        .map(|(value, _)| value)
                }
                StateOrigin::Type {
                    provider,
                    type_name,
                    version,
                } => {
                    watch.doing("move");
                    let state = OldState::new(version, raw);
                    let from = MovedState::new(provider, type_name, state, Private::default());
                    bare.move_resource_state(&schema.type_name, from)
                        .await
                        .map(|(moved, _)| moved.state)
                }
            };
            let wrong = mismatch(&schema.block, result, expected);
            failures.extend(wrong.map(|wrong| failure(position, wrong)));
        }
        failures
    }
}

fn failure(position: StepPosition, text: impl Into<String>) -> Failure {
    Failure::of(Mode::InProcess, position, text)
}

/// How the result of a state differs from the expected one.
fn mismatch(
    block: &Block,
    result: Result<Value, Diagnostics>,
    expected: ExpectedState,
) -> Option<String> {
    let tree = |value: &Value| Tree::of_value(TreeShape::Block(block), value);
    let redaction = Redaction::of(Some(block), &[]);
    let shown = |value: &Value| redaction.redact(&Path::root(), &tree(value));
    match (result, expected) {
        (Ok(value), ExpectedState::Object(expected)) => {
            let refuse = UnsupportedAttributes::Refuse;
            let expected = match json::decode_block(block, expected.as_bytes(), refuse) {
                Ok(expected) => expected,
                Err(error) => return Some(format!("the expected object is none: {error}")),
            };
            let (expected, found) = (shown(&expected), shown(&value));
            (!expected.same(&found)).then(|| difference("what it becomes", &expected, &found))
        }
        (Ok(value), ExpectedState::Holds(condition)) => {
            let holds = condition(&(&tree(&value).to_json()).into());
            (!holds).then(|| {
                let shown = shown(&value);
                format!("what it becomes does not fulfil the condition:\n    {shown}")
            })
        }
        (Ok(_), ExpectedState::Failure(pattern)) => Some(format!(
            "it is accepted, but should fail with an error that matches {pattern:?}"
        )),
        (Err(errors), ExpectedState::Failure(pattern)) => {
            let message = errors.to_string();
            let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
            match Regex::new(&pattern) {
                Ok(regex) if regex.is_match(&words) => None,
                Ok(_) => Some(format!("no error matches {pattern:?}; it said:\n{message}")),
                Err(error) => Some(format!("the pattern {pattern:?}: {error}")),
            }
        }
        (Err(errors), ExpectedState::Object(_) | ExpectedState::Holds(_)) => {
            Some(format!("it fails: {errors}"))
        }
    }
}
