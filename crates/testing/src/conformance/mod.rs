//! The conformance kit: drives a provider through everything that Terraform will do with it, and
//! reports what a reviewer would object to.
//!
//! The author gives an [`Example`] of each resource. From the schema the kit knows the rest: it
//! creates the object, reads it, plans it again, changes every field to a second value that the
//! validators allow, replaces, imports, deletes, deletes again, and looks at every answer. All of
//! this runs in the process, through the code that also answers Terraform.
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
//!         match cx.client()?.lock().unwrap().get(data.id()) {
//!             Some(text) => data.set(Note::TEXT, text),
//!             None => data.gone(),
//!         }
//!         Ok(())
//!     }
//!     async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         cx.client()?.lock().unwrap().remove(data.id());
//!         Ok(())
//!     }
//! }
//!
//! impl Update for Note {
//!     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         let text = data.get(Note::TEXT);
//!         cx.client()?.lock().unwrap().insert(data.id().to_owned(), text);
//!         Ok(())
//!     }
//! }
//!
//! let report = Conformance::of::<Notes>()
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
//! | `class` | the kinds of defects |
//! | `report` | what is found, as an author reads it |
//! | `fields` | where in an object fields are, and in what two objects differ |
//! | `transcript` | everything that author code says: diagnostics, progress, log |
//! | `stored_data` | write-only values in what is stored of an object |
//! | `findings` | what is found on the way |
//! | `example` | a configuration that a resource is tried with |
//! | `candidates` | other values that a field may accept |
//! | `kit` | the provider under test, and what is found of it |
//! | `calls` | what the kit has run: calls of the provider, and code of examples |
//! | `secrets` | made-up secrets, and the search for them |
//! | `assemble` | from the findings to the report: one defect is one finding |
//! | `schemas` | documentation, and functions that make defaults |
//! | `functions` | calls of functions, with the arguments of an example and with others |
//! | `state_stores` | states written, read, locked and deleted |
//! | `example_run` | one example on its way, and the steps of which the rest is made |
//! | `actions` | an action, planned, invoked and told to end |
//! | `ephemeral` | ephemeral resources: opened, renewed and closed |
//! | `generated` | the configuration that is generated of an imported object |
//! | `write_only` | write-only arguments: where they are needed, changed and sent |
//! | `import` | what read sets, and what an import finds |
//! | `list` | whether lists have what is there, as it is |
//! | `change` | changes of every field |
//! | `drift` | changes outside of Terraform |
//! | `provoke` | calls that should fail |
//! | `delete` | delete, delete once more, and a create that is told to end |
//! | `lifecycle` | the order of all these, for one object |
//! | `builder` | the kit, with the provider and the examples that it is given |
//! | `run` | a run from beginning to end |

mod actions;
mod assemble;
mod builder;
mod calls;
mod candidates;
mod change;
mod class;
mod delete;
mod drift;
mod ephemeral;
mod example;
mod example_run;
mod fields;
mod findings;
mod functions;
mod generated;
mod import;
mod kit;
mod lifecycle;
mod list;
mod provoke;
mod report;
mod run;
mod schemas;
mod secrets;
mod state_stores;
mod stored_data;
mod transcript;
mod write_only;

pub use builder::Conformance;
pub use class::Class;
pub use example::Example;
pub use report::{ExampleSummary, Finding, Report, Uncovered};
