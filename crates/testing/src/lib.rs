//! Tests of a provider: steps of configuration, checks of what is planned and of what is saved; in
//! the test's own process, and the same under the real Terraform.
//!
//! This is an inner crate of `schema-provider`, which exports it as `testing` with the feature of
//! that name: it promises no semver, and nothing else should depend on it.
//!
//! A [`ProviderTest`] goes through its steps as a user would, over one state, and destroys
//! everything at the end. Every applied configuration is planned once more: that refresh must find
//! what was left, and that plan must be empty.
//!
//! * **In process** it runs the same code as the [local runner](schema_local), with all of core's
//!   checks on each answer of the provider, in milliseconds. This happens always.
//! * **Under Terraform** each step is made by the program `terraform`, which finds the provider in
//!   the test's own process. This happens where `TF_ACC=1` is set; elsewhere a line on standard
//!   error says that it was skipped. Any line of Terraform's log about an invalid plan or an
//!   inconsistent result fails the test.
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
//! ProviderTest::of::<Notes>()
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
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `stderr` | lines on standard error that cargo does not swallow |
//! | `thread` | work in a thread and a runtime of its own, with a deadline |
//! | `names` | random names of test objects |
//! | `mode` | in process, or under Terraform |
//! | `deadline` | what a test is waiting for, and for how long |
//! | `terraform_program` | which `terraform` is run, if any |
//! | `complaint` | what Terraform says of a provider that breaks its rules |
//! | `provider_setup` | a provider with its environment and settings |
//! | `schemas` | what only a run shows to be wrong with schemas |
//! | `tree` | values with their names, from our own or from Terraform's JSON, and their differences |
//! | `redact` | which values a failure must not print |
//! | `observed` | what a step led to: messages, plan, state, the same whichever way |
//! | `failure` | what was not as a test says |
//! | `source` | the configuration of a step, in which lines are looked up |
//! | `attribute` | one value of a check, and what it must be |
//! | `evaluate` | whether a value is as a check says, and the text where it is not |
//! | `checks` | what must be planned for, and saved of, one object |
//! | `opened` | what a step checks of ephemeral resources |
//! | `listed` | what a step checks of the objects that a query lists |
//! | `test_context` | what code of a test sees between steps |
//! | `step` | one command over one configuration, and what must come of it |
//! | `outcome` | what a step led to, compared with what it says |
//! | `driver` | what makes the commands of steps: the trait |
//! | `in_process` | the driver that plays core's part itself, through the local runner |
//! | `terraform` | the driver that starts the real program |
//! | `provider_test` | a test of a provider, put together |
//! | `not_here` | words that are looked for where they are not, which do not compile |
//! | `runner` | the steps of a test, one by one |
//! | `run` | a test from beginning to end: which ways, its thread, its deadline |
//! | `state_test` | tests of old state |
//! | `sweep` | sweepers |
//! | [`conformance`] | the conformance kit, with a map of its own |

mod attribute;
mod checks;
mod complaint;
pub mod conformance;
mod deadline;
mod driver;
mod evaluate;
mod failure;
mod in_process;
mod listed;
mod mode;
mod names;
mod not_here;
mod observed;
mod opened;
mod outcome;
mod provider_setup;
mod provider_test;
mod redact;
mod run;
mod runner;
mod schemas;
mod source;
mod state_test;
mod stderr;
mod step;
mod sweep;
mod terraform;
mod terraform_program;
mod test_context;
mod thread;
mod tree;

pub use attribute::{Attribute, Place, Typed, Untyped};
pub use checks::{
    IntoObjectCheck, IntoPlanCheck, ObjectCheck, PlanCheck, changes_nothing, creates, deletes,
    drifts, object, reads, replaces, updates,
};
pub use complaint::{Complaint, ComplaintKind, complaints};
pub use failure::Failure;
pub use listed::{ListCheck, listed};
pub use mode::Mode;
pub use names::{random_int, random_name};
pub use opened::{OpenCheck, opened};
pub use provider_test::{IntoStep, ProviderTest};
pub use run::{terraform_program, terraform_program_since, terraform_version};
pub use schemas::check_schemas;
pub use state_test::{StateCase, StateTest};
pub use step::{PlannedOutput, SavedOutput, Step};
pub use sweep::{Sweepers, Swept, sweepers};
pub use terraform_program::TerraformVersion;
pub use test_context::TestContext;

/// The protocol that Terraform is offered; see [`ProviderTest::protocol`].
pub use schema_transport::Protocol;
