//! A test whose state is in the provider's store.

use schema_provider::LockInfo;
use schema_provider::testing::{ProviderTest, Step, creates, object};

use crate::keep::{Keep, space};

fn test(space: &str, more: &str) -> ProviderTest {
    ProviderTest::new::<Keep>().state_store(format!(
        "state_store \"keep_states\" {{\n  provider \"keep\" {{}}\n  space = \"{space}\"\n{more}\n}}"
    ))
}

const NOTE: &str = "resource \"keep_note\" \"a\" {\n  name = \"a\"\n}\noutput \"it\" {\n  value = keep_note.a.name\n}\n";

/// The text of the state in the store.
fn stored(name: &str) -> String {
    let space = space(name);
    let space = space.lock().unwrap();
    let state = space.states.get("default").map(|bytes| bytes.to_vec());
    String::from_utf8(state.unwrap_or_default()).unwrap()
}

#[test]
fn the_state_is_in_the_store_and_nowhere_else() {
    test("harness", "")
        .step(
            Step::apply(NOTE)
                .plans(creates("keep_note.a"))
                .saves(object("keep_note.a").attr("name").is("a"))
                .output("it")
                .is("a"),
        )
        .step(Step::outside(|_| {
            assert!(stored("harness").contains("keep_note"));
            let space = space("harness");
            let space = space.lock().unwrap();
            assert!(space.locks.is_empty(), "each command gives its lock back");
            for call in ["lock", "read", "write", "unlock"] {
                assert!(space.calls.iter().any(|said| said == call), "{call}");
            }
        }))
        .step(Step::plan(NOTE).plans_nothing())
        // An object removed there no longer exists.
        .step(Step::outside(|_| {
            space("harness").lock().unwrap().states.clear();
        }))
        .step(Step::plan(NOTE).plans(creates("keep_note.a")))
        .step(Step::apply(NOTE))
        .step(Step::taint("keep_note.a"))
        .step(Step::refresh().saves(object("keep_note.a").tainted()))
        .step(Step::forget("keep_note.a").saves(object("keep_note.a").gone()))
        .step(Step::apply(NOTE).plans(creates("keep_note.a")))
        .run();
    assert!(
        !stored("harness").contains("keep_note"),
        "destroyed at the end"
    );
}

#[test]
fn a_store_that_fails_fails_the_step() {
    for (fault, part) in [
        ("fail write", "no write today"),
        ("fail read", "no read today"),
        ("fail lock", "no lock today"),
        ("fail unlock", "no unlock today"),
        ("panic write", "panicked"),
    ] {
        let name = fault.replace(' ', "-");
        let test = test(&name, &format!("  fault = \"{fault}\"")).step(Step::apply(NOTE));
        let text = test.try_run().expect_err(fault).to_string();
        assert!(text.contains(part), "{fault}: {text}");
    }
}

#[test]
fn a_lock_that_somebody_has_fails_the_step() {
    test("locked", "")
        .step(Step::apply(NOTE))
        .step(Step::outside(|_| {
            let space = space("locked");
            let mut space = space.lock().unwrap();
            let lock = LockInfo::new("theirs");
            space.locks.insert("default".to_owned(), lock);
        }))
        .step(Step::plan(NOTE).fails("locked"))
        .step(Step::outside(|_| {
            space("locked").lock().unwrap().locks.clear();
        }))
        .step(Step::plan(NOTE).plans_nothing())
        .run();
}

#[test]
fn a_test_that_tests_nothing_is_rejected() {
    let nothing = test("nothing", "").only_with_terraform("why not").try_run();
    let text = nothing.expect_err("refused").to_string();
    assert!(
        text.contains("no released Terraform has state stores"),
        "{text}"
    );
    let none = ProviderTest::new::<Keep>()
        .state_store("")
        .step(Step::apply(NOTE));
    let text = none.try_run().expect_err("refused").to_string();
    assert!(text.contains("The test has no state store"), "{text}");
}
