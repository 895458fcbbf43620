//! The real Terraform judges random plans, and our copy of its checks agrees.
//!
//! Schemas, prior states and configurations are those of the vectors; the plans are new: parts of
//! the vector's plan, configuration and prior state, and values that none of them has. `JUDGE_SEED`
//! chooses others, `JUDGE_COUNT` how many.

use std::collections::{BTreeMap, BTreeSet};

use schema_runtime::codec::msgpack;
use schema_runtime::dynamic::read_block;
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting};
use schema_runtime::terraform_core::{
    conformance, core_overlooks_write_only, null_sensitive_elements, plan_valid, write_only_values,
};
use schema_runtime::value::{Refinement, Value};
use sdk_tests::terraform::{Plugin, Workspace, address};
use sdk_tests::vectors::{self, for_each_case, read_object, write_object};
use serde_json::{Map, Value as Json, json};

const JUDGE: Plugin = Plugin {
    name: "judge",
    binary: env!("CARGO_BIN_EXE_test-provider-judge"),
};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// One case that Terraform can judge.
struct Case {
    block: Block,
    schema: Json,
    prior_json: Json,
    prior: Value,
    config: Value,
    body: Json,
    planned: Value,
}

/// The value at a position of an object.
fn part(object: &Value, position: usize) -> Value {
    match object {
        Value::Object(fields) => fields.get(position).cloned().unwrap_or(Value::Null),
        Value::Unknown(_) => Value::UNKNOWN,
        _ => Value::Null,
    }
}

fn elements(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) => list.clone(),
        Value::Set(set) => set.as_slice().to_vec(),
        Value::Map(map) => map.values().cloned().collect(),
        _ => Vec::new(),
    }
}

/// A plan made from other objects.
fn blend(random: &mut Random, block: &Block, from: &[&Value]) -> Value {
    let fields = block.fields.iter().enumerate().map(|(i, field)| {
        let parts: Vec<Value> = from.iter().map(|value| part(value, i)).collect();
        let chosen = random.below(parts.len());
        let Some((nesting, inner)) = field.nested_block() else {
            return match random.below(12) {
                0 => Value::Null,
                1 => unknown(random, field),
                _ => parts[chosen].clone(),
            };
        };
        match random.below(14) {
            0 => Value::Null,
            1 => unknown(random, field),
            2..=4 => parts[chosen].clone(),
            _ => blend_nested(random, nesting, inner, &parts, chosen),
        }
    });
    Value::Object(fields.collect())
}

fn unknown(random: &mut Random, field: &Field) -> Value {
    let collection = field
        .nested_block()
        .is_some_and(|(nesting, _)| matches!(nesting, Nesting::List | Nesting::Set | Nesting::Map));
    match random.below(3) {
        0 => Value::Unknown(Some(
            Refinement {
                null: Some(false),
                length_max: collection.then_some(4),
                ..Refinement::default()
            }
            .into(),
        )),
        _ => Value::UNKNOWN,
    }
}

fn blend_nested(
    random: &mut Random,
    nesting: Nesting,
    block: &Block,
    parts: &[Value],
    chosen: usize,
) -> Value {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return blend(random, block, &parts.iter().collect::<Vec<_>>());
    }
    let all: Vec<Vec<Value>> = parts.iter().map(elements).collect();
    let count = match random.below(9) {
        0 => all[chosen].len() + 1,
        1 => all[chosen].len().saturating_sub(1),
        _ => all[chosen].len(),
    };
    let made: Vec<Value> = (0..count)
        .map(|i| {
            let at = |list: &Vec<Value>| list.get(i).cloned().unwrap_or(Value::Null);
            match random.below(16) {
                0 => Value::Null,
                1 => Value::UNKNOWN,
                2..=6 => all[chosen].get(i).map_or(Value::UNKNOWN, Value::clone),
                _ => {
                    let of: Vec<Value> = all.iter().map(at).collect();
                    blend(random, block, &of.iter().collect::<Vec<_>>())
                }
            }
        })
        .collect();
    match nesting {
        Nesting::List => Value::List(made),
        Nesting::Set => Value::Set(made.into_iter().collect()),
        _ => {
            let keys = match &parts[chosen] {
                Value::Map(map) => map.keys().cloned().collect::<Vec<_>>(),
                _ => Vec::new(),
            };
            let keyed = made.into_iter().enumerate();
            let key = |i: usize| {
                keys.get(i)
                    .cloned()
                    .unwrap_or_else(|| format!("new{i}").into())
            };
            Value::Map(keyed.map(|(i, value)| (key(i), value)).collect())
        }
    }
}

const LATER: &str = "${terraform_data.later.output}";

/// A configured value in JSON syntax; `None` if the syntax cannot express it.
fn expression(json: &Json) -> Option<Json> {
    Some(match json {
        Json::Object(members) if members.contains_key("__unknown__") => Json::from(LATER),
        Json::Object(members) if members.keys().any(|key| key.starts_with("__")) => return None,
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| Some((key.clone(), expression(value)?)));
            Json::Object(members.collect::<Option<Map<_, _>>>()?)
        }
        Json::Array(list) => list.iter().map(expression).collect::<Option<_>>()?,
        Json::String(text) => Json::from(text.replace("${", "$${").replace("%{", "%%{")),
        other => other.clone(),
    })
}

fn body(block: &Block, json: &Json) -> Option<Json> {
    let mut members = Map::new();
    for field in block.fields.iter() {
        let value = &json[field.name.as_str()];
        let Kind::Block { nesting, block, .. } = &field.kind else {
            match value {
                Json::Null if field.is(Flags::REQUIRED) => return None,
                Json::Null => {}
                value => _ = members.insert(field.name.to_string(), expression(value)?),
            }
            continue;
        };
        if value.get("__unknown__").is_some() {
            return None;
        }
        let blocks = match (nesting, value) {
            (_, Json::Null) => continue,
            (Nesting::Map, Json::Object(map)) if map.is_empty() => continue,
            (Nesting::Single | Nesting::Group, value) => body(block, value)?,
            (Nesting::Map, Json::Object(map)) => {
                let each = map
                    .iter()
                    .map(|(key, v)| Some((key.clone(), body(block, v)?)));
                Json::Object(each.collect::<Option<Map<_, _>>>()?)
            }
            (_, Json::Array(list)) => list.iter().map(|v| body(block, v)).collect::<Option<_>>()?,
            _ => return None,
        };
        members.insert(field.name.to_string(), blocks);
    }
    Some(Json::Object(members))
}

/// Numbers of blocks are core's to check before it asks a provider.
fn without_limits(schema: &mut Json) {
    match schema {
        Json::Object(members) => {
            members.retain(|name, _| name != "min_items" && name != "max_items");
            members.values_mut().for_each(without_limits);
        }
        Json::Array(list) => list.iter_mut().for_each(without_limits),
        _ => {}
    }
}

fn case(json: &Json, random: &mut Random) -> Option<Case> {
    let mut schema = json["schema"].clone();
    without_limits(&mut schema);
    let has = |json: &Json, text: &str| json.to_string().contains(text);
    // Dynamic values have no expression, and a state cannot hold these numbers.
    if has(&schema, "\"dynamic\"") || has(&json["prior"], "\"__") || json["config"].is_null() {
        return None;
    }
    let block = read_block(&schema).ok()?;
    let prior = read_object(&json["prior"], &block).ok()?;
    // A value from another resource is unknown without any refinement.
    let config = read_object(&json["config"], &block)
        .ok()?
        .without_refinements();
    let body = body(&block, &write_object(&config, &block))?;
    let theirs = read_object(&json["planned"], &block).ok()?;
    let planned = match random.below(8) {
        0 => theirs,
        _ => blend(
            random,
            &block,
            &[&theirs, &theirs, &theirs, &config, &prior],
        ),
    };
    // As transmitted: the exact digits of a float are read back as that float.
    let planned = msgpack::encode_block(&block, &planned).ok()?;
    let planned = msgpack::decode_block(&block, &planned).ok()?;
    Some(Case {
        prior_json: write_object(&prior, &block),
        block,
        schema,
        prior,
        config,
        body,
        planned,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The paths at which our copy finds errors in the plan.
fn ours(case: &Case) -> BTreeSet<String> {
    let Case {
        block,
        prior,
        config,
        planned,
        ..
    } = case;
    let mut found = conformance(block, planned);
    found.extend(null_sensitive_elements(block, planned));
    if !core_overlooks_write_only(block, planned) {
        found.extend(write_only_values(block, planned));
    }
    if found.is_empty() {
        found = plan_valid(block, prior, config, planned);
    }
    found.iter().map(|error| error.to_string()).collect()
}

/// Writes the cases into the workspace, under unique names.
fn write(work: &Workspace, cases: &BTreeMap<String, &Case>, planned: impl Fn(&Case) -> Value) {
    let mut table = Map::new();
    let mut state = Vec::new();
    for entry in std::fs::read_dir(work.path())
        .expect("a directory")
        .flatten()
    {
        if entry.file_name().to_string_lossy().starts_with("judge_") {
            std::fs::remove_file(entry.path()).expect("a file of ours");
        }
    }
    for (name, case) in cases {
        let plan = planned(case);
        let bytes = msgpack::encode_block(&case.block, &plan).expect("it was tried");
        table.insert(
            name.clone(),
            json!({"schema": case.schema, "plan": hex(&bytes)}),
        );
        // One file each, which configuration errors name.
        let config = json!({"resource": {name: {"it": case.body}}});
        work.write(&format!("{name}.tf.json"), &config.to_string());
        if !case.prior.is_null() {
            state.push(json!({
                "mode": "managed", "type": name, "name": "it",
                "provider": format!("provider[\"{}\"]", address("judge")),
                "instances": [{"schema_version": 0, "attributes": case.prior_json}],
            }));
        }
    }
    work.write("cases.json", &Json::Object(table).to_string());
    work.set("JUDGE_CASES", work.path().join("cases.json"));
    let later = json!({"resource": {"terraform_data": {"later": {"input": "x"}}}});
    work.write("later.tf.json", &later.to_string());
    let state = json!({
        "version": 4, "terraform_version": "1.11.4", "serial": 1,
        "lineage": "00000000-0000-0000-0000-000000000001", "outputs": {}, "resources": state,
    });
    work.write("terraform.tfstate", &state.to_string());
}

/// Terraform's errors for each case; `None` if it crashed.
fn verdicts(
    output: &str,
    cases: &BTreeMap<String, &Case>,
) -> Option<BTreeMap<String, Vec<String>>> {
    if output.contains("TERRAFORM CRASH") || output.contains("panic:") {
        return None;
    }
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in output.lines() {
        let Ok(Json::Object(line)) = serde_json::from_str::<Json>(line) else {
            continue;
        };
        let diagnostic = &line.get("diagnostic").cloned().unwrap_or(Json::Null);
        if diagnostic["severity"] != "error" {
            continue;
        }
        let text = format!(
            "{}: {}",
            diagnostic["summary"].as_str().unwrap_or_default(),
            diagnostic["detail"].as_str().unwrap_or_default()
        );
        let file = diagnostic["range"]["filename"].as_str().unwrap_or_default();
        let name = cases.keys().find(|name| {
            // For a write-only value, OpenTofu names only the type.
            let named = [format!("{name}.it"), format!("\"{name}\"")];
            file.starts_with(name.as_str()) || named.iter().any(|name| text.contains(name))
        });
        let name = name.unwrap_or_else(|| panic!("of no case: {text}"));
        found.entry(name.clone()).or_default().push(text);
    }
    Some(found)
}

/// Whether an error is core's judgement of an answer.
fn is_verdict(text: &str) -> bool {
    text.starts_with("Provider produced invalid") || text.contains("rite-only")
}

/// Asks Terraform about all cases at once, or about fewer where it crashes.
fn judged<'c>(
    work: &Workspace,
    cases: &BTreeMap<String, &'c Case>,
    found: &mut BTreeMap<String, Result<Vec<String>, String>>,
) {
    if cases.is_empty() {
        return;
    }
    write(work, cases, |case| case.planned.clone());
    let run = work.terraform(&["plan", "-json", "-refresh=false", "-input=false"]);
    match verdicts(&run.text(), cases) {
        Some(told) if told.values().flatten().any(|text| !is_verdict(text)) => {
            // If the language rejects a configuration, neither it nor anything beside it is
            // planned.
            let mut rest = cases.clone();
            rest.retain(|name, _| {
                told.get(name)
                    .is_none_or(|all| all.iter().all(|t| is_verdict(t)))
            });
            judged(work, &rest, found);
        }
        Some(mut told) => {
            for name in cases.keys() {
                found.insert(name.clone(), Ok(told.remove(name).unwrap_or_default()));
            }
        }
        None if cases.len() == 1 => {
            let text = run.text();
            let words = text.lines().find(|line| line.contains("panic:"));
            let words = words.unwrap_or("it crashed").to_owned();
            found.extend(cases.keys().map(|name| (name.clone(), Err(words.clone()))));
        }
        None => {
            let half = cases.len() / 2;
            let each = |part: &dyn Fn(usize) -> bool| -> BTreeMap<String, &'c Case> {
                let numbered = cases.iter().enumerate().filter(|(i, _)| part(*i));
                numbered
                    .map(|(_, (name, case))| (name.clone(), *case))
                    .collect()
            };
            judged(work, &each(&|i| i < half), found);
            judged(work, &each(&|i| i >= half), found);
        }
    }
}

fn cases(random: &mut Random, count: usize) -> Vec<Case> {
    let mut all = Vec::new();
    let _ = for_each_case(vectors::Kind::PlanValid, |json| {
        if let Some(case) = case(json, random) {
            all.push(case);
        }
    });
    // A different selection each time.
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i + 1));
    }
    all.truncate(count);
    all
}

#[test]
fn random_plans_are_judged_like_terraform() {
    let Some(work) = Workspace::new(&[JUDGE]) else {
        return;
    };
    let mut random = Random(number("JUDGE_SEED", 1));
    let all = cases(&mut random, number("JUDGE_COUNT", 300) as usize);
    let named: BTreeMap<String, &Case> = all
        .iter()
        .enumerate()
        .map(|(i, case)| (format!("judge_{i:04}"), case))
        .collect();
    let mut found = BTreeMap::new();
    judged(&work, &named, &mut found);
    let (mut accepted, mut refused, mut crashed) = (0, 0, 0);
    let mut wrong = Vec::new();
    for (name, theirs) in &found {
        let case = named[name];
        let ours = ours(case);
        match theirs {
            Err(_) => crashed += 1,
            Ok(theirs) if theirs.is_empty() => accepted += 1,
            Ok(_) => refused += 1,
        }
        // It also crashes on some configurations before it asks for a plan.
        let unasked = theirs
            .as_ref()
            .is_err_and(|words| words.contains("inconsistent"));
        if unasked {
            continue;
        }
        let theirs_refuse = theirs.as_ref().map_or(true, |theirs| !theirs.is_empty());
        if theirs_refuse == ours.is_empty() {
            wrong.push(format!(
                "{name}\n  schema {}\n  prior {}\n  config {}\n  planned {}\n  ours {ours:?}\n  terraform {:?}",
                case.schema,
                write_object(&case.prior, &case.block),
                write_object(&case.config, &case.block),
                write_object(&case.planned, &case.block),
                theirs,
            ));
        }
    }
    sdk_tests::say!(
        "{} plans: Terraform accepts {accepted}, rejects {refused}, crashes on {crashed}; {} judged otherwise",
        found.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let _ = work.complaints();
}
