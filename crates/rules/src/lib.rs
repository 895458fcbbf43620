//! Every rule for provider schemas: its number, its text, and the check.
//!
//! The same rules serve three callers. The derive macro fills [`facts`] from one struct's
//! annotations and turns each [`Violation`] into a compile error at the token to blame; the runtime
//! fills the same facts from schemas built at run time; the documentation prints the [`catalogue`].
//! This crate knows no tokens, values or network and has no dependencies, so a proc macro only pays
//! for compiling it.
//!
//! ```
//! use schema_rules::{BlockFacts, BlockKind, FieldFacts, Mode, Scalar, Shape, check_block};
//!
//! let mut size = FieldFacts::new("size", Shape::Scalar(Scalar::Integer));
//! size.required = true;
//! size.optional = true;
//! let mut disk = BlockFacts::new(BlockKind::Resource);
//! disk.fields.push(size);
//!
//! let found = check_block(&disk, Mode::Ours);
//! assert_eq!(found.len(), 1);
//! assert_eq!(found[0].rule.to_string(), "R2");
//! assert_eq!(found[0].message, "`size` is both required and optional");
//! ```
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | [`refs`] | static or shared data |
//! | `suggest` | the known name closest to a misspelt one |
//! | `duration` | durations as Go writes them |
//! | `pattern` | patterns of import ids |
//! | `escape` | strings as a configuration writes them |
//! | `words` | descriptions of valid values |
//! | [`format`] | strings of a known format: addresses, times, encodings |
//! | [`catalogue`] | every rule with its number, its constant and its entry in the table |
//! | `violation` | a check's findings: rule, place, text |
//! | [`shared_texts`] | messages of errors that the derive, constants and schemas built at run time share |
//! | `scalar` | the kinds of primitive values |
//! | `literal` | values as written, and intervals of them |
//! | [`validator`] | the validators, one file each |
//! | [`facts`] | the facts of a schema, as plain data |
//! | `names` | reserved names |
//! | `check` | the rules, over one struct and what is nested in it |
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod catalogue;
mod check;
mod duration;
mod escape;
pub mod facts;
pub mod format;
mod literal;
mod names;
mod pattern;
pub mod refs;
mod scalar;
pub mod shared_texts;
mod suggest;
pub mod validator;
mod violation;
mod words;

pub use catalogue::{CaughtBy, Family, Origin, RULES, Rule, RuleInfo, Severity};
pub use check::{Mode, check_block, sounds_secret, unfit_validators, whole_numbers};
pub use duration::{DurationError, format_duration, parse_duration, short_duration};
pub use escape::{is_shown, quoted, quoted_with, without_templates};
pub use facts::*;
pub use format::Format;
pub use literal::{Bound, Interval, Literal, from_environment};
pub use names::{Taken, is_identifier, snake_case, taken_at_root};
pub use pattern::{PatternPart, parse_pattern};
pub use scalar::Scalar;
pub use suggest::{did_you_mean, listed, near, suggest};
pub use validator::{ValidatorFacts, ValidatorKind};
pub use violation::{Subject, Text, Violation};
pub use words::{Counted, Words};
