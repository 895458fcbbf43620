//! [`Provider`]: the trait for the struct of the provider's own
//! settings.

use std::any::Any;
use std::future::Future;

use schema_runtime::__private::Sealed;
use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::object::{ProviderRoot, unported};

use crate::context::{Cx, HasClient, HasProviderMeta, Member};
use crate::result::Result;
use crate::untyped::default_methods::not_validated;
use crate::untyped::definition::{
    ActionDef, DataSourceDef, EphemeralDef, FunctionDef, ListDef, ResourceDef, StateStoreDef,
};

/// A provider: its settings (the struct itself), its client, its resources and data sources.
///
/// ```
/// use schema_provider::prelude::*;
///
/// /// Notes in files.
/// #[derive(Schema)]
/// #[schema(provider = "notes")]
/// pub struct Notes {
///     /// Where they are.
///     #[field(optional, default = "notes")]
///     directory: String,
/// }
///
/// impl Provider for Notes {
///     type Client = std::path::PathBuf;
///
///     fn resources() -> &'static [ResourceDef<Self>] {
///         resources![Note]
///     }
///
///     async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<Self::Client> {
///         Ok(config.require(Notes::DIRECTORY)?.into())
///     }
/// }
/// # #[derive(Schema)]
/// # #[schema(resource = "notes_note")]
/// # pub struct Note {
/// #     #[field(required, force_new)]
/// #     name: String,
/// # }
/// # impl Resource for Note {
/// #     type Provider = Notes;
/// #     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
/// #         let name = data.get(Note::NAME);
/// #         std::fs::write(cx.client()?.join(&name), "")?;
/// #         data.set_id(name);
/// #         Ok(())
/// #     }
/// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider",
    label = "needs `impl Provider for {Self}`",
    note = "help: the provider is the struct with `#[schema(provider = \"…\")]`; resources and everything else belong to it"
)]
pub trait Provider: ProviderRoot {
    /// The client that all functions share. It is made once, by [`configure`](Self::configure);
    /// `()` if it has none.
    type Client: Send + Sync + 'static;

    /// The resources, as `resources![Image, Snapshot]`.
    #[must_use]
    fn resources() -> &'static [ResourceDef<Self>] {
        &[]
    }

    /// The data sources, as `data_sources![ImageLookup]`.
    #[must_use]
    fn data_sources() -> &'static [DataSourceDef<Self>] {
        &[]
    }

    /// The ephemeral resources, as `ephemeral_resources![TemporaryCopy]`.
    #[must_use]
    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        &[]
    }

    /// The resources whose objects can be listed, as `list_resources![Image]`.
    #[must_use]
    fn list_resources() -> &'static [ListDef<Self>] {
        &[]
    }

    /// The actions, as `actions![Verify]`.
    #[must_use]
    fn actions() -> &'static [ActionDef<Self>] {
        &[]
    }

    /// The state stores, as `state_stores![States]`. Experimental, as in Terraform.
    #[must_use]
    fn state_stores() -> &'static [StateStoreDef<Self>] {
        &[]
    }

    /// The functions, as `functions![SizeMb]`.
    #[must_use]
    fn functions() -> &'static [FunctionDef] {
        &[]
    }

    /// The program that this provider is ported from. It serves the types that are `unported` here,
    /// and those that only it has; the provider itself may be `unported` as long as its client is
    /// `()`. Feature `old-program`.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::OldProgram;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk", unported)]
    /// # pub struct Disk {}
    /// # impl Provider for Disk {
    /// #     type Client = ();
    /// fn old_program() -> Option<OldProgram> {
    ///     Some(OldProgram::beside("old/terraform-provider-disk").or_env("DISK_OLD_PROGRAM"))
    /// }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk", unported)]
    /// # pub struct Alone {}
    /// # impl Provider for Alone { type Client = (); }
    /// # use schema_provider::lifecycle::Instance;
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    /// # let settings = || schema_provider::Value::Object(vec![]);
    /// # let behind = Instance::new::<Disk>(Environment::default()).unwrap();
    /// # let said = behind.configure_provider(settings()).await;
    /// # assert!(said.is_empty(), "{said}");
    /// # let alone = Instance::new::<Alone>(Environment::default()).unwrap();
    /// # assert!(alone.configure_provider(settings()).await.has_errors());
    /// # });
    /// ```
    #[cfg(feature = "old-program")]
    #[must_use]
    fn old_program() -> Option<crate::old_program::OldProgram> {
        None
    }

    /// Whether [`configure`](Self::configure) is called while settings are unknown, because they
    /// come from a resource that does not exist yet. By default it is not: the provider stays
    /// unconfigured for that plan, and [`Cx::client`] is an error.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {
    /// #     #[field(optional)]
    /// #     endpoint: Option<String>,
    /// # }
    /// # impl Provider for Disk {
    /// #     type Client = String;
    /// fn accepts_unknown() -> bool {
    ///     true
    /// }
    ///
    /// async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
    ///     match config.value(Disk::ENDPOINT) {
    ///         Val::Known(endpoint) => Ok(endpoint),
    ///         // Plans can be made without it.
    ///         Val::Null | Val::Unknown => Ok(String::new()),
    ///     }
    /// }
    /// # }
    /// # assert!(Disk::accepts_unknown());
    /// ```
    #[must_use]
    fn accepts_unknown() -> bool {
        false
    }

    /// Validates the settings beyond what the schema can express. They may be unknown.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {
    /// #     #[field(optional)]
    /// #     endpoint: Option<String>,
    /// # }
    /// # impl Provider for Disk {
    /// #     type Client = String;
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<String> { Ok(String::new()) }
    /// fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
    ///     match config.get_ok(Disk::ENDPOINT) {
    ///         Some(endpoint) if endpoint.starts_with("http:") => {
    ///             Diagnostic::warning("the endpoint is not encrypted").at(Disk::ENDPOINT.path()).into()
    ///         }
    ///         _ => Diagnostics::new(),
    ///     }
    /// }
    /// # }
    /// # schema_provider::__private::example::configured::<Disk>(r#"{"endpoint": "http://a"}"#, |config| {
    /// #     assert_eq!(Disk::validate(config).len(), 1);
    /// # });
    /// ```
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        not_validated::<Self>(config)
    }

    /// Makes the client from the settings, with defaults filled in. An error ends the command.
    ///
    /// A provider whose client is `()` may omit this.
    fn configure(
        cx: &Cx,
        config: ConfigData<'_, Self>,
    ) -> impl Future<Output = Result<Self::Client>> + Send {
        const {
            assert!(
                size_of::<Self::Client>() == 0 || Self::__UNPORTED.is_some(),
                "`configure`, which makes the client, is missing: it may be omitted only with `type Client = ()`"
            );
        }
        let _ = (cx, config);
        let nothing: Box<dyn Any + Send> = Box::new(());
        let client = nothing.downcast::<Self::Client>();
        #[cfg(feature = "old-program")]
        let alone = Self::old_program().is_none();
        #[cfg(not(feature = "old-program"))]
        let alone = true;
        async move {
            // The old program is configured with the settings.
            if Self::__UNPORTED.is_some() && (alone || client.is_err()) {
                return Err(unported::<Self>("`Provider::configure`").into());
            }
            client.map(|client| *client).map_err(|_| {
                let error = Diagnostic::error("The provider makes no client");
                let detail = "`Provider::configure` is missing. This is a bug in the provider.";
                error.with_detail(detail).into()
            })
        }
    }

    /// Wraps every operation of provider code: create, read, update and delete of a resource, the
    /// read of a data source, a list, an action. Put what they have in common here. By default the
    /// operation simply runs.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # pub struct Session;
    /// # impl Session { fn last_request(&self) -> u32 { 7 } }
    /// # #[derive(Schema)]
    /// # #[schema(provider = "disk")]
    /// # pub struct Disk {}
    /// # impl Provider for Disk {
    /// #     type Client = Session;
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Session> { Ok(Session) }
    /// async fn run_operation(
    ///     cx: &Cx,
    ///     session: &Session,
    ///     operation: impl Future<Output = Result> + Send,
    /// ) -> Result {
    ///     // Whatever fails says which request that was.
    ///     operation.await.map_err(|mut errors| {
    ///         for error in errors.iter_mut() {
    ///             error.detail += &format!(" This was request {}.", session.last_request());
    ///         }
    ///         errors
    ///     })
    /// }
    /// # }
    /// ```
    ///
    /// Do not end an operation with [`Cx::race`] here if it creates something: a create that is
    /// dropped between its request and [`set_id`](schema_runtime::data::ResourceData::set_id)
    /// leaves an object that no state knows.
    ///
    /// This is not called while the provider is not configured: the operation then runs by itself,
    /// and [`Cx::client`] is an error.
    fn run_operation(
        cx: &Cx,
        client: &Self::Client,
        operation: impl Future<Output = Result> + Send,
    ) -> impl Future<Output = Result> + Send {
        let _ = (cx, client);
        operation
    }
}

/// The bound of `type Provider = …`, which every [`Provider`] satisfies. It is a separate trait so
/// that what a provider lacks is reported once, at its `impl`, and not at every type that names it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider",
    label = "needs `impl Provider for {Self}`",
    note = "help: the provider is the struct with `#[schema(provider = \"…\")]`; resources and everything else belong to it"
)]
#[doc(hidden)]
pub trait IsProvider {
    /// The provider itself.
    type Itself: Provider;
    #[doc(hidden)]
    const __SEALED: Sealed;
}

#[diagnostic::do_not_recommend]
impl<P: Provider> IsProvider for P {
    type Itself = P;
    const __SEALED: Sealed = Sealed;
}

#[diagnostic::do_not_recommend]
impl<K, R: Member<K>> HasClient<K, <R::Provider as Provider>::Client> for R
where
    R::Provider: Provider,
{
    const __SEALED: Sealed = Sealed;
}

#[diagnostic::do_not_recommend]
impl<K, R: Member<K>> HasProviderMeta<K, <R::Provider as ProviderRoot>::Meta> for R
where
    R::Provider: ProviderRoot,
{
    const __SEALED: Sealed = Sealed;
}
