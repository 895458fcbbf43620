//! Generated test cases: random plans, and the inputs that fuzzing found.

#[cfg(feature = "providers")]
mod corpus;
#[cfg(feature = "providers")]
mod generated_config;
mod strict_plans;
