//! One command with one configuration, and its expected outcome.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `test_context` | what test code sees between steps |
//! | `expectations` | the expected outcome of a step |
//! | `step` | one command with one configuration, and its expected outcome |
//! | `expect` | the methods of a step that set its expected outcome |
//! | `misplaced` | options of a step that its command ignores |
//! | `outcome` | the outcome of a step, compared with its expectations |

pub(crate) mod expect;
pub(crate) mod expectations;
pub(crate) mod misplaced;
pub(crate) mod outcome;
pub(crate) mod step;
pub(crate) mod test_context;
