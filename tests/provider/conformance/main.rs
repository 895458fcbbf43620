//! The conformance kit finds each defect in its class, and nothing in correct code.

// The models' functions have the signatures that the macro requires.
#![allow(missing_docs, unreachable_pub)]

mod actions;
mod behaviour;
mod computed_blocks;
mod defaults;
mod drift;
mod ephemeral;
mod function_arguments;
mod functions;
mod generated;
mod identities;
mod lists;
mod nothing_to_read;
mod null_blocks;
mod remote;
mod report;
mod service;
mod state_stores;
mod states;
mod tried;
mod values;
mod write_only;

use std::time::Duration;

use behaviour::*;
use identities::*;
use remote::Remote;
use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};
use values::*;

/// All pairs.
#[derive(Schema)]
#[schema(provider = "kit")]
pub struct Kit {
    /// The name of a remote system that the test knows.
    #[field(optional)]
    remote: Option<String>,
}

impl Provider for Kit {
    type Client = Remote;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![
            Loud, Calm, Hasty, Patient, Forgetful, Blind, Plain, Gappy, Usual, Explicit, Restless,
            Counted, Revised, Declared, Silent, Odd, Dicey, Rash, Steady, Sticky, Once, Missing,
            Elsewhere, Panicky, Endless, Blocking, Fragile, Leaky, Deaf, Listening, Lazy, Narrow,
            Talkative, Discreet, Lost, Filed, Exact, Floating, Fickle, Flexible, Nameless,
            Unmarked, Marked, Sought, Overlooked, Untraced, Traced, Brusque, Gentle,
        ]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Remote> {
        Ok(match config.value(Kit::REMOTE).known() {
            Some(name) => Remote::of(&name),
            None => Remote::default(),
        })
    }
}

/// The kit's findings in one resource.
fn found<R: Resource<Provider = Kit>>(example: Example<R>) -> Report {
    Conformance::new::<Kit>()
        .example(example)
        .patience(Duration::from_secs(20))
        .run()
}

fn findings(report: &Report, resource: &str) -> Vec<(Class, String)> {
    report
        .findings()
        .filter(|finding| finding.resource == resource)
        .map(|finding| (finding.class, finding.path.clone()))
        .collect()
}

/// Finds exactly this in the faulty one, and nothing in its twin.
#[track_caller]
fn pair<F, C>(faulty: (&str, &str), class: Class, path: &str, correct: (&str, &str))
where
    F: Resource<Provider = Kit>,
    C: Resource<Provider = Kit>,
{
    let report = found(Example::<F>::hcl(faulty.1));
    let expected = [(class, path.to_owned())];
    assert_eq!(findings(&report, faulty.0), expected, "{report}");
    let report = found(Example::<C>::hcl(correct.1));
    assert_eq!(findings(&report, correct.0), [], "{report}");
}

const TEXT: &str = "name = \"a\"\ntext = \"hello\"\n";
const NAME: &str = "name = \"a\"\n";

#[test]
fn perpetual_difference() {
    pair::<Loud, Calm>(
        ("kit_loud", TEXT),
        Class::PerpetualDifference,
        "text",
        ("kit_calm", TEXT),
    );
}

#[test]
fn changes_after_apply() {
    pair::<Hasty, Patient>(
        ("kit_hasty", TEXT),
        Class::ChangesAfterApply,
        "status",
        ("kit_patient", TEXT),
    );
}

#[test]
fn never_set() {
    pair::<Forgetful, Patient>(
        ("kit_forgetful", TEXT),
        Class::NeverSet,
        "status",
        ("kit_patient", NAME),
    );
}

#[test]
fn read_never_sets() {
    pair::<Blind, Plain>(
        ("kit_blind", TEXT),
        Class::ReadNeverSets,
        "text",
        ("kit_plain", TEXT),
    );
}

#[test]
fn import_gap() {
    pair::<Gappy, Plain>(
        ("kit_gappy", TEXT),
        Class::ImportGap,
        "text",
        ("kit_plain", NAME),
    );
}

#[test]
fn default_differs_from_import() {
    pair::<Usual, Explicit>(
        ("kit_usual", NAME),
        Class::DefaultDiffers,
        "ttl",
        ("kit_explicit", NAME),
    );
}

#[test]
fn unstable_read() {
    pair::<Restless, Counted>(
        ("kit_restless", TEXT),
        Class::UnstableRead,
        "looks",
        ("kit_counted", TEXT),
    );
}

#[test]
fn contradicts_plan() {
    pair::<Revised, Declared>(
        ("kit_revised", TEXT),
        Class::ContradictsPlan,
        "length",
        ("kit_declared", TEXT),
    );
}

#[test]
fn numbers_beyond_float_precision_are_tried() {
    let share = "name = \"a\"\nshare = 0.5\n";
    let report = found(Example::<Exact>::hcl(share));
    for class in [Class::ContradictsPlan, Class::PerpetualDifference] {
        assert!(report.has(class, "kit_exact", "share"), "{report}");
    }
    let report = found(Example::<Floating>::hcl(format!("{share}shares = [0.5]\n")));
    assert_eq!(findings(&report, "kit_floating"), [], "{report}");
    // One number, four more, and the list with as many, without it, and back.
    assert!(report.examples()[0].updates > 10, "{report}");
}

#[test]
fn undocumented() {
    pair::<Silent, Plain>(
        ("kit_silent", TEXT),
        Class::Undocumented,
        "text",
        ("kit_plain", TEXT),
    );
}

#[test]
fn delete_leaves_it() {
    pair::<Sticky, Plain>(
        ("kit_sticky", TEXT),
        Class::DeleteLeavesIt,
        "",
        ("kit_plain", TEXT),
    );
}

#[test]
fn delete_not_idempotent() {
    pair::<Once, Plain>(
        ("kit_once", TEXT),
        Class::DeleteNotIdempotent,
        "",
        ("kit_plain", TEXT),
    );
}

#[test]
fn read_of_missing_fails() {
    pair::<Missing, Plain>(
        ("kit_missing", TEXT),
        Class::ReadOfMissingFails,
        "",
        ("kit_plain", TEXT),
    );
}

#[test]
fn panic() {
    pair::<Panicky, Plain>(("kit_panicky", TEXT), Class::Panic, "", ("kit_plain", TEXT));
}

#[test]
fn hangs() {
    let report = Conformance::new::<Kit>()
        .example(Example::<Endless>::hcl(TEXT))
        .deadline(Duration::from_secs(3))
        .run();
    let expected = [(Class::Hangs, String::new())];
    assert_eq!(findings(&report, "kit_endless"), expected, "{report}");
    let finding = report.findings().find(|f| f.class == Class::Hangs).unwrap();
    for part in [
        "update did not end within 3.0 s",
        "the provider's code: update of kit_endless",
        "the last it said: waiting for godot (a progress message)",
    ] {
        assert!(finding.text.contains(part), "{part}: {report}");
    }
    let report = Conformance::new::<Kit>()
        .example(Example::<Listening>::hcl(TEXT))
        .deadline(Duration::from_secs(60))
        .run();
    assert_eq!(findings(&report, "kit_listening"), [], "{report}");
}

/// Code that blocks its thread cannot be stopped: the kit continues without a provider's, and ends
/// if it is an example's, on the kit's own thread.
#[test]
fn a_blocked_thread_does_not_delay_the_kit() {
    let report = Conformance::new::<Kit>()
        .example(Example::<Blocking>::hcl(TEXT))
        .example(Example::<Blocking>::hcl("name = \"b\""))
        .example(Example::<Blocking>::hcl("name = \"c\""))
        .deadline(Duration::from_secs(3))
        .patience(Duration::from_secs(1))
        .run();
    let expected = [(Class::Hangs, String::new())];
    assert_eq!(findings(&report, "kit_blocking"), expected, "{report}");
    let text = report.to_string();
    for part in [
        concat!(file!(), ":"),
        ": create\n",
        "the provider's code: create of kit_blocking",
    ] {
        assert!(text.contains(part), "{part}: {report}");
    }
    assert!(!text.contains("the kit could not go on"), "{report}");
    assert_eq!(report.examples().len(), 3, "{report}");
    // A function of the example, however, has the kit's thread.
    let endless = |_: &ResourceData<Plain>| {
        loop {
            std::thread::park();
        }
    };
    let report = Conformance::new::<Kit>()
        .example(Example::<Plain>::hcl(TEXT).import_id(endless))
        .deadline(Duration::from_secs(3))
        .patience(Duration::from_secs(1))
        .run();
    let expected = [(Class::Hangs, String::new())];
    assert_eq!(findings(&report, "kit_plain"), expected, "{report}");
    let text = report.to_string();
    for part in ["the example's `import_id`", "the kit could not go on"] {
        assert!(text.contains(part), "{part}: {report}");
    }
}

#[test]
fn operation_fails() {
    let report = found(Example::<Fragile>::hcl(TEXT).alternative(Fragile::TEXT, "bye"));
    let expected = [(Class::OperationFails, "text".to_owned())];
    assert_eq!(findings(&report, "kit_fragile"), expected, "{report}");
    let report = found(Example::<Plain>::hcl(TEXT).alternative(Plain::TEXT, "bye"));
    assert_eq!(findings(&report, "kit_plain"), [], "{report}");
}

#[test]
fn unstable_plan() {
    pair::<Dicey, Steady>(
        ("kit_dicey", TEXT),
        Class::UnstablePlan,
        "number",
        ("kit_steady", TEXT),
    );
}

#[test]
fn changes_when_known() {
    pair::<Rash, Steady>(
        ("kit_rash", TEXT),
        Class::ChangesWhenKnown,
        "number",
        ("kit_steady", TEXT),
    );
    pair::<Brusque, Gentle>(
        ("kit_brusque", TEXT),
        Class::ChangesWhenKnown,
        "text",
        ("kit_gentle", TEXT),
    );
}

#[test]
fn import_difference() {
    pair::<Odd, Plain>(
        ("kit_odd", TEXT),
        Class::ImportDifference,
        "text",
        ("kit_plain", TEXT),
    );
}

#[test]
fn identity_missing() {
    pair::<Nameless, Flexible>(
        ("kit_nameless", TEXT),
        Class::IdentityMissing,
        "",
        ("kit_flexible", TEXT),
    );
}

/// Also if only an object that was stored before there were identities, or was imported by its id,
/// has none.
#[test]
fn identity_missing_in_read() {
    pair::<Unmarked, Marked>(
        ("kit_unmarked", TEXT),
        Class::IdentityMissing,
        "",
        ("kit_marked", TEXT),
    );
}

/// Terraform sends no identity with a delete: it comes from the plan's private data.
#[test]
fn a_delete_by_identity_is_tried() {
    pair::<Overlooked, Sought>(
        ("kit_overlooked", TEXT),
        Class::DeleteLeavesIt,
        "",
        ("kit_sought", TEXT),
    );
}

#[test]
fn identity_changes() {
    pair::<Fickle, Flexible>(
        ("kit_fickle", TEXT),
        Class::IdentityChanges,
        "",
        ("kit_flexible", TEXT),
    );
}

#[test]
fn identity_import() {
    pair::<Untraced, Traced>(
        ("kit_untraced", TEXT),
        Class::IdentityImport,
        "",
        ("kit_traced", TEXT),
    );
}

#[test]
fn left_behind() {
    pair::<Leaky, Listening>(
        ("kit_leaky", NAME),
        Class::LeftBehind,
        "",
        ("kit_listening", NAME),
    );
}

/// Each class has a test of its name, here or in a sibling module.
#[test]
fn every_class_is_found() {
    let sources = [
        include_str!("main.rs"),
        include_str!("defaults.rs"),
        include_str!("drift.rs"),
        include_str!("ephemeral.rs"),
        include_str!("functions.rs"),
        include_str!("actions.rs"),
        include_str!("lists.rs"),
        include_str!("report.rs"),
        include_str!("state_stores.rs"),
        include_str!("generated.rs"),
        include_str!("write_only.rs"),
    ];
    for class in Class::ALL {
        let test = format!("#[test]\nfn {}() {{", class.name().replace('-', "_"));
        let used = format!("Class::{class:?}");
        assert!(
            sources
                .iter()
                .any(|s| s.contains(&test) && s.contains(&used)),
            "{class} has no test"
        );
    }
}

#[test]
fn ignores_cancellation() {
    // It never ends by itself, and each of its operations is waited for until the patience ends.
    let report = Conformance::new::<Kit>()
        .example(Example::<Deaf>::hcl(NAME))
        .patience(Duration::from_millis(200))
        .run();
    let expected = [(Class::IgnoresCancellation, String::new())];
    assert_eq!(findings(&report, "kit_deaf"), expected, "{report}");
    let report = found(Example::<Listening>::hcl(NAME));
    assert_eq!(findings(&report, "kit_listening"), [], "{report}");
}

#[test]
fn import_fails() {
    let example = "folder = \"f/1\"\nname = \"a\"\ntext = \"hello\"\n";
    let report = found(Example::<Lost>::hcl(example));
    assert!(report.has(Class::ImportFails, "kit_lost", ""), "{report}");
    let report = found(Example::<Lost>::hcl(example).import_id(|_| "nothing".to_owned()));
    assert!(report.has(Class::ImportFails, "kit_lost", ""), "{report}");
    // Identified by two values, which the pattern joins into one id, whatever they contain.
    let report = found(Example::<Filed>::hcl(example));
    assert_eq!(findings(&report, "kit_filed"), [], "{report}");
    assert!(report.examples()[0].imports > 0);
}

#[test]
fn secret_told() {
    let example = "name = \"a\"\n";
    let report = found(Example::<Talkative>::hcl(example));
    // A validator's message about its own field is masked before anybody sees it: no `key` here.
    let expected = [
        (Class::SecretTold, "password".to_owned()),
        (Class::SecretTold, "token".to_owned()),
    ];
    assert_eq!(findings(&report, "kit_talkative"), expected, "{report}");
    // The report itself contains none.
    assert!(!report.to_string().contains("5ec2e7"), "{report}");
    // The provider developer's own messages are searched, too.
    let example = "name = \"a\"\npassword = \"golden horse\"\n";
    let report = found(Example::<Talkative>::hcl(example));
    assert!(report.has(Class::SecretTold, "kit_talkative", "password"));
    assert!(!report.to_string().contains("golden horse"), "{report}");
    let report = found(Example::<Discreet>::hcl(example));
    assert_eq!(findings(&report, "kit_discreet"), [], "{report}");
}

#[test]
fn read_finds_nothing() {
    pair::<Elsewhere, Plain>(
        ("kit_elsewhere", TEXT),
        Class::ReadFindsNothing,
        "",
        ("kit_plain", TEXT),
    );
}
