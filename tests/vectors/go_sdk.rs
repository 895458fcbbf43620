//! The Go SDK's own verdicts on schemas in its form: every single answer, and our own mode on the
//! same schemas.

use std::collections::BTreeMap;

use schema_rules::{Mode, check_block};
use sdk_tests::go_sdk::{Answer, SdkSchema};
use sdk_tests::vectors::{Kind, Summary, for_each_case};

/// The rule behind one of the Go SDK's answers: `(number, field name)`.
fn expected(answer: &str) -> (&'static str, &str) {
    let table = [
        ("MaxItems and MinItems are only", "R39"),
        ("Default must be nil if computed", "R15"),
        ("WriteOnly cannot be set with Computed", "R6"),
        ("WriteOnly cannot be set with ForceNew", "R7"),
        ("Default cannot be set with Required", "R16"),
        ("Default cannot be set with WriteOnly", "R17"),
        ("Elem must have only Type set", "R38"),
        ("Elem must be set for lists", "R32"),
        ("ValidateFunc is for validating", "R52"),
        ("ValidateFunc and ValidateDiagFunc are not yet", "R54"),
        ("Cannot be both Required and Computed", "R3"),
        ("Type must be specified", "R1"),
        ("Optional or Required must be set, not both", "R2"),
        ("cannot set DiffSuppressOnRefresh", "R30"),
        ("One of optional, required, or computed", "R4"),
        ("TypeMap with Elem *Resource", "R41"),
        ("references unknown attribute", "R24"),
        ("must be of TypeString", "R65"),
        ("cannot be marked Required", "R66"),
        ("must be marked Computed", "R67"),
        ("ConflictsWith cannot be set with Required", "R20"),
        ("ExactlyOneOf cannot be set with Required", "R21"),
        ("AtLeastOneOf cannot be set with Required", "R22"),
        ("Default is not valid for lists or sets", "R33"),
        ("Field name may only contain", "R56"),
        ("StateFunc is extraneous", "R51"),
        ("DiffSuppressFunc is for suppressing", "R46"),
        ("ExactlyOneOf is for configurable", "R47"),
        ("ConflictsWith is for configurable", "R43"),
        ("AtLeastOneOf is for configurable", "R42"),
        ("MinItems is for configurable", "R50"),
        ("MaxItems is for configurable", "R49"),
        ("ConfigMode of block is allowed only", "R10"),
        ("ConfigMode of block cannot be used in child", "R11"),
        ("is a reserved field name", "R68"),
        ("cannot reference self", "R27"),
        ("Set Block type cannot contain WriteOnly", "R35"),
        ("Computed set to true cannot contain WriteOnly", "R36"),
        ("cannot contain Required attribute", "R28"),
        ("cannot contain Computed(When)", "R29"),
        ("can only be used with TypeList and MaxItems: 1", "R25"),
    ];
    let found = table.iter().find(|(text, _)| answer.contains(text));
    let rule = found.unwrap_or_else(|| panic!("no rule for {answer:?}")).1;
    // `field: text`, `Relation: field text (path)`, `field is a reserved …`, `the "id" …`.
    let name = match answer.split_once(": ") {
        _ if answer.starts_with("the \"id\"") => "id",
        Some((relation, rest)) if relation.chars().next().is_some_and(char::is_uppercase) => {
            rest.split(' ').next().unwrap_or("")
        }
        Some((name, _)) => name,
        None => answer.split(' ').next().unwrap_or(""),
    };
    (rule, name)
}

#[test]
fn every_answer_is_one_of_ours() {
    let mut summary = Summary::new("single answers of the Go SDK's check of schemas");
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    let unusable = for_each_case(Kind::Reference, |case| {
        let name = case["name"].as_str().unwrap_or("?");
        let schema = match SdkSchema::read(&case["case"]["schema"]) {
            Ok(schema) => schema,
            Err(error) => return summary.count(name, Err(error.to_string())),
        };
        let ours = schema.verdict();
        let answers = case["internal_validate"].as_array();
        let mut missing = Vec::new();
        for answer in answers
            .into_iter()
            .flatten()
            .filter_map(|answer| answer.as_str())
        {
            let (rule, field) = expected(answer);
            *by_rule.entry(rule.to_owned()).or_default() += 1;
            if !ours
                .iter()
                .any(|own| own.rule == rule && own.field == field)
            {
                missing.push(format!("{answer:?} ({rule} {field})"));
            }
        }
        summary.count(
            name,
            match &*missing {
                [] => Ok(()),
                missing => Err(format!(
                    "{missing:?} not in {:?}",
                    ours.iter().map(Answer::to_string).collect::<Vec<_>>()
                )),
            },
        );
    });
    summary.unusable(unusable);
    sdk_tests::say!("answers by rule: {by_rule:?}");
    summary.finish();
}

#[test]
fn every_schema_of_the_reference_is_checked_in_our_own_mode() {
    let mut summary = Summary::new("schemas of the reference in our own mode");
    let mut found = 0;
    let unusable = for_each_case(Kind::Reference, |case| {
        let name = case["name"].as_str().unwrap_or("?");
        let Ok(schema) = SdkSchema::read(&case["case"]["schema"]) else {
            return summary.leave_out();
        };
        let violations = check_block(&schema.facts(), Mode::Ours);
        found += violations.len();
        for (i, v) in violations.iter().enumerate() {
            assert_eq!(v.rule.info().severity, v.severity, "{v}");
            assert!(!v.message.is_empty());
            assert!(v.help.as_deref().is_none_or(|help| !help.is_empty()));
            assert!(!violations[..i].contains(v), "{name}: reported twice: {v}");
        }
        summary.count(name, Ok::<(), String>(()));
    });
    summary.unusable(unusable);
    sdk_tests::say!("{found} findings in our own mode");
    summary.finish();
}
