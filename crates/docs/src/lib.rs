//! The documentation of a provider as Terraform's registry shows it: Markdown pages made from its
//! schemas.
//!
//! This is an inner crate of `schema-provider`: it promises no semver, and nothing else should
//! depend on it. It reads and writes no file: [`Provider::pages`] takes the contents of examples
//! and templates and gives the pages, always the same for the same input; [`compare`] says what is
//! to be done with the files that are there. Files, the check of examples and the command `docs`
//! are in `schema-local`.
//!
//! ```
//! use schema_docs::{Provider, Sources};
//! use schema_runtime::schema::{Block, Schema, SchemaKind};
//!
//! # let block = Block { fields: vec![].into(), description: "Disks.".into(), deprecated: "".into(), other_kind: false };
//! # let schema = Schema {
//! #     kind: SchemaKind::Provider,
//! #     type_name: "disk".into(),
//! #     version: 0,
//! #     block: std::sync::Arc::new(block).into(),
//! #     timeouts: vec![].into(),
//! #     subcategory: "".into(),
//! # };
//! let provider = Provider::new(std::sync::Arc::new(schema).into());
//! let pages = provider.pages(&Sources::default()).unwrap();
//! assert!(pages["docs/index.md"].contains("# disk Provider"));
//! ```
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table. A fact about a
//! field that readers should know is a sentence in `facts`; a section of a page is a module of its
//! own, and a placeholder in `template`.
//!
//! | module | subject |
//! |---|---|
//! | `problem` | what is wrong with an example or a template, and in which file |
//! | `markdown` | code spans and fences, what Markdown would eat, front matter |
//! | `literal` | values as they are written in a configuration |
//! | `kind` | kinds of pages: folders, words, what Terraform must be |
//! | `relations` | which fields of a schema conflict, or need each other, seen from both sides |
//! | `validators` | which values a field takes, in sentences |
//! | `facts` | what is to be known of a field, in sentences |
//! | `section` | the schema: arguments, attributes, nested schemas |
//! | `function` | signature and arguments of a function |
//! | `provider` | what is documented |
//! | `sources` | examples and templates, and which page each belongs to |
//! | `import` | how existing objects are imported |
//! | `template` | pages by hand, with placeholders |
//! | `pages` | the pages |
//! | `compare` | what the files that are there differ in |

mod compare;
mod facts;
mod function;
mod import;
mod kind;
mod literal;
mod markdown;
mod pages;
mod problem;
mod provider;
mod relations;
mod section;
mod sources;
mod template;
#[cfg(test)]
mod tests;
mod validators;

pub use compare::{Comparison, Difference, compare, is_page};
pub use kind::PageKind;
pub use literal::key;
pub use problem::Problem;
pub use provider::{Documented, Provider};
pub use sources::{Example, ExampleForm, Sources};
