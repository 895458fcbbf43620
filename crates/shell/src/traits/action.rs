//! [`Action`] and [`ActionPlan`]: the traits for the struct of an action.

use std::future::Future;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ActionRoot;

use super::provider::IsProvider;
use crate::context::Cx;
use crate::result::Result;
use crate::untyped::default_methods::not_validated;

/// An action, which does something and manages no object.
///
/// Terraform 1.14 and newer invoke it before or after a resource is created, updated or destroyed
/// (`action_trigger` in `lifecycle`), or when the user asks for it (`terraform apply -invoke=…`).
///
/// ```
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = std::path::PathBuf;
/// #     fn actions() -> &'static [ActionDef<Self>] { actions![Print] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> { Ok(".".into()) }
/// # }
///
/// /// Prints a note.
/// #[derive(Schema)]
/// #[schema(action = "notes_print", timeouts(invoke = "2m"))]
/// pub struct Print {
///     /// The file's name.
///     #[field(required)]
///     name: String,
///     /// How often.
///     #[field(optional, default = 1)]
///     copies: i64,
/// }
///
/// impl Action for Print {
///     type Provider = Notes;
///
///     async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
///         // All of it is known, defaults are filled in.
///         let Print { name, copies, .. } = config.read_struct()?;
///         let text = std::fs::read_to_string(cx.client()?.join(name))?;
///         for copy in 1..=copies {
///             // The user interrupted, or the time is over.
///             cx.check()?;
///             cx.progress(format!("copy {copy} of {copies}"));
///             println!("{text}");
///         }
///         Ok(())
///     }
/// }
/// # let directory = std::env::temp_dir();
/// # let name = schema_provider::id::prefixed("notes-print-");
/// # std::fs::write(directory.join(&name), "hello")?;
/// # let config = format!(r#"{{"name": "{name}", "copies": 2}}"#);
/// # schema_provider::__private::example::configured::<Print>(&config, |config| {
/// #     Cx::<Print>::__example(directory.clone(), async |cx, _| Print::invoke(cx, config).await).unwrap();
/// # });
/// # std::fs::remove_file(directory.join(&name))?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an action",
    label = "needs `impl Action for {Self}`",
    note = "help: an action is a struct with `#[schema(action = \"…\")]`; list a resource in `resources![…]`, a data source in `data_sources![…]`"
)]
pub trait Action: ActionRoot {
    /// The provider, whose client the functions get.
    type Provider: IsProvider;

    /// Runs the action. The configuration is fully known and valid, with defaults filled in, and
    /// includes write-only arguments. [`Cx::progress`] reports progress. An error stops what
    /// depends on the action; a warning ([`Cx::warn`]) does not.
    ///
    /// A panic becomes an error. An interrupt and the timeout of `invoke` are announced by
    /// [`Cx::cancelled`]; a function that continues is abandoned some time later, and Terraform
    /// gets an answer in every case.
    fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> impl Future<Output = Result> + Send; // write `async fn invoke(…) -> Result`

    /// Validates a configuration beyond what the schema can express. Values may be unknown; they
    /// are validated again before the action is planned and invoked.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # #[derive(Schema)]
    /// # #[schema(provider = "notes")]
    /// # pub struct Notes {}
    /// # impl Provider for Notes {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(action = "notes_print")]
    /// # pub struct Print {
    /// #     #[field(required)]
    /// #     name: String,
    /// # }
    /// # impl Action for Print {
    /// #     type Provider = Notes;
    /// #     async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
    ///     match config.get_ok(Print::NAME) {
    ///         Some(name) if name.contains('/') => {
    ///             Diagnostic::error("a name has no slash").at(Print::NAME.path()).into()
    ///         }
    ///         _ => Diagnostics::new(),
    ///     }
    /// }
    /// # }
    /// # schema_provider::__private::example::configured::<Print>(r#"{"name": "a/b"}"#, |config| {
    /// #     assert!(Print::validate(config).has_errors());
    /// # });
    /// ```
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        not_validated::<Self>(config)
    }
}

/// An [`Action`] that checks its configuration during the plan, so that an error is reported before
/// anything changes.
///
/// `actions![…]` notices by itself that an action implements this.
///
/// ```
/// # use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = std::path::PathBuf;
/// #     fn actions() -> &'static [ActionDef<Self>] { actions![Print] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> { Ok(".".into()) }
/// # }
/// # #[derive(Schema)]
/// # #[schema(action = "notes_print")]
/// # pub struct Print {
/// #     #[field(required)]
/// #     name: String,
/// # }
/// # impl Action for Print {
/// #     type Provider = Notes;
/// #     async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
/// impl ActionPlan for Print {
///     async fn plan(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
///         // It may come from a resource that does not exist yet.
///         if let Val::Known(name) = config.value(Print::NAME)
///             && !cx.client()?.join(&name).exists()
///         {
///             cx.warn(Diagnostic::warning(format!("there is no note {name}")));
///         }
///         Ok(())
///     }
/// }
/// # schema_provider::__private::example::configured::<Print>(r#"{"name": "?"}"#, |config| {
/// #     let directory = std::env::temp_dir();
/// #     Cx::<Print>::__example(directory, async |cx, _| Print::plan(cx, config).await).unwrap();
/// # });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no plan",
    label = "needs `impl ActionPlan for {Self}`"
)]
pub trait ActionPlan: Action {
    /// Reports errors and warnings about a configuration, in which values may be unknown.
    /// [`Cx::client`] is an error while provider settings are unknown.
    fn plan(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> impl Future<Output = Result> + Send;
}
