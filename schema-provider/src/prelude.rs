//! What a provider's author writes all the time: `use schema_provider::prelude::*`.
//!
//! | names | for |
//! |---|---|
//! | [`Schema`], [`SchemaEnum`], [`SchemaNewtype`], [`Function`](macro@crate::Function) | deriving schemas and types |
//! | [`Provider`], [`Resource`], [`Update`], [`DataSource`], [`EphemeralResource`], [`Renew`], [`ListResource`], [`Action`], [`ActionPlan`], [`StateStore`], [`Function`](trait@crate::Function) | the code |
//! | [`ResourceDef`], [`DataSourceDef`], [`EphemeralDef`], [`ListDef`], [`ActionDef`], [`StateStoreDef`], [`FunctionDef`], [`resources!`], [`data_sources!`], [`ephemeral_resources!`], [`list_resources!`], [`actions!`], [`state_stores!`], [`functions!`] | what a provider has |
//! | [`Cx`], [`CallKind`], [`DeferReason`], [`ResourceData`], [`PlanData`], [`PlanKind`], [`ConfigData`], [`EphemeralData`], [`OpenData`], [`ListSink`], [`MovedState`], [`OldState`], [`Suppress`], [`Environment`], [`Bytes`] | what the code gets |
//! | [`AttrPath`], [`Val`] | fields, and values that may be unknown |
//! | [`Set`], [`BTreeMap`], [`Number`], [`Json`], [`Secret`], [`Cidr`], [`CaseInsensitive`], [`Canonical`], [`Dynamic`] | types of fields |
//! | [`Result`], [`Diagnostic`], [`Diagnostics`], [`DiagnosticsContext`], [`bail!`], [`ApiError`], [`OptionalExt`], [`FunctionResult`], [`FunctionError`], [`AtArgument`] | errors |
//! | [`wait`], [`nothing_to_read!`] | waiting and trying again; resources without `read` |
//!
//! Types whose names mean something else in many programs are not in it, but beside it:
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
