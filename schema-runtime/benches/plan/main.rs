//! What a plan costs in addition to decoding and encoding its values, and how both grow.
//!
//! `cargo bench -p schema-runtime --bench plan`. With an argument, only the cases whose names
//! begin with it: `cargo bench -p schema-runtime --bench plan -- set`.

mod inputs;
mod measure;

use std::time::Duration;

use schema_runtime::codec::msgpack;
use schema_runtime::plan::{differences, plan};
use schema_runtime::schema::{Environment, Nesting};
use schema_runtime::validate::{validate, write_only_preferences};
use schema_runtime::value::Value;

use inputs::Input;
use measure::{Cost, compare};

fn main() {
    let only = std::env::args().nth(1).filter(|arg| !arg.starts_with('-'));
    let wanted = |name: &str| only.as_deref().is_none_or(|only| name.starts_with(only));
    aims(&wanted);
    validation(&wanted);
    growth(&wanted);
}

/// The codec's part of every plan over gRPC: prior object and configuration in, planned object out.
/// The proposed object is not even decoded.
fn codec(input: &Input) -> impl FnMut() -> (Value, Value, Vec<u8>) + '_ {
    let block = &input.schema.block;
    let encode = |value: &Value| msgpack::encode_block(block, value).expect("it fits");
    let (prior, config) = (encode(&input.prior), encode(&input.config));
    let planned = input.plan().planned;
    move || {
        let decode = |bytes: &[u8]| msgpack::decode_block(block, bytes).expect("it fits");
        (decode(&prior), decode(&config), encode(&planned))
    }
}

/// The three cases with targets, next to the Go SDK's times from docs/src/reference/performance.md.
fn aims(wanted: &dyn Fn(&str) -> bool) {
    let cases: [(&str, Input, Duration, f64); 3] = [
        (
            "flat, 30 fields",
            Input::flat(),
            Duration::from_micros(670),
            50.0,
        ),
        (
            "set, 1,000 blocks",
            Input::blocks(1_000, Nesting::Set, false, false),
            Duration::from_millis(5_500),
            2_000.0,
        ),
        (
            "map, 10,000 entries",
            Input::map(10_000),
            Duration::from_millis(140),
            1.0,
        ),
    ];
    println!(
        "{:<20} {:>11} {:>11} {:>6} {:>7} {:>11} {:>13} {:>9} {:>7}",
        "", "plan", "codec", "ratio", "≤ 2", "allocations", "in the codec", "Go SDK", "factor"
    );
    for (name, input, go, least_factor) in cases {
        if !wanted(name) {
            continue;
        }
        let (plan, codec) = measured(&input, Duration::from_secs(2));
        let ratio = seconds(plan.median) / seconds(codec.median);
        let factor = seconds(go) / seconds(plan.median);
        println!(
            "{name:<20} {:>11} {:>11} {ratio:>6.2} {:>7} {:>11} {:>13} {:>9} {factor:>7.0}{}",
            time(plan.median),
            time(codec.median),
            if ratio <= 2.0 { "met" } else { "missed" },
            plan.allocations,
            codec.allocations,
            time(go),
            if factor >= least_factor {
                ""
            } else {
                " missed"
            },
        );
    }
    println!();
}

/// What the schema's own rules cost, next to decoding and encoding the configuration once.
fn validation(wanted: &dyn Fn(&str) -> bool) {
    let cases: [(&str, Input); 7] = [
        ("flat, 30 fields", Input::flat()),
        ("30 fractions in limits", Input::fractions()),
        (
            "list, 1,000 blocks",
            Input::blocks(1_000, Nesting::List, false, false),
        ),
        (
            "set, 1,000 blocks",
            Input::blocks(1_000, Nesting::Set, false, false),
        ),
        (
            "set, 1,000 unknown",
            Input::blocks(1_000, Nesting::Set, false, true),
        ),
        ("set, 1,000 validated", Input::validated(1_000)),
        ("map, 10,000 entries", Input::map(10_000)),
    ];
    println!(
        "{:<22} {:>11} {:>11} {:>6} {:>7} {:>11} {:>13}",
        "", "validate", "codec", "ratio", "≤ 0.5", "allocations", "in the codec"
    );
    let environment = Environment::default();
    for (name, input) in cases {
        if !wanted(name) {
            continue;
        }
        let block = &input.schema.block;
        // The work for an answer to ValidateResourceConfig without checks in provider code.
        let check = |()| {
            let mut found = validate(&input.schema, &input.config, &environment);
            found.extend(write_only_preferences(block, &input.config));
            found
        };
        let encoded = msgpack::encode_block(block, &input.config).expect("it fits");
        let codec = || {
            let config = msgpack::decode_block(block, &encoded).expect("it fits");
            let again = msgpack::encode_block(block, &config).expect("it fits");
            (config, again)
        };
        assert!(check(()).is_empty(), "{name} is valid");
        let (own, codec) = compare(Duration::from_secs(2), || (), check, codec);
        let ratio = seconds(own.median) / seconds(codec.median);
        println!(
            "{name:<22} {:>11} {:>11} {ratio:>6.2} {:>7} {:>11} {:>13}",
            time(own.median),
            time(codec.median),
            if ratio <= 0.5 { "met" } else { "missed" },
            own.allocations,
            codec.allocations,
        );
    }
    println!();
}

fn growth(wanted: &dyn Fn(&str) -> bool) {
    const SIZES: [usize; 5] = [10, 100, 1_000, 10_000, 100_000];
    type Make = fn(usize) -> Input;
    let cases: [(&str, Make); 9] = [
        ("list block", |n| {
            Input::blocks(n, Nesting::List, false, false)
        }),
        ("list block, computed", |n| {
            Input::blocks(n, Nesting::List, true, false)
        }),
        ("set block", |n| {
            Input::blocks(n, Nesting::Set, false, false)
        }),
        ("set block, computed", |n| {
            Input::blocks(n, Nesting::Set, true, false)
        }),
        ("set block, unknown", |n| {
            Input::blocks(n, Nesting::Set, false, true)
        }),
        ("set block, both", |n| {
            Input::blocks(n, Nesting::Set, true, true)
        }),
        ("set block, all new", Input::renewed),
        ("map", Input::map),
        ("set block, shown", |n| {
            Input::blocks(n, Nesting::Set, false, false)
        }),
    ];
    println!("nanoseconds for each element: plan / codec, and the allocations of the plan");
    print!("{:<22}", "");
    SIZES.iter().for_each(|n| print!("{n:>18}"));
    println!(
        "{:>14}{:>14}{:>14}",
        "allocations", "growth ≤ 2", "÷ codec ≤ 1"
    );
    for (name, make) in cases {
        if !wanted(name) {
            continue;
        }
        print!("{name:<22}");
        let mut allocations = 0.0;
        let (mut least, mut greatest, mut over_codec) = (f64::INFINITY, 0.0_f64, 0.0_f64);
        for n in SIZES {
            let input = make(n);
            let (plan, codec) = if name.ends_with("shown") {
                shown(&input)
            } else {
                measured(&input, Duration::from_millis(500))
            };
            let each = |cost: Cost| seconds(cost.median) * 1e9 / n as f64;
            print!("{:>18}", format!("{:.0} / {:.0}", each(plan), each(codec)));
            allocations = plan.allocations as f64 / n as f64;
            least = least.min(each(plan));
            greatest = greatest.max(each(plan));
            over_codec = over_codec.max(each(plan) / each(codec));
        }
        let met = |is_met| if is_met { "met" } else { "missed" };
        println!(
            "{allocations:>14.1}{:>14}{:>14}",
            format!("{:.1} {}", greatest / least, met(greatest <= 2.0 * least)),
            format!("{over_codec:.2} {}", met(over_codec <= 1.0)),
        );
    }
}

/// The plan takes ownership of its values, as after decoding, and dropping them is part of its
/// time.
fn measured(input: &Input, time: Duration) -> (Cost, Cost) {
    let environment = Environment::default();
    let make = |input| plan(input, &environment);
    compare(time, || input.plan_input(), make, codec(input))
}

/// The cost of the list of changes instead of the plan.
fn shown(input: &Input) -> (Cost, Cost) {
    let planned = input.plan();
    let list = |()| {
        differences(
            &input.schema.block,
            &input.prior,
            &planned.planned,
            &planned.requires_replace,
        )
    };
    compare(Duration::from_millis(500), || (), list, codec(input))
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

fn time(time: Duration) -> String {
    let micros = seconds(time) * 1e6;
    match micros {
        0.0..100.0 => format!("{micros:.1} µs"),
        100.0..10_000.0 => format!("{micros:.0} µs"),
        _ => format!("{:.0} ms", micros / 1e3),
    }
}
