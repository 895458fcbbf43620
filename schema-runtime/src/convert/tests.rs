//! The examples of the language's page on type constraints, errors, and cases that the vectors
//! lack.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::*;
use crate::ty::ObjectAttribute;
use crate::value::Refinement;

/// Parses a type expression.
fn ty(expression: &str) -> Type {
    let (ty, rest) = read_type(expression);
    assert_eq!(rest.trim(), "", "{expression}");
    ty
}

fn read_type(text: &str) -> (Type, &str) {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_lowercase());
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let collection: fn(Type) -> Type = match word {
        "string" => return (Type::String, rest),
        "number" => return (Type::Number, rest),
        "bool" => return (Type::Bool, rest),
        "any" => return (Type::Dynamic, rest),
        "tuple" => {
            let (types, rest) = read_all(rest, "([", "])", read_type);
            return (Type::tuple(types), rest);
        }
        "object" => {
            let (mut attributes, rest) = read_all(rest, "({", "})", read_attribute);
            attributes.sort_by(|a, b| a.name.cmp(&b.name));
            return (Type::Object(attributes.into()), rest);
        }
        "list" => Type::list,
        "set" => Type::set,
        "map" => Type::map,
        _ => panic!("{word:?} is not a type"),
    };
    // A keyword alone accepts elements of any one type.
    let Some(rest) = rest.strip_prefix('(') else {
        return (collection(Type::Dynamic), rest);
    };
    let (element, rest) = read_type(rest);
    (collection(element), rest.strip_prefix(')').expect(")"))
}

fn read_attribute(text: &str) -> (ObjectAttribute, &str) {
    let (name, rest) = text.split_once('=').expect("=");
    let optional = rest.strip_prefix("optional(");
    let (ty, rest) = read_type(optional.unwrap_or(rest));
    let rest = if optional.is_some() { &rest[1..] } else { rest };
    let name = name.trim().to_owned().into();
    (
        ObjectAttribute {
            name,
            ty,
            optional: optional.is_some(),
        },
        rest,
    )
}

fn read_all<'t, T>(
    text: &'t str,
    open: &str,
    close: &str,
    read: fn(&'t str) -> (T, &'t str),
) -> (Vec<T>, &'t str) {
    let mut rest = text.strip_prefix(open).expect(open);
    let mut all = Vec::new();
    loop {
        rest = rest.trim_start_matches([',', ' ']);
        if let Some(rest) = rest.strip_prefix(close) {
            return (all, rest);
        }
        let (one, left) = read(rest);
        all.push(one);
        rest = left;
    }
}

fn texts(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| Value::from(*text)).collect()
}

fn map(entries: Vec<(&str, Value)>) -> Value {
    Value::Map(
        entries
            .into_iter()
            .map(|(key, value)| (Arc::from(key), value))
            .collect(),
    )
}

fn error(value: Value, from: &str, to: &str) -> ConvertError {
    convert(value, &ty(from), &ty(to)).expect_err("no conversion")
}

#[test]
fn primitives_convert_both_ways() {
    for (value, own, text) in [
        (Value::from(true), Type::Bool, "true"),
        (Value::from(false), Type::Bool, "false"),
        (Value::from(15), Type::Number, "15"),
    ] {
        let there = convert(value.clone(), &own, &Type::String);
        assert_eq!(there, Ok((Type::String, Value::from(text))));
        let back = convert(Value::from(text), &Type::String, &own);
        assert_eq!(back, Ok((own, value)));
    }
}

#[test]
fn an_object_with_additional_attributes_matches_without_them() {
    let object = Value::Object(vec![
        Value::from("c"),
        Value::from("i"),
        map(vec![("t", Value::from(1))]),
    ]);
    let from = ty("object({cidr_block=string, id=string, tags=map(number)})");
    let to = ty("object({id=string, cidr_block=string})");
    let found = convert(object, &from, &to);
    assert_eq!(found, Ok((to, Value::Object(texts(&["c", "i"])))));
}

#[test]
fn object_to_map_to_object_loses_what_is_not_asked_for() {
    let object = Value::Object(vec![Value::from(1), Value::from("x")]);
    let from = ty("object({age=number, name=string})");
    let strings = ty("map(string)");
    let (found, value) = convert(object, &from, &strings).unwrap();
    assert_eq!(found, strings);
    assert_eq!(value, map(vec![("age", "1".into()), ("name", "x".into())]));
    let small = ty("object({name=string})");
    let found = convert(value.clone(), &strings, &small);
    assert_eq!(found, Ok((small, Value::Object(texts(&["x"])))));

    let error = convert(value, &strings, &ty("object({zip=string})")).unwrap_err();
    assert!(error.text().contains("no element \"zip\""), "{error}");
}

#[test]
fn a_list_becomes_a_tuple_in_no_way_and_a_tuple_one_of_its_length() {
    // The page allows a list of the right length; Core rejects every list.
    let list = Value::List(texts(&["a"]));
    assert!(convert(list.clone(), &ty("list(string)"), &ty("tuple([string])")).is_err());
    let set = Value::Set(texts(&["a"]).into_iter().collect());
    assert!(convert(set, &ty("set(string)"), &ty("tuple([string])")).is_err());
    assert_eq!(
        unify_unsafe(&[ty("set(string)"), ty("tuple([string])")]),
        Some(ty("set(string)"))
    );
    let error = error(list, "tuple([string])", "tuple([string, string])");
    assert!(
        error.text().ends_with("2 elements are required, not 1"),
        "{error}"
    );
}

#[test]
fn sets_lose_duplicates_and_order_and_strings_come_sorted() {
    let list = Value::List(texts(&["b", "a", "b", "10", "9"]));
    let (ty, set) = convert(list, &ty("list(string)"), &ty("set(string)")).unwrap();
    assert_eq!(set.element_count(), Some(4));
    let (_, list) = convert(set, &ty, &Type::list(Type::String)).unwrap();
    assert_eq!(list, Value::List(texts(&["10", "9", "a", "b"])));

    let numbers = Value::Set([3, 10, -1].into_iter().map(Value::from).collect());
    let (_, list) = convert(numbers, &Type::set(Type::Number), &Type::list(Type::Number)).unwrap();
    assert_eq!(list, Value::List([-1, 3, 10].map(Value::from).to_vec()));
}

#[test]
fn what_matches_a_structural_type_stays_unchanged() {
    let person = Value::Object(vec![Value::from(52), Value::from("John")]);
    let object = ty("object({ name=string, age=number })");
    assert_eq!(
        convert(person.clone(), &object, &object),
        Ok((object, person))
    );
    let tuple = ty("tuple([string, number, bool])");
    let value = Value::List(vec!["a".into(), 15.into(), true.into()]);
    assert_eq!(
        convert(value.clone(), &tuple, &tuple),
        Ok((tuple.clone(), value.clone()))
    );
    // To a list of strings, and its elements back to the original types.
    let strings = ty("list(string)");
    let found = convert(value, &tuple, &strings);
    let texts = texts(&["a", "15", "true"]);
    assert_eq!(found, Ok((strings, Value::List(texts.clone()))));
    for (text, to, value) in [
        (&texts[1], Type::Number, Value::from(15)),
        (&texts[2], Type::Bool, Value::from(true)),
    ] {
        assert_eq!(
            convert(text.clone(), &Type::String, &to),
            Ok((to.clone(), value))
        );
    }
}

#[test]
fn the_any_of_a_map_and_of_a_set_is_replaced_too() {
    let mixed = Value::Object(vec![Value::from("x"), Value::from(1)]);
    assert_eq!(
        convert(mixed, &ty("object({a=string, b=number})"), &ty("map")),
        Ok((
            ty("map(string)"),
            map(vec![("a", "x".into()), ("b", "1".into())])
        ))
    );
    let mixed = Value::List(vec!["1".into(), 1.into(), "b".into()]);
    let set = Value::Set(texts(&["1", "b"]).into_iter().collect());
    assert_eq!(
        convert(
            mixed,
            &ty("tuple([string, number, string])"),
            &ty("set(any)")
        ),
        Ok((ty("set(string)"), set))
    );
    let hopeless = Value::Object(vec![Value::from("x"), Value::List(vec![])]);
    let error = error(hopeless, "object({a=string, b=tuple([])})", "map(any)");
    assert_eq!(error.to(), &ty("map(any)"), "{error}");
}

#[test]
fn an_any_is_replaced_by_what_the_value_decides() {
    let strings = Value::List(texts(&["a", "b", "c"]));
    let from = ty("tuple([string, string, string])");
    assert_eq!(
        convert(strings.clone(), &from, &ty("list")),
        Ok((ty("list(string)"), strings.clone()))
    );
    assert_eq!(
        convert(strings.clone(), &from, &Type::Dynamic),
        Ok((from, strings))
    );
    let mixed = Value::List(vec!["a".into(), 1.into(), "b".into()]);
    assert_eq!(
        convert(
            mixed,
            &ty("tuple([string, number, string])"),
            &ty("list(any)")
        ),
        Ok((ty("list(string)"), Value::List(texts(&["a", "1", "b"]))))
    );
    let hopeless = Value::List(vec!["a".into(), Value::List(vec![]), "b".into()]);
    let error = error(hopeless, "tuple([string, tuple([]), string])", "list(any)");
    assert!(
        error
            .text()
            .ends_with("all elements must have the same type"),
        "{error}"
    );
}

#[test]
fn a_failure_names_the_place_and_both_types() {
    let people = Value::Object(vec![
        Value::from(12),
        Value::List(texts(&["Kristy", "Claudia"])),
    ]);
    let found = error(
        people,
        "object({age=number, name=tuple([string, string])})",
        "map(string)",
    );
    assert_eq!(
        found.to_string(),
        "name: string is required, not tuple([string, string])"
    );
    assert_eq!(
        (found.from(), found.to()),
        (&ty("tuple([string, string])"), &Type::String)
    );

    let value = map(vec![("a", Value::List(texts(&["1", "x"])))]);
    let found = error(value, "map(list(string))", "map(set(number))");
    assert_eq!(
        found.to_string(),
        "[\"a\"][1]: number is required, not string: \"x\" is not a number"
    );

    let found = error(Value::from("True"), "string", "bool");
    assert!(found.text().ends_with("lower-case \"true\" is"), "{found}");
    let found = error(Value::Object(vec![]), "object({})", "object({a=any})");
    assert!(
        found.text().ends_with("the attribute \"a\" is required"),
        "{found}"
    );
    let found = error(Value::List(vec![]), "list(bool)", "list(number)");
    assert_eq!(
        found.to_string(),
        "list(number) is required, not list(bool)"
    );
}

#[test]
fn nulls_and_unknowns_get_the_type_that_is_decided() {
    let from = ty("object({a=tuple([number]), b=bool})");
    let to = ty("object({a=list(any), b=string, c=optional(number)})");
    let decided = ty("object({a=list(number), b=string, c=number})");
    for value in [Value::Null, Value::UNKNOWN] {
        assert_eq!(
            convert(value.clone(), &from, &to),
            Ok((decided.clone(), value))
        );
    }
    // The length of a list from a tuple is known, even if it is not itself.
    let not_null = Value::Unknown(Some(Arc::new(Refinement {
        null: Some(false),
        ..Refinement::default()
    })));
    let two = Value::List(vec![Value::UNKNOWN; 2]);
    assert_eq!(
        convert(not_null, &ty("tuple([any, bool])"), &ty("list(bool)")),
        Ok((ty("list(bool)"), two))
    );
    // But a list too long for memory is not created.
    let huge = Value::Unknown(Some(Arc::new(Refinement {
        null: Some(false),
        length_min: Some(1 << 40),
        length_max: Some(1 << 40),
        ..Refinement::default()
    })));
    let (_, found) = convert(huge.clone(), &ty("list(bool)"), &ty("list(string)")).unwrap();
    assert_eq!(found, huge);
}

#[test]
fn a_place_holds_what_is_dynamic_in_it_with_its_type() {
    let value = Value::List(vec![Value::from(1), Value::Null]);
    let from = ty("tuple([number, number])");
    let found = convert_to(value, &from, &ty("list(any)")).unwrap();
    let any = |value| Value::dynamic(Type::Number, value);
    assert_eq!(
        found,
        Value::List(vec![any(Value::from(1)), any(Value::Null)])
    );
    // And back from such a place.
    let found = convert(found, &ty("list(any)"), &ty("set(string)"));
    let set = Value::Set(["1".into(), Value::Null].into_iter().collect());
    assert_eq!(found, Ok((ty("set(string)"), set)));
}

/// As in `terraform console`: `tolist([-0, "a"])`, `tostring(tonumber("-0"))`.
#[test]
fn a_negative_zero_becomes_text_with_its_minus() {
    let zero = || Value::Number("-0".parse().unwrap());
    let converted = |value, from: &str, to: &str| convert(value, &ty(from), &ty(to)).unwrap().1;
    assert_eq!(converted(zero(), "number", "string"), Value::from("-0"));
    assert_eq!(
        converted(
            Value::List(vec![zero(), Value::from(0)]),
            "list(number)",
            "list(string)"
        ),
        Value::List(texts(&["-0", "0"]))
    );
    assert_eq!(
        converted(
            Value::List(vec![zero(), "a".into()]),
            "tuple([number, string])",
            "list(any)"
        ),
        Value::List(texts(&["-0", "a"]))
    );
    assert_eq!(
        converted(map(vec![("k", zero())]), "map(number)", "map(string)"),
        map(vec![("k", Value::from("-0"))])
    );
    let number = converted(Value::from("-0"), "string", "number");
    assert_eq!(number, Value::from(0));
    assert_eq!(converted(number, "number", "string"), Value::from("-0"));
}

#[test]
fn what_is_not_of_its_type_is_an_error() {
    let wrong = [
        Value::from("x"),
        Value::List(vec![]),
        Value::Object(vec![Value::from(1)]),
        map(vec![("a", Value::List(vec![]))]),
    ];
    for value in wrong {
        for (from, to) in [
            ("number", "string"),
            ("tuple([bool])", "list(string)"),
            ("object({a=bool, b=bool})", "map(string)"),
            ("object({a=bool, b=bool})", "object({b=string})"),
        ] {
            let found = convert(value.clone(), &ty(from), &ty(to));
            assert!(found.is_err(), "{value:?} as {from}: {found:?}");
        }
    }
}

#[test]
fn types_unify_to_the_most_general_one() {
    for (types, safe, lossy) in [
        (&["bool", "number"][..], None, None),
        (
            &["bool", "number", "string"],
            Some("string"),
            Some("string"),
        ),
        (
            &["object({a=bool})", "object({a=string})"],
            Some("object({a=string})"),
            Some("object({a=string})"),
        ),
        (
            &["object({a=bool})", "object({b=string})"],
            Some("map(string)"),
            Some("map(string)"),
        ),
        (
            &["object({a=bool})", "map(string)"],
            Some("map(string)"),
            Some("map(string)"),
        ),
        (
            &["tuple([bool])", "tuple([string, bool])"],
            Some("list(string)"),
            Some("list(string)"),
        ),
        (
            &["tuple([bool])", "list(string)"],
            Some("list(string)"),
            Some("list(string)"),
        ),
        (
            &["list(bool)", "set(bool)"],
            Some("list(bool)"),
            Some("list(bool)"),
        ),
        (&["list(bool)", "any"], Some("any"), Some("any")),
        (&["bool", "any"], Some("any"), Some("bool")),
        (&["object({})", "tuple([])"], None, None),
        (&[], None, None),
    ] {
        let all: Vec<Type> = types.iter().map(|text| ty(text)).collect();
        assert_eq!(unify(&all), safe.map(ty), "{types:?}");
        assert_eq!(unify_unsafe(&all), lossy.map(ty), "{types:?}");
    }
}

#[test]
fn long_tuples_convert_in_linear_work() {
    let count = 100_000;
    let kinds = [ty("string"), ty("number"), ty("bool")];
    let types: Vec<Type> = kinds.into_iter().cycle().take(count).collect();
    let values: Vec<Value> = ["x".into(), Value::from(1), Value::from(true)]
        .into_iter()
        .cycle()
        .take(count)
        .collect();
    let start = Instant::now();
    let (found, _) = convert(Value::List(values), &Type::tuple(types), &ty("list(any)")).unwrap();
    assert_eq!(found, ty("list(string)"));
    // Comparing every type with every other would take minutes.
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn types_made_to_double_the_work_of_each_level_end() {
    // Each level unifies once for its common type and once more for the conversion to it.
    let (mut a, mut b) = (ty("object({a=any})"), ty("object({a=bool})"));
    for _ in 0..40 {
        let undecided = Type::object([("p", Type::Dynamic), ("q", a.clone())]);
        let decided = Type::object([("r", a), ("s", b)]);
        a = Type::object([("x", undecided)]);
        b = Type::object([("x", decided)]);
    }
    let start = Instant::now();
    let types = [a, b];
    assert_eq!((unify(&types), unify_unsafe(&types)), (None, None));
    let value = Value::List(vec![Value::Null, Value::Null]);
    assert!(convert(value, &Type::tuple(types.to_vec()), &ty("list(any)")).is_err());
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}
