//! The hash joins of set elements give the same result as comparing every pair.

use proptest::prelude::*;

use super::properties::{Source, bytes, complete};
use crate::codec::expected::Expected;
use crate::schema::{Block, Kind};
use crate::terraform_core::compatible::sets::partners;
use crate::terraform_core::element::Element;
use crate::terraform_core::proposed_sets::Correlation;
use crate::value::{SetValue, Value};

/// A variant of an element: one of its fields is replaced by another element's or by null.
fn altered(source: &mut Source, block: &Block, element: &Value, other: &Value) -> Value {
    let (Value::Object(fields), Value::Object(others)) = (element, other) else {
        return element.clone();
    };
    let mut fields = fields.clone();
    let place = usize::from(source.below(fields.len().clamp(1, 200) as u8));
    if let Some(field) = fields.get_mut(place) {
        *field = match (source.below(3), &block.fields[place].kind) {
            (0, _) => others[place].clone(),
            (1, Kind::Attribute { ty }) => source.leaf(ty, true),
            _ => Value::Null,
        };
    }
    Value::Object(fields)
}

fn elements(source: &mut Source, block: &Block, is_config: bool, unknowns: bool) -> Vec<Value> {
    (0..1 + source.below(6))
        .map(|_| source.object(block, is_config, unknowns))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn results_are_joined_as_if_each_were_compared(
        schema in bytes(60), values in bytes(300), blocks in any::<bool>(),
    ) {
        let block = Source::new(schema).block(2, blocks);
        let mut source = Source::new(values);
        let mut planned = elements(&mut source, &block, false, true);
        for element in &mut planned {
            if source.below(3) == 0 {
                let other = source.object(&block, false, true);
                *element = altered(&mut source, &block, element, &other);
            }
        }
        let mut actual = Vec::new();
        for element in &planned {
            let element = if source.below(3) == 0 { element.clone() } else { complete(&block, element) };
            let other = source.object(&block, false, false);
            actual.push(match source.below(3) {
                0 => altered(&mut source, &block, &element, &other),
                1 => other,
                _ => element,
            });
        }
        let planned: SetValue = planned.into_iter().collect();
        let actual: SetValue = actual.into_iter().collect();
        let element = if blocks {
            Element::Block(&block)
        } else {
            Element::Value(Expected::Object(&block))
        };
        prop_assert_eq!(
            partners(element, &planned, &actual, false),
            partners(element, &planned, &actual, true),
            "{:?} {:?}", planned, actual
        );
    }

    #[test]
    fn prior_elements_are_found_as_if_each_were_compared(
        schema in bytes(60), values in bytes(300), blocks in any::<bool>(),
    ) {
        let block = Source::new(schema).block(2, blocks);
        let mut source = Source::new(values);
        let priors = elements(&mut source, &block, false, false);
        let mut configs = elements(&mut source, &block, true, true);
        for prior in &priors {
            let other = source.object(&block, true, false);
            configs.push(altered(&mut source, &block, prior, &other));
        }
        let joined = |pairwise: bool| -> Vec<Option<&Value>> {
            let mut correlation = Correlation::new(&block, priors.iter().collect());
            configs
                .iter()
                .map(|config| {
                    if pairwise {
                        correlation.take_pairwise(config)
                    } else {
                        correlation.take(config)
                    }
                })
                .collect()
        };
        prop_assert_eq!(joined(false), joined(true), "{:?} {:?}", priors, configs);
    }
}

/// Two elements, one with a list of three and one with an unknown list, are not of one kind.
#[test]
fn an_unknown_list_is_no_list_of_three() {
    use crate::schema::Nesting;
    use crate::tests::{COMPUTED, block, object, resource, text};
    use serde_json::json;

    let inner = block("inner", Nesting::List, vec![text("name", COMPUTED)]);
    let outer = block("outer", Nesting::List, vec![inner]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![outer])]);
    let (_, rule) = schema.block.find("rule").unwrap();
    let (_, rules) = rule.nested_block().unwrap();
    let set = |elements: [serde_json::Value; 2]| -> SetValue {
        let elements = elements.iter().map(|element| object(rules, element));
        elements.collect()
    };
    let list = |count: usize, name: &str| json!({"inner": vec![json!({"name": name}); count]});
    let unknown = json!({"inner": "?"});
    let planned = set([
        json!({"outer": [unknown, list(3, "?")]}),
        json!({"outer": [list(3, "?"), unknown]}),
    ]);
    let actual = set([
        json!({"outer": [list(2, "a"), list(3, "a")]}),
        json!({"outer": [list(3, "a"), list(3, "a")]}),
    ]);
    let found = partners(Element::Block(rules), &planned, &actual, false);
    assert_eq!(found, (vec![true, true], vec![true, true]));
}

/// Core does not compare a null block collection, so its element matches any other.
#[test]
fn a_null_block_collection_goes_with_any_other() {
    use crate::schema::Nesting;
    use crate::tests::{OPTIONAL, block, resource, text};

    let inner = block("inner", Nesting::List, vec![text("name", OPTIONAL)]);
    let schema = resource(vec![block("rule", Nesting::Set, vec![inner])]);
    let (_, rule) = schema.block.find("rule").unwrap();
    let (_, rules) = rule.nested_block().unwrap();
    let element = |inner: Value| Value::Object(vec![inner]);
    let empty = || element(Value::List(Vec::new()));
    let planned: SetValue = [empty(), element(Value::Null)].into_iter().collect();
    let actual: SetValue = [empty()].into_iter().collect();
    let found = partners(Element::Block(rules), &planned, &actual, false);
    assert_eq!(found, (vec![true, true], vec![true]));
}
