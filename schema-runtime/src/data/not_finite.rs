//! Numbers that no state can hold: the infinities, which NaN also arrives as.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{BorrowedStep, Path, Step, steps};
use crate::schema::{Block, Field, Kind};
use crate::ty::Type;
use crate::value::Value;

/// How many of them are reported one by one.
const TOLD: usize = 20;

/// An error for each infinite number in an object, which says what happens to it (`so`: a
/// sentence).
pub fn not_finite(block: &Block, object: &Value, so: &str) -> Diagnostics {
    let mut found = Found::default();
    found.object(block, object);
    found.diagnostics(so)
}

/// The same for one root field.
pub(super) fn field_not_finite(field: &Field, value: &Value, so: &str) -> Diagnostics {
    let mut found = Found::default();
    found.field(field, value);
    found.diagnostics(so)
}

#[derive(Default)]
struct Found {
    path: Path,
    places: Vec<Path>,
}

impl Found {
    fn diagnostics(self, so: &str) -> Diagnostics {
        let more = self.places.len().saturating_sub(TOLD);
        let mut diagnostics: Diagnostics = self
            .places
            .into_iter()
            .take(TOLD)
            .map(|path| {
                Diagnostic::error(format!("{path} is infinite or not a number"))
                    .with_detail(format!(
                        "The value of {path} is an infinity or NaN, which Terraform cannot store. \
                         {so} Check the calculation, for example for a division by zero; if there \
                         is not a number, make the field an Option and leave it null."
                    ))
                    .at(path)
            })
            .collect();
        if more > 0 {
            diagnostics.push(
                Diagnostic::error(format!("{more} more values are infinite or not a number"))
                    .with_detail(so),
            );
        }
        diagnostics
    }

    fn inside(&mut self, step: Step, look: impl FnOnce(&mut Self)) {
        self.path.push(step);
        look(self);
        self.path.pop();
    }

    fn object(&mut self, block: &Block, object: &Value) {
        for (field, value) in block.with_values(object) {
            self.field(field, value);
        }
    }

    fn field(&mut self, field: &Field, value: &Value) {
        if is_finite(value) {
            return;
        }
        self.inside(Step::Attribute(field.name.clone()), |found| {
            match &field.kind {
                Kind::Attribute { ty } => found.leaf(ty, value),
                Kind::Nested { block, .. } | Kind::Block { block, .. } => {
                    found.elements(value, |found, element| found.object(block, element));
                }
            }
        });
    }

    /// The elements of a collection, or the value itself if it is not one.
    fn elements(&mut self, value: &Value, look: impl Fn(&mut Self, &Value)) {
        if !value.is_collection() {
            look(self, value);
        }
        for (step, element) in steps(value) {
            let step = match step {
                // Set elements may be secret.
                BorrowedStep::Element(_) => Step::Element(Box::new(Value::Null)),
                step => step.step(),
            };
            self.inside(step, |found| look(found, element));
        }
    }

    fn leaf(&mut self, ty: &Type, value: &Value) {
        match (ty, value) {
            (_, Value::Number(number)) if !number.is_finite() => {
                self.places.push(self.path.clone())
            }
            (_, Value::Dynamic(dynamic)) => self.leaf(&dynamic.ty, &dynamic.value),
            (Type::List(ty) | Type::Set(ty) | Type::Map(ty), value) => {
                self.elements(value, |found, element| found.leaf(ty, element));
            }
            (Type::Tuple(types), Value::List(elements)) => {
                for (index, (ty, element)) in types.iter().zip(elements).enumerate() {
                    self.inside(Step::Index(index as u64), |found| found.leaf(ty, element));
                }
            }
            (Type::Object(attributes), Value::Object(values)) => {
                for (attribute, value) in attributes.iter().zip(values) {
                    let step = Step::Attribute(attribute.name.clone());
                    self.inside(step, |found| found.leaf(&attribute.ty, value));
                }
            }
            _ => {}
        }
    }
}

/// Whether all numbers in a value are finite.
fn is_finite(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_finite(),
        other => other.children().all(is_finite),
    }
}
