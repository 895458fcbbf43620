//! [`List`]: what an author implements for a resource whose objects can be listed.

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ListRoot;

use crate::default_methods::mark_default;
use crate::resource::Resource;

/// A resource whose objects can be listed: the list resource of its type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list resource",
    label = "needs `impl List for {Self}`"
)]
pub trait List: Resource {
    /// What a `list` block takes in its `config`: a struct with `#[schema(list = "…")]`, of the resource's type.
    type Filter: ListRoot;

    /// Checks what the block takes beyond what the schema says; values may be unknown.
    fn validate_filter(config: ConfigData<'_, Self::Filter>) -> Diagnostics {
        let _ = config;
        mark_default::<Self>();
        Diagnostics::new()
    }
}
