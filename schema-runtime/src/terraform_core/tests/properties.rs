//! Properties of the checks over random schemas and values.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::codec::expected::Expected;
use crate::refs::Ref;
use crate::schema::{Block, Field, Flags, Kind, Nesting};
use crate::terraform_core::proposed::differ_in_type;
use crate::terraform_core::support::UNKNOWN;
use crate::terraform_core::{
    conformance, object_compatible, plan_valid, proposed_new, write_only_values,
};
use crate::ty::Type;
use crate::value::{Refinement, Value};

/// Decisions from random bytes; 0 when they are used up, which ends every recursion.
pub(super) struct Source {
    bytes: std::vec::IntoIter<u8>,
    write_only: bool,
}

impl Source {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Source {
            bytes: bytes.into_iter(),
            write_only: false,
        }
    }

    /// Lets schemas have write-only attributes too.
    pub(super) fn with_write_only(mut self) -> Self {
        self.write_only = true;
        self
    }

    pub(super) fn below(&mut self, bound: u8) -> u8 {
        self.bytes.next().unwrap_or(0) % bound
    }

    pub(super) fn block(&mut self, depth: u8, blocks_allowed: bool) -> Block {
        let count = 1 + self.below(4);
        let fields: Vec<Field> = (0..count)
            .map(|i| self.field(&format!("f{i}"), depth, blocks_allowed))
            .collect();
        Block {
            fields: fields.into(),
            description: Ref::text(""),
            deprecated: Ref::text(""),
            other_kind: false,
        }
    }

    fn field(&mut self, name: &str, depth: u8, blocks_allowed: bool) -> Field {
        let nesting = |n: u8| match n {
            0 => Nesting::Single,
            1 => Nesting::List,
            2 => Nesting::Set,
            3 => Nesting::Map,
            _ => Nesting::Group,
        };
        let mut flags = match self.below(4) {
            0 => Flags::OPTIONAL,
            1 => Flags::REQUIRED,
            2 => Flags::COMPUTED,
            _ => Flags::OPTIONAL.with(Flags::COMPUTED),
        };
        if self.write_only && self.below(4) == 0 {
            flags = Flags::OPTIONAL.with(Flags::WRITE_ONLY);
        }
        let kind = match if depth == 0 { 0 } else { self.below(4) } {
            0 | 1 => Kind::Attribute {
                ty: Ref::Shared(self.ty(1).into()),
            },
            2 if blocks_allowed => {
                flags = Flags::NONE;
                Kind::Block {
                    nesting: nesting(self.below(5)),
                    block: Ref::Shared(self.block(depth - 1, true).into()),
                    min_items: 0,
                    max_items: 0,
                }
            }
            _ => Kind::Nested {
                nesting: nesting(self.below(4)),
                block: Ref::Shared(self.block(depth - 1, false).into()),
            },
        };
        Field {
            name: name.to_owned().into(),
            kind,
            flags,
            description: Ref::text(""),
            extras: Ref::empty(),
        }
    }

    fn ty(&mut self, depth: u8) -> Type {
        match self.below(if depth == 0 { 3 } else { 8 }) {
            0 => Type::String,
            1 => Type::Number,
            2 => Type::Bool,
            3 => Type::list(self.ty(depth - 1)),
            4 => Type::set(self.ty(depth - 1)),
            5 => Type::map(self.ty(depth - 1)),
            6 => Type::object([("a", self.ty(depth - 1)), ("b", self.ty(depth - 1))]),
            _ => Type::Dynamic,
        }
    }

    pub(super) fn leaf(&mut self, ty: &Type, unknowns: bool) -> Value {
        match self.below(8) {
            0 => return Value::Null,
            1 if unknowns => {
                return match self.below(3) {
                    0 => Value::Unknown(Some(
                        Refinement {
                            null: Some(false),
                            ..Refinement::default()
                        }
                        .into(),
                    )),
                    _ => UNKNOWN,
                };
            }
            _ => {}
        }
        match ty {
            Type::String => Value::from(["", "a", "b", "é"][usize::from(self.below(4))]),
            Type::Number => Value::from(i64::from(self.below(3))),
            Type::Bool => Value::from(self.below(2) == 0),
            Type::Dynamic => Value::dynamic(Type::Bool, Value::from(self.below(2) == 0)),
            Type::List(e) => {
                Value::List((0..self.below(3)).map(|_| self.leaf(e, unknowns)).collect())
            }
            Type::Set(e) => {
                Value::Set((0..self.below(3)).map(|_| self.leaf(e, unknowns)).collect())
            }
            Type::Map(e) => Value::Map(
                (0..self.below(3))
                    .map(|i| (format!("k{i}").into(), self.leaf(e, unknowns)))
                    .collect(),
            ),
            Type::Tuple(types) => {
                Value::List(types.iter().map(|ty| self.leaf(ty, unknowns)).collect())
            }
            Type::Object(attributes) => Value::Object(
                attributes
                    .iter()
                    .map(|a| self.leaf(&a.ty, unknowns))
                    .collect(),
            ),
        }
    }

    /// An object as in a configuration: null for fields that are only computed.
    fn config(&mut self, block: &Block) -> Value {
        self.object(block, true, true)
    }

    /// An object as in a state: nothing unknown.
    fn state(&mut self, block: &Block) -> Value {
        self.object(block, false, false)
    }

    pub(super) fn object(&mut self, block: &Block, is_config: bool, unknowns: bool) -> Value {
        let fields = block.fields.iter().map(|field| {
            let computed_only = field.is(Flags::COMPUTED) && !field.is(Flags::OPTIONAL);
            match &field.kind {
                _ if is_config && computed_only => Value::Null,
                Kind::Attribute { ty } => self.leaf(ty, unknowns),
                Kind::Nested { nesting, block } => match self.below(5) {
                    0 => Value::Null,
                    1 if unknowns => UNKNOWN,
                    _ => self.objects(*nesting, block, is_config, unknowns),
                },
                Kind::Block { nesting, block, .. } => match (nesting, self.below(4)) {
                    (Nesting::Single, 0) => Value::Null,
                    _ => self.objects(*nesting, block, is_config, unknowns),
                },
            }
        });
        Value::Object(fields.collect())
    }

    fn objects(
        &mut self,
        nesting: Nesting,
        block: &Block,
        is_config: bool,
        unknowns: bool,
    ) -> Value {
        let count = if matches!(nesting, Nesting::Single | Nesting::Group) {
            return self.object(block, is_config, unknowns);
        } else {
            self.below(4)
        };
        let mut elements: Vec<Value> = (0..count)
            .map(|_| self.object(block, is_config, unknowns))
            .collect();
        // A collection's elements cannot have different types.
        if let Some(first) = elements.first().cloned() {
            elements.retain(|element| !differ_in_type(Expected::Object(block), &first, element));
        }
        match nesting {
            Nesting::List => Value::List(elements),
            Nesting::Set => Value::Set(elements.into_iter().collect()),
            _ => Value::Map(
                elements
                    .into_iter()
                    .enumerate()
                    .map(|(i, element)| (format!("k{i}").into(), element))
                    .collect(),
            ),
        }
    }

    /// Any value at all, regardless of a schema.
    fn anything(&mut self, depth: u8) -> Value {
        match self.below(if depth == 0 { 6 } else { 11 }) {
            0 => Value::Null,
            1 => UNKNOWN,
            2 => Value::from("a"),
            3 => Value::from(1),
            4 => Value::from(true),
            5 => Value::dynamic(Type::list(Type::String), Value::from("no list")),
            6 | 7 => Value::Object(
                (0..self.below(5))
                    .map(|_| self.anything(depth - 1))
                    .collect(),
            ),
            8 => Value::List(
                (0..self.below(3))
                    .map(|_| self.anything(depth - 1))
                    .collect(),
            ),
            9 => Value::Set(
                (0..self.below(3))
                    .map(|_| self.anything(depth - 1))
                    .collect(),
            ),
            _ => Value::Map([("k".into(), self.anything(depth - 1))].into()),
        }
    }
}

/// The plan of a good provider: the proposal, where what it may choose but does not know yet is
/// unknown.
fn planned_by_a_good_provider(block: &Block, proposed: &Value, config: &Value) -> Value {
    let Value::Object(proposed) = proposed else {
        return proposed.clone();
    };
    let null = Value::Null;
    let fields = block
        .fields
        .iter()
        .zip(proposed)
        .enumerate()
        .map(|(i, (field, proposed))| {
            let config = match config {
                Value::Object(fields) => fields.get(i).unwrap_or(&null),
                other => other,
            };
            if field.is(Flags::COMPUTED) && config.is_null() {
                return if proposed.is_null() {
                    UNKNOWN
                } else {
                    proposed.clone()
                };
            }
            let Some((_, block)) = field.nested_block() else {
                return proposed.clone();
            };
            match (proposed, config) {
                (Value::Object(_), _) => planned_by_a_good_provider(block, proposed, config),
                (Value::List(elements), Value::List(configs)) => Value::List(
                    elements
                        .iter()
                        .zip(configs)
                        .map(|(e, c)| planned_by_a_good_provider(block, e, c))
                        .collect(),
                ),
                (Value::Map(elements), Value::Map(configs)) => Value::Map(
                    elements
                        .iter()
                        .map(|(k, e)| {
                            let config = configs.get(k).unwrap_or(&null);
                            (k.clone(), planned_by_a_good_provider(block, e, config))
                        })
                        .collect(),
                ),
                _ => proposed.clone(),
            }
        });
    Value::Object(fields.collect())
}

/// A plan in which everything that was unknown has become something.
pub(super) fn complete(block: &Block, planned: &Value) -> Value {
    let object = |value: &Value| complete(block, value);
    match planned {
        Value::Object(fields) => Value::Object(
            block
                .fields
                .iter()
                .zip(fields)
                .map(|(field, value)| match (&field.kind, value) {
                    (Kind::Attribute { ty }, value) => complete_leaf(ty, value),
                    (Kind::Nested { nesting, block }, Value::Unknown(_)) => match nesting {
                        Nesting::Single | Nesting::Group => complete(block, &nulls(block)),
                        Nesting::List => Value::List(Vec::new()),
                        Nesting::Set => Value::Set([].into_iter().collect()),
                        Nesting::Map => Value::Map([].into()),
                    },
                    (Kind::Nested { block, .. } | Kind::Block { block, .. }, value) => {
                        complete(block, value)
                    }
                })
                .collect(),
        ),
        Value::List(elements) => Value::List(elements.iter().map(object).collect()),
        Value::Set(set) => Value::Set(set.iter().map(object).collect()),
        Value::Map(map) => Value::Map(map.iter().map(|(k, v)| (k.clone(), object(v))).collect()),
        other => other.clone(),
    }
}

fn nulls(block: &Block) -> Value {
    block.empty_object()
}

fn complete_leaf(ty: &Type, value: &Value) -> Value {
    match (ty, value) {
        (_, Value::Unknown(_)) => match ty {
            Type::String => Value::from("made"),
            Type::Number => Value::from(7),
            Type::Bool => Value::from(true),
            Type::List(_) | Type::Tuple(_) => Value::List(Vec::new()),
            Type::Set(_) => Value::Set([].into_iter().collect()),
            Type::Map(_) => Value::Map([].into()),
            Type::Object(attributes) => Value::Object(vec![Value::Null; attributes.len()]),
            // The same type everywhere: all elements of a collection have one type.
            Type::Dynamic => Value::dynamic(Type::Bool, Value::from(true)),
        },
        (Type::List(e), Value::List(list)) => {
            Value::List(list.iter().map(|v| complete_leaf(e, v)).collect())
        }
        (Type::Set(e), Value::Set(set)) => {
            Value::Set(set.iter().map(|v| complete_leaf(e, v)).collect())
        }
        (Type::Map(e), Value::Map(map)) => Value::Map(
            map.iter()
                .map(|(k, v)| (k.clone(), complete_leaf(e, v)))
                .collect(),
        ),
        (Type::Object(attributes), Value::Object(values)) => Value::Object(
            attributes
                .iter()
                .zip(values)
                .map(|(a, v)| complete_leaf(&a.ty, v))
                .collect(),
        ),
        _ => value.clone(),
    }
}

pub(super) fn bytes(length: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..length)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn nothing_panics_whatever_the_values_are(schema in bytes(60), values in bytes(200)) {
        let block = Source::new(schema).block(2, true);
        let mut source = Source::new(values);
        let (a, b, c) = (source.anything(4), source.anything(4), source.anything(4));
        let _ = proposed_new(&block, &a, &b);
        let _ = crate::terraform_core::planned_data(&block, &a, crate::terraform_core::DeferredMaps::Unknown);
        let _ = plan_valid(&block, &a, &b, &c);
        let _ = object_compatible(&block, &a, &b);
        let _ = write_only_values(&block, &a);
        let _ = conformance(&block, &a);
    }

    #[test]
    fn a_good_provider_is_accepted(schema in bytes(60), values in bytes(300)) {
        let block = Source::new(schema).block(2, true);
        let mut source = Source::new(values);
        let config = source.config(&block);
        let prior = if source.below(4) == 0 { Value::Null } else { source.state(&block) };
        prop_assert_eq!(conformance(&block, &config), vec![]);
        prop_assert_eq!(conformance(&block, &prior), vec![]);
        let proposed = match proposed_new(&block, &prior, &config) {
            Ok(proposed) => proposed,
            Err(error) => {
                prop_assert!(error.message.contains("different types"), "{}", error);
                return Ok(());
            }
        };
        prop_assert_eq!(conformance(&block, &proposed), vec![]);
        let planned = planned_by_a_good_provider(&block, &proposed, &config);
        prop_assert_eq!(plan_valid(&block, &prior, &config, &planned), vec![]);
        let applied = complete(&block, &planned);
        prop_assert!(applied.is_wholly_known());
        prop_assert_eq!(object_compatible(&block, &planned, &applied), vec![]);
    }

    #[test]
    fn a_state_that_is_configured_as_it_is_proposes_itself(schema in bytes(60), values in bytes(300)) {
        let block = Source::new(schema).block(2, true);
        let state = Source::new(values).state(&block);
        prop_assert_eq!(&proposed_new(&block, &state, &state).unwrap(), &state);
        prop_assert_eq!(plan_valid(&block, &state, &state, &state), vec![]);
        prop_assert_eq!(object_compatible(&block, &state, &state), vec![]);
    }

    #[test]
    fn a_changed_leaf_of_a_result_is_noticed(values in bytes(60), which in any::<u8>()) {
        let block = Block {
            fields: (0..4)
                .map(|i| Field {
                    name: format!("f{i}").into(),
                    kind: Kind::Attribute { ty: Ref::Shared(Source::new(values.clone()).ty(1).into()) },
                    flags: Flags::OPTIONAL,
                    description: Ref::text(""),
                    extras: Ref::empty(),
                })
                .collect::<Vec<_>>()
                .into(),
            description: Ref::text(""),
            deprecated: Ref::text(""),
            other_kind: false,
        };
        let mut source = Source::new(values);
        let planned = source.state(&block);
        let Value::Object(mut fields) = planned.clone() else { unreachable!() };
        let place = usize::from(which % 4);
        let Kind::Attribute { ty } = &block.fields[place].kind else { unreachable!() };
        let other = source.leaf(ty, false);
        // An untyped null may become anything.
        let open = **ty == Type::Dynamic && fields[place] == Value::Null;
        let changed = other != fields[place] && !open;
        fields[place] = other;
        let errors = object_compatible(&block, &planned, &Value::Object(fields));
        prop_assert_eq!(!errors.is_empty(), changed);
        prop_assert!(errors.iter().all(|e| e.path.first_name() == Some(&block.fields[place].name)));
    }
}

/// A set block whose elements have configured and computed parts.
fn rules(count: i64, second: impl Fn(i64) -> Value) -> Value {
    let elements = (0..count).map(|i| Value::Object(vec![second(i), Value::from(i)]));
    Value::Object(vec![Value::Set(elements.collect())])
}

#[test]
fn work_on_sets_is_linear() {
    let block = crate::dynamic::read_block(&serde_json::json!({"block_types": {"rule": {
        "nesting_mode": "set",
        "block": {"attributes": {
            "id": {"type": "string", "computed": true, "optional": true},
            "port": {"type": "number", "required": true},
        }},
    }}}))
    .unwrap();
    let time = |count: i64| -> Duration {
        let prior = rules(count, |i| Value::from(format!("id-{i}")));
        let config = rules(count, |_| Value::Null);
        let planned = rules(count, |_| UNKNOWN);
        let start = Instant::now();
        assert_eq!(proposed_new(&block, &prior, &config).unwrap(), prior);
        assert_eq!(object_compatible(&block, &planned, &prior), []);
        start.elapsed()
    };
    time(1_000);
    let mut seen = Vec::new();
    // Ten times the elements; a quadratic join would take a hundred times as long. Other work of
    // the machine may come in between once, but not always.
    let linear = (0..10).any(|_| {
        let (few, many) = (time(2_000), time(20_000));
        seen.push((few, many));
        many < few * 30 + Duration::from_millis(500)
    });
    assert!(linear, "2,000 and 20,000 elements took {seen:?}");
}
