//! Sets in the result of a data source, whose elements must be the configured ones.

use std::collections::HashMap;

use super::element_defaults::{agrees, without};
use crate::path::{BorrowedPath, BorrowedStep, Path, object_steps};
use crate::schema::{Block, Field, Nesting};
use crate::value::{Value, each_fits_some};

/// The configured sets of blocks and nested attributes whose elements a result does not have, or
/// that have others in it. Elements may differ in what the provider may fill in. (A plan's sets are
/// only counted: elements of a set have no name.)
#[must_use]
pub fn changed_sets(block: &Block, config: &Value, result: &Value) -> Vec<Path> {
    let mut walk = Walk::default();
    walk.object(block, config, result);
    walk.found
}

#[derive(Default)]
struct Walk<'a> {
    trail: BorrowedPath<'a>,
    found: Vec<Path>,
}

impl<'a> Walk<'a> {
    fn object(&mut self, block: &'a Block, config: &'a Value, result: &'a Value) {
        let (Value::Object(config), Value::Object(result)) = (config, result) else {
            return;
        };
        for (field, (config, result)) in block.fields.iter().zip(config.iter().zip(result)) {
            let Some((nesting, inner)) = field.nested_block() else {
                continue;
            };
            self.trail.push(BorrowedStep::Attribute(&field.name));
            match (nesting, config, result) {
                (Nesting::Set, Value::Set(config), Value::Set(result)) => {
                    if !same_elements(inner, config.as_slice(), result.as_slice()) {
                        self.found.push(self.trail.path());
                    }
                }
                _ => {
                    for ((step, config), (_, result)) in
                        object_steps(config).zip(object_steps(result))
                    {
                        if let Some(step) = step {
                            self.trail.push(step);
                        }
                        self.object(inner, config, result);
                        if step.is_some() {
                            self.trail.pop();
                        }
                    }
                }
            }
            self.trail.pop();
        }
    }
}

/// Elements with equal configured values are compared with each other: several may have become one.
fn same_elements(block: &Block, configs: &[Value], results: &[Value]) -> bool {
    let mut groups: HashMap<Value, [Vec<&Value>; 2]> = HashMap::new();
    for (side, elements) in [configs, results].into_iter().enumerate() {
        for element in elements {
            let key = without(block, element, &Field::is_wire_computed);
            if let Some(group) = groups.entry(key).or_default().get_mut(side) {
                group.push(element);
            }
        }
    }
    groups.values().all(|[configs, results]| {
        each_fits_some(configs, results, |config, result| {
            agrees(block, config, result, &Field::is_wire_computed)
        })
    })
}
