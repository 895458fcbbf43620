//! The documentation of a provider as Terraform's registry shows it: Markdown pages made from its
//! schemas.
//!
//! This is an inner crate of `schema-provider`: it promises no semver, and nothing else should
//! depend on it. It reads and writes no file: [`Provider::pages`] takes the contents of examples
//! and templates and returns the pages, always the same for the same input; [`compare`] reports how
//! the existing files differ. File access, the check of examples and the `docs` command are in
//! `schema-local`.
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
//! From the lowest layer up: a module imports only from those above it in the table. A new fact
//! about a field becomes a sentence in `facts`; a new section of a page gets its own module, and a
//! placeholder in `template`.
//!
//! | module | subject |
//! |---|---|
//! | `problem` | what is wrong with an example or a template, and in which file |
//! | `markdown` | code spans and fences, escaping, front matter |
//! | `literal` | values as written in a configuration |
//! | `kind` | kinds of pages: folders, words, required Terraform version |
//! | `relations` | which fields of a schema conflict or need each other, from both sides |
//! | `validators` | which values a field accepts, in sentences |
//! | `facts` | the facts about a field, in sentences |
//! | `section` | the schema: arguments, attributes, nested schemas |
//! | `function` | the signature and arguments of a function |
//! | `provider` | what is documented |
//! | `sources` | examples and templates, and which page each belongs to |
//! | `import` | how existing objects are imported |
//! | `template` | handwritten pages, with placeholders |
//! | `pages` | the pages |
//! | `compare` | how the existing files differ |

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
