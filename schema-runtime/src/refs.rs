//! [`Ref`]: data that is either static or shared; the rules have it too.

pub use schema_rules::refs::*;
