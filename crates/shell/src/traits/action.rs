//! [`Action`] and [`ActionPlan`]: what an author implements for the struct of an action.

use std::future::Future;

use schema_runtime::__private::Sealed;
use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ActionRoot;

use super::provider::IsProvider;
use crate::context::{Cx, Member, OfAction};
use crate::result::Result;
use crate::untyped::default_methods::mark_default;

/// An action: something that is done, and leaves no object behind.
///
/// Terraform invokes it from version 1.14 on: before or after a resource is created, updated or destroyed
/// (`action_trigger` in its `lifecycle`), or because the user asks for it (`terraform apply -invoke=…`).
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
    note = "help: an action is a struct with `#[schema(action = \"…\")]`; a resource is named in `resources![…]`, a data source in `data_sources![…]`"
)]
pub trait Action: ActionRoot {
    /// The provider that it belongs to, whose client it gets.
    type Provider: IsProvider;

    /// Does it. The configuration is wholly known and valid, with defaults filled in; write-only arguments are there.
    /// [`Cx::progress`] shows the user how far it is. An error stops what Terraform would do after it, warnings
    /// ([`Cx::warn`]) do not.
    ///
    /// A panic becomes an error; an interrupt and the timeout of `invoke` are announced through
    /// [`Cx::cancelled`], and only some time later is the function abandoned. However it ends, Terraform hears of it.
    fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> impl Future<Output = Result> + Send; // write `async fn invoke(…) -> Result`

    /// Checks a configuration beyond what the schema says; values may be unknown. What is unknown then is checked again
    /// before the action is planned and invoked.
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
        let _ = config;
        mark_default::<Self>();
        Diagnostics::new()
    }
}

/// An [`Action`] that looks at its configuration when a plan is made, so that what cannot work is an error before
/// anything is changed. It can change nothing: what it says are errors and warnings.
///
/// `actions![…]` finds out by itself that an action has this.
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
    /// Says what is wrong with a configuration, in which values may be unknown. [`Cx::client`] is an error where
    /// settings of the provider are not known yet.
    fn plan(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> impl Future<Output = Result> + Send;
}

#[diagnostic::do_not_recommend]
impl<T: Action> Member<OfAction> for T {
    type Provider = T::Provider;
    const __SEALED: Sealed = Sealed;
}
