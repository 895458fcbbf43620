//! Templates and their directives.

use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Demand, Evaluator, MarkKinds, TypedValue};
use crate::language::hcl::ast::{Expr, Part};
use crate::language::hcl::nfc;
use crate::source::Location;

/// A string under construction.
#[derive(Default)]
struct Text {
    whole: String,
    unknown: bool,
    kinds: MarkKinds,
}

impl Text {
    fn finish(self) -> TypedValue {
        if self.unknown {
            TypedValue::unknown_not_null(Type::String).marked(self.kinds)
        } else {
            TypedValue::string(nfc(&self.whole)).marked(self.kinds)
        }
    }
}

const INTERPOLATED: Demand<'static> = Demand {
    if_null: (
        "Invalid template interpolation value",
        "The expression result is null. Cannot include a null value in a string template.",
    ),
    if_wrong: (
        "Invalid template interpolation value",
        "Cannot include the given value in a string template: ",
    ),
};

impl Evaluator<'_> {
    pub(super) fn template(&mut self, parts: &[Part]) -> TypedValue {
        if let [Part::Interpolation(only)] = parts {
            return self.expr(only);
        }
        let mut text = Text::default();
        for part in parts {
            match part {
                Part::Literal(literal) => text.whole.push_str(literal),
                Part::Interpolation(expr) => {
                    let value = self.expr(expr);
                    if !self.append(&value, &mut text, &expr.at) {
                        return TypedValue::unknown_of(Type::String).marked(text.kinds);
                    }
                }
            }
        }
        text.finish()
    }

    /// Concatenates the results of a `for` directive.
    pub(super) fn join(&mut self, expr: &Expr) -> TypedValue {
        let value = self.expr(expr);
        let mut text = Text {
            kinds: value.whole_kinds(),
            ..Text::default()
        };
        match value.elements() {
            Some(elements) => {
                for (_, element) in elements {
                    if !self.append(&element, &mut text, &expr.at) {
                        return TypedValue::unknown_of(Type::String).marked(text.kinds);
                    }
                }
            }
            None => text.unknown = true,
        }
        text.finish()
    }

    /// Appends a value; returns whether the text is still short enough.
    fn append(&mut self, value: &TypedValue, text: &mut Text, at: &Location) -> bool {
        text.kinds |= value.kinds();
        let before = text.whole.len();
        match self.demanded(value, &Type::String, &INTERPOLATED, at) {
            Some(Value::String(string)) => text.whole.push_str(&string),
            _ => text.unknown = true,
        }
        self.has_room(text.whole.len() - before, at)
    }
}
