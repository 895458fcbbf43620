//! What provider code uses most: `use schema_provider::prelude::*`.
//!
//! | names | purpose |
//! |---|---|
//! | [`Schema`], [`SchemaEnum`], [`SchemaNewtype`], [`Function`](macro@crate::Function) | derive schemas and types |
//! | [`Provider`], [`Resource`], [`Update`], [`DataSource`], [`EphemeralResource`], [`Renew`], [`ListResource`], [`Action`], [`ActionPlan`], [`StateStore`], [`Function`](trait@crate::Function) | implement a provider and what it serves |
//! | [`ResourceDef`], [`DataSourceDef`], [`EphemeralDef`], [`ListDef`], [`ActionDef`], [`StateStoreDef`], [`FunctionDef`], [`resources!`], [`data_sources!`], [`ephemeral_resources!`], [`list_resources!`], [`actions!`], [`state_stores!`], [`functions!`] | register what a provider serves |
//! | [`Cx`], [`CallKind`], [`DeferReason`], [`ResourceData`], [`PlanData`], [`PlanKind`], [`ConfigData`], [`EphemeralData`], [`OpenData`], [`ListSink`], [`MovedState`], [`OldState`], [`Suppress`], [`Environment`], [`Bytes`] | arguments of provider code |
//! | [`AttrPath`], [`Val`] | fields, and values that may be unknown |
//! | [`Set`], [`BTreeMap`], [`Number`], [`Json`], [`Secret`], [`Cidr`], [`CaseInsensitive`], [`Canonical`], [`Dynamic`] | types of fields |
//! | [`Result`], [`Diagnostic`], [`Diagnostics`], [`DiagnosticsContext`], [`bail!`], [`ApiError`], [`OptionalExt`], [`FunctionResult`], [`FunctionError`], [`AtArgument`] | errors |
//! | [`wait`], [`nothing_to_read!`] | wait and retry; a resource without `read` |
//!
//! The prelude omits types whose names many programs use for something else:
//! [`Path`](crate::Path) (not `std::path::Path`), [`Value`](crate::Value) (not that of
//! `serde_json`), [`Change`](crate::Change), [`Changes`](crate::Changes) and
//! [`Severity`](crate::Severity).
//!
//! ```
//! use schema_provider::prelude::*;
//!
//! #[derive(Schema)]
//! #[schema(resource = "disk_image")]
//! pub struct Image {
//!     #[field(required)]
//!     name: String,
//! }
//!
//! assert_eq!(Image::NAME.path().to_string(), "name");
//! ```

#[doc(no_inline)]
pub use schema_shell::prelude::*;
