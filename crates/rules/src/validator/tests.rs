use super::*;

#[test]
fn each_name_is_one_validators() {
    let all: Vec<&str> = names().collect();
    for (i, name) in all.iter().enumerate() {
        assert!(!all[i + 1..].contains(name), "{name}");
    }
    for definition in DEFINITIONS {
        assert!(definition.example.starts_with(definition.name));
        let found = find(definition.name).expect("its name");
        assert_eq!(found.example, definition.example);
    }
    let ip = find("ip").map(|found| found.signature);
    assert!(matches!(ip, Some(Signature::Form(_))));
    assert!(find("ipp").is_none());
}

#[test]
fn facts_have_the_names_of_annotations() {
    let all = [
        Predicate::Bytes {
            min: None,
            max: None,
        },
        Predicate::Range(Range::Integer {
            min: None,
            max: None,
        }),
        Predicate::OneOf {
            values: Ref::empty(),
        },
        Predicate::OneOfNumbers {
            values: Ref::empty(),
        },
        Predicate::OneOfIntegers {
            values: Ref::empty(),
        },
        Predicate::OneOfIgnoreCase {
            values: Ref::empty(),
        },
        Predicate::DivisibleBy(1),
        Predicate::Equals(true),
        Predicate::NotZero,
        Predicate::Excludes(Ref::text("")),
        Predicate::Url {
            values: Ref::empty(),
        },
        Predicate::Network { min: 0, max: 128 },
        Predicate::NoNulls,
    ];
    for predicate in all {
        let name = predicate.facts().name;
        assert!(find(name).is_some(), "{name}");
    }
}
