//! [`EphemeralResource`] and [`Renew`]: the traits for the struct of an
//! ephemeral resource.

use std::future::Future;
use std::time::{Duration, SystemTime};

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::EphemeralRoot;

use super::provider::IsProvider;
use crate::context::{Cx, EphemeralData, OpenData, Renewal};
use crate::result::Result;
use crate::untyped::default_methods::not_validated;

/// An ephemeral resource, which exists during one run of Terraform and is in no plan and no state.
///
/// Terraform opens it in each phase that needs it (plan, and again apply), renews it while it is in
/// use (if it implements [`Renew`]), and closes it.
///
/// ```
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = std::path::PathBuf;
/// #     fn ephemeral_resources() -> &'static [EphemeralDef<Self>] { ephemeral_resources![Draft] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> { Ok(".".into()) }
/// # }
///
/// /// A note that is gone afterwards.
/// #[derive(Schema)]
/// #[schema(ephemeral = "notes_draft")]
/// pub struct Draft {
///     /// What is in it.
///     #[field(required)]
///     text: String,
///     /// The file.
///     #[field(computed)]
///     path: String,
/// }
///
/// impl EphemeralResource for Draft {
///     type Provider = Notes;
///
///     async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
///         let path = cx.client()?.join(id::prefixed("draft-")).display().to_string();
///         // Before it is there: if the rest fails, `close` is called with it.
///         data.set(Draft::PATH, &path);
///         std::fs::write(&path, data.get(Draft::TEXT))?;
///         Ok(())
///     }
///
///     async fn close(_: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
///         match std::fs::remove_file(data.get(Draft::PATH)) {
///             Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
///             _ => Ok(()),
///         }
///     }
/// }
/// # use schema_provider::id;
/// # use schema_provider::lifecycle::Instance;
/// # let config = schema_provider::__private::example::applying::<Draft>("null", r#"{"text": "hello"}"#);
/// # let config = config.dynamic().config().clone();
/// # tokio::runtime::Runtime::new().unwrap().block_on(async move {
/// # let instance = Instance::new::<Notes>(Environment::default()).unwrap();
/// # let settings = schema_provider::Value::Object(vec![]);
/// # assert!(instance.configure_provider(settings).await.is_empty());
/// # let opened = instance.open_ephemeral_resource("notes_draft", config).await;
/// # assert!(opened.diagnostics.is_empty(), "{}", opened.diagnostics);
/// # let closed = instance.close_ephemeral_resource("notes_draft", opened.private).await;
/// # assert!(closed.is_empty(), "{closed}");
/// # });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ephemeral resource",
    label = "needs `impl EphemeralResource for {Self}`"
)]
pub trait EphemeralResource: EphemeralRoot {
    /// The provider, whose client the functions get.
    type Provider: IsProvider;

    /// Opens it: the configuration is in `data`, fully known, and what you set there is the result.
    ///
    /// If this fails, panics or is abandoned after something was [set](OpenData::set), or if
    /// Terraform would reject the result, the SDK calls [`close`](Self::close) with what was set so
    /// far: Terraform only closes what opened without an error.
    fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> impl Future<Output = Result> + Send; // write `async fn open(…) -> Result`

    /// Closes it: `data` is what `open` left. If it no longer exists, that is not an error. Only
    /// the timeout ends this function, not an interrupt.
    fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> impl Future<Output = Result> + Send; // write `async fn close(…) -> Result`

    /// Validates a configuration beyond what the schema can express. Values may be unknown.
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        not_validated::<Self>(config)
    }
}

/// An [`EphemeralResource`] that must be renewed, such as a lease or a token that expires.
///
/// `open` sets the time of the first renewal with [`renew_in`](EphemeralData::renew_in) or
/// [`renew_at`](EphemeralData::renew_at), and each renewal that of the next.
///
/// ```
/// use std::time::Duration;
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = ();
/// #     fn ephemeral_resources() -> &'static [EphemeralDef<Self>] { ephemeral_resources![Lease] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
/// # /// A lease.
/// # #[derive(Schema)]
/// # #[schema(ephemeral = "notes_lease")]
/// # pub struct Lease {
/// #     #[field(computed)]
/// #     token: String,
/// # }
/// # async fn lease() -> std::io::Result<String> { Ok("t".into()) }
/// # async fn prolong(_: &str) -> std::io::Result<()> { Ok(()) }
/// # async fn end(_: &str) -> std::io::Result<()> { Ok(()) }
///
/// impl EphemeralResource for Lease {
///     type Provider = Notes;
///
///     async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
///         data.set(Lease::TOKEN, lease().await?);
///         data.renew_in(Duration::from_secs(300));
///         Ok(())
///     }
///
///     async fn close(_: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
///         Ok(end(&data.get(Lease::TOKEN)).await?)
///     }
/// }
///
/// impl Renew for Lease {
///     async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
///         prolong(&data.get(Lease::TOKEN)).await?;
///         data.renew_in(Duration::from_secs(300));
///         Ok(())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` asks for a renewal, but has none",
    label = "needs `impl Renew for {Self}`"
)]
pub trait Renew: EphemeralResource {
    /// Renews it. The result stays unchanged. Without another
    /// [`renew_in`](EphemeralData::renew_in), or after an error, this is the last renewal.
    fn renew(cx: &Cx<Self>, data: &mut EphemeralData<Self>) -> impl Future<Output = Result> + Send;
}

/// When the resource is renewed.
impl<T: EphemeralRoot> EphemeralData<T> {
    /// Asks for a renewal after this time, at least a second; a shorter time causes a warning.
    pub fn renew_in(&mut self, after: Duration)
    where
        T: Renew,
    {
        self.renewal = Renewal::after(after);
    }

    /// Asks for a renewal at this time (also a `jiff::Timestamp`), at least a second from now; an
    /// earlier time causes a warning.
    pub fn renew_at(&mut self, time: impl Into<SystemTime>)
    where
        T: Renew,
    {
        self.renewal = Renewal(Some(time.into()));
    }
}
