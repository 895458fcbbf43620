//! Changes that the engine completes itself, since provider code can neither see nor make them: in
//! the `timeouts` block, and between null and an empty collection in a force-new field whose Rust
//! type does not distinguish them.

use crate::schema::{Block, Field, Flags, Schema};
use crate::value::{Value, aligned};

/// Whether the prior object differs from the planned one, but in nothing that needs provider code.
#[must_use]
pub fn completes_itself(schema: &Schema, prior: &Value, planned: &Value) -> bool {
    let (Value::Object(old), Value::Object(new)) = (prior, planned) else {
        return false;
    };
    prior != planned && !needs_provider_code(schema, old, new)
}

/// Whether anything differs that needs provider code.
pub(super) fn needs_provider_code(schema: &Schema, prior: &[Value], planned: &[Value]) -> bool {
    let timeouts = schema.timeouts_index();
    let fields = schema.block.fields.iter().zip(prior.iter().zip(planned));
    let mut fields = fields.enumerate().filter(|(i, _)| Some(*i) != timeouts);
    fields.any(|(_, (field, (old, new)))| !field_is_alike(field, old, new, false))
}

fn field_is_alike(field: &Field, old: &Value, new: &Value, all: bool) -> bool {
    if old == new {
        return true;
    }
    let all = field.is(Flags::FORCE_NEW) || all && field.is_configurable();
    if all && field.reads_alike(old, new) {
        return true;
    }
    let Some((_, block)) = field.nested_block() else {
        return false;
    };
    let mut objects = old.objects().zip(new.objects());
    aligned(old, new) && objects.all(|(old, new)| object_is_alike(block, old, new, all))
}

fn object_is_alike(block: &Block, old: &Value, new: &Value, all: bool) -> bool {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return old == new;
    };
    let mut fields = block.fields.iter().zip(old.iter().zip(new));
    fields.all(|(field, (old, new))| field_is_alike(field, old, new, all))
}
