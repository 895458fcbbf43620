//! [`Conformance`]: the kit, with its provider and examples.

use std::panic::Location;
use std::time::Duration;

use crate::conformance::examples::example::{Example, UntypedExample};
use crate::conformance::operations::functions::FunctionCall;
use crate::helpers::provider_setup::ProviderSetup;
use schema_shell::{
    Action, DataSource, EphemeralResource, Function, Provider, Resource, StateStore,
};

/// A run of the kit: the provider, its settings, and the examples.
#[must_use = "the kit finds nothing until it is run"]
pub struct Conformance {
    pub(super) setup: ProviderSetup,
    pub(super) given: Vec<(String, UntypedExample)>,
    /// The examples of all kinds.
    pub(super) examples: Vec<UntypedExample>,
    pub(super) calls: Vec<FunctionCall>,
    pub(super) deadline: Duration,
    pub(super) patience: Duration,
    /// The location of the call of the kit.
    pub(super) at: &'static Location<'static>,
}

impl Conformance {
    /// The kit for a provider, with an empty environment.
    #[track_caller]
    pub fn new<P: Provider>() -> Self {
        Conformance {
            setup: ProviderSetup::of::<P>(),
            given: Vec::new(),
            examples: Vec::new(),
            calls: Vec::new(),
            deadline: Duration::from_secs(60),
            patience: Duration::from_secs(5),
            at: Location::caller(),
        }
    }

    /// The settings of the provider: the body of its block in Terraform's language,
    /// `region = "eu"`.
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

    /// An object that examples need: it is created before them under a name that they refer to
    /// (`disk_image.base.id`), and deleted after them. The kit does not test it.
    pub fn given<R: Resource>(mut self, name: impl Into<String>, object: Example<R>) -> Self {
        self.given.push((name.into(), object.untyped));
        self
    }

    /// An example of a resource, which the kit takes through a full lifecycle. Several examples of
    /// one resource cover more of it.
    pub fn example<R: Resource>(mut self, example: Example<R>) -> Self {
        self.examples.push(example.untyped);
        self
    }

    /// An example of a data source: it is read twice, while the given objects exist.
    pub fn lookup<D: DataSource>(mut self, example: Example<D>) -> Self {
        self.examples.push(example.untyped);
        self
    }

    /// An example of an action: it is planned, also with unknown values, invoked while the given
    /// objects exist, then invoked again and interrupted at once.
    ///
    /// ```
    /// use schema_provider::prelude::*;
    /// use schema_provider::testing::conformance::{Conformance, Example};
    ///
    /// /// Rings.
    /// #[derive(Schema)]
    /// #[schema(provider = "bell")]
    /// pub struct Bell {}
    ///
    /// impl Provider for Bell {
    ///     type Client = ();
    ///     fn actions() -> &'static [ActionDef<Self>] {
    ///         actions![Ring]
    ///     }
    ///     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// /// Rings the bell.
    /// #[derive(Schema)]
    /// #[schema(action = "bell_ring")]
    /// pub struct Ring {
    ///     /// How often.
    ///     #[field(required)]
    ///     times: i64,
    /// }
    ///
    /// impl Action for Ring {
    ///     type Provider = Bell;
    ///     async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
    ///         for time in 0..config.require(Ring::TIMES)? {
    ///             cx.check()?;
    ///             cx.progress(format!("ring {time}"));
    ///         }
    ///         Ok(())
    ///     }
    /// }
    ///
    /// Conformance::new::<Bell>()
    ///     .invoke(Example::<Ring>::hcl("times = 2"))
    ///     .run()
    ///     .assert_clean();
    /// ```
    pub fn invoke<A: Action>(mut self, example: Example<A>) -> Self {
        self.examples.push(example.untyped);
        self
    }

    /// An example of an ephemeral resource: it is opened, renewed and closed twice, while
    /// the given objects exist, and then closed again.
    pub fn open<T: EphemeralResource>(mut self, example: Example<T>) -> Self {
        self.examples.push(example.untyped);
        self
    }

    /// A successful call of a function. The kit repeats it, with these arguments and with
    /// others: the result must be the same each time, and of the function's type.
    ///
    /// ```
    /// use schema_provider::prelude::*;
    /// use schema_provider::testing::conformance::Conformance;
    ///
    /// /// Reckons.
    /// #[derive(Schema)]
    /// #[schema(provider = "calc")]
    /// pub struct Calc {}
    ///
    /// impl Provider for Calc {
    ///     type Client = ();
    ///     fn functions() -> &'static [FunctionDef] {
    ///         functions![Double]
    ///     }
    ///     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// /// Twice as much.
    /// #[derive(Function)]
    /// #[function(name = "double", output = i64)]
    /// pub struct Double {
    ///     /// A number.
    ///     pub number: i64,
    /// }
    ///
    /// impl Function for Double {
    ///     fn call(self) -> FunctionResult<i64> {
    ///         let double = self.number.checked_mul(2);
    ///         double.ok_or_else(|| FunctionError::new("too much").at(Double::NUMBER))
    ///     }
    /// }
    ///
    /// Conformance::new::<Calc>()
    ///     .call(Double { number: 4 })
    ///     .run()
    ///     .assert_clean();
    /// ```
    #[track_caller]
    pub fn call<F: Function>(mut self, function: F) -> Self {
        self.calls.push(FunctionCall::of(&function));
        self
    }

    /// A configuration of a state store: states are written, read, locked and deleted there under
    /// names that begin with `conformance-kit`.
    pub fn state_store<S: StateStore>(mut self, example: Example<S>) -> Self {
        self.examples.push(example.untyped);
        self
    }

    /// How long one call may take; a longer one [`Hangs`](crate::conformance::Class::Hangs).
    /// 60 seconds by default.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// How long provider code may continue after it was asked to stop; 5 seconds by default.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }
}

schema_runtime::__debug!(Conformance, |it| examples = it.examples.len());
