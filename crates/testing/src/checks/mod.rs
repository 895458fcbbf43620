//! What a step expects of one object, and whether it is so.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `place` | one value of a check, and what it must be |
//! | `evaluate` | whether a value is as a check says, and the text where it is not |
//! | `object` | what must be planned for, and saved of, one object |
//! | `opened` | what a step checks of ephemeral resources |
//! | `listed` | what a step checks of the objects that a query lists |

pub(crate) mod evaluate;
pub(crate) mod listed;
pub(crate) mod object;
pub(crate) mod opened;
pub(crate) mod place;
