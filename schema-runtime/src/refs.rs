//! [`Ref`]: data that is either static or shared; `schema-rules` uses it too.
//!
//! ```
//! use schema_runtime::refs::{Ref, Text};
//!
//! const NAME: Text = Ref::text("name");
//! let built: Text = Ref::Shared(format!("na{}", "me").into());
//! assert_eq!(NAME.as_str(), built.as_str());
//! ```

pub use schema_rules::refs::*;
