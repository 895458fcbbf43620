//! [`Cx`], the context of a call.
//!
//! `client` and `provider_meta` are in the module of the struct, because the compiler's
//! error about a type without a client would name any other module.

use std::marker::PhantomData;
use std::sync::Arc;

use schema_panic::{caught, lock};
use schema_runtime::data::{ConfigData, DataCore};
use schema_runtime::diagnostics::DiagnosticsError;
use schema_runtime::object::ProviderMetaRoot;
use schema_runtime::schema::{Block, Environment};
use schema_runtime::value::Value;

use super::call::Call;
use super::member::{HasClient, HasProviderMeta};
use super::provider_call::CallKind;
use super::warning::IntoWarning;
use crate::process::masks::Masks;
use crate::process::user_agent::user_agent;
use crate::result::Result;

/// The context of one call of provider code: the provider's client, cancellation, the deadline,
/// progress.
///
/// It is cheap to clone, lives as long as needed and may be sent into your
/// own tasks. `R` is the resource or data source that is called; it determines the type of
/// the client.
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
///         disks.copy(data.require_id()?, done).await?;
///     }
///     Ok(())
/// }
/// # }
/// # let new = r#"{"name": "a", "size_mb": 2}"#;
/// # let mut data = schema_provider::__private::example::applying::<Image>("null", new);
/// # Cx::<Image>::__example(Disks, async |cx, _| Image::create(cx, &mut data).await).unwrap();
/// # assert_eq!(data.id(), Some("a"));
/// ```
pub struct Cx<R = ()> {
    pub(crate) call: Arc<Call>,
    pub(super) marker: PhantomData<fn() -> R>,
}

impl<R> Clone for Cx<R> {
    fn clone(&self) -> Self {
        Cx::of(Arc::clone(&self.call))
    }
}

schema_runtime::__debug!(
    [R] Cx<R>,
    |it| type_name = it.call.type_name, operation = it.call.operation.name, stopped = it.is_cancelled()
);

impl Cx {
    /// The same context with the type of provider code; for resources without a struct.
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
        Cx::of(Arc::clone(&self.call))
    }

    /// The provider's client, if no struct determines its type.
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
    /// The provider is not configured, or its client has a different type.
    pub fn client_as<C: 'static>(&self) -> Result<&C, DiagnosticsError> {
        self.call.client()
    }

    /// Returns what [`provider_meta`](Cx::provider_meta) returns, as an object of its schema.
    #[must_use]
    pub fn provider_meta_object(&self) -> Option<&Value> {
        self.call.provider_meta.as_deref()
    }
}

impl<R> Cx<R> {
    pub(crate) fn of(call: Arc<Call>) -> Self {
        Cx {
            call,
            marker: PhantomData,
        }
    }

    /// The provider's client.
    ///
    /// # Errors
    /// The provider is not configured: it never was, its configuration failed, or settings are
    /// not known yet (then planning goes on without it).
    // `Send` and `Sync` are required once, where the provider names the client.
    #[doc(alias("meta"))]
    #[rustfmt::skip] // The compiler shows the line.
    pub fn client<C: 'static, Inferred>(&self) -> Result<&C, DiagnosticsError> // without `::<…>`: `cx.client()?`
    where
        R: HasClient<Inferred, C>,
    {
        self.call.client()
    }

    /// The `provider_meta` block of the module of the resource or data source, with
    /// defaults filled in; `None` if the module has no such block.
    ///
    /// ```hcl
    /// terraform {
    ///   provider_meta "notes" {
    ///     team = "storage"
    ///   }
    /// }
    /// ```
    ///
    /// The provider names the struct of the block:
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
    /// not with import, upgrade and move. Values may be unknown in a plan. The provider's
    /// settings are separate: [`configure`](crate::Provider::configure) gets them, and they are the
    /// same for all modules.
    #[must_use]
    pub fn provider_meta<M: ProviderMetaRoot, Inferred>(&self) -> Option<ConfigData<'_, M>>
    where
        R: HasProviderMeta<Inferred, M>,
    {
        self.call.provider_meta.as_deref().map(ConfigData::new)
    }

    /// The version of Terraform that runs the provider, in `configure` and everything after it.
    /// `None` in the local runner.
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

    /// Masks a string in the log until this call has ended; a string that `configure` masks, as
    /// long as its client lives.
    ///
    /// Values of `sensitive` and write-only fields are masked automatically: those passed to the
    /// call, and those that it sets. Use this for secrets from elsewhere: a session's token, a
    /// password in a response. The log shows `(sensitive value)` wherever provider code logs it, on
    /// any thread. A string of fewer than eight characters is masked only as a whole word, one of
    /// digits not within a longer number. Printed output is not masked.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # fn log_in() -> String { "t0ken".to_owned() }
    /// # Cx::<()>::__example((), async |cx, _| {
    /// let token = log_in();
    /// cx.mask(&token);
    /// // tracing::debug!("logged in with {token}") says: logged in with (sensitive value)
    /// # });
    /// ```
    pub fn mask(&self, secret: impl AsRef<str>) {
        self.call.masks.word(secret.as_ref());
    }

    /// Masks the values of a field in the log for as long as [`mask`](Self::mask)
    /// does: in every event and span with a field of this name, ignoring case.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// cx.mask_field("authorization");
    /// # });
    /// ```
    pub fn mask_field(&self, name: &str) {
        self.call.masks.field(name);
    }

    /// Masks the secrets of these data in the log.
    pub(crate) fn watched(&self, data: DataCore) -> DataCore {
        Masks::watching(&self.call.masks, data)
    }

    /// The same for a configuration or another single object.
    pub(crate) fn mask_secrets(&self, block: &Block, object: &Value) {
        self.call.masks.mask_secrets(block, [object]);
    }

    /// Shows the user the progress of a long operation: "copied 30 of 100 MiB".
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// cx.progress(format!("copied {} of {} MiB", 30, 100));
    /// # });
    /// ```
    #[rustfmt::skip] // The compiler shows the line.
    #[doc(alias("report"))]
    pub fn progress(&self, message: impl AsRef<str>) { // one string: `format!("{n} of {all}")`
        let message = message.as_ref();
        tracing::info!(
            resource_type = self.call.type_name,
            operation = self.call.operation.name,
            "{message}"
        );
        if let Some(progress) = &self.call.progress {
            progress.report(&self.call.hidden(message));
        }
    }

    /// Warns the user, whether the call fails or not.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// cx.warn(Diagnostic::warning("the disk is nearly full").with_detail("3 % are free."));
    /// cx.warn("the disk is nearly full");
    /// # });
    /// ```
    ///
    /// A string alone is a warning about the whole block.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn warn(&self, warning: impl IntoWarning) { // at a field: `Diagnostic::warning("…").at(Image::NAME.path())`
        let mut diagnostic = warning.into_warning();
        diagnostic.severity = schema_runtime::diagnostics::Severity::Warning;
        lock(&self.call.warnings).push(diagnostic);
    }

    /// Runs code that blocks (files, processes, libraries without async) on another thread, so that
    /// this function can wait for something else meanwhile, as [`race`](Self::race) does. Without
    /// it such code delays only its own call, which has its own thread, but the call cannot end
    /// before it. Running code is not interrupted when the call should end: check
    /// [`is_cancelled`](Self::is_cancelled) in it (a clone of the context may be moved in).
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
    /// If `f` panics, with its message.
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

    /// A value for the header `User-Agent` of an API: Terraform, this crate, the provider
    /// (`product`, as `terraform-provider-disk`, and its version), and the user's
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

    /// The id in the state of the object that is read, updated or deleted; otherwise, or if
    /// its struct has no id, `None`.
    ///
    /// Errors need not name it: Terraform, or the SDK during a
    /// destroy, adds the resource.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// // A context of no object.
    /// assert_eq!(cx.object_id(), None);
    /// # });
    /// ```
    #[must_use]
    pub fn object_id(&self) -> Option<&str> {
        self.call.object_id.get().map(String::as_str)
    }

    /// The operation of this call.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert_eq!(cx.operation(), CallKind::Create);
    /// assert_eq!(format!("{} {}", cx.operation(), cx.type_name()), "create test_thing");
    /// # });
    /// ```
    #[must_use]
    pub fn operation(&self) -> CallKind {
        self.call.operation.kind
    }
}
