//! Numbers compared with the sum or product of others.

use super::relations::find;
use super::{Validation, checks, invalid};
use crate::number::Number;
use crate::schema::{Block, Field, FieldPath, Total, dotted};
use crate::value::Value;

impl Validation<'_> {
    /// Reports nothing if a number is unknown, or if their sum or product exceeds the limits of
    /// [`Number`]. As in the Go framework's validators, a sum omits nulls, and a product with a
    /// null is not compared.
    pub(super) fn compare(
        &mut self,
        (block, object): (&Block, &Value),
        (field, value): (&Field, &Value),
        total: Total,
        fields: &[FieldPath],
    ) {
        let Some(own) = number(value) else { return };
        let mut secret = self.secret || field.is_secret();
        let product = total == Total::EqualToProduct;
        let mut result = Number::from_i64(i64::from(product));
        for other in fields {
            // What surrounds a nested one may be secret as well.
            secret |= other.len() > 1;
            let (target, value) = find(block, object, other);
            secret |= target.is_some_and(Field::is_secret);
            let number = match number(value) {
                Some(number) => number,
                None if value.is_null() && !product => continue,
                None => return,
            };
            let next = if product {
                result.checked_mul(number)
            } else {
                result.checked_add(number)
            };
            let Ok(next) = next else { return };
            result = next;
        }
        let (passes, words) = match total {
            Total::AtLeastSum => (*own >= result, "at least the sum of"),
            Total::AtMostSum => (*own <= result, "at most the sum of"),
            Total::EqualToSum => (*own == result, "the sum of"),
            Total::EqualToProduct => (*own == result, "the product of"),
        };
        if passes {
            return;
        }
        let names: Vec<String> = fields.iter().map(dotted).collect();
        let mut must = format!("{words} {}", names.join(", "));
        let got = if secret {
            "not".to_owned()
        } else {
            must.push_str(&format!(" ({})", checks::show_number(&result)));
            checks::show_number(own)
        };
        self.diagnostics
            .push(invalid(&self.trail.path(), &must, &got));
    }
}

fn number(value: &Value) -> Option<&Number> {
    match value {
        Value::Number(number) => Some(number),
        Value::Dynamic(dynamic) => number(&dynamic.value),
        _ => None,
    }
}
