//! `prefer_write_only`: warns about attributes that should be set through their write-only
//! counterpart.

use super::is_set;
use super::relations::{Found, find};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{BorrowedPath, BorrowedStep, steps};
use crate::schema::{Block, Extra, dotted};
use crate::value::Value;

/// A warning at each field that is configured instead of its write-only counterpart
/// (`prefer_write_only` in an annotation). For clients that know write-only attributes: an older
/// one would keep their values in its state.
pub fn write_only_preferences(block: &Block, config: &Value) -> Diagnostics {
    let mut walk = Walk::default();
    if prefers_write_only(block) {
        walk.object(block, config);
    }
    walk.found
}

/// Whether a field of this block, at any depth, has a write-only counterpart to prefer.
pub fn prefers_write_only(block: &Block) -> bool {
    let prefers = |extra: &Extra| matches!(extra, Extra::PreferWriteOnly { .. });
    block.any_field(&|field| field.extras.iter().any(prefers))
}

#[derive(Default)]
struct Walk<'a> {
    trail: BorrowedPath<'a>,
    found: Diagnostics,
}

impl<'a> Walk<'a> {
    fn object(&mut self, block: &'a Block, object: &'a Value) {
        for (field, value) in block.with_values(object) {
            if !is_set(field, value) {
                continue;
            }
            self.trail.push(BorrowedStep::Attribute(&field.name));
            for extra in field.extras.iter() {
                let Extra::PreferWriteOnly { field: other } = extra else {
                    continue;
                };
                let taken = match find(block, object, other) {
                    Found::At(field, value) => is_set(field, value),
                    Found::Unknown => true,
                    Found::Unset => false,
                };
                if !taken {
                    let (at, other) = (self.trail.path(), dotted(other));
                    self.found.push(
                        Diagnostic::warning(format!("{at} is kept in the state"))
                            .with_detail(format!(
                                "The write-only argument {other} has the same meaning and is \
                                 stored neither in the plan nor in the state: set it instead of \
                                 {}.",
                                field.name
                            ))
                            .at(at),
                    );
                }
            }
            if let Some((_, inner)) = field.nested_block() {
                self.nested(inner, value);
            }
            self.trail.pop();
        }
    }

    fn nested(&mut self, block: &'a Block, value: &'a Value) {
        for (step, element) in steps(value) {
            self.trail.push(step);
            self.object(block, element);
            self.trail.pop();
        }
        if !value.is_collection() {
            self.object(block, value);
        }
    }
}
