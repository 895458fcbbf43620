//! Write Terraform providers in Rust.
//!
//! A provider is an annotated struct for its own settings, one for each resource and data source,
//! and an implementation of [`Provider`], [`Resource`], [`Update`], [`DataSource`] or a newer kind for each.
//! This is a whole one:
//!
//! ```
//! # mod program {
//! use std::path::PathBuf;
//! use std::process::ExitCode;
//!
//! use schema_provider::prelude::*;
//!
//! /// Text files in a directory.
//! #[derive(Schema)]
//! #[schema(provider = "text")]
//! pub struct Text {
//!     /// The directory of the files.
//!     #[field(optional, default_env("TEXT_DIRECTORY", fallback = "texts"))]
//!     directory: String,
//! }
//!
//! impl Provider for Text {
//!     // What resources work with: elsewhere a client of some API.
//!     type Client = PathBuf;
//!
//!     fn resources() -> &'static [ResourceDef<Self>] {
//!         resources![TextFile]
//!     }
//!
//!     async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<PathBuf> {
//!         let directory = PathBuf::from(config.require(Text::DIRECTORY)?);
//!         std::fs::create_dir_all(&directory)?;
//!         Ok(directory)
//!     }
//! }
//!
//! /// A text file.
//! #[derive(Schema)]
//! #[schema(resource = "text_file")]
//! pub struct TextFile {
//!     /// The file's name, which is also its id.
//!     #[field(required, force_new, validate = regex("^[a-z][a-z0-9-]*$"))]
//!     name: String,
//!     /// What is in it.
//!     #[field(required)]
//!     text: String,
//!     /// How many bytes that is.
//!     #[field(computed(when_changed(text)))]
//!     size: i64,
//! }
//!
//! impl Resource for TextFile {
//!     type Provider = Text;
//!
//!     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let (name, text) = (data.get(TextFile::NAME), data.get(TextFile::TEXT));
//!         std::fs::write(cx.client()?.join(&name), &text)?;
//!         data.set_id(name);
//!         data.set(TextFile::SIZE, text.len() as i64);
//!         Ok(())
//!     }
//!
//!     async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let path = cx.client()?.join(data.require_id()?);
//!         if !path.exists() {
//!             // Somebody deleted it: Terraform plans to make it again.
//!             data.mark_gone();
//!             return Ok(());
//!         }
//!         let text = std::fs::read_to_string(path)?;
//!         data.set(TextFile::NAME, data.require_id()?.to_owned());
//!         data.set(TextFile::SIZE, text.len() as i64);
//!         data.set(TextFile::TEXT, text);
//!         Ok(())
//!     }
//!
//!     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         Ok(std::fs::remove_file(cx.client()?.join(data.require_id()?))?)
//!     }
//! }
//!
//! impl Update for TextFile {
//!     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let text = data.get(TextFile::TEXT);
//!         std::fs::write(cx.client()?.join(data.require_id()?), &text)?;
//!         data.set(TextFile::SIZE, text.len() as i64);
//!         Ok(())
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     schema_provider::run::<Text>()
//! }
//! # pub(super) fn runs() { let _: fn() -> ExitCode = main; }
//! # }
//! # use program::{Text, runs};
//! # fn main() {
//! #     use schema_provider::testing::{ProviderTest, Step};
//! #     runs();
//! #     let directory = tempfile::tempdir().unwrap();
//! #     let file = directory.path().join("a");
//! #     let config = |text: &str| format!(
//! #         "provider \"text\" {{\n  directory = {:?}\n}}\nresource \"text_file\" \"a\" {{\n  name = \"a\"\n  \
//! #          text = {text:?}\n}}\noutput \"size\" {{\n  value = text_file.a.size\n}}\n",
//! #         directory.path()
//! #     );
//! #     ProviderTest::new::<Text>()
//! #         .step(Step::apply(config("hello")).output("size").is(serde_json::json!(5)))
//! #         .step(Step::apply(config("hello!")).output("size").is(serde_json::json!(6)))
//! #         .step(Step::outside(move |_| std::fs::remove_file(&file).unwrap()))
//! #         .step(Step::apply(config("hello!")).output("size").is(serde_json::json!(6)))
//! #         .run();
//! # }
//! ```
//!
//! Terraform starts the program as a plugin. Run by hand it is a small Terraform of its own (`cargo run -- plan`, `apply`,
//! `docs`, …; feature `local-runner`). Tests run in process and under the real Terraform (`testing`). The command
//! `cargo provider new` (the package `cargo-provider`) begins one with tests, examples, documentation and workflows.
//!
//! What each key of `#[schema(…)]` and `#[field(…)]` means, and where it may stand, is told at the derive [`Schema`], with an
//! example of each; the derives [`SchemaEnum`] and [`SchemaNewtype`] make types of fields.
//!
//! # How do I …?
//!
//! | you want | look at |
//! |---|---|
//! | fields: required, defaults, computed, force a replacement, blocks, nested attributes, sensitive, write-only | the keys of the derive [`Schema`], each with an example |
//! | the types of fields: lists, sets, maps, documents, secrets, your own | [`prelude::Set`], [`prelude::Json`], [`prelude::Secret`], [`SchemaEnum`], [`SchemaNewtype`] |
//! | to check a value, or several together | the keys `validate`, `conflicts_with` and their kin of [`Schema`]; [`Resource::validate`] |
//! | an error or a warning at an attribute | [`Diagnostic::at`](prelude::Diagnostic::at), [`bail!`], [`Cx::warn`] |
//! | an API's "not found", "busy", "not done yet" | [`ApiError`], [`OptionalExt`], [`wait::retry()`], [`wait::until()`] |
//! | how long an operation may take, and to end when the user wants it | the key `timeouts` of [`Schema`]; [`Cx::cancelled`], [`Cx::remaining`] |
//! | an API's lists in pages | [`pages`] |
//! | to look at a plan, or to change it | [`Resource::plan`], [`prelude::PlanData`], [`prelude::Val`] |
//! | a data source | [`DataSource`] |
//! | to import, also by an id of several values | [`import`] |
//! | what becomes of the states of an older version, or of another provider | [`Resource::upgrade`], [`Resource::move_from`] |
//! | settings that are not known in the plan | [`Provider::accepts_unknown`], [`Cx::defer`] |
//! | to log, and to keep secrets out of the log | `tracing` or the crate `log`, at the level of `TF_LOG`; [`Cx::mask`] |
//! | functions, ephemeral resources, actions, lists, state stores | [`Function`](trait@Function), [`EphemeralResource`], [`Action`], [`ListResource`], [`StateStore`] |
//! | to test, without Terraform and with it | [`testing`], its [`conformance`] kit |
//! | to stop in a debugger | [`run()`] with `--debug` |
//! | to write the documentation | `cargo run -- docs` |
//! | to release it for every platform | `cargo provider release`, of the package `cargo-provider` |
//! | schemas that are only known at run time | the module `untyped`, with the feature `unstable-protocol` |
//!
//! The source of the SDK has a book, from the empty folder to the release: `mdbook serve docs`.
//!
//! The crate is the one name that a provider depends on. What it exports stands in inner crates, of which only
//! `schema-runtime` promises semver by itself.
//!
//! # Modules
//!
//! | module | subject |
//! |---|---|
//! | [`prelude`] | what an author imports |
//! | [`data`], [`plan`], [`diagnostics`] | what author code reads and writes, a plan's differences, errors and warnings |
//! | [`import`], [`wait`], [`pages`], [`id`], [`json`] | what authors of providers need daily |
//! | [`testing`] | the test harness and the conformance kit; feature `testing` |
//! | [`schema_runtime`] | schemas, values, plans and states, without I/O: for libraries of schemas |
//! | [`run()`] | the whole `main` of a provider's program |
//!
//! # Features
//!
//! * `local-runner`, on by default: run by hand, a provider's program is the `local` runner. Without it a
//!   program only serves.
//! * `testing`: the test harness and the conformance kit, for dev-dependencies; implies `local-runner`.
//! * `jiff`, `url`: `jiff::Timestamp` and `url::Url` as attributes.
//! * `unstable-protocol`: what stands beneath [`run()`], for programs that want another `main`: the modules `plugin` (with
//!   the protocol's messages and the layer of Terraform's log), `server`, `lifecycle`, `registration`, `untyped` and `local`.
//!   They name types of prost, tonic and tracing-subscriber, and change with any version.
//!
// What a build without them has no page for is where all features are on.
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

// The derive names this crate by its own name, also in our own tests.
#[allow(unused_extern_crates)]
extern crate self as schema_provider;

mod run;

pub use run::run;
pub use schema_runtime;
#[doc(inline)]
pub use schema_runtime::{data, diagnostics, plan};
/// A provider as a [`Handler`](plugin::Handler) of the protocol's calls. For programs that want another `main` than
/// [`run()`], and for tests that call a provider as Terraform does:
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
#[doc(inline)]
pub use schema_shell::{
    Action, ActionPlan, ApiError, AtArgument, Bytes, CallKind, Change, Changes, Cx, DataSource,
    EphemeralData, EphemeralResource, Function, FunctionError, FunctionResult, IdentityUpgrade,
    IntoDiagnostics, IsProvider, ListResource, LockInfo, LockOutcome, MovedState, Number,
    OldIdentity, OldState, OpenData, OptionalExt, Path, Progress, Provider, Renew, Resource,
    Result, Schema, SchemaEnum, SchemaNewtype, Severity, StateStore, UnlockOutcome, Update,
    Upgrade, Value, actions, bail, data_sources, ephemeral_resources, functions, id, import, json,
    list_resources, nothing_to_read, pages, prelude, resources, state_stores, wait,
};
#[cfg(feature = "unstable-protocol")]
#[doc(inline)]
pub use schema_shell::{lifecycle, registration, untyped};
#[cfg(feature = "testing")]
#[doc(inline)]
pub use schema_testing as testing;

/// What a log of the author's own must not show, for `HclogLayer::masked` of [`plugin::log`]: the secrets of calls that are
/// running, and of the provider's settings. They are collected from the first call of this on.
#[cfg(feature = "unstable-protocol")]
#[must_use]
pub fn masks() -> &'static dyn plugin::log::Mask {
    run::masks()
}

/// The plugin protocol's transport: how a provider's program talks to Terraform.
///
/// [`run()`](crate::run()) does all of this. It is here for programs that want another `main`, and for
/// what serves a provider that is not written with the traits of this crate.
///
/// A `main` whose log goes somewhere else too:
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
///     // `vars` would panic where a variable is no UTF-8.
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

/// The local runner: what a provider's program is when it is run by hand (`cargo run -- plan`).
///
/// A small tool for trying, developing and testing a provider. Its commands are those of Terraform: `plan`, `apply`,
/// `destroy`, `show`, `output`, `validate`, `import`, `state`, `workspace`, `force-unlock` and `console`; beside them `invoke`
/// (an action), `query` (lists), `schema` and `docs`, which writes the provider's documentation. `-help` tells each. It reads the
/// configurations of Terraform that have this provider's own objects, without modules and backends, does to the provider what Terraform's
/// core does, in the same order and with the same checks, and keeps its state in `PROVIDER.state.json` beside the configuration.
///
/// [`run()`](crate::run()) starts it. By itself it is for programs that want another `main`, and for tests of commands:
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
