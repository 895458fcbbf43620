//! `for` expressions.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Demand, Evaluator, MAX_PARTS, MarkKinds, TypedValue};
use crate::language::hcl::ast::{Expr, For};
use crate::source::Location;

/// The results of the elements so far.
#[derive(Default)]
struct ForResult {
    items: Vec<TypedValue>,
    groups: BTreeMap<Arc<str>, Vec<TypedValue>>,
    /// Whether the number of elements depends on something unknown.
    open: bool,
    kinds: MarkKinds,
}

impl Evaluator<'_> {
    pub(super) fn for_expr(&mut self, each: &For, at: &Location) -> TypedValue {
        let collection_at = &each.collection.at;
        let (collection, marked) = self.expr(&each.collection).unmarked();
        if collection.value.is_null() {
            let detail = "A null value cannot be used as the collection in a 'for' expression.";
            return self.fail("Iteration over null value", detail, collection_at);
        }
        if collection.ty.is_primitive() {
            let detail = format!(
                "A value of type {} cannot be used as the collection in a 'for' expression.",
                collection.ty
            );
            return self.fail("Iteration over non-iterable value", detail, collection_at);
        }
        let Some(elements) = collection.elements() else {
            return TypedValue::unknown().marked(marked);
        };
        let mut made = ForResult {
            kinds: marked,
            ..ForResult::default()
        };
        let outer = self.bound.len();
        let before = std::mem::take(self.messages);
        let mut too_many = false;
        for (key, value) in elements {
            self.bound
                .extend(each.key_name.as_ref().map(|name| (Arc::clone(name), key)));
            self.bound.push((Arc::clone(&each.value_name), value));
            self.element_of_for(each, &mut made);
            self.bound.truncate(outer);
            // Nested loops grow without limit.
            self.made_parts += 1;
            if self.made_parts > MAX_PARTS {
                too_many = true;
                break;
            }
            if self.is_full() {
                made.open = true;
                break;
            }
        }
        // Elements of a sensitive collection carry no marks of their own, but their messages would
        // show them.
        let own = std::mem::replace(self.messages, before);
        self.messages.extend(own.reported(marked.any()));
        if too_many {
            let detail = "The 'for' expressions here make more than a million elements.";
            return self.fail("Value too large", detail, at);
        }
        if made.open {
            return TypedValue::unknown().marked(made.kinds);
        }
        let result = match (&each.key, each.grouped) {
            (None, _) => TypedValue::tuple(made.items),
            (Some(_), grouped) => {
                let groups = made.groups.into_iter().filter_map(|(key, mut values)| {
                    let value = match grouped {
                        true => TypedValue::tuple(values),
                        false => values.pop()?,
                    };
                    Some((key, value))
                });
                TypedValue::object(groups.collect())
            }
        };
        result.marked(made.kinds)
    }

    fn element_of_for(&mut self, each: &For, made: &mut ForResult) {
        let included = match &each.condition {
            Some(condition) => self.is_included(condition, made),
            None => Some(true),
        };
        if included != Some(true) {
            made.open |= included.is_none();
            return;
        }
        let Some(key) = &each.key else {
            let value = self.expr(&each.value);
            made.items.push(value);
            return;
        };
        let Some(name) = self.key_of_for(key, made) else {
            made.open = true;
            return;
        };
        let value = self.expr(&each.value);
        if !each.grouped && made.groups.contains_key(&name) {
            let which = match made.kinds.any() {
                true => "the same key".to_owned(),
                false => format!("the key \"{name}\""),
            };
            let detail = format!(
                "Two different items produced {which} in this 'for' expression. If duplicates are \
                 expected, use the ellipsis (...) after the value expression to enable grouping by \
                 key."
            );
            self.fail("Duplicate object key", detail, &key.at);
            made.open = true;
            return;
        }
        made.groups.entry(name).or_default().push(value);
    }

    /// `None` if the answer is unknown or invalid.
    fn is_included(&mut self, condition: &Expr, made: &mut ForResult) -> Option<bool> {
        let value = self.expr(condition);
        made.kinds |= value.kinds();
        let demand = Demand {
            if_null: (
                "Condition is null",
                "The value of the 'if' clause must not be null.",
            ),
            if_wrong: (
                "Invalid 'for' condition",
                "The 'if' clause value is invalid: ",
            ),
        };
        let included = self.demanded(&value, &Type::Bool, &demand, &condition.at)?;
        Some(included == Value::Bool(true))
    }

    fn key_of_for(&mut self, key: &Expr, made: &mut ForResult) -> Option<Arc<str>> {
        let value = self.expr(key);
        made.kinds |= value.kinds();
        const SUMMARY: &str = "Invalid object key";
        let demand = Demand {
            if_null: (
                SUMMARY,
                "Key expression in 'for' expression must not produce a null value.",
            ),
            if_wrong: (SUMMARY, "The key expression produced an invalid result: "),
        };
        match self.demanded(&value, &Type::String, &demand, &key.at)? {
            Value::String(name) => Some(name),
            _ => None,
        }
    }
}
