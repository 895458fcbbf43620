//! Differences without an excuse, how they are reported, and invalid schemas and programs.

use super::*;

fn given(config: Json) -> Options {
    let given = Given {
        kind: Kind::Resource,
        name: "a_thing".into(),
        config: Some(config),
        state: None,
    };
    Options {
        cases: 0,
        given: vec![given],
        ..Options::default()
    }
}

fn paths(found: &Comparison) -> Vec<(&str, &str)> {
    let groups = found.groups.iter();
    groups.map(|one| (one.class(), one.path())).collect()
}

/// A port without the default plans null, even if the default is zero, which SDKv2 often treats as
/// null.
#[test]
fn a_lost_default_has_no_excuse() {
    for size in [7, 0] {
        let fault = Fault::DefaultsInGo(size);
        let found = compared(fault, Fault::None, &Options::default()).unwrap();
        assert!(paths(&found).contains(&("plan", "size")), "{found}");
        let excused = found.intended.iter().any(|one| one.path() == "size");
        assert!(!excused, "{found}");
    }
}

/// An error beside the old program's own is not a conflict, although both disappear without the
/// block.
#[test]
fn a_second_error_in_a_block_has_no_excuse() {
    let fault = Fault::ErrsAtTheLabelToo;
    let found = compared(Fault::ConflictsOnOneSideInGo, fault, &Options::default()).unwrap();
    let errors = paths(&found);
    assert!(errors.contains(&("validation", "disk.label")), "{found}");
}

/// SDKv2 has no ephemeral resource types.
#[test]
fn ephemeral_types_have_no_excuse() {
    let schemas = schemas(Kind::Ephemeral, block());
    let (old, new) = (Fault::ConflictsOnOneSideInGo, Fault::ConflictsOnBothSides);
    let found = compared_as(old, new, &Options::default(), [&schemas, &schemas]).unwrap();
    assert_eq!(paths(&found), [("validation", "zone")], "{found}");
    assert!(found.intended.is_empty(), "{found}");
}

#[test]
fn an_unknown_element_differs_from_a_known_one() {
    let fault = Fault::PlansUnknownDisks;
    let found = compared(Fault::None, fault, &Options::default()).unwrap();
    assert_eq!(paths(&found)[0], ("plan", "disk"), "{found}");
    assert_eq!(found.groups[0].answers(), ["known", "unknown"], "{found}");
}

/// However often an input shows a difference, it is one case.
#[test]
fn an_input_is_one_case() {
    let disk = json!({"label": "l", "size": 1});
    let config = json!({"name": "n", "mode": [{}], "disk": vec![disk; 8]});
    let found = compared(Fault::None, Fault::PlansOtherDisks, &given(config)).unwrap();
    let wanted = [("plan", "disk.label"), ("plan", "disk.size")];
    assert_eq!(paths(&found)[..2], wanted, "{found}");
    for group in found.json()["differences"].as_array().unwrap() {
        assert!(
            group["cases"].as_u64().unwrap() <= found.cases as u64,
            "{found}"
        );
    }
}

/// A crash does not count as acceptance.
#[test]
fn what_crashes_the_old_program_is_not_what_it_accepts() {
    let options = Options {
        cases: 0,
        ..Options::default()
    };
    let found = compared(Fault::CrashesAtA, Fault::None, &options).unwrap();
    assert!(found.is_equal() && found.gaps.is_empty(), "{found}");
    let both = Fault::CrashesAlways;
    let gaps = compared(both, both, &options).unwrap().gaps;
    assert!(gaps[0].contains("No configuration was found"), "{gaps:?}");
}

#[test]
fn what_either_program_calls_sensitive_is_not_shown() {
    let mut open = block();
    open["attributes"]["token"]["sensitive"] = json!(false);
    let (open, hidden) = (
        schemas(Kind::Resource, open),
        schemas(Kind::Resource, block()),
    );
    let options = given(json!({"name": "n", "token": "hunter2", "mode": [{}]}));
    for schemas in [[&open, &hidden], [&hidden, &open]] {
        let found = compared_as(Fault::None, Fault::DropsAToken, &options, schemas).unwrap();
        let said = format!("{found}{}", found.json());
        assert!(
            said.contains("token = \"(sensitive)\"") && !said.contains("hunter2"),
            "{said}"
        );
    }
}

/// A schema may require more blocks than it allows, or than anybody can send.
#[test]
fn impossible_numbers_of_blocks_are_no_panic() {
    for (min, max) in [(3, 1), (4_000_000_000_u32, 0)] {
        let mut block = block();
        block["block_types"]["disk"]["min_items"] = json!(min);
        block["block_types"]["disk"]["max_items"] = json!(max);
        let schemas = schemas(Kind::Resource, block);
        let options = Options {
            cases: 10,
            ..Options::default()
        };
        let both = Fault::None;
        let found = compared_as(both, both, &options, [&schemas, &schemas]).unwrap();
        assert!(found.is_equal(), "{found}");
    }
}

/// The helper counts the remaining objects.
#[test]
fn what_is_created_is_deleted_whatever_reads_and_updates_answer() {
    for fault in [Fault::ReadsNothing, Fault::UpdatesNothing] {
        let found = compared(fault, fault, &with_apply()).unwrap();
        assert!(found.is_equal(), "{found}");
    }
}

#[test]
fn what_is_sensitive_is_not_shown() {
    let config = json!({"name": "n", "token": "hunter2", "mode": [{}]});
    let given = Given {
        kind: Kind::Resource,
        name: "a_thing".into(),
        config: Some(config),
        state: Some((1, json!({"id": "i", "name": "n", "token": "hunter2"}))),
    };
    let options = Options {
        cases: 0,
        given: vec![given],
        ..Options::default()
    };
    let found = compared(Fault::None, Fault::DropsAToken, &options).unwrap();
    let said = format!("{found}{}", found.json());
    assert!(
        said.contains("token = \"(sensitive)\"") && !said.contains("hunter2"),
        "{said}"
    );
}

/// The book lists differences from SDKv2: other programs have no excuse.
#[test]
fn a_second_error_of_a_conflict_is_intended_for_sdkv2_only() {
    let options = Options::default();
    let both = Fault::ConflictsOnBothSides;
    let found = compared(Fault::ConflictsOnOneSideInGo, both, &options).unwrap();
    assert!(found.is_equal(), "{found}");
    assert_eq!(found.intended[0].intended(), Some(7), "{found}");
    let found = compared(Fault::ConflictsOnOneSide, both, &options).unwrap();
    assert_eq!(found.groups[0].path(), "zone", "{found}");
    assert!(found.intended.is_empty(), "{found}");
}

/// Serves another program, whose end is an error. After the first end, it serves nothing.
struct InFront {
    behind: Script,
    ended: bool,
}

impl Side for InFront {
    fn ask(&mut self, subject: Subject<'_>, call: &Call<'_>) -> Result<Answer, Failure> {
        let answer = match self.ended {
            false => self.behind.ask(subject, call),
            true => Err(Failure::Crashed(String::new())),
        };
        answer.or_else(|_| {
            self.ended = true;
            Ok(Answer {
                diagnostics: vec![error(Path::default())],
                ..Answer::default()
            })
        })
    }

    fn restart(&mut self) {
        self.ended = false;
    }
}

#[test]
fn a_program_that_ends_behind_another_one_is_one_difference() {
    let schemas = schemas(Kind::Resource, block());
    let mut front = InFront {
        behind: Script(Fault::Crashes, 0),
        ended: false,
    };
    let found = compare(
        (&mut Script(Fault::Crashes, 0), &schemas),
        (&mut front, &schemas),
        &Options::default(),
        &mut drop,
    )
    .unwrap();
    assert_eq!(paths(&found).len(), 1, "{found}");
}
