//! placeholder

#[doc(hidden)]
pub use schema_runtime::__private;
