//! The conformance kit: drives a provider through everything that Terraform will do with it, and
//! reports what a reviewer would object to.
//!
//! You give it an [`Example`] of each resource; it knows the rest from the
//! schema: it creates the object, reads it, plans it again, changes every field to a second value
//! that the validators allow, replaces, imports, deletes, deletes again, and checks every answer.
//! All of this runs in process, through the code that also answers Terraform.
//!
//! ```
//! use schema_provider::prelude::*;
//! use schema_provider::testing::conformance::{Class, Conformance, Example};
//! # use std::collections::HashMap;
//! # use std::sync::Mutex;
//!
//! /// Notes in memory.
//! #[derive(Schema)]
//! #[schema(provider = "note")]
//! pub struct Notes {}
//!
//! impl Provider for Notes {
//!     type Client = Mutex<HashMap<String, String>>;
//!     fn resources() -> &'static [ResourceDef<Self>] {
//!         resources![Note]
//!     }
//!     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Self::Client> {
//!         Ok(Mutex::default())
//!     }
//! }
//!
//! /// A note.
//! #[derive(Schema)]
//! #[schema(resource = "note")]
//! pub struct Note {
//!     /// Its title, which is its id.
//!     #[field(required, force_new)]
//!     title: String,
//!     #[field(required)]
//!     text: String,
//! }
//!
//! impl Resource for Note {
//!     type Provider = Notes;
//!     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         data.set_id(data.get(Note::TITLE));
//!         Self::update(cx, data).await
//!     }
//!     async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         match cx.client()?.lock().unwrap().get(data.require_id()?) {
//!             Some(text) => data.set(Note::TEXT, text),
//!             None => data.mark_gone(),
//!         }
//!         Ok(())
//!     }
//!     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         cx.client()?.lock().unwrap().remove(data.require_id()?);
//!         Ok(())
//!     }
//! }
//!
//! impl Update for Note {
//!     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let text = data.get(Note::TEXT);
//!         cx.client()?.lock().unwrap().insert(data.require_id()?.to_owned(), text);
//!         Ok(())
//!     }
//! }
//!
//! let report = Conformance::new::<Notes>()
//!     .example(Example::<Note>::hcl("title = \"a\"\ntext = \"hello\""))
//!     .run();
//!
//! // Nobody documented the text, and read forgets the title.
//! assert!(report.has(Class::Undocumented, "note", "text"));
//! assert!(report.has(Class::ReadNeverSets, "note", "title"));
//! assert_eq!(report.findings().count(), 2, "{report}");
//! ```
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `findings` | findings, and the output of provider code |
//! | `examples` | example configurations, and other values of their fields |
//! | `kit` | the provider under test, and its findings |
//! | `calls` | code that the kit runs: calls of the provider, and code of examples |
//! | `secrets` | made-up secrets, and the search for them |
//! | `assemble` | assembles the report: one defect is one finding |
//! | `operations` | the operations of the kit, one in each file, and the checks of their answers |
//! | `builder` | the kit, with its provider and examples |
//! | `run` | a run from beginning to end |

mod assemble;
mod builder;
mod calls;
mod examples;
mod findings;
mod kit;
mod operations;
mod run;
mod secrets;

pub use builder::Conformance;
pub use examples::example::Example;
pub use findings::class::Class;
pub use findings::report::{ExampleSummary, Finding, Report, Uncovered};
