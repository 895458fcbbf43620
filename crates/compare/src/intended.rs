//! The differences that the book lists ("Differences from the Go SDK"), verified value by value: a
//! difference is intended only if its rule predicts exactly what the new program answered.

use schema_runtime::schema::{Block, Field};
use schema_runtime::value::Value;

/// The number of a difference in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Intended(pub(crate) u8);

impl Intended {
    /// Its heading in the book.
    #[must_use]
    pub(crate) fn heading(self) -> &'static str {
        match self.0 {
            0 => "Null inside a list, set or map is kept",
            1 => "A default applies to every null",
            2 => "Null, zero and empty are different",
            3 => "Any change inside a force-new block replaces",
            4 => "Computed values in new list elements are unknown",
            5 => "State functions",
            6 => "Sets with computed values inside",
            7 => "A conflict is reported on both sides",
            9 => "`id` is computed only",
            10 => "What is configured is planned unchanged",
            11 => "Every certain mistake is reported at once",
            12 => "A set element that an unknown one may displace",
            _ => "Computed values move with their list element",
        }
    }
}

/// The values at one path that decide whether a difference is intended.
#[derive(Clone, Copy)]
pub(crate) struct Five<'a> {
    pub(crate) old: &'a Value,
    pub(crate) new: &'a Value,
    pub(crate) config: &'a Value,
    pub(crate) prior: &'a Value,
    /// What the old program plans for a new object of this configuration.
    pub(crate) fresh: &'a Value,
}

/// The element of a list or set of blocks that contains a value.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) block: &'a Block,
    /// All elements of the prior object.
    pub(crate) priors: &'a [Value],
    /// All configured elements.
    pub(crate) configs: &'a [Value],
    pub(crate) config: &'a Value,
    pub(crate) set: bool,
}

/// The rule that predicts the new program's value, if any. Only a program of Go's SDKv2 has such an
/// excuse.
pub(crate) fn value(
    field: &Field,
    five: Five<'_>,
    around: Option<Element<'_>>,
) -> Option<Intended> {
    let Five {
        old,
        new,
        config,
        prior,
        fresh,
    } = five;
    let same = Value::equal_ignoring_refinements;
    let nothing = |value: &Value| value.is_null() || value.is_zero();
    if !config.is_null() {
        if same(new, config)
            && without_nulls(config) != *config
            && same(old, &without_nulls(config))
        {
            return Some(Intended(0));
        }
        // Terraform lets a program plan only the configured value or the prior one.
        // A state function's value depends on the configured text only.
        let processed = matches!((old, config), (Value::String(_), Value::String(_)));
        let number = match () {
            () if nothing(old) && nothing(new) => 2,
            () if processed && same(old, fresh) => 5,
            () => 10,
        };
        let excused =
            same(new, config) && (number == 2 || !same(old, prior) || config.is_unknown());
        return excused.then_some(Intended(number));
    }
    let by_rule = |right: bool, number| right.then_some(Intended(number));
    if let Some(Element {
        block,
        priors,
        configs,
        config: element,
        set,
    }) = around
        && field.is_wire_computed()
    {
        let at = block.fields.iter().position(|one| one.name == field.name)?;
        let continued = priors
            .iter()
            .filter(|prior| continues(block, prior, element));
        let continued: Vec<&Value> = continued.collect();
        let values = continued.iter();
        let kept: Vec<&Value> = values
            .filter_map(|prior| prior.as_object()?.get(at))
            .collect();
        let number = if set { 6 } else { 13 };
        if new.is_unknown() {
            let mut others = configs.iter().filter(|one| !one.is_wholly_known());
            let displaces = |one: &Value| {
                let mut continued = continued.iter();
                continued.any(|prior| may_continue(block, prior, one))
            };
            if set && others.any(displaces) {
                return Some(Intended(12));
            }
            let number = if !set && nothing(old) { 4 } else { number };
            return by_rule(kept.is_empty(), number);
        }
        if kept.iter().any(|kept| same(kept, new)) && !same(prior, new)
            || set && kept.contains(&new)
        {
            return Some(Intended(number));
        }
    }
    if nothing(old) && nothing(new) {
        // A zero that the old program plans by itself is a default.
        let lost = around.is_none() && matches!(fresh, Value::Bool(_) | Value::Number(_));
        if lost && new.is_null() {
            return None;
        }
        let predicted = if field.is_wire_computed() {
            prior
        } else {
            &Value::Null
        };
        return by_rule(same(new, predicted), 2);
    }
    // The default, as the old program plans it for a new object. A computed value may differ.
    let default = !new.is_null() && new.is_wholly_known() && same(new, fresh) && !same(fresh, old);
    by_rule(default && !field.is_wire_computed(), 1)
}

/// A collection without its nulls.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::List(all) => Value::List(all.iter().filter(|one| !one.is_null()).cloned().collect()),
        Value::Set(all) => Value::Set(all.iter().filter(|one| !one.is_null()).cloned().collect()),
        Value::Map(all) => {
            let all = all.iter().filter(|(_, one)| !one.is_null());
            Value::Map(all.map(|(key, one)| (key.clone(), one.clone())).collect())
        }
        other => other.clone(),
    }
}

/// Whether a prior element has all the configured values of an element.
fn continues(block: &Block, prior: &Value, element: &Value) -> bool {
    element.is_wholly_known() && may_continue(block, prior, element)
}

/// Whether it has, or may turn out to have, what is not known yet.
fn may_continue(block: &Block, prior: &Value, element: &Value) -> bool {
    let (Value::Object(prior), Value::Object(element)) = (prior, element) else {
        return false;
    };
    let fields = block.fields.iter().zip(prior.iter().zip(element));
    fields.into_iter().all(|(field, (prior, configured))| {
        configured.is_null() && field.is_wire_computed()
            || prior == configured
            || !configured.is_wholly_known()
            || (prior.is_null() || prior.is_zero())
                && (configured.is_null() || configured.is_zero())
    })
}

#[cfg(test)]
mod tests {
    use schema_runtime::dynamic::read_block;
    use schema_runtime::schema::Block;
    use schema_runtime::value::Value;
    use serde_json::{Value as Json, json};

    use super::{Element, Five, Intended, value};
    use crate::values::{field_of_json, of_json};

    fn block() -> Block {
        let attributes = json!({
            "plain": {"type": "number", "optional": true},
            "made": {"type": "string", "optional": true, "computed": true},
            "name": {"type": "string", "required": true},
            "texts": {"type": ["list", "string"], "optional": true},
        });
        read_block(&json!({"attributes": attributes})).unwrap()
    }

    /// The rule for old, new, config, prior and fresh values at a root.
    fn at_root(name: &str, five: [Json; 5]) -> Option<u8> {
        let block = block();
        let field = block.field(name).unwrap();
        let [old, new, config, prior, fresh] = five.map(|json| field_of_json(field, &json));
        let five = Five {
            old: &old,
            new: &new,
            config: &config,
            prior: &prior,
            fresh: &fresh,
        };
        value(field, five, None).map(|Intended(number)| number)
    }

    /// Each rule has a value that it predicts, and a similar one that it does not.
    #[test]
    fn a_rule_predicts_one_value() {
        let null = Json::Null;
        let unknown = json!({"__unknown__": true});
        for (name, five, wanted) in [
            // A configured zero is a value.
            (
                "plain",
                [null.clone(), json!(0), json!(0), null.clone(), null.clone()],
                Some(2),
            ),
            (
                "plain",
                [
                    null.clone(),
                    json!(0),
                    null.clone(),
                    null.clone(),
                    null.clone(),
                ],
                None,
            ),
            (
                "plain",
                [json!(0), null.clone(), null.clone(), json!(0), null.clone()],
                Some(2),
            ),
            // A lost default is not intended, even if it is zero.
            (
                "plain",
                [
                    json!(7),
                    null.clone(),
                    null.clone(),
                    null.clone(),
                    null.clone(),
                ],
                None,
            ),
            (
                "plain",
                [json!(0), null.clone(), null.clone(), null.clone(), json!(0)],
                None,
            ),
            // A computed value keeps its prior value, whichever empty value that is.
            (
                "made",
                [
                    null.clone(),
                    json!(""),
                    null.clone(),
                    json!(""),
                    null.clone(),
                ],
                Some(2),
            ),
            (
                "made",
                [
                    json!(""),
                    null.clone(),
                    null.clone(),
                    json!(""),
                    null.clone(),
                ],
                None,
            ),
            // A default is what the old program plans for a new object.
            (
                "plain",
                [json!(7), json!(3), null.clone(), json!(7), json!(3)],
                Some(1),
            ),
            (
                "plain",
                [json!(7), json!(4), null.clone(), json!(7), json!(3)],
                None,
            ),
            (
                "made",
                [json!("x"), json!("y"), null.clone(), json!("x"), json!("y")],
                None,
            ),
            // The configured value is planned, unless the old program keeps an equivalent prior
            // value.
            (
                "made",
                [
                    json!("x"),
                    json!("X"),
                    json!("X"),
                    null.clone(),
                    null.clone(),
                ],
                Some(10),
            ),
            (
                "made",
                [json!("x"), json!("X"), json!("X"), json!("x"), null.clone()],
                None,
            ),
            (
                "made",
                [
                    json!("x"),
                    json!("y"),
                    json!("X"),
                    null.clone(),
                    null.clone(),
                ],
                None,
            ),
            (
                "made",
                [
                    json!("x"),
                    unknown.clone(),
                    unknown.clone(),
                    json!("x"),
                    null.clone(),
                ],
                Some(10),
            ),
            // A function of the configured text, whatever the prior one is.
            (
                "made",
                [json!("x"), json!("X"), json!("X"), json!("y"), json!("x")],
                Some(5),
            ),
            (
                "made",
                [json!("x"), json!("y"), json!("X"), json!("y"), json!("x")],
                None,
            ),
            // A null in a collection.
            (
                "texts",
                [
                    json!(["a"]),
                    json!(["a", null]),
                    json!(["a", null]),
                    null.clone(),
                    null.clone(),
                ],
                Some(0),
            ),
            (
                "texts",
                [
                    json!(["b"]),
                    json!(["a", null]),
                    json!(["a", null]),
                    json!(["b"]),
                    null.clone(),
                ],
                None,
            ),
            // No rule allows a computed value to be unknown in one program and known in the other.
            (
                "made",
                [
                    unknown.clone(),
                    json!("x"),
                    null.clone(),
                    null.clone(),
                    unknown.clone(),
                ],
                None,
            ),
        ] {
            assert_eq!(at_root(name, five.clone()), wanted, "{name}: {five:?}");
        }
    }

    #[test]
    fn elements_continue_prior_ones() {
        let block = block();
        let made = block.field("made").unwrap();
        let object = |json: Json| of_json(&block, &json);
        let priors = [
            object(json!({"name": "a", "made": "of a"})),
            object(json!({"name": "b", "made": "of b"})),
        ];
        let among = |names: &[Json], old: Value, new: Value, set: bool| {
            let configs = names.iter().map(|name| object(json!({"name": name})));
            let configs: Vec<Value> = configs.collect();
            let five = Five {
                old: &old,
                new: &new,
                config: &Value::Null,
                prior: &Value::string("of a"),
                fresh: &Value::Null,
            };
            let element = Element {
                block: &block,
                priors: &priors,
                configs: &configs,
                config: &configs[0],
                set,
            };
            value(made, five, Some(element)).map(|Intended(number)| number)
        };
        let excuse = |name: &str, old, new, set| among(&[json!(name)], old, new, set);
        let text = |text: &str| Value::string(text);
        // The second element moved to the first place, and keeps its own values.
        assert_eq!(excuse("b", text("of a"), text("of b"), false), Some(13));
        assert_eq!(excuse("b", text("of a"), text("of c"), false), None);
        assert_eq!(excuse("b", Value::UNKNOWN, text("of b"), true), Some(6));
        assert_eq!(excuse("b", text("of b"), Value::UNKNOWN, true), None);
        // A new element has nothing to keep.
        assert_eq!(excuse("c", Value::Null, Value::UNKNOWN, false), Some(4));
        assert_eq!(excuse("c", text("of a"), Value::UNKNOWN, true), Some(6));
        assert_eq!(excuse("c", text("of a"), text("of b"), true), None);
        // Another element may turn out to be the prior one, unless it has a name of its own.
        let unknown = json!({"__unknown__": true});
        let displaced = |other, set| {
            let names = [json!("b"), other];
            among(&names, text("of b"), Value::UNKNOWN, set)
        };
        assert_eq!(displaced(unknown.clone(), true), Some(12));
        assert_eq!(displaced(unknown, false), None);
        assert_eq!(displaced(json!("d"), true), None);
    }
}
