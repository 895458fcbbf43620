//! Tests of a provider, in process and under the real Terraform.
//!
//! | task | use |
//! |---|---|
//! | apply configurations, and check plans and states | [`ProviderTest`] with [`Step`]s; [`creates`], [`updates`], [`object`] and others |
//! | find common provider bugs with one example per resource | the [`conformance`] kit |
//! | check upgrades and moves of old state | [`StateTest`] |
//! | compare a ported provider with the old program | [`compare`] |
//! | call one function of a resource | [`creating`], [`updating`], [`reading`] |
//! | check defaults that are computed at run time | [`check_schemas`] |
//! | delete what failed tests left behind | [`sweepers`] |
//!
//! Enable the feature for tests only:
//!
//! ```toml
//! [dev-dependencies]
//! schema-provider = { version = "0.1", features = ["testing"] }
//! ```
//!
//! A [`ProviderTest`] goes through its steps as a user would, over one state, and destroys
//! everything at the end. After every apply it plans again: the refresh must find what was saved,
//! and the plan must be empty.
//!
//! * **In process**, always: the provider is called as Terraform calls it, and every answer is
//!   checked with Terraform Core's rules, in milliseconds.
//! * **Under Terraform**, if `TF_ACC=1` is set: `terraform` runs each step with the provider in the
//!   test's own process. A line in Terraform's log about an invalid plan or an inconsistent result
//!   fails the test. Otherwise a line on standard error says that this part was skipped.
//!
//! ```
//! use schema_provider::prelude::*;
//! use schema_provider::testing::{ProviderTest, Step, creates, object, updates};
//!
//! #[derive(Schema)]
//! #[schema(provider = "note")]
//! pub struct Notes {}
//!
//! impl Provider for Notes {
//!     type Client = ();
//!     fn resources() -> &'static [ResourceDef<Self>] {
//!         resources![Note]
//!     }
//!     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
//!         Ok(())
//!     }
//! }
//!
//! #[derive(Schema)]
//! #[schema(resource = "note")]
//! pub struct Note {
//!     #[field(required, validate = length(1..=9))]
//!     text: String,
//!     #[field(computed)]
//!     key: String,
//! }
//!
//! impl Resource for Note {
//!     type Provider = Notes;
//!     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         data.set_id("1");
//!         data.set(Note::KEY, "k");
//!         Ok(())
//!     }
//!     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
//!         Ok(())
//!     }
//!     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
//!         Ok(())
//!     }
//! }
//!
//! impl Update for Note {
//!     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
//!         Ok(())
//!     }
//! }
//!
//! const NOTE: &str = r#"
//! variable "text" {}
//! resource "note" "a" {
//!   text = var.text
//! }
//! "#;
//!
//! // In a test: #[test] fn a_note_is_written_and_rewritten() { … }
//! ProviderTest::new::<Notes>()
//!     .step(
//!         Step::apply(NOTE)
//!             .var("text", "hello")
//!             .plans(creates("note.a").attr(Note::TEXT).is("hello").attr(Note::KEY).is_unknown())
//!             .saves(object("note.a").attr(Note::KEY).is("k").attr("id").is("1")),
//!     )
//!     .step(
//!         Step::apply(NOTE)
//!             .var("text", "bye")
//!             .plans(updates("note.a").attr(Note::KEY).is_kept()),
//!     )
//!     .step(Step::plan(NOTE).var("text", "far too long").fails_at("text = var.text", "between 1 and 9"))
//!     .run();
//! ```
//!

#![warn(missing_debug_implementations)]

// # Modules
//
// From the lowest layer up: a module imports only from those above it in the table. This is an
// inner crate of `schema-provider`, which exports it as `testing`, and its page is for provider
// developers.
//
// | module | subject |
// |---|---|
// | `helpers` | helpers for all tests: threads, deadlines, names, programs |
// | `observed` | the outcome of a step, in the same form in both modes |
// | `checks` | a step's expectations of one object, and whether they hold |
// | `steps` | one command with one configuration, and its checks |
// | `drivers` | run the commands of steps: in process, or under Terraform |
// | `harness` | tests of a provider, of old state and of schemas; sweepers |
// | `conformance` | the conformance kit, with a map of its own |

mod checks;
pub mod conformance;
mod drivers;
mod harness;
mod helpers;
mod observed;
mod steps;

pub use checks::listed::{ListCheck, listed};
pub use checks::object::{
    IntoObjectCheck, IntoPlanCheck, ObjectCheck, PlanCheck, changes_nothing, creates, deletes,
    drifts, object, reads, replaces, updates,
};
pub use checks::opened::{OpenCheck, opened};
pub use checks::place::{Attribute, Place, Typed, Untyped};
pub use harness::compare::{CompareTest, compare};
pub use harness::provider_test::{IntoStep, ProviderTest};
pub use harness::run::{terraform_program, terraform_program_since, terraform_version};
pub use harness::schemas::{check_pages, check_schemas};
pub use harness::state_test::{IntoExpectedState, StateCase, StateTest};
pub use harness::sweep::{Sweepers, Swept, sweepers};
pub use harness::unit::{creating, reading, updating};
pub use helpers::names::{random_int, random_name};
pub use helpers::terraform_program::TerraformVersion;
pub use observed::complaint::{Complaint, ComplaintKind, complaints};
pub use observed::failure::Failure;
pub use observed::mode::Mode;
pub use steps::expect::{PlannedOutput, SavedOutput};
pub use steps::step::Step;
pub use steps::test_context::TestContext;

/// The protocol that Terraform is offered; see [`ProviderTest::protocol`].
pub use schema_transport::Protocol;
