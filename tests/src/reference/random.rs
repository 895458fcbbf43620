//! Random cases in the vectors' form: a schema, a prior state and a configuration.

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use crate::strict::Random;

const NAMES: [&str; 20] = [
    "aliases", "arn", "cidrs", "comment", "disk", "enabled", "filter", "host", "labels", "limits",
    "listener", "name", "network", "owner", "policy", "ports", "ratio", "rule", "setting", "tags",
];

const TEXTS: [&str; 12] = [
    "",
    "0",
    "A",
    "a",
    "tcp",
    "TCP",
    "hello",
    "multi\nline",
    "{\"b\": 1, \"a\": [2]}",
    "{\"a\":[2],\"b\":1}",
    "true",
    "é",
];

/// Below this depth there are no more blocks.
const DEPTH: usize = 3;

/// A case of a seed: the member `case` of a vector.
#[must_use]
pub fn random_case(seed: u64) -> Json {
    let mut random = Random::new(seed);
    let attributes = attributes(&mut random, 0);
    let attributes = relations(&mut random, attributes);
    let known = Values {
        unknown: 0,
        zero: 20,
    };
    let before = known.object(&mut random, &attributes);
    let unknown = if random.percent(25) { 20 } else { 0 };
    let wanted = Values { unknown, zero: 20 };
    let kind = random.below(10);
    let (prior, config) = match kind {
        0 | 1 => (Json::Null, wanted.object(&mut random, &attributes)),
        2 => (applied(&mut random, &attributes, &before), Json::Null),
        3 => {
            let prior = applied(&mut random, &attributes, &before);
            (prior, before)
        }
        4 => {
            let prior = applied(&mut random, &attributes, &before);
            (prior, wanted.object(&mut random, &attributes))
        }
        _ => {
            let prior = applied(&mut random, &attributes, &before);
            let config = changed(&mut random, &wanted, &attributes, &before);
            (prior, config)
        }
    };
    let mut prior = prior;
    if let Json::Object(members) = &mut prior {
        members.insert("id".to_owned(), json!("id-1"));
    }
    json!({
        "name": format!("random-{seed}"),
        "schema": {"attributes": attributes},
        "prior_state": prior,
        "config": config,
    })
}

type Fields = Map<String, Json>;

fn attributes(random: &mut Random, depth: usize) -> Fields {
    let mut fields = Fields::new();
    for _ in 0..1 + random.below(if depth == 0 { 6 } else { 3 }) {
        let name = (*random.pick(&NAMES)).to_owned();
        fields.insert(name, attribute(random, depth));
    }
    fields
}

fn flag(random: &mut Random, of: &mut Fields, name: &str, percent: u64) -> bool {
    let set = random.percent(percent);
    if set {
        of.insert(name.to_owned(), Json::Bool(true));
    }
    set
}

fn attribute(random: &mut Random, depth: usize) -> Json {
    let mut of = Fields::new();
    match random.below(10) {
        0 | 1 => {
            of.insert("required".to_owned(), Json::Bool(true));
        }
        2 => {
            of.insert("computed".to_owned(), Json::Bool(true));
        }
        3..=5 => {
            of.insert("optional".to_owned(), Json::Bool(true));
            of.insert("computed".to_owned(), Json::Bool(true));
        }
        _ => {
            of.insert("optional".to_owned(), Json::Bool(true));
        }
    }
    let computed_only = !of.contains_key("required") && !of.contains_key("optional");
    if !computed_only {
        flag(random, &mut of, "force_new", 15);
    }
    let scalar = *random.pick(&["string", "int", "float", "bool"]);
    match random.below(if depth < DEPTH { 10 } else { 7 }) {
        0..=4 => {
            scalar_attribute(random, &mut of, scalar, computed_only);
            let plain = [
                "computed",
                "force_new",
                "default",
                "state_func",
                "diff_suppress",
            ];
            if depth == 0 && !plain.iter().any(|key| of.contains_key(*key)) {
                flag(random, &mut of, "write_only", 8);
            }
        }
        5 | 6 => {
            let collection = *random.pick(&["list", "set", "map"]);
            of.insert("type".to_owned(), json!(collection));
            let mut elem = json!({"type": scalar});
            if collection == "list" && random.percent(25) {
                elem = json!({"type": *random.pick(&["list", "set"]), "elem": elem});
            }
            of.insert("elem".to_owned(), elem);
        }
        _ => {
            let collection = *random.pick(&["list", "set"]);
            of.insert("type".to_owned(), json!(collection));
            let mut inside = attributes(random, depth + 1);
            if computed_only {
                inside.values_mut().for_each(only_computed);
            }
            of.insert("elem".to_owned(), json!({"resource": inside}));
            if !computed_only && random.percent(25) {
                of.insert("max_items".to_owned(), json!(1 + random.below(3)));
            }
            let fewest = if of.contains_key("required") { 40 } else { 15 };
            if !computed_only && random.percent(fewest) {
                of.insert("min_items".to_owned(), json!(1));
            }
            if random.percent(10) {
                of.insert("config_mode".to_owned(), json!("attr"));
            }
        }
    }
    Json::Object(of)
}

fn scalar_attribute(random: &mut Random, of: &mut Fields, scalar: &str, computed_only: bool) {
    of.insert("type".to_owned(), json!(scalar));
    if computed_only {
        return;
    }
    let optional_only = of.contains_key("optional") && !of.contains_key("computed");
    if optional_only && random.percent(25) {
        of.insert("default".to_owned(), value(random, scalar, 10));
    }
    if scalar == "string" && random.percent(10) {
        let form = *random.pick(&["case_insensitive", "json"]);
        of.insert("diff_suppress".to_owned(), json!(form));
    } else if scalar == "string" && random.percent(5) && !of.contains_key("default") {
        let function = *random.pick(&["lower", "sha1"]);
        of.insert("state_func".to_owned(), json!(function));
    }
    if random.percent(8) {
        match scalar {
            "int" => of.insert("validate".to_owned(), json!({"int_between": [-1, 1000]})),
            "string" if random.percent(50) => {
                let texts = json!({"string_in": ["", "A", "a", "tcp", "hello"]});
                of.insert("validate".to_owned(), texts)
            }
            "string" => of.insert("validate".to_owned(), json!({"string_len_between": [0, 8]})),
            _ => None,
        };
    }
}

fn only_computed(json: &mut Json) {
    let Json::Object(of) = json else { return };
    let ty = of.get("type").cloned();
    let mut elem = of.get("elem").cloned();
    if let Some(Json::Object(inside)) = elem.as_mut().and_then(|elem| elem.get_mut("resource")) {
        inside.values_mut().for_each(only_computed);
    }
    of.clear();
    of.insert("computed".to_owned(), Json::Bool(true));
    of.extend(ty.map(|ty| ("type".to_owned(), ty)));
    of.extend(elem.map(|elem| ("elem".to_owned(), elem)));
}

/// Conflicts between two root fields, in some cases.
fn relations(random: &mut Random, mut fields: Fields) -> Fields {
    let plain = |json: &Json| json["optional"] == true && json.get("default").is_none();
    let free: Vec<String> = fields
        .iter()
        .filter(|(_, json)| plain(json))
        .map(|(name, _)| name.clone())
        .collect();
    if free.len() < 2 || !random.percent(15) {
        return fields;
    }
    let relation = *random.pick(&[
        "conflicts_with",
        "at_least_one_of",
        "exactly_one_of",
        "required_with",
    ]);
    let pair = [free[0].clone(), free[1].clone()];
    for (i, name) in pair.iter().enumerate() {
        let others = match relation {
            "conflicts_with" | "required_with" => json!([pair[1 - i]]),
            _ => json!(pair),
        };
        fields[name][relation] = others;
    }
    fields
}

fn value(random: &mut Random, ty: &str, zero: u64) -> Json {
    let zeroed = random.percent(zero);
    match ty {
        "int" if zeroed => json!(0),
        "int" => json!(*random.pick(&[1, 2, 5, 7, 80, 443, -1, 65535, i64::MAX >> 10])),
        "float" if zeroed => json!(0),
        "float" => random
            .pick(&[json!(0.5), json!(1), json!(-3.5), json!(0.1), json!(100)])
            .clone(),
        "bool" => json!(!zeroed && random.percent(60)),
        _ if zeroed => json!(""),
        _ => json!(*random.pick(&TEXTS)),
    }
}

fn resource(field: &Json) -> Option<&Fields> {
    field["elem"]["resource"].as_object()
}

fn is_configurable(field: &Json) -> bool {
    field["required"] == true || field["optional"] == true
}

/// How values are made.
#[derive(Clone, Copy)]
struct Values {
    /// The percentage of unknown values.
    unknown: u64,
    /// The percentage of zero or empty values.
    zero: u64,
}

impl Values {
    fn object(self, random: &mut Random, fields: &Fields) -> Json {
        let mut object = Fields::new();
        for (name, field) in fields {
            if !is_configurable(field) {
                continue;
            }
            if field["required"] == true || random.percent(70) {
                object.insert(name.clone(), self.field(random, field));
            }
        }
        Json::Object(object)
    }

    fn field(self, random: &mut Random, field: &Json) -> Json {
        let is_attribute = resource(field).is_none() || field["config_mode"] == "attr";
        if is_attribute && random.percent(self.unknown) {
            return json!({"__unknown__": true});
        }
        let ty = field["type"].as_str().unwrap_or_default();
        let least = usize::from(field["required"] == true);
        let most = field["max_items"]
            .as_u64()
            .map_or(4, |most| most as usize + 1);
        match (resource(field), ty) {
            (Some(fields), _) => {
                let count = random.below(most).max(least);
                let list = (0..count).map(|_| self.object(random, fields)).collect();
                distinct(field, list)
            }
            (None, "map") => {
                let mut map = Fields::new();
                for key in ["a", "b", "k-1"] {
                    if random.percent(50) {
                        map.insert(key.to_owned(), self.element(random, &field["elem"]));
                    }
                }
                Json::Object(map)
            }
            (None, "list" | "set") => {
                let count = random.below(4).max(least);
                let elem = &field["elem"];
                let list = (0..count).map(|_| self.element(random, elem)).collect();
                distinct(field, list)
            }
            (None, ty) => value(random, ty, self.zero),
        }
    }

    fn element(self, random: &mut Random, elem: &Json) -> Json {
        if random.percent(self.unknown) {
            return json!({"__unknown__": true});
        }
        if !elem["elem"].is_null() {
            let count = random.below(3);
            let inner = &elem["elem"];
            let list = (0..count).map(|_| self.element(random, inner)).collect();
            return distinct(elem, list);
        }
        value(random, elem["type"].as_str().unwrap_or_default(), self.zero)
    }
}

/// A set has nothing twice, in whatever order the sets inside are, and with its defaults filled in.
fn distinct(field: &Json, list: Vec<Json>) -> Json {
    let mut seen = HashSet::new();
    let mut list = list;
    list.retain(|one| {
        field["type"] != "set" || seen.insert(filled(resource(field), one).to_string())
    });
    Json::Array(list)
}

fn filled(fields: Option<&Fields>, json: &Json) -> Json {
    let Some(fields) = fields else {
        return json.clone();
    };
    let one = |(name, field): (&String, &Json)| {
        let value = json.get(name).filter(|value| !value.is_null());
        let value = match (value, field["type"].as_str()) {
            (None, _) => field.get("default").cloned().unwrap_or_default(),
            (Some(Json::Array(list)), Some("set")) => {
                let texts = list
                    .iter()
                    .map(|one| filled(resource(field), one).to_string());
                let mut texts: Vec<String> = texts.collect();
                texts.sort_unstable();
                json!(texts)
            }
            (Some(Json::Array(list)), _) => list
                .iter()
                .map(|one| filled(resource(field), one))
                .collect(),
            (Some(value), _) => value.clone(),
        };
        (name.clone(), value)
    };
    fields.iter().map(one).collect::<Fields>().into()
}

/// A possible state after this was applied: computed values, defaults, some nulls as zeros.
fn applied(random: &mut Random, fields: &Fields, config: &Json) -> Json {
    let mut object = Fields::new();
    for (name, field) in fields {
        let configured = config.get(name).filter(|value| !value.is_null());
        let value = match (configured, resource(field)) {
            _ if field["write_only"] == true => Json::Null,
            (Some(Json::Array(list)), Some(inside)) => {
                let list = list
                    .iter()
                    .map(|one| applied(random, inside, one))
                    .collect();
                distinct(field, list)
            }
            (Some(value), _) => state_of(field, value),
            (None, _) => absent(random, field),
        };
        object.insert(name.clone(), value);
    }
    Json::Object(object)
}

fn state_of(field: &Json, value: &Json) -> Json {
    match (field["state_func"].as_str(), value.as_str()) {
        (Some("lower"), Some(text)) => json!(text.to_lowercase()),
        (Some("sha1"), Some(_)) => json!("aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"),
        _ => value.clone(),
    }
}

fn absent(random: &mut Random, field: &Json) -> Json {
    if let Some(default) = field.get("default") {
        return default.clone();
    }
    let ty = field["type"].as_str().unwrap_or_default();
    if let Some(inside) = resource(field) {
        let computed = field["computed"] == true && random.percent(40);
        let list = match computed {
            true => vec![applied(random, inside, &json!({}))],
            false => Vec::new(),
        };
        return Json::Array(list);
    }
    let mut inmost = field;
    while !inmost["elem"].is_null() {
        inmost = &inmost["elem"];
    }
    if field["computed"] == true && random.percent(85) {
        let one = value(random, inmost["type"].as_str().unwrap_or_default(), 10);
        let one = match field["elem"]["elem"].is_null() {
            true => one,
            false => json!([one]),
        };
        return match ty {
            "list" | "set" => json!([one]),
            "map" => json!({"k": one}),
            _ => one,
        };
    }
    Json::Null
}

/// Another configuration, near this one.
fn changed(random: &mut Random, values: &Values, fields: &Fields, before: &Json) -> Json {
    let mut object = Fields::new();
    for (name, field) in fields {
        if !is_configurable(field) {
            continue;
        }
        let old = before.get(name).cloned();
        let new = match (old, random.below(6)) {
            (Some(old), 0..=2) => Some(old),
            (Some(Json::Array(list)), 3 | 4) => Some(neighbour(random, values, field, list)),
            (Some(_), 5) if field["required"] != true => None,
            (None, 0..=3) => None,
            _ => Some(values.field(random, field)),
        };
        object.extend(new.map(|new| (name.clone(), new)));
    }
    Json::Object(object)
}

/// A list with an element more, less, changed, or in another order.
fn neighbour(random: &mut Random, values: &Values, field: &Json, mut list: Vec<Json>) -> Json {
    match random.below(4) {
        0 if list.len() > usize::from(field["required"] == true) => {
            list.remove(random.below(list.len()));
        }
        1 => list.reverse(),
        2 if !list.is_empty() => {
            let at = random.below(list.len());
            list[at] = match resource(field) {
                Some(inside) => changed(random, values, inside, &list[at].clone()),
                None => values.element(random, &field["elem"]),
            };
        }
        _ => {
            let most = field["max_items"].as_u64().unwrap_or(5);
            if (list.len() as u64) < most {
                let at = random.below(list.len() + 1);
                let one = match resource(field) {
                    Some(inside) => values.object(random, inside),
                    None => values.element(random, &field["elem"]),
                };
                list.insert(at, one);
            }
        }
    }
    distinct(field, list)
}
