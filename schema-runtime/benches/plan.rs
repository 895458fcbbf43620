//! What a plan costs: one element changed among n in a list block, a set block and a map, with and
//! without something computed or unknown in every element, and a flat resource of 30 fields.
//! Beside it what decoding and encoding the same values costs.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use schema_runtime::codec::msgpack;
use schema_runtime::plan::{Plan, PlanInput, changes, plan};
use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{Block, Environment, Field, Flags, Kind, Nesting, Schema, SchemaKind};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const SIZES: [usize; 5] = [1, 10, 100, 1_000, 10_000];

fn main() {
    divan::main();
}

fn field(name: &'static str, kind: Kind, flags: Flags) -> Field {
    Field {
        name: Text::text(name),
        kind,
        flags,
        description: Text::text(""),
        extras: Ref::empty(),
    }
}

fn attribute(ty: Type) -> Kind {
    Kind::Attribute {
        ty: Ref::Shared(ty.into()),
    }
}

fn block(mut fields: Vec<Field>) -> Ref<Block> {
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    Ref::Shared(
        Block {
            fields: fields.into(),
            description: Text::text(""),
            deprecated: Text::text(""),
        }
        .into(),
    )
}

fn schema(fields: Vec<Field>) -> Ref<Schema> {
    let mut fields = fields;
    fields.push(field("id", attribute(Type::String), Flags::COMPUTED));
    Ref::Shared(
        Schema {
            kind: SchemaKind::Resource,
            type_name: Text::text("x_y"),
            version: 0,
            block: block(fields),
            timeouts: Ref::empty(),
        }
        .into(),
    )
}

/// The block of the Go SDK's figures: cidrs, from, protocol, to.
fn rule(computed: bool) -> Ref<Block> {
    let mut fields = vec![
        field(
            "cidrs",
            attribute(Type::list(Type::String)),
            Flags::OPTIONAL,
        ),
        field("from", attribute(Type::Number), Flags::REQUIRED),
        field("protocol", attribute(Type::String), Flags::OPTIONAL),
        field("to", attribute(Type::Number), Flags::REQUIRED),
    ];
    if computed {
        fields.push(field("uuid", attribute(Type::String), Flags::COMPUTED));
    }
    block(fields)
}

fn with_blocks(nesting: Nesting, computed: bool) -> Ref<Schema> {
    let kind = Kind::Block {
        nesting,
        block: rule(computed),
        min_items: 0,
        max_items: 0,
    };
    schema(vec![field("rule", kind, Flags::NONE)])
}

/// What happens to an element: nothing, a change, or an unknown in it.
#[derive(Clone, Copy, PartialEq)]
enum As {
    Same,
    Changed,
    Unknown,
}

fn element(i: usize, how: As, uuid: Option<bool>) -> Value {
    let from = match how {
        As::Same => Value::from(i as i64),
        As::Changed => Value::from(-1),
        As::Unknown => Value::UNKNOWN,
    };
    let mut fields = vec![
        Value::List(vec![Value::from(format!("10.0.{}.0/24", i % 250))]),
        from,
        Value::from("tcp"),
        Value::from(i as i64 + 1),
    ];
    match uuid {
        Some(true) => fields.push(Value::from(format!("uuid-{i}"))),
        Some(false) => fields.push(Value::Null),
        None => {}
    }
    Value::Object(fields)
}

fn collection(nesting: Nesting, elements: impl Iterator<Item = Value>) -> Value {
    match nesting {
        Nesting::Set => Value::Set(elements.collect()),
        _ => Value::List(elements.collect()),
    }
}

struct Input {
    schema: Ref<Schema>,
    prior: Value,
    config: Value,
}

impl Input {
    fn blocks(n: usize, nesting: Nesting, computed: bool, unknown: bool) -> Input {
        let last = n.saturating_sub(1);
        let prior = (0..n).map(|i| element(i, As::Same, computed.then_some(true)));
        let config = (0..n).map(|i| {
            let how = match unknown {
                true => As::Unknown,
                false if i == last => As::Changed,
                false => As::Same,
            };
            element(i, how, computed.then_some(false))
        });
        Input {
            schema: with_blocks(nesting, computed),
            prior: Value::Object(vec![Value::from("id-1"), collection(nesting, prior)]),
            config: Value::Object(vec![Value::Null, collection(nesting, config)]),
        }
    }

    fn map(n: usize) -> Input {
        let map = |changed: &str| {
            let entries = (0..n).map(|i| {
                let value = if i == 0 { changed } else { "value" };
                (format!("key-{i}").into(), Value::from(value))
            });
            Value::Map(entries.collect())
        };
        Input {
            schema: schema(vec![field(
                "labels",
                attribute(Type::map(Type::String)),
                Flags::OPTIONAL,
            )]),
            prior: Value::Object(vec![Value::from("id-1"), map("old")]),
            config: Value::Object(vec![Value::Null, map("new")]),
        }
    }

    fn flat() -> Input {
        let names: Vec<&'static str> = (0..30)
            .map(|i| &*Box::leak(format!("field_{i:02}").into_boxed_str()))
            .collect();
        let fields = names
            .iter()
            .map(|&name| field(name, attribute(Type::String), Flags::OPTIONAL));
        let values = |first: &str, id: Value| {
            let fields = (0..30).map(|i| Value::from(if i == 0 { first } else { "some value" }));
            Value::Object(fields.chain([id]).collect())
        };
        Input {
            schema: schema(fields.collect()),
            prior: values("old", Value::from("id-1")),
            config: values("new", Value::Null),
        }
    }

    fn plan_input(&self) -> PlanInput {
        PlanInput {
            schema: self.schema.clone(),
            prior: self.prior.clone(),
            config: self.config.clone(),
            proposed: Value::Null,
        }
    }

    fn plan(&self) -> Plan {
        plan(self.plan_input(), &Environment::default())
    }
}

fn bench_plan(bencher: Bencher<'_, '_>, n: usize, input: Input) {
    let environment = Environment::default();
    bencher
        .counter(ItemsCount::new(n))
        .with_inputs(|| input.plan_input())
        .bench_values(|input| plan(input, &environment));
}

/// What core's request and our answer cost on the wire: prior, configuration and proposal in, the
/// plan out.
fn bench_codec(bencher: Bencher<'_, '_>, n: usize, input: Input) {
    let block = &input.schema.block;
    let encode = |value: &Value| msgpack::encode_block(block, value).unwrap_or_default();
    let (prior, config) = (encode(&input.prior), encode(&input.config));
    let planned = input.plan().planned;
    bencher.counter(ItemsCount::new(n)).bench(|| {
        let decoded = [&prior, &config, &config].map(|bytes| msgpack::decode_block(block, bytes));
        (decoded, msgpack::encode_block(block, &planned))
    });
}

#[divan::bench(args = SIZES)]
fn list_block(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::blocks(n, Nesting::List, false, false));
}

#[divan::bench(args = SIZES)]
fn list_block_computed(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::blocks(n, Nesting::List, true, false));
}

#[divan::bench(args = SIZES)]
fn list_block_codec(bencher: Bencher<'_, '_>, n: usize) {
    bench_codec(bencher, n, Input::blocks(n, Nesting::List, false, false));
}

#[divan::bench(args = SIZES)]
fn set_block(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::blocks(n, Nesting::Set, false, false));
}

#[divan::bench(args = SIZES)]
fn set_block_computed(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::blocks(n, Nesting::Set, true, false));
}

#[divan::bench(args = SIZES)]
fn set_block_unknown(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::blocks(n, Nesting::Set, false, true));
}

#[divan::bench(args = SIZES)]
fn set_block_computed_unknown(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::blocks(n, Nesting::Set, true, true));
}

#[divan::bench(args = SIZES)]
fn set_block_codec(bencher: Bencher<'_, '_>, n: usize) {
    bench_codec(bencher, n, Input::blocks(n, Nesting::Set, false, false));
}

#[divan::bench(args = SIZES)]
fn set_block_changes(bencher: Bencher<'_, '_>, n: usize) {
    let input = Input::blocks(n, Nesting::Set, false, false);
    let planned = input.plan();
    bencher.counter(ItemsCount::new(n)).bench(|| {
        changes(
            &input.schema.block,
            &input.prior,
            &planned.planned,
            &planned.requires_replace,
        )
    });
}

#[divan::bench(args = SIZES)]
fn map(bencher: Bencher<'_, '_>, n: usize) {
    bench_plan(bencher, n, Input::map(n));
}

#[divan::bench(args = SIZES)]
fn map_codec(bencher: Bencher<'_, '_>, n: usize) {
    bench_codec(bencher, n, Input::map(n));
}

#[divan::bench]
fn flat(bencher: Bencher<'_, '_>) {
    bench_plan(bencher, 30, Input::flat());
}

#[divan::bench]
fn flat_codec(bencher: Bencher<'_, '_>) {
    bench_codec(bencher, 30, Input::flat());
}
