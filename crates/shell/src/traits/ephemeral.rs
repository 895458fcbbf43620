//! [`EphemeralResource`] and [`Renew`]: what an author implements for the struct of an ephemeral resource.

use std::future::Future;
use std::time::{Duration, SystemTime};

use schema_runtime::__private::Sealed;
use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::EphemeralRoot;

use super::provider::IsProvider;
use crate::context::{Cx, EphemeralData, Member, OfEphemeral, OpenData, Renewal};
use crate::result::Result;
use crate::untyped::default_methods::mark_default;

/// An ephemeral resource: something that is there for one run of Terraform only, and in no plan and no state.
///
/// It is opened in each phase that needs it, in plan and in apply anew, renewed for as long as it is in use (where it
/// implements [`Renew`]), and closed.
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
    /// The provider that it belongs to, whose client it gets.
    type Provider: IsProvider;

    /// Opens it: the configuration is in `data`, wholly known, and what is set there becomes the result.
    ///
    /// Where it fails, panics or is given up on after something was [set](OpenData::set), and where Terraform would
    /// refuse the result, [`close`](Self::close) is called with what was set until then: Terraform itself closes nothing
    /// but what was opened without a fault.
    fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> impl Future<Output = Result> + Send; // write `async fn open(…) -> Result`

    /// Closes it: `data` is what `open` left. It may be called for something that is not there, or not any more: that is
    /// no error. An interrupt does not end it; its timeout does.
    fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> impl Future<Output = Result> + Send; // write `async fn close(…) -> Result`

    /// Checks a configuration beyond what the schema says; values may be unknown.
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let _ = config;
        mark_default::<Self>();
        Diagnostics::new()
    }
}

/// An [`EphemeralResource`] that is kept open by being renewed: a lease, a token that runs out.
///
/// `open` says when, with [`renew_in`](EphemeralData::renew_in) or [`renew_at`](EphemeralData::renew_at), and so does each
/// renewal that is not the last.
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
    message = "`{Self}` is to be renewed, but has no renewal",
    label = "needs `impl Renew for {Self}`"
)]
pub trait Renew: EphemeralResource {
    /// Keeps it open for longer. The result stays what it is; without a further
    /// [`renew_in`](EphemeralData::renew_in) this is the last renewal. After an error there is none either.
    fn renew(cx: &Cx<Self>, data: &mut EphemeralData<Self>) -> impl Future<Output = Result> + Send;
}

/// When it is renewed.
impl<T: EphemeralRoot> EphemeralData<T> {
    /// Has it renewed after that time; less than a second is taken for a second, with a warning.
    pub fn renew_in(&mut self, after: Duration)
    where
        T: Renew,
    {
        self.renewal = Renewal::after(after);
    }

    /// Has it renewed at that time (also a `jiff::Timestamp`); what is past, or comes within a second, is a second from
    /// now, with a warning.
    pub fn renew_at(&mut self, time: impl Into<SystemTime>)
    where
        T: Renew,
    {
        self.renewal = Renewal(Some(time.into()));
    }
}

#[diagnostic::do_not_recommend]
impl<T: EphemeralResource> Member<OfEphemeral> for T {
    type Provider = T::Provider;
    const __SEALED: Sealed = Sealed;
}
