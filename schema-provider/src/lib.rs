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
//!         let path = cx.client()?.join(data.id());
//!         if !path.exists() {
//!             // Somebody deleted it: Terraform plans to make it again.
//!             data.gone();
//!             return Ok(());
//!         }
//!         let text = std::fs::read_to_string(path)?;
//!         data.set(TextFile::NAME, data.id().to_owned());
//!         data.set(TextFile::SIZE, text.len() as i64);
//!         data.set(TextFile::TEXT, text);
//!         Ok(())
//!     }
//!
//!     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         Ok(std::fs::remove_file(cx.client()?.join(data.id()))?)
//!     }
//! }
//!
//! impl Update for TextFile {
//!     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let text = data.get(TextFile::TEXT);
//!         std::fs::write(cx.client()?.join(data.id()), &text)?;
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
//! #     ProviderTest::of::<Text>()
//! #         .step(Step::apply(config("hello")).output("size").is(serde_json::json!(5)))
//! #         .step(Step::apply(config("hello!")).output("size").is(serde_json::json!(6)))
//! #         .step(Step::outside(move |_| std::fs::remove_file(&file).unwrap()))
//! #         .step(Step::apply(config("hello!")).output("size").is(serde_json::json!(6)))
//! #         .run();
//! # }
//! ```
//!
//! Terraform starts the program as a plugin. Run by hand it is a small Terraform of its own (`cargo run -- plan`, `apply`,
//! `docs`, …; feature `local`). Tests run in process and under the real Terraform (`testing`). The command
//! `cargo provider new` (the package `cargo-provider`) begins one with tests, examples, documentation and workflows.
//!
//! What each key of `#[schema(…)]` and `#[field(…)]` means, and where it may stand, is told at the derive [`Schema`], with an
//! example of each; the derives [`SchemaEnum`] and [`SchemaNewtype`] make types of fields.
//!
//! The crate is the one name that a provider depends on. But for [`run()`] what it exports stands in inner
//! crates, of which only `schema-runtime` promises semver.
//!
//! # Modules
//!
//! | module | from | subject |
//! |---|---|---|
//! | [`schema_runtime`] | itself | schemas, values, plans and states, without I/O |
//! | [`prelude`], [`untyped`], [`registration`] | `schema-shell` | what an author implements and registers |
//! | [`import`], [`wait`], [`pages`], [`id`], [`json`] | `schema-shell` | what authors of providers need daily |
//! | [`lifecycle`] | `schema-shell` | what runs author code |
//! | [`plugin`] | `schema-transport`, `schema-panic` | how the program talks to Terraform |
//! | [`server`] | `schema-server` | the calls of the plugin protocol, answered by the lifecycle |
//! | `local` | `schema-local` | the local runner; feature `local` |
//! | `testing` | `schema-testing` | the test harness and the conformance kit; feature `testing` |
//! | `run` | here | the whole `main` of a provider's program |
//!
//! # Features
//!
//! * `local`, on by default: run by hand, a provider's program is the `local` runner. Without it a
//!   program only serves.
//! * `testing`: the test harness and the conformance kit, for dev-dependencies; implies `local`.
//! * `jiff`, `url`: `jiff::Timestamp` and `url::Url` as attributes.

// The derive names this crate by its own name, also in our own tests.
#[allow(unused_extern_crates)]
extern crate self as schema_provider;

mod run;

pub use run::{masks, run};
pub use schema_runtime;
#[doc(inline)]
pub use schema_server as server;
#[doc(inline)]
pub use schema_shell::{
    Action, ActionPlan, ApiError, AtArgument, Bytes, Change, Changes, Cx, DataSource, Ephemeral,
    EphemeralData, FoundExt, Function, FunctionError, FunctionResult, IdentityUpgrade,
    IntoDiagnostics, List, LockInfo, LockOutcome, MovedState, Number, OldIdentity, OldState,
    OpenData, Path, Progress, Provider, Renew, Resource, Result, Schema, SchemaEnum, SchemaNewtype,
    Severity, StateStore, UnlockOutcome, Update, Upgrade, Value, actions, bail, data_sources,
    ephemeral_resources, functions, id, import, json, lifecycle, list_resources, nothing_to_read,
    pages, prelude, registration, resources, state_stores, untyped, wait,
};
#[cfg(feature = "testing")]
#[doc(inline)]
pub use schema_testing as testing;

/// The plugin protocol's transport: how a provider's program talks to Terraform.
///
/// [`run`] does all of this. It is here for programs that want another `main`, and for
/// what serves a provider that is not written with the traits of this crate.
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

/// The local runner: what a provider's program is when it is run by hand.
#[cfg(feature = "local")]
pub mod local {
    #[doc(inline)]
    pub use schema_local::{Captured, ExitStatus, Io, run, run_process};
}

#[doc(hidden)]
pub use schema_runtime::__private;

/// For the project's own fuzz targets; no part of the interface.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod __fuzz {
    pub use schema_local::evaluated::{Evaluated, evaluated};
}
