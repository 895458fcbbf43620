//! One command over one configuration, and its expected outcome.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `test_context` | what code of a test sees between steps |
//! | `expectations` | what must come of a step |
//! | `step` | one command over one configuration, and its expected outcome |
//! | `expect` | the methods of a step that say what must come of it |
//! | `misplaced` | what is said of a step that its command does nothing with |
//! | `outcome` | what a step led to, compared with what it says |

pub(crate) mod expect;
pub(crate) mod expectations;
pub(crate) mod misplaced;
pub(crate) mod outcome;
pub(crate) mod step;
pub(crate) mod test_context;
