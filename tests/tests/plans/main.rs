//! What no person wrote down: random plans, and the inputs that fuzzing found.

#[cfg(feature = "providers")]
mod corpus;
mod strict_plans;
