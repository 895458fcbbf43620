//! [`Cx`]: what author code gets beside its data.

use std::any::Any;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::object::{ProviderMetaRoot, ProviderRoot};
use schema_runtime::schema::Environment;
use schema_runtime::value::Value;

use crate::result::Result;
use crate::signal::{Reason, Signal};
use crate::threads::Threads;
use crate::timeouts;
use crate::user_agent::user_agent;
use schema_panic::caught;

/// A client of any type, as [`Cx::client_as`] finds it.
pub type AnyClient = Arc<dyn Any + Send + Sync>;

/// Shows a user how far something is that takes long.
///
/// ```
/// use std::sync::Mutex;
/// use schema_provider::Progress;
///
/// /// Keeps what was said.
/// #[derive(Default)]
/// struct Lines(Mutex<Vec<String>>);
///
/// impl Progress for Lines {
///     fn report(&self, message: &str) {
///         self.0.lock().unwrap().push(message.to_owned());
///     }
/// }
/// # let lines = Lines::default();
/// # lines.report("copied 30 of 100 MiB");
/// # assert_eq!(*lines.0.lock().unwrap(), ["copied 30 of 100 MiB"]);
/// ```
pub trait Progress: Send + Sync {
    /// Says how far it is: "copied 30 of 100 MiB".
    fn report(&self, message: &str);
}

/// The context of one call of author code: the provider's client, being stopped, the deadline,
/// progress.
///
/// It is cheap to clone, lives as long as needed and may be sent into tasks of the author's own.
/// `R` is the resource or data source that is called, which says what type the client has.
///
/// ```
/// # use schema_provider::prelude::*;
/// # pub struct Disks;
/// # impl Disks {
/// #     async fn begin(&self, name: &str) -> std::io::Result<String> { Ok(name.to_owned()) }
/// #     async fn copy(&self, _: &str, _: i64) -> std::io::Result<()> { Ok(()) }
/// # }
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = Disks;
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Disks> { Ok(Disks) }
/// # }
/// # #[derive(Schema)]
/// # #[schema(resource = "disk_image")]
/// # pub struct Image {
/// #     #[field(required, force_new)]
/// #     name: String,
/// #     #[field(required, force_new)]
/// #     size_mb: i64,
/// # }
/// # impl Resource for Image {
/// #     type Provider = Disk;
/// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///     // What the provider's `configure` returned.
///     let disks = cx.client()?;
///     let size = data.get(Image::SIZE_MB);
///     data.set_id(disks.begin(&data.get(Image::NAME)).await?);
///     for done in 0..size {
///         // Ends the loop when the user interrupts, or the time is over.
///         cx.check()?;
///         cx.progress(format!("copied {done} of {size} MiB"));
///         disks.copy(data.id(), done).await?;
///     }
///     Ok(())
/// }
/// # }
/// # let new = r#"{"name": "a", "size_mb": 2}"#;
/// # let mut data = schema_provider::__private::example::applying::<Image>("null", new);
/// # Cx::<Image>::__example(Disks, async |cx, _| Image::create(cx, &mut data).await).unwrap();
/// # assert_eq!(data.id(), "a");
/// ```
pub struct Cx<R = ()> {
    call: Arc<Call>,
    marker: PhantomData<fn() -> R>,
}

/// What all clones share.
pub(crate) struct Call {
    pub(crate) type_name: String,
    pub(crate) operation: &'static str,
    pub(crate) client: Client,
    pub(crate) terraform_version: Option<Arc<str>>,
    pub(crate) provider_meta: Option<Arc<Value>>,
    pub(crate) signal: Arc<Signal>,
    pub(crate) timeout: Duration,
    pub(crate) deadline: tokio::time::Instant,
    pub(crate) grace: Duration,
    pub(crate) progress: Option<Arc<dyn Progress>>,
    pub(crate) environment: Arc<Environment>,
    pub(crate) warnings: Mutex<Diagnostics>,
}

/// Whether there is a client.
#[derive(Clone, Default)]
pub(crate) enum Client {
    /// The provider was not configured.
    #[default]
    None,
    /// The provider was not configured because these settings are not known yet.
    Unknown(Arc<str>),
    /// The provider's configuration failed.
    Failed,
    /// This one.
    Ready(Arc<BoundClient>),
}

/// A client, and the runtime in which it was made: what it spawned there goes on for as long as
/// somebody has it.
pub(crate) struct BoundClient {
    client: Option<AnyClient>,
    threads: Option<Arc<Threads>>,
}

impl BoundClient {
    /// Made by author code on these threads.
    pub(crate) fn new(client: AnyClient, threads: Arc<Threads>) -> Self {
        BoundClient {
            client: Some(client),
            threads: Some(threads),
        }
    }

    /// The client.
    pub(crate) fn get(&self) -> Option<&AnyClient> {
        self.client.as_ref()
    }

    /// The client alone, to be dropped by whoever asks.
    pub(crate) fn take(&mut self) -> Option<AnyClient> {
        self.client.take()
    }
}

impl Drop for BoundClient {
    fn drop(&mut self) {
        if let (Some(client), Some(threads)) = (self.client.take(), &self.threads) {
            threads.dispose(client);
        }
    }
}

impl<R> Clone for Cx<R> {
    fn clone(&self) -> Self {
        Cx {
            call: Arc::clone(&self.call),
            marker: PhantomData,
        }
    }
}

impl<R> std::fmt::Debug for Cx<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cx")
            .field("type_name", &self.call.type_name)
            .field("operation", &self.call.operation)
            .field("stopped", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl Cx {
    pub(crate) fn of(call: Arc<Call>) -> Self {
        Cx {
            call,
            marker: PhantomData,
        }
    }

    /// The same context for typed author code; for resources that are made without a struct.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_image")]
    /// # pub struct Image {}
    /// let typed: Cx<Image> = cx.typed();
    /// assert_eq!(typed.operation(), cx.operation());
    /// # });
    /// ```
    #[must_use]
    pub fn typed<R>(&self) -> Cx<R> {
        Cx {
            call: Arc::clone(&self.call),
            marker: PhantomData,
        }
    }

    /// The provider's client, where its type is not known from a struct.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example("http://localhost".to_owned(), async |cx, _| -> Result {
    /// let address = cx.client_as::<String>()?;
    /// assert_eq!(address, "http://localhost");
    /// assert!(cx.client_as::<u8>().is_err());
    /// # Ok(())
    /// # })
    /// # .unwrap();
    /// ```
    ///
    /// # Errors
    /// The provider is not configured, or its client is of another type.
    pub fn client_as<C: Send + Sync + 'static>(&self) -> Result<&C> {
        self.call.client()
    }

    /// What [`provider_meta`](Cx::provider_meta) gives, as an object of its schema.
    #[must_use]
    pub fn provider_meta_object(&self) -> Option<&Value> {
        self.call.provider_meta.as_deref()
    }
}

impl<R> Cx<R> {
    /// A call that nothing else knows of, and what ends it.
    fn alone(
        operation: &'static str,
        client: Client,
        timeout: Duration,
        grace: Duration,
    ) -> (Self, Arc<Signal>) {
        let signal = Arc::new(Signal::default());
        let call = Call {
            type_name: "test_thing".to_owned(),
            operation,
            client,
            terraform_version: None,
            provider_meta: None,
            signal: Arc::clone(&signal),
            timeout,
            deadline: tokio::time::Instant::now() + timeout,
            grace,
            progress: None,
            environment: Arc::default(),
            warnings: Mutex::default(),
        };
        let cx = Cx {
            call: Arc::new(call),
            marker: PhantomData,
        };
        (cx, signal)
    }

    #[cfg(test)]
    pub(crate) fn for_tests(
        operation: &'static str,
        timeout: Duration,
        grace: Duration,
    ) -> (Self, Arc<Signal>) {
        Self::alone(operation, Client::None, timeout, grace)
    }

    /// Runs an example of the documentation in a call with this client, a timeout of a minute, and
    /// what interrupts the call as a user does.
    #[doc(hidden)]
    pub fn __example<C: Send + Sync + 'static, T>(
        client: C,
        example: impl AsyncFnOnce(&Self, &dyn Fn()) -> T,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let run = async {
            let client = Client::Ready(Arc::new(BoundClient {
                client: Some(Arc::new(client)),
                threads: None,
            }));
            let minute = Duration::from_secs(60);
            let (cx, signal) = Self::alone("create", client, minute, Duration::from_secs(2));
            example(&cx, &|| signal.fire(Reason::Stopped)).await
        };
        runtime.expect("a runtime").block_on(run)
    }
}

impl<R> Cx<R> {
    /// The provider's client.
    ///
    /// # Errors
    /// The provider is not configured: it never was, its configuration failed, or settings are
    /// not known yet (then planning goes on without it).
    pub fn client<K, C: Send + Sync + 'static>(&self) -> Result<&C>
    where
        R: HasClient<K, C>,
    {
        self.call.client()
    }

    /// What the module that the resource or data source stands in tells the provider, with
    /// defaults filled in; nothing where the module has no such block.
    ///
    /// ```hcl
    /// terraform {
    ///   provider_meta "notes" {
    ///     team = "storage"
    ///   }
    /// }
    /// ```
    ///
    /// Which struct describes the block, the provider says:
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// /// Notes in files.
    /// #[derive(Schema)]
    /// #[schema(provider = "notes", meta = NotesMeta)]
    /// pub struct Notes {}
    ///
    /// /// What a module says about itself.
    /// #[derive(Schema)]
    /// #[schema(provider_meta = "notes")]
    /// pub struct NotesMeta {
    ///     /// Who is asked about the module's notes.
    ///     #[field(required)]
    ///     team: String,
    /// }
    /// # impl Provider for Notes {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(resource = "notes_note")]
    /// # pub struct Note {
    /// #     #[field(required, force_new)]
    /// #     name: String,
    /// # }
    /// # impl Resource for Note {
    /// #     type Provider = Notes;
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
    ///     let team = cx.provider_meta().and_then(|meta| meta.get_ok(NotesMeta::TEAM));
    ///     data.set_id(format!("{}/{}", team.unwrap_or_default(), data.get(Note::NAME)));
    ///     Ok(())
    /// }
    /// # }
    /// ```
    ///
    /// Terraform sends it with read, plan, create, update, delete and the read of a data source,
    /// not with import, upgrade and move. Values may be unknown in a plan. Settings of the
    /// provider are another thing: those it has in
    /// [`configure`](crate::Provider::configure), for all modules alike.
    #[must_use]
    pub fn provider_meta<K>(
        &self,
    ) -> Option<ConfigData<'_, <<R as Member<K>>::Provider as ProviderRoot>::Meta>>
    where
        R: Member<K>,
        <<R as Member<K>>::Provider as ProviderRoot>::Meta: ProviderMetaRoot,
    {
        self.call.provider_meta.as_deref().map(ConfigData::new)
    }

    /// The version of Terraform that runs the provider, in `configure` and everything after it.
    /// Nothing where it is run by hand.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// # fn newer(_: &str) -> bool { true }
    /// let old = cx.terraform_version().is_some_and(|version| version.starts_with("1.11."));
    /// # assert!(!old);
    /// # });
    /// ```
    #[must_use]
    pub fn terraform_version(&self) -> Option<&str> {
        self.call.terraform_version.as_deref()
    }

    /// Ready as soon as the call should end: the user interrupted, or the operation's timeout is
    /// over. Race it against what takes long, and return; what was set until then is kept as the
    /// documents say. Author code that goes on is abandoned some time later.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, interrupt| {
    /// # use std::time::Duration;
    /// # let mut copied = 0;
    /// # interrupt();
    /// tokio::select! {
    ///     () = cx.cancelled() => println!("stopped"),
    ///     () = tokio::time::sleep(Duration::from_secs(30)) => copied += 1,
    /// }
    /// # assert_eq!(copied, 0);
    /// # });
    /// ```
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + use<R> {
        let call = Arc::clone(&self.call);
        async move {
            call.signal.fired().await;
        }
    }

    /// Whether the call should end.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, interrupt| {
    /// assert!(!cx.is_cancelled());
    /// # interrupt();
    /// // The user presses Ctrl-C.
    /// assert!(cx.is_cancelled());
    /// # });
    /// ```
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.call.signal.reason().is_some()
    }

    /// An error if the call should end, which says why; for loops.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, interrupt| {
    /// assert!(cx.check().is_ok());
    /// # interrupt();
    /// // The user presses Ctrl-C.
    /// let errors = cx.check().unwrap_err();
    /// assert!(errors.to_string().starts_with("Error: test_thing: create was interrupted"));
    /// # });
    /// ```
    ///
    /// # Errors
    /// The user interrupted, or the operation's timeout is over.
    pub fn check(&self) -> Result {
        match self.call.signal.reason() {
            None => Ok(()),
            Some(reason) => Err(self.call.interrupted(reason).into()),
        }
    }

    /// Runs a future until it ends or the call should end, whichever is first.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| -> Result {
    /// # async fn answer() -> std::io::Result<u8> { Ok(7) }
    /// // The first `?` is for the call, the second for the answer.
    /// assert_eq!(cx.race(answer()).await??, 7);
    /// # Ok(())
    /// # })
    /// # .unwrap();
    /// ```
    ///
    /// # Errors
    /// The user interrupted, or the operation's timeout is over; the future is dropped then.
    pub async fn race<T>(&self, future: impl Future<Output = T>) -> Result<T> {
        tokio::select! {
            biased;
            output = future => Ok(output),
            reason = self.call.signal.fired() => Err(self.call.interrupted(reason).into()),
        }
    }

    /// When the operation's timeout is over.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert!(cx.deadline() > std::time::Instant::now());
    /// # });
    /// ```
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.call.deadline.into_std()
    }

    /// The operation's timeout: from the resource's `timeouts` block, its `default` there, or 20
    /// minutes.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert_eq!(cx.timeout().as_secs(), 60);
    /// assert!(cx.remaining() <= cx.timeout());
    /// # });
    /// ```
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.call.timeout
    }

    /// What is left until the deadline.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.call
            .deadline
            .saturating_duration_since(tokio::time::Instant::now())
    }

    /// How long the call may go on after the deadline or an interrupt.
    pub(crate) fn grace(&self) -> Duration {
        self.call.grace
    }

    pub(crate) async fn signalled(&self) -> Reason {
        self.call.signal.fired().await
    }

    pub(crate) fn interrupted(&self, reason: Reason) -> Diagnostic {
        self.call.interrupted(reason)
    }

    /// Tells the user how far something is that takes long: "copied 30 of 100 MiB".
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// cx.progress(format!("copied {} of {} MiB", 30, 100));
    /// # });
    /// ```
    pub fn progress(&self, message: impl AsRef<str>) {
        let message = message.as_ref();
        tracing::info!(
            resource_type = self.call.type_name,
            operation = self.call.operation,
            "{message}"
        );
        if let Some(progress) = &self.call.progress {
            progress.report(message);
        }
    }

    /// Warns the user, whether the call fails or not.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// cx.warn(Diagnostic::warning("the disk is nearly full").with_detail("3 % are free."));
    /// # });
    /// ```
    pub fn warn(&self, diagnostic: Diagnostic) {
        let mut warnings = self
            .call
            .warnings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        warnings.push(Diagnostic {
            severity: schema_runtime::diagnostics::Severity::Warning,
            ..diagnostic
        });
    }

    /// Runs code that blocks (files, processes, libraries without async) on another thread, so that
    /// this function can wait for something else meanwhile, as [`race`](Self::race) does. Without
    /// it such code holds up its own call only, which has a thread of its own, but then the call
    /// cannot end before it. Code that is running when the call should end is not interrupted: look
    /// at [`is_cancelled`](Self::is_cancelled) in it (a clone of the context may be moved in).
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| -> Result {
    /// # let file = std::env::temp_dir();
    /// let size = cx.blocking(move || std::fs::metadata(file)).await?.len();
    /// # let _ = size;
    /// # Ok(())
    /// # })
    /// # .unwrap();
    /// ```
    ///
    /// # Panics
    /// Where `f` does, with its message.
    pub async fn blocking<T: Send + 'static>(&self, f: impl FnOnce() -> T + Send + 'static) -> T {
        match tokio::task::spawn_blocking(move || caught(f)).await {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(Box::new(panic)),
            Err(error) => match error.try_into_panic() {
                Ok(payload) => std::panic::resume_unwind(payload),
                // The runtime is shutting down: this task is dropped with it.
                Err(_) => std::future::pending().await,
            },
        }
    }

    /// The environment variables that the provider was started with.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// let proxy = cx.environment().get("HTTPS_PROXY");
    /// # assert_eq!(proxy, None);
    /// # });
    /// ```
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.call.environment
    }

    /// Who calls, for the header `User-Agent` of an API: Terraform, this crate, the provider
    /// (`product`, as `terraform-provider-disk`, and its version), and what the user appends with
    /// `TF_APPEND_USER_AGENT`.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// let agent = cx.user_agent("terraform-provider-disk", "2.0.0");
    /// assert!(agent.contains("terraform-provider-disk/2.0.0"));
    /// # });
    /// ```
    #[must_use]
    pub fn user_agent(&self, product: &str, version: &str) -> String {
        user_agent(
            self.terraform_version(),
            &self.call.environment,
            product,
            version,
        )
    }

    /// The resource's or data source's type name, or the provider's name.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.call.type_name
    }

    /// `create`, `read`, `update`, `delete`, `plan`, `import`, `upgrade`, `move` or `configure`.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert_eq!((cx.type_name(), cx.operation()), ("test_thing", "create"));
    /// # });
    /// ```
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.call.operation
    }
}

impl Call {
    fn client<C: Send + Sync + 'static>(&self) -> Result<&C> {
        let (summary, detail) = match &self.client {
            Client::Ready(bound) => match bound.get().and_then(|client| client.downcast_ref::<C>())
            {
                Some(client) => return Ok(client),
                None => (
                    "The provider's client has another type",
                    format!(
                        "{} {} asked for a client of another type than the provider has. This is \
                         a bug in the provider.",
                        self.operation, self.type_name
                    ),
                ),
            },
            Client::Unknown(settings) => (
                "The provider is not configured yet",
                format!(
                    "{} {} needs the provider, whose settings are not all known before apply: \
                     {settings}.",
                    self.operation, self.type_name
                ),
            ),
            Client::Failed => (
                "The provider is not configured",
                format!(
                    "{} {} needs the provider, whose configuration failed.",
                    self.operation, self.type_name
                ),
            ),
            Client::None => (
                "The provider is not configured",
                format!(
                    "{} {} needs the provider, which was not configured before.",
                    self.operation, self.type_name
                ),
            ),
        };
        Err(Diagnostic::error(summary).with_detail(detail).into())
    }

    /// Why the call should end, for the user.
    pub(crate) fn interrupted(&self, reason: Reason) -> Diagnostic {
        let (type_name, operation) = (&self.type_name, self.operation);
        match reason {
            Reason::Stopped => Diagnostic::error(format!(
                "{type_name}: {operation} was interrupted"
            ))
            .with_detail("The user, or the program that runs the provider, asked it to stop."),
            Reason::TimedOut => Diagnostic::error(format!(
                "{type_name}: {operation} took longer than {}",
                timeouts::text(self.timeout)
            ))
            .with_detail(format!(
                "The operation's timeout is over. Where the resource has a `timeouts` block, a \
                 longer time can be set for {operation} there."
            )),
        }
    }
}

/// What has a client of type `C`: each [`Member`], and so not `configure`, which makes the client.
// A parameter and no associated type: where one cannot be resolved, the compiler says that there is
// no method `client`, and not the words here.
#[diagnostic::on_unimplemented(
    message = "there is no client here: it is made by `configure`",
    label = "no client before `configure` returned it",
    note = "help: use what the client is made of, and return it from `configure`; the functions of a `Resource` or `DataSource` get it from `cx.client()`"
)]
pub trait HasClient<K, C> {}

/// A resource or data source, which belongs to a provider. `K` keeps the two apart and is always
/// inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` belongs to no provider",
    label = "there is no client here",
    note = "a client exists in the functions of a `Resource` or `DataSource`; `configure` makes it"
)]
pub trait Member<K> {
    /// The provider.
    type Provider: ProviderRoot;
}

/// Says that a [`Member`] is a resource.
#[derive(Debug)]
pub enum OfResource {}

/// Says that a [`Member`] is a data source.
#[derive(Debug)]
pub enum OfDataSource {}
