//! Semantic equality: whether two values mean the same.

use crate::path::Path;
use crate::schema::{Block, Field, SuppressRequest};
use crate::value::Value;

/// The whole objects that a leaf belongs to, for suppress functions that read them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootObjects<'a> {
    pub(crate) prior: &'a Value,
    pub(crate) config: &'a Value,
    pub(crate) block: &'a Block,
}

/// Whether two known values of an attribute mean the same, by its canonical form or its suppress
/// function. Identical values always do.
pub(crate) fn same_meaning(
    field: &Field,
    path: &Path,
    root: RootObjects<'_>,
    old: &Value,
    new: &Value,
) -> bool {
    // A dynamic null may or may not carry its type.
    if old == new || (old.is_null() && new.is_null()) {
        return true;
    }
    if old.is_null() || new.is_null() || !old.is_wholly_known() || !new.is_wholly_known() {
        return false;
    }
    if let Some(canonical) = field.canonical()
        && canonical(old) == canonical(new)
    {
        return true;
    }
    field.suppress().is_some_and(|suppress| {
        let request = SuppressRequest {
            path,
            prior: root.prior,
            config: root.config,
            block: root.block,
        };
        suppress(&request, old, new)
    })
}
