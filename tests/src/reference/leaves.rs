//! Two objects of one schema, leaf by leaf.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Nesting};
use schema_runtime::value::Value;

/// A leaf, or a collection of objects that differs in its elements' count.
#[derive(Debug)]
pub struct Leaf<'a> {
    /// Where it is.
    pub path: Path,
    /// Its field.
    pub field: &'a Field,
    /// As it was.
    pub prior: &'a Value,
    /// As it is configured.
    pub config: &'a Value,
    /// What the reference planned.
    pub theirs: &'a Value,
    /// What we planned.
    pub ours: &'a Value,
    /// In an element that the prior object has not.
    pub new_element: bool,
    /// Deep in a set.
    pub in_set: bool,
}

/// Four objects side by side.
#[derive(Clone, Copy, Debug)]
pub struct Four<'a> {
    /// As it was.
    pub prior: &'a Value,
    /// As it is configured.
    pub config: &'a Value,
    /// What the reference answers.
    pub theirs: &'a Value,
    /// What we answer.
    pub ours: &'a Value,
}

impl<'a> Four<'a> {
    fn map(self, f: impl Fn(&'a Value) -> &'a Value) -> Four<'a> {
        Four {
            prior: f(self.prior),
            config: f(self.config),
            theirs: f(self.theirs),
            ours: f(self.ours),
        }
    }
}

/// Calls `each` with every leaf.
pub fn walk<'a>(block: &'a Block, four: Four<'a>, each: &mut dyn FnMut(Leaf<'a>)) {
    let mut walk = Walk {
        path: Path::root(),
        new_element: false,
        each,
    };
    walk.object(block, four);
}

struct Walk<'a, 'f> {
    path: Path,
    new_element: bool,
    each: &'f mut dyn FnMut(Leaf<'a>),
}

fn at(value: &Value, position: usize) -> &Value {
    value
        .as_object()
        .and_then(|fields| fields.get(position))
        .unwrap_or(&Value::Null)
}

fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::List(elements) => Some(elements),
        _ => None,
    }
}

impl<'a> Walk<'a, '_> {
    fn object(&mut self, block: &'a Block, four: Four<'a>) {
        for (position, field) in block.fields.iter().enumerate() {
            self.path.push(Step::Attribute(field.name.clone()));
            self.field(field, four.map(|value| at(value, position)));
            self.path.pop();
        }
    }

    fn field(&mut self, field: &'a Field, four: Four<'a>) {
        if let Some((Nesting::List, block)) = field.nested_block()
            && let (Some(ours), Some(theirs)) = (list(four.ours), list(four.theirs))
            && ours.len() == theirs.len()
        {
            for i in 0..ours.len() {
                let element = four.map(|value| {
                    list(value)
                        .and_then(|elements| elements.get(i))
                        .unwrap_or(&Value::Null)
                });
                let outer = self.new_element;
                self.new_element |= element.prior.is_null();
                self.path.push(Step::Index(i as u64));
                if element.ours.as_object().is_some() && element.theirs.as_object().is_some() {
                    self.object(block, element);
                } else {
                    self.leaf(field, element);
                }
                self.path.pop();
                self.new_element = outer;
            }
            return;
        }
        self.leaf(field, four);
    }

    fn leaf(&mut self, field: &'a Field, four: Four<'a>) {
        (self.each)(Leaf {
            path: self.path.clone(),
            field,
            prior: four.prior,
            config: four.config,
            theirs: four.theirs,
            ours: four.ours,
            new_element: self.new_element,
            in_set: false,
        });
    }
}
