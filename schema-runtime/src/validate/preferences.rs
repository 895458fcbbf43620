//! `prefer_write_only`: warns about attributes that should be set through their write-only
//! counterpart.

use super::relations::{Presence, look};
use super::{Validation, is_set};
use crate::diagnostics::Diagnostics;
use crate::schema::{Block, Environment, Extra, dotted};
use crate::value::Value;

/// A warning at each field that is configured instead of its write-only counterpart
/// (`prefer_write_only` in an annotation). For clients that know write-only attributes: an older
/// one would keep their values in its state.
pub fn write_only_preferences(block: &Block, config: &Value) -> Diagnostics {
    let environment = Environment::default();
    let mut walk = Validation::new(&environment);
    if prefers_write_only(block) {
        walk.preferences(block, config);
    }
    walk.diagnostics
}

/// Whether a field of this block, at any depth, has a write-only counterpart to prefer.
pub fn prefers_write_only(block: &Block) -> bool {
    let prefers = |extra: &Extra| matches!(extra, Extra::PreferWriteOnly { .. });
    block.any_field(&|field| field.extras.iter().any(prefers))
}

impl<'a> Validation<'a> {
    fn preferences(&mut self, block: &'a Block, object: &'a Value) {
        self.fields(block, object, |walk, field, value| {
            if !is_set(field, value) {
                return;
            }
            for extra in field.extras.iter() {
                if let Extra::PreferWriteOnly { field: other } = extra
                    && look(block, object, other) == Presence::Unset
                {
                    let (at, other) = (walk.trail.path(), dotted(other));
                    walk.diagnostics.warn_at(
                        &at,
                        format!("{at} is kept in the state"),
                        format!(
                            "The write-only argument {other} has the same meaning and is stored \
                             neither in the plan nor in the state: set it instead of {}.",
                            field.name
                        ),
                    );
                }
            }
            if let Some((_, inner)) = field.nested_block() {
                walk.objects(value, |walk, object| walk.preferences(inner, object));
            }
        });
    }
}
