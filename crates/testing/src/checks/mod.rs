//! A step's expectations of one object, and whether they hold.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `place` | one value of a check, and what it must be |
//! | `evaluate` | whether a value passes a check, and the message if not |
//! | `object` | checks of the plan for one object, and of its saved values |
//! | `opened` | checks of ephemeral resources |
//! | `listed` | checks of the objects that a query lists |

pub(crate) mod evaluate;
pub(crate) mod listed;
pub(crate) mod object;
pub(crate) mod opened;
pub(crate) mod place;
