//! Write Terraform and OpenTofu providers in Rust.
//!
//! This crate is for developers of providers: the programs through which Terraform manages the
//! objects of a service. A resource is a struct from which its schema, its registry documentation
//! and typed access to plans and states are derived, and mistakes in a schema are compile errors.
//! Provider code is async and runs on tokio; code that blocks holds up only its own call.
//!
//! ```
//! # mod program {
//! use schema_provider::prelude::*;
//!
//! /// A text file.
//! #[derive(Schema)]
//! #[schema(resource = "text_file")]
//! pub struct TextFile {
//!     /// The file's name.
//!     #[field(required, force_new, validate = regex("^[a-z][a-z0-9-]*$"))]
//!     name: String,
//!     /// Its content.
//!     #[field(required, force_new)]
//!     text: String,
//! }
//!
//! impl Resource for TextFile {
//!     type Provider = Text;
//!
//!     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let name = data.get(TextFile::NAME);
//!         std::fs::write(cx.client()?.join(&name), data.get(TextFile::TEXT))?;
//!         data.set_id(name);
//!         Ok(())
//!     }
//!     // read and delete
//! #     async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//! #         let path = cx.client()?.join(data.require_id()?);
//! #         if !path.exists() {
//! #             data.mark_gone();
//! #             return Ok(());
//! #         }
//! #         data.set(TextFile::NAME, data.require_id()?.to_owned());
//! #         data.set(TextFile::TEXT, std::fs::read_to_string(path)?);
//! #         Ok(())
//! #     }
//! #     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//! #         Ok(std::fs::remove_file(cx.client()?.join(data.require_id()?))?)
//! #     }
//! }
//! # use std::path::PathBuf;
//! # /// Text files in a directory.
//! # #[derive(Schema)]
//! # #[schema(provider = "text")]
//! # pub struct Text {
//! #     /// The directory of the files.
//! #     #[field(optional, default_env("TEXT_DIRECTORY", fallback = "texts"))]
//! #     directory: String,
//! # }
//! # impl Provider for Text {
//! #     type Client = PathBuf;
//! #     fn resources() -> &'static [ResourceDef<Self>] {
//! #         resources![TextFile]
//! #     }
//! #     async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<PathBuf> {
//! #         let directory = PathBuf::from(config.require(Text::DIRECTORY)?);
//! #         std::fs::create_dir_all(&directory)?;
//! #         Ok(directory)
//! #     }
//! # }
//! # }
//! # use program::Text;
//! # fn main() {
//! #     use schema_provider::testing::{ProviderTest, Step};
//! #     let directory = tempfile::tempdir().unwrap();
//! #     let file = directory.path().join("a");
//! #     let config = |text: &str| format!(
//! #         "provider \"text\" {{\n  directory = {:?}\n}}\nresource \"text_file\" \"a\" {{\n  name = \"a\"\n  \
//! #          text = {text:?}\n}}\noutput \"text\" {{\n  value = text_file.a.text\n}}\n",
//! #         directory.path()
//! #     );
//! #     ProviderTest::new::<Text>()
//! #         .step(Step::apply(config("hello")).output("text").is(serde_json::json!("hello")))
//! #         .step(Step::apply(config("bye")).output("text").is(serde_json::json!("bye")))
//! #         .step(Step::outside(move |_| std::fs::remove_file(&file).unwrap()))
//! #         .step(Step::apply(config("bye")).output("text").is(serde_json::json!("bye")))
//! #         .run();
//! # }
//! ```
//!
//! The rest of a provider is a struct with `#[schema(provider = "…")]`, an implementation of
//! [`Provider`] that lists its resources, and a `main` that calls [`run`](run()).
//! `cargo provider new` (package `cargo-provider`) writes all of it, with tests, examples and
//! workflows. Started by Terraform, the program is a plugin; otherwise it is the local runner, a
//! small Terraform: `cargo run -- plan`.
//!
//! The book in the SDK's repository has a tutorial, concepts, how-to guides and reference pages:
//! `mdbook serve docs`.
//!
//! # Features
//!
//! | feature | default | enables |
//! |---|---|---|
//! | `local-runner` | yes | planning and applying without Terraform; without it a program only serves Terraform |
//! | `testing` | no | [`testing`], with the [`conformance`] kit; for `[dev-dependencies]`. Implies `local-runner` |
//! | `old-program` | no | `Provider::old_program`: the program that a provider is ported from serves what is `unported` |
//! | `jiff`, `url` | no | `jiff::Timestamp` and `url::Url` as attribute types |
//! | `unstable-protocol` | no | the layers below [`run`](run()), for another `main`: the modules `plugin`, `server`, `lifecycle`, `registration`, `untyped` and `local`. They expose types of prost, tonic and tracing-subscriber, and may change with any version |
//!
//! # How do I …?
//!
//! | task | see |
//! |---|---|
//! | declare fields: required, defaults, computed, force-new, blocks, nested attributes, sensitive, write-only | the keys of the derive [`Schema`] |
//! | choose types: collections, JSON, secrets, enums, my own | [`prelude::Set`], [`prelude::Json`], [`prelude::Secret`], [`SchemaEnum`], [`SchemaNewtype`] |
//! | validate values, alone or together | the keys `validate`, `conflicts_with`, `required_with` of [`Schema`]; [`Resource::validate`] |
//! | report an error or warning at an attribute | [`Diagnostic::at`](prelude::Diagnostic::at), [`bail!`], [`Cx::warn`] |
//! | handle "not found", "busy" and "not ready" | [`ApiError`], [`OptionalExt`], [`wait::retry()`], [`wait::until()`] |
//! | limit and cancel operations | the key `timeouts` of [`Schema`]; [`Cx::cancelled`], [`Cx::remaining`] |
//! | read an API page by page | [`pages`] |
//! | inspect or change a plan | [`Resource::plan`], [`prelude::PlanData`], [`prelude::Val`] |
//! | write a data source | [`DataSource`] |
//! | import objects | [`import`] |
//! | upgrade states, or take over another provider's | [`Resource::upgrade`], [`Resource::move_from`] |
//! | plan while provider settings are unknown | [`Provider::accepts_unknown`], [`Cx::defer`] |
//! | log, and keep secrets out of the log | `tracing` or `log`, at the level of `TF_LOG`; [`Cx::mask`] |
//! | write functions, ephemeral resources, actions, list resources, state stores | [`Function`](trait@Function), [`EphemeralResource`], [`Action`], [`ListResource`], [`StateStore`] |
//! | write a helper for any field | the bounds in [`schema_runtime::attr`] |
//! | test | [`testing`] |
//! | use a debugger | [`run`](run()) with `--debug` |
//! | generate documentation, release | `cargo run -- docs`, `cargo provider release` |
//!
//! # Modules
//!
//! | module | subject |
//! |---|---|
//! | [`prelude`] | what a provider imports |
//! | [`data`], [`plan`], [`diagnostics`] | what provider code reads and writes, the changes of a plan, errors and warnings |
//! | [`import`], [`wait`], [`pages`], [`id`], [`json`] | helpers |
//! | [`testing`] | test harness and conformance kit |
//! | [`schema_runtime`] | schemas, values, plans and states without I/O, for libraries of schemas |
//!
//! Only this crate and `schema-runtime` promise [SemVer](https://semver.org); the inner crates that
//! they re-export do not.
//!
#![warn(missing_debug_implementations)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// If a build without these features lacks a page, link to the one built with all features.
#![cfg_attr(feature = "testing", doc = "[`testing`]: crate::testing")]
#![cfg_attr(
    feature = "testing",
    doc = "[`conformance`]: crate::testing::conformance"
)]
#![cfg_attr(
    not(feature = "testing"),
    doc = "[`testing`]: https://docs.rs/schema-provider"
)]
#![cfg_attr(
    not(feature = "testing"),
    doc = "[`conformance`]: https://docs.rs/schema-provider"
)]

// The derive refers to this crate by name, also in our own tests.
#[allow(unused_extern_crates)]
extern crate self as schema_provider;

pub mod prelude;
mod run;

pub use run::run;
pub use schema_runtime;
// Their pages are in `schema-runtime`.
#[doc(no_inline)]
pub use schema_runtime::{data, diagnostics, plan};
/// A provider as a [`Handler`](plugin::Handler) of the protocol's calls. For programs with a
/// `main` other than [`run()`], and for tests that call a provider as Terraform does:
///
/// ```
/// use schema_provider::lifecycle::Instance;
/// use schema_provider::plugin::Handler;
/// use schema_provider::plugin::proto::v6::get_provider_schema::Request;
/// use schema_provider::prelude::*;
/// use schema_provider::server::ProviderServer;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {
/// #     #[field(optional)]
/// #     directory: Option<String>,
/// # }
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// # fn main() -> Result {
/// let server = ProviderServer::new(Instance::new::<Disk>(Environment::default())?);
/// # schema_provider::plugin::runtime()?.block_on(async {
/// let answer = server.get_provider_schema(Request::default()).await;
/// let settings = answer.provider.and_then(|schema| schema.block).unwrap_or_default();
/// assert_eq!(settings.attributes[0].name, "directory");
/// # });
/// # Ok(())
/// # }
/// ```
///
#[cfg(feature = "unstable-protocol")]
#[doc(inline)]
pub use schema_server as server;
#[doc(no_inline)]
pub use schema_shell::Bytes;
#[cfg(feature = "old-program")]
pub use schema_shell::OldProgram;
#[doc(inline)]
pub use schema_shell::registration::{
    ActionDef, DataSourceDef, EphemeralDef, FunctionDef, ListDef, ResourceDef, StateStoreDef,
};
#[doc(inline)]
pub use schema_shell::{
    Action, ActionPlan, ApiError, AtArgument, CallKind, Change, Changes, Cx, DataSource,
    DeferReason, EphemeralData, EphemeralResource, Function, FunctionError, FunctionResult,
    IdentityUpgrade, IntoDiagnostics, IsProvider, ListResource, ListSink, LockInfo, LockOutcome,
    MovedState, Number, OldIdentity, OldState, OpenData, OptionalExt, Path, Provider, Renew,
    Resource, Result, Schema, SchemaEnum, SchemaNewtype, Severity, StateStore, UnlockOutcome,
    Update, Upgrade, Value, actions, bail, data_sources, ephemeral_resources, functions, id,
    import, json, list_resources, nothing_to_read, pages, resources, state_stores, wait,
};
#[cfg(feature = "unstable-protocol")]
#[doc(inline)]
pub use schema_shell::{lifecycle, registration, untyped};
#[cfg(feature = "testing")]
#[doc(inline)]
pub use schema_testing as testing;

/// The strings to mask in your own log, for `HclogLayer::masked` of [`plugin::log`]:
/// the secrets of running calls and of the provider's settings. They are collected from the first
/// call of this function.
#[cfg(feature = "unstable-protocol")]
#[must_use]
pub fn masks() -> &'static dyn plugin::log::Mask {
    run::masks()
}

/// The plugin protocol's transport: how a provider's program talks to Terraform.
///
/// [`run()`](crate::run()) does all of this. It is public for programs with another `main`,
/// and for serving a provider that does not use the traits of this crate.
///
/// A `main` whose log also goes elsewhere:
///
/// ```
/// use std::process::ExitCode;
///
/// use schema_provider::lifecycle::Instance;
/// use schema_provider::plugin::log::{HclogLayer, level};
/// use schema_provider::plugin::{self, Options};
/// use schema_provider::prelude::*;
/// use schema_provider::server::ProviderServer;
/// use tracing_subscriber::layer::SubscriberExt as _;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// fn start() -> ExitCode {
///     plugin::reserve_output();
///     let level = level(&plugin::Environment::from_process());
///     let terraform = HclogLayer::new(std::io::stderr(), level).masked(schema_provider::masks());
///     // .with(a layer of one's own)
///     let subscriber = tracing_subscriber::registry().with(terraform);
///     if let Err(error) = tracing::subscriber::set_global_default(subscriber) {
///         eprintln!("{error}");
///     }
///     // `vars` would panic where a variable is not UTF-8.
///     let environment = std::env::vars_os()
///         .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
///         .collect();
///     let instance = match Instance::new::<Disk>(environment) {
///         Ok(instance) => instance,
///         Err(errors) => {
///             eprintln!("{errors}");
///             return ExitCode::FAILURE;
///         }
///     };
///     let options = Options {
///         mask: Some(schema_provider::masks()),
///         ..Options::default()
///     };
///     plugin::run(ProviderServer::new(instance), options)
/// }
/// # let _: fn() -> ExitCode = start;
/// ```
#[cfg(feature = "unstable-protocol")]
pub mod plugin {
    #[doc(inline)]
    pub use schema_panic as panic;
    #[doc(inline)]
    pub use schema_transport::{
        Address, Bytes, Environment, Handler, MAGIC_COOKIE, MemoryGuard, Network, Options,
        Protocol, ServeError, Server, StreamClosed, StreamReceiver, StreamSender, default_source,
        log, proto, reserve_output, run, runtime, serve,
    };
}

/// The local runner: a provider's program when a person runs it (`cargo run -- plan`).
///
/// It is a tool to try, develop and test a provider. It has these commands of Terraform: `plan`,
/// `apply`, `destroy`, `show`, `output`, `validate`, `import`, `state`, `workspace`, `force-unlock`
/// and `console`; also `invoke` (an action), `query` (lists), `schema` and `docs`, which writes the
/// provider's documentation. `-help` explains each. It reads Terraform configurations of this
/// provider's own objects, without modules and backends, calls the provider as Terraform Core does,
/// in the same order and with the same checks, and stores its state in `PROVIDER.state.json` beside
/// the configuration.
///
/// [`run()`](crate::run()) starts it. Use it directly in programs with another `main`, and
/// in tests of commands:
///
/// ```
/// use schema_provider::lifecycle::Instance;
/// use schema_provider::local::{Io, run};
/// use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     fn functions() -> &'static [FunctionDef] { functions![Double] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// /// Twice as much.
/// #[derive(Function)]
/// #[function(name = "double", output = i64)]
/// struct Double {
///     number: i64,
/// }
/// # impl Function for Double {
/// #     fn call(self) -> FunctionResult<i64> { Ok(self.number * 2) }
/// # }
///
/// # fn main() -> Result {
/// let directory = tempfile::tempdir()?;
/// std::fs::write(directory.path().join("main.tf"), r#"
/// output "twice" {
///   value = provider::disk::double(21)
/// }
/// "#)?;
/// let instance = Instance::new::<Disk>(Environment::default())?;
/// let (io, said) = Io::captured(directory.path(), "");
/// # schema_provider::plugin::runtime()?.block_on(async {
/// let status = run(["apply", "-auto-approve"], instance, io).await;
/// assert_eq!(status.code(), 0, "{}", said.errors());
/// assert!(said.output().contains("twice = 42"), "{}", said.output());
/// # });
/// # Ok(())
/// # }
/// ```
#[cfg(all(feature = "local-runner", feature = "unstable-protocol"))]
pub mod local {
    #[doc(inline)]
    pub use schema_local::{Captured, ExitStatus, Io, run, run_process};
}

#[doc(hidden)]
pub use schema_runtime::__private;
