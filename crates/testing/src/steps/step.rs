//! [`Step`]: one command over one configuration, and its expected outcome.

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostics, IntoText};
use schema_runtime::schema::Environment;
use serde_json::Value as Json;

use crate::helpers::deadline::StepPosition;
use crate::helpers::provider_setup::whole;
use crate::helpers::terraform_program::OldestTerraform;
use crate::observed::mode::Mode;
use crate::steps::expectations::StepExpectations;
use crate::steps::test_context::TestContext;
use schema_shell::Provider;
use schema_shell::lifecycle::Instance;

/// Creates the provider of a step.
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
    /// The provider, if it differs from the test's.
    pub(crate) make: Option<MakeInstance>,
    pub(crate) files: Vec<(String, String)>,
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) replace: Vec<String>,
    pub(crate) refresh: bool,
    /// The id that an import requests from the provider.
    pub(crate) id: Option<ImportId>,
    /// The identity that an import uses instead of an id.
    pub(crate) identity: Option<Json>,
    /// The oldest Terraform that can run it, and why.
    pub(crate) least: Option<OldestTerraform>,
    /// The imported object goes into the state.
    pub(crate) keep: bool,
    pub(crate) only: Option<(Mode, String)>,
    pub(crate) expect: StepExpectations,
}

/// The id of an import.
#[derive(Clone)]
pub(crate) enum ImportId {
    Text(String),
    /// A function of the test that derives it from the state.
    From(Arc<dyn Fn(&TestContext<'_>) -> String + Send + Sync>),
    /// A prefix of the saved object's id.
    Prefix(String),
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
    Query(String),
    StateFile(String),
    Outside(Code),
}

impl StepKind {
    /// The step's own configuration.
    pub(crate) fn config(&self) -> Option<&str> {
        match self {
            StepKind::Apply(text) | StepKind::Plan(text) | StepKind::Validate(text) => Some(text),
            _ => None,
        }
    }

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
            StepKind::Query(_) => "query",
            StepKind::StateFile(_) => "the state file",
            StepKind::Outside(_) => "code of the test",
        }
    }
}

impl Step {
    #[track_caller]
    pub(crate) fn doing(kind: StepKind) -> Self {
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
    pub fn apply(config: impl IntoText) -> Self {
        Step::doing(StepKind::Apply(config.into_text()))
    }

    /// Only plans a configuration.
    #[track_caller]
    pub fn plan(config: impl IntoText) -> Self {
        Step::doing(StepKind::Plan(config.into_text()))
    }

    /// Only validates a configuration: nothing is read, and the provider is not configured.
    #[track_caller]
    pub fn validate(config: impl IntoText) -> Self {
        Step::doing(StepKind::Validate(config.into_text()))
    }

    /// Reads all existing objects, and saves the results in the state.
    #[track_caller]
    pub fn refresh() -> Self {
        Step::doing(StepKind::Refresh)
    }

    /// Destroys everything; runs automatically at the end.
    #[track_caller]
    pub fn destroy() -> Self {
        Step::doing(StepKind::Destroy)
    }

    /// Imports an object of the last configuration again, beside the state, and compares it with
    /// the one that is there: they must be equal except for [ignored](Self::ignoring) attributes.
    ///
    /// It is found by what a user would write: the id that the `import` pattern of its struct
    /// derives from the saved object, or without a pattern its id; or what [`id`](Self::id),
    /// [`id_from`](Self::id_from) or [`id_prefix`](Self::id_prefix) set. `timeouts`, which no
    /// import can know, are not compared.
    ///
    /// If it is not saved, for example in the first step, [`saves`](Self::saves) says what must be
    /// found. Without any configuration the object's block is an empty one.
    #[track_caller]
    #[rustfmt::skip] // The compiler shows the line.
    pub fn import(address: impl Into<String>) -> Self { // an address; its id: `.id("…")`
        Step::doing(StepKind::Import(address.into()))
    }

    /// Marks an object for replacement, as `terraform taint` does.
    #[track_caller]
    pub fn taint(address: impl Into<String>) -> Self {
        Step::doing(StepKind::Taint(address.into()))
    }

    /// Removes an object from the state; it continues to exist.
    #[track_caller]
    pub fn forget(address: impl Into<String>) -> Self {
        Step::doing(StepKind::Forget(address.into()))
    }

    /// Invokes an action of the last configuration, or all of its instances, as
    /// `terraform apply -invoke` does; nothing else is changed.
    ///
    /// Terraform has actions from version 1.14 on: declare that for the test
    /// ([`needs_terraform`](crate::ProviderTest::needs_terraform)), since an older one rejects its
    /// configuration.
    #[track_caller]
    pub fn invoke(address: impl Into<String>) -> Self {
        Step::doing(StepKind::Invoke(address.into()))
    }

    /// Runs the `list` blocks of this string, the content of a `*.tfquery.hcl` file, beside the
    /// last configuration: with its provider block, its variables and its state, which stays
    /// unchanged. [`lists`](Self::lists) says what must be found.
    ///
    /// Terraform has queries from version 1.14 on; under an older version the step is skipped,
    /// visibly.
    ///
    /// ```
    /// use schema_provider::prelude::*;
    /// use schema_provider::testing::{ProviderTest, Step, listed};
    /// use serde_json::json;
    /// #
    /// # #[derive(Schema)]
    /// # #[schema(provider = "shelf")]
    /// # pub struct Shelf {}
    /// #
    /// # impl Provider for Shelf {
    /// #     type Client = ();
    /// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Book] }
    /// #     fn list_resources() -> &'static [ListDef<Self>] { list_resources![Book] }
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// #
    /// # #[derive(Schema)]
    /// # #[schema(resource = "shelf_book", identity(title))]
    /// # pub struct Book {
    /// #     #[field(required, force_new)]
    /// #     title: String,
    /// #     #[field(computed)]
    /// #     pages: i64,
    /// # }
    /// #
    /// # impl Resource for Book {
    /// #     type Provider = Shelf;
    /// #     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
    /// #         data.set_id("1");
    /// #         data.set(Book::PAGES, 7);
    /// #         Ok(())
    /// #     }
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// # }
    /// #
    /// # /// Which books to list.
    /// # #[derive(Schema)]
    /// # #[schema(list = "shelf_book")]
    /// # pub struct BookFilter {
    /// #     /// What their titles begin with.
    /// #     #[field(optional)]
    /// #     prefix: Option<String>,
    /// # }
    /// #
    /// # impl ListResource for Book {
    /// #     type Filter = BookFilter;
    /// #     async fn list(
    /// #         _: &Cx<Self>,
    /// #         filter: ConfigData<'_, BookFilter>,
    /// #         found: &mut ListSink<Self>,
    /// #     ) -> Result {
    /// #         let prefix = filter.get_ok(BookFilter::PREFIX).unwrap_or_default();
    /// #         for (title, pages) in [("dune", 412), ("emma", 474)] {
    /// #             if title.starts_with(&*prefix) {
    /// #                 let mut one = found.object();
    /// #                 one.set(Book::TITLE, title);
    /// #                 one.set_id(title);
    /// #                 one.set(Book::PAGES, pages);
    /// #                 found.push(format!("the book {title}"), one).await?;
    /// #             }
    /// #         }
    /// #         Ok(())
    /// #     }
    /// # }
    ///
    /// const BOOKS: &str = r#"
    /// list "shelf_book" "all" {
    ///   provider         = shelf
    ///   include_resource = true
    /// }
    /// "#;
    ///
    /// // In a test: #[test] fn books_are_listed() { … }
    /// ProviderTest::new::<Shelf>()
    ///     .step(
    ///         Step::query(BOOKS)
    ///             .lists(listed("list.shelf_book.all").count(2))
    ///             .lists(
    ///                 listed("list.shelf_book.all")
    ///                     .identity(json!({"title": "emma"}))
    ///                     .display_name("the book emma")
    ///                     .attr(Book::PAGES)
    ///                     .is(474),
    ///             ),
    ///     )
    ///     .run();
    /// ```
    #[track_caller]
    pub fn query(lists: impl Into<String>) -> Self {
        Step::doing(StepKind::Query(lists.into()))
    }

    /// Replaces the state with one that another release of the provider left, for example in Go:
    /// the content of a file `terraform.tfstate`, in which the attributes of an object are JSON
    /// (`attributes`) or the flat strings of Terraform before 0.12 (`attributes_flat`, or format
    /// 3). The step after it plans with the upgraded state:
    ///
    /// ```text
    /// .step(Step::state_file(include_str!("terraform.tfstate")))
    /// .step(Step::plan(CONFIG).plans_nothing())
    /// ```
    ///
    /// The objects count as the test provider's, whatever its address was. In process there are no
    /// modules, and the results of data sources are omitted.
    #[track_caller]
    pub fn state_file(text: impl Into<String>) -> Self {
        Step::doing(StepKind::StateFile(text.into()))
    }

    /// Runs test code between steps: it can change or check things behind the provider's back. A
    /// panic in it fails the step.
    #[track_caller]
    pub fn outside(code: impl Fn(&TestContext<'_>) + Send + Sync + 'static) -> Self {
        Step::doing(StepKind::Outside(Arc::new(code)))
    }

    /// The purpose of the step; failures print it.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The value of an input variable: a string unchanged, anything else as from
    /// `serde_json::json!`.
    pub fn var(mut self, name: impl Into<String>, value: impl Into<Json>) -> Self {
        let text = variable_text(value.into());
        self.variables.push((name.into(), text));
        self
    }

    /// One more file beside the configuration, which is `main.tf`. Directories (for modules) work
    /// under Terraform only.
    pub fn file(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.files.push((name.into(), text.into()));
        self
    }

    /// A variable of the environment of the provider and of Terraform (`TF_VAR_name`, for example),
    /// for this step and the following ones that use its configuration: [`refresh`], [`import`] and
    /// the like, and the [`destroy`] at the end.
    ///
    /// [`refresh`]: Self::refresh
    /// [`import`]: Self::import
    /// [`destroy`]: Self::destroy
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// This step uses a different release of the provider: for upgrades of state.
    pub fn with_provider<P: Provider>(mut self) -> Self {
        self.make = Some(Arc::new(whole::<P>));
        self
    }

    /// The id that an import requests from the provider.
    pub fn id(mut self, text: impl Into<String>) -> Self {
        self.id = Some(ImportId::Text(text.into()));
        self
    }

    /// The same, derived from the state:
    /// `.id_from(|test| format!("eu/{}", test.saved("disk_image.a", Image::NAME)))`.
    pub fn id_from(
        mut self,
        id: impl Fn(&TestContext<'_>) -> String + Send + Sync + 'static,
    ) -> Self {
        self.id = Some(ImportId::From(Arc::new(id)));
        self
    }

    /// A prefix for the id that an import derives from the saved object, such as a region.
    pub fn id_prefix(mut self, text: impl Into<String>) -> Self {
        self.id = Some(ImportId::Prefix(text.into()));
        self
    }

    /// The identity of the imported object, instead of its id: `serde_json::json!({"name": "a"})`.
    /// Terraform's import command supports ids only, so this step runs in process only. Under
    /// Terraform, put an `import` block into the configuration of an [`apply`](Self::apply) step
    /// instead.
    pub fn identity(mut self, identity: Json) -> Self {
        self.identity = Some(identity);
        self
    }

    /// Under a Terraform older than this (`"1.12"`), the step is skipped, visibly, for this reason.
    ///
    /// # Panics
    /// The string is not a version.
    #[track_caller]
    pub fn needs_terraform(mut self, version: &str, reason: impl Into<String>) -> Self {
        self.least = Some(OldestTerraform::new(version, reason));
        self
    }

    /// The imported object stays in the state, which must have no object at its address.
    pub fn into_state(mut self) -> Self {
        self.keep = true;
        self
    }

    /// This object is replaced although nothing requires it, as by `-replace`.
    pub fn replacing(mut self, address: impl Into<String>) -> Self {
        self.replace.push(address.into());
        self
    }

    /// Nothing is read before the plan, as with `-refresh=false`.
    pub fn without_refresh(mut self) -> Self {
        self.refresh = false;
        self
    }

    /// This step only runs under Terraform, for this reason.
    pub fn only_with_terraform(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Mode::Terraform, reason.into()));
        self
    }

    /// This step only runs in the test's own process, for this reason.
    pub fn only_in_process(mut self, reason: impl Into<String>) -> Self {
        self.only = Some((Mode::InProcess, reason.into()));
        self
    }

    /// The position, with the title `step 2 "it grows" (apply)`.
    pub(crate) fn position(&self, number: usize) -> StepPosition {
        let word = self.kind.word();
        let title = match &self.name {
            Some(name) => format!("step {number} \"{name}\" ({word})"),
            None => format!("step {number} ({word})"),
        };
        StepPosition::new(number, &title, self.at)
    }
}

/// The value of an input variable, as it is given to a command.
pub(crate) fn variable_text(value: Json) -> String {
    match value {
        Json::String(text) => text,
        other => other.to_string(),
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
