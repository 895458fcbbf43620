//! Write-only values look the same whichever way they are read.

use std::collections::BTreeMap;

use super::data_of;
use crate::Schema;
use crate::attr::AttrPath;
use crate::data::{Operation, Outcome, ResourceData};
use crate::data::{PlanData, Val};
use crate::field_type::Secret;
use crate::object::schema;
use crate::plan::PlanCore;
use crate::tests::object;
use crate::value::Value;

#[derive(Schema)]
#[schema(crate = crate, resource = "x_vault")]
struct Vault {
    #[field(required)]
    name: String,
    #[field(required, write_only)]
    token: Secret,
    #[field(required, write_only)]
    pin: Option<i64>,
    #[field(optional, write_only, nested(single))]
    whole: Option<Login>,
    #[field(block(list))]
    list: Vec<Lock>,
    #[field(block(single))]
    single: Option<Lock>,
    #[field(block(map))]
    map: BTreeMap<String, Lock>,
    #[field(optional, nested(list))]
    nested_list: Vec<Key>,
    #[field(optional, nested(map))]
    nested_map: BTreeMap<String, Key>,
    #[field(optional, nested(single))]
    nested_single: Option<Key>,
    #[field(computed)]
    sum: String,
}

#[derive(Schema)]
#[schema(crate = crate)]
struct Login {
    #[field(required, write_only)]
    password: Secret,
}

#[derive(Schema)]
#[schema(crate = crate)]
struct Lock {
    #[field(optional)]
    note: Option<String>,
    #[field(required, write_only)]
    code: Secret,
    #[field(block(list))]
    inner: Vec<Key>,
}

#[derive(Schema, Clone)]
#[schema(crate = crate)]
struct Key {
    #[field(optional)]
    note: Option<String>,
    #[field(optional, write_only)]
    teeth: Option<String>,
}

/// An object of the vault, with or without its secrets.
fn vault(secrets: bool, note: &str) -> Value {
    let secret = |text: &str| match secrets {
        true => format!("\"{text}\""),
        false => "null".to_owned(),
    };
    let key = |text: &str| format!(r#"{{"note": "{note}", "teeth": {}}}"#, secret(text));
    let lock = |text: &str| {
        let inner = key(&format!("{text} inner"));
        format!(r#"{{"code": {}, "inner": [{inner}]}}"#, secret(text))
    };
    let whole = match secrets {
        true => r#"{"password": "pw"}"#,
        false => "null",
    };
    let pin = if secrets { "7" } else { "null" };
    let text = format!(
        r#"{{"name": "a", "token": {}, "pin": {pin}, "whole": {whole},
            "list": [{}, {}], "single": {}, "map": {{"k": {}}},
            "nested_list": [{}], "nested_map": {{"k": {}}}, "nested_single": {},
            "sum": null}}"#,
        secret("t"),
        lock("l0"),
        lock("l1"),
        lock("s"),
        lock("m"),
        key("nl"),
        key("nm"),
        key("ns"),
    );
    object(
        &schema::<Vault>().block,
        &serde_json::from_str(&text).unwrap(),
    )
}

fn data(operation: Operation) -> ResourceData<Vault> {
    let (planned, config) = match operation {
        Operation::Create | Operation::Update => (vault(false, ""), vault(true, "")),
        _ => (Value::Null, Value::Null),
    };
    let prior = match operation {
        Operation::Create => Value::Null,
        _ => vault(false, ""),
    };
    data_of(operation, prior, planned, config)
}

/// Every secret, as the struct has it.
fn of_struct(vault: &Vault) -> Vec<Option<String>> {
    let text = |secret: &Secret| secret.expose().map(str::to_owned);
    let mut found = vec![
        text(&vault.token),
        vault.pin.map(|pin| pin.to_string()),
        vault.whole.as_ref().and_then(|login| text(&login.password)),
    ];
    let locks = vault
        .list
        .iter()
        .chain(&vault.single)
        .chain(vault.map.values());
    for lock in locks {
        found.push(text(&lock.code));
        found.extend(lock.inner.iter().map(|key| key.teeth.clone()));
    }
    let keys = vault.nested_list.iter();
    let keys = keys.chain(vault.nested_map.values());
    found.extend(
        keys.chain(&vault.nested_single)
            .map(|key| key.teeth.clone()),
    );
    found
}

/// The same, each field on its own.
fn of_fields(data: &ResourceData<Vault>) -> Vec<Option<String>> {
    of_struct(&Vault {
        name: data.get(Vault::NAME),
        token: data.get(Vault::TOKEN),
        pin: data.get(Vault::PIN),
        whole: data.get(Vault::WHOLE),
        list: data.get(Vault::LIST),
        single: data.get(Vault::SINGLE),
        map: data.get(Vault::MAP),
        nested_list: data.get(Vault::NESTED_LIST),
        nested_map: data.get(Vault::NESTED_MAP),
        nested_single: data.get(Vault::NESTED_SINGLE),
        sum: String::new(),
    })
}

const PATHS: [&str; 14] = [
    "token",
    "pin",
    "whole.password",
    "list.0.code",
    "list.0.inner.0.teeth",
    "list.1.code",
    "list.1.inner.0.teeth",
    "single.code",
    "single.inner.0.teeth",
    "map.k.code",
    "map.k.inner.0.teeth",
    "nested_list.0.teeth",
    "nested_map.k.teeth",
    "nested_single.teeth",
];

fn texts(value: Option<Val<Value>>) -> Option<String> {
    match value.expect("an address of the schema") {
        Val::Known(Value::String(text)) => Some(text.to_string()),
        Val::Known(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

fn handles(data: &ResourceData<Vault>) -> Vec<Option<String>> {
    let text = |secret: Secret| secret.expose().map(str::to_owned);
    let locks = [Vault::LIST.at(0), Vault::LIST.at(1)];
    let mut found = vec![
        text(data.get(Vault::TOKEN)),
        data.get(Vault::PIN).map(|pin| pin.to_string()),
        text(data.get(Vault::WHOLE.then(Login::PASSWORD))),
    ];
    for lock in locks {
        found.push(text(data.get(lock.clone().then(Lock::CODE))));
        found.push(data.get(lock.then(Lock::INNER).at(0).then(Key::TEETH)));
    }
    let (single, map) = (Vault::SINGLE, Vault::MAP.at("k"));
    found.push(text(data.get(single.then(Lock::CODE))));
    found.push(data.get(single.then(Lock::INNER).at(0).then(Key::TEETH)));
    found.push(text(data.get(map.clone().then(Lock::CODE))));
    found.push(data.get(map.then(Lock::INNER).at(0).then(Key::TEETH)));
    found.push(data.get(Vault::NESTED_LIST.at(0).then(Key::TEETH)));
    found.push(data.get(Vault::NESTED_MAP.at("k").then(Key::TEETH)));
    found.push(data.get(Vault::NESTED_SINGLE.then(Key::TEETH)));
    found
}

fn every_way(data: &ResourceData<Vault>) -> Vec<(&'static str, Vec<Option<String>>)> {
    let by_path = |read: &dyn Fn(&str) -> Option<Val<Value>>| {
        PATHS
            .iter()
            .map(|path| texts(read(path)))
            .collect::<Vec<_>>()
    };
    let got = |path: &str| {
        let value = data.dynamic().get(path)?;
        Some(if value.is_zero() {
            Val::Null
        } else {
            Val::Known(value)
        })
    };
    vec![
        ("all", of_struct(&data.read_struct().unwrap())),
        ("get", of_fields(data)),
        ("handle", handles(data)),
        ("value_path", by_path(&|path| data.dynamic().value(path))),
        ("get_path", by_path(&got)),
        (
            "config_path",
            by_path(&|path| data.dynamic().configured(path)),
        ),
    ]
}

#[test]
fn a_secret_is_the_same_whichever_way_it_is_read() {
    let expected = [
        "t", "7", "pw", "l0", "l0 inner", "l1", "l1 inner", "s", "s inner", "m", "m inner", "nl",
        "nm", "ns",
    ];
    for operation in [Operation::Create, Operation::Update] {
        for (way, found) in every_way(&data(operation)) {
            assert_eq!(
                found,
                expected.map(|text| Some(text.to_owned())),
                "{way} in {operation:?}"
            );
        }
    }
}

#[test]
fn read_and_delete_have_no_secret() {
    for operation in [Operation::Read, Operation::Delete] {
        for (way, found) in every_way(&data(operation)) {
            assert_eq!(found, [const { None }; 14], "{way} in {operation:?}");
        }
    }
}

/// What provider code sets for a secret has no effect: it is neither read back nor saved.
#[test]
fn a_secret_cannot_be_set() {
    for operation in [Operation::Create, Operation::Update, Operation::Read] {
        let mut data = data(operation);
        let before = every_way(&data);
        data.set_id("1");
        let mut all = data.read_struct().unwrap();
        let saved = data.dynamic().saved(&Outcome::Done);
        data.write_struct(&all);
        assert_eq!(data.dynamic().saved(&Outcome::Done), saved, "{operation:?}");
        all.list[0].code = Secret::from("stolen");
        all.list[1].inner[0].teeth = None;
        all.nested_map.clear();
        all.nested_map.insert(
            "k".to_owned(),
            Key {
                note: None,
                teeth: Some("stolen".to_owned()),
            },
        );
        data.write_struct(&all);
        assert_eq!(every_way(&data), before, "{operation:?}");
        data.set(Vault::LIST, all.list);
        data.set(Vault::NESTED_MAP, all.nested_map);
        assert_eq!(every_way(&data), before, "{operation:?}");
        let saved = data.dynamic().saved(&Outcome::Done);
        assert!(
            crate::terraform_core::write_only_values(&schema::<Vault>().block, &saved).is_empty()
        );
    }
}

#[test]
fn the_plan_hook_sees_secrets_the_same_way() {
    let core = |config| {
        let schema = schema::<Vault>().into();
        PlanCore::new(schema, Value::Null, config, vault(false, ""))
    };
    let plan = PlanData::<Vault>::new(core(vault(true, "")));
    let Val::Known(list) = plan.value(Vault::LIST) else {
        panic!("known")
    };
    assert_eq!(list[1].code.expose(), Some("l1"));
    assert_eq!(list[1].inner[0].teeth.as_deref(), Some("l1 inner"));
    assert_eq!(plan.value(Vault::TOKEN), Val::Known(Secret::from("t")));
    assert_eq!(plan.get_ref(Vault::TOKEN), Some(&Value::from("t")));
    let place = Vault::NESTED_MAP.at("k").then(Key::TEETH);
    assert_eq!(plan.value(place.clone()), Val::Known("nm".to_owned()));
    assert_eq!(plan.get_ref(place), Some(&Value::from("nm")));
    for path in PATHS {
        assert_eq!(
            texts(plan.dynamic().value(path)),
            texts(plan.dynamic().configured(path)),
            "{path}"
        );
    }
    // Compared values have no secrets.
    let (_, new) = plan.get_change(Vault::LIST);
    assert!(matches!(new, Val::Known(list) if !list[0].code.is_set()));
    // Unknown secrets are unknown.
    let mut config = vault(true, "");
    if let Value::Object(values) = &mut config {
        let (position, _) = schema::<Vault>().block.find("token").unwrap();
        values[position] = Value::UNKNOWN;
    }
    let plan = PlanData::<Vault>::new(core(config));
    assert_eq!(plan.value(Vault::TOKEN), Val::Unknown);
}
