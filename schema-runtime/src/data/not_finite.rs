//! Numbers that no state can hold: the infinities, which NaN also arrives as.

use crate::codec::expected::Expected;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::path::{BorrowedStep, Path, Step};
use crate::schema::{Block, Field};
use crate::terraform_core::{declared, each_part};
use crate::value::Value;

/// How many of them are reported one by one.
const TOLD: usize = 20;

/// An error for each infinite number in an object, which says what happens to it (`so`: a
/// sentence).
pub fn not_finite(block: &Block, object: &Value, so: &str) -> Diagnostics {
    let mut found = Found::default();
    found.look(Expected::Object(block), object);
    found.diagnostics(so)
}

/// The same for one root field.
pub(super) fn field_not_finite(field: &Field, value: &Value, so: &str) -> Diagnostics {
    let mut found = Found::default();
    let step = Step::Attribute(field.name.clone());
    found.inside(step, |found| found.look(declared(field), value));
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

    fn look(&mut self, expected: Expected<'_>, value: &Value) {
        if is_finite(value) {
            return;
        }
        match value {
            Value::Number(_) => self.places.push(self.path.clone()),
            Value::Dynamic(dynamic) => self.look(Expected::Type(&dynamic.ty), &dynamic.value),
            _ => {
                each_part(expected, value, |step, expected, part| {
                    let step = match step {
                        // Set elements may be secret.
                        BorrowedStep::Element(_) => Step::Element(Box::new(Value::Null)),
                        step => step.step(),
                    };
                    self.inside(step, |found| found.look(expected, part));
                });
            }
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
