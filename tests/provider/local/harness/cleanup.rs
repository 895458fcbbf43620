//! The end of tests: indestructible objects, deadlines, sweepers.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use schema_provider::prelude::*;
use schema_provider::testing::{Step, sweepers};

use super::{a_box, test};
use crate::mem::{Mem, MemBox, Remote};

#[test]
fn indestructible_objects_are_reported() {
    let remote = Remote::of("stays");
    remote.breaks("delete", "error");
    let failure = test("stays")
        .only_in_process("the object stays")
        .step(Step::apply(a_box("")))
        .try_run()
        .expect_err("stays");
    assert_eq!(failure.step(), 0);
    let text = failure.to_string();
    assert!(text.contains("destroying everything at the end"), "{text}");
    assert!(text.contains("delete went wrong"), "{text}");
}

#[test]
fn both_failures_are_reported() {
    let remote = Remote::of("both");
    remote.breaks("delete", "error");
    let failure = test("both")
        .only_in_process("the object stays")
        .step(Step::apply(a_box("")).plans_nothing())
        .try_run()
        .expect_err("stays");
    let text = failure.to_string();
    assert_eq!(failure.step(), 1);
    assert!(text.contains("the plan is not empty"), "{text}");
    assert!(
        text.contains("and destroying everything at the end"),
        "{text}"
    );
}

#[test]
fn failures_of_the_final_check_are_reported() {
    let line = line!() + 4;
    let failure = test("after")
        .only_in_process("it is about the harness")
        .step(Step::apply(a_box("")))
        .after_destroy(|_| panic!("something is left"))
        .try_run()
        .expect_err("left");
    let text = failure.to_string();
    assert!(text.contains("something is left"), "{text}");
    assert!(text.contains(&format!("cleanup.rs:{line}")), "{text}");
}

/// Each of these waits for its own deadlines, all at the same time.
#[test]
fn hanging_tests_are_ended() {
    let cases: [(&str, fn()); 6] = [
        ("a create", a_create_that_hangs_is_ended_by_the_deadline),
        ("what is left", objects_left_by_a_hanging_test_are_reported),
        ("code that waits", code_that_waits_is_cancelled),
        (
            "code of the test",
            code_of_the_test_that_blocks_is_ended_too,
        ),
        ("a sweeper", || {
            a_sweeper_is_given_up_on_and_keeps_what_was_done(true)
        }),
        ("a sweeper's thread", || {
            a_sweeper_is_given_up_on_and_keeps_what_was_done(false)
        }),
    ];
    std::thread::scope(|scope| {
        let running = cases.map(|(name, case)| (name, scope.spawn(case)));
        let failed = running.map(|(name, case)| case.join().is_err().then_some(name));
        let failed: Vec<&str> = failed.into_iter().flatten().collect();
        assert!(failed.is_empty(), "the panics above are of: {failed:?}");
    });
}

/// The failure of a test that hangs in an operation.
fn hanging(remote: &str, step: &str, how: &str) -> (String, Duration) {
    Remote::of(remote).breaks(step, how);
    let started = Instant::now();
    let failure = test(remote)
        .only_in_process("the way under terraform has a test of its own")
        .deadline(Duration::from_secs(5))
        .step(Step::apply(a_box("")).named("it hangs"))
        .try_run()
        .expect_err("it hangs");
    Remote::of(remote).repair();
    (failure.to_string(), started.elapsed())
}

fn a_create_that_hangs_is_ended_by_the_deadline() {
    let (text, took) = hanging("hangs", "create", "hang");
    for part in [
        "step 1 \"it hangs\" (apply), in process:",
        "the test did not end within its deadline of 5.0 s; it was waiting for",
        "applying, for",
        "Create of mem_box.a, for",
        "the provider's code: create of mem_box",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
    assert!(took < Duration::from_secs(120), "{took:?}");
}

fn objects_left_by_a_hanging_test_are_reported() {
    let remote = Remote::of("leaves");
    let breaks = remote.clone();
    let failure = test("leaves")
        .only_in_process("it is about the harness")
        .deadline(Duration::from_secs(5))
        .step(Step::apply(a_box("")))
        .step(Step::outside(move |_| {
            breaks.breaks("update", "hang");
            breaks.breaks("delete", "error");
        }))
        .step(Step::apply(a_box("  size = 9\n")))
        .try_run()
        .expect_err("it hangs");
    let text = failure.to_string();
    assert_eq!(failure.step(), 3, "{text}");
    for part in [
        "Update of mem_box.a, for",
        "and destroying everything at the end",
        "delete went wrong",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
}

fn code_that_waits_is_cancelled() {
    let (text, _) = hanging("waits", "create", "wait");
    assert!(text.contains("create of mem_box"), "{text}");
    assert!(!text.contains("could not be stopped"), "{text}");
}

fn code_of_the_test_that_blocks_is_ended_too() {
    let started = Instant::now();
    let failure = test("blocks")
        .only_in_process("it is about the harness")
        .deadline(Duration::from_secs(2))
        .step(Step::outside(|_| {
            std::thread::sleep(Duration::from_secs(600))
        }))
        .try_run()
        .expect_err("it blocks");
    let text = failure.to_string();
    assert!(text.contains("code of the test, for"), "{text}");
    assert!(text.contains("could not be stopped"), "{text}");
    assert!(started.elapsed() < Duration::from_secs(120));
}

fn left(name: &str) -> MemBox {
    MemBox {
        name: name.to_owned(),
        size: 1,
        note: None,
        lids: 0,
    }
}

#[test]
fn sweepers_clear_what_tests_left() {
    let remote = Remote::of("swept");
    for (id, name) in [("1", "tf-test-a"), ("2", "mine"), ("3", "tf-test-b")] {
        let mut boxes = remote.boxes.lock().expect("boxes");
        boxes.insert(id.to_owned(), left(name));
    }
    let order: Arc<Mutex<Vec<&str>>> = Arc::default();
    let (first, second) = (order.clone(), order.clone());
    let swept = sweepers::<Mem>()
        .settings("remote = \"swept\"")
        .sweeper("mem_box", move |remote: Arc<Arc<Remote>>| {
            first.lock().expect("order").push("mem_box");
            async move {
                let mut boxes = remote.boxes.lock().expect("boxes");
                let before = boxes.len();
                boxes.retain(|_, found| !found.name.starts_with("tf-test-"));
                Ok(before - boxes.len())
            }
        })
        .after(["mem_tag"])
        .sweeper("mem_tag", move |_| {
            second.lock().expect("order").push("mem_tag");
            async { Ok(0) }
        })
        .try_run();
    assert_eq!(swept.failed, []);
    let deleted = [("mem_tag".to_owned(), 0), ("mem_box".to_owned(), 2)];
    assert_eq!(swept.deleted, deleted);
    assert_eq!(*order.lock().expect("order"), ["mem_tag", "mem_box"]);
    let boxes = remote.boxes.lock().expect("boxes");
    assert_eq!(
        boxes.values().map(|b| &*b.name).collect::<Vec<_>>(),
        ["mine"]
    );
}

#[test]
fn a_failed_sweeper_blocks_only_its_dependents() {
    let swept = sweepers::<Mem>()
        .sweeper("a", async |_| Err(Diagnostic::error("no right to").into()))
        .sweeper("b", async |_| Ok(1))
        .after(["a"])
        .sweeper("c", async |_| panic!("a panic"))
        .sweeper("d", async |_| Ok(2))
        .try_run();
    assert_eq!(swept.deleted, [("d".to_owned(), 2)]);
    let words: Vec<String> = swept
        .failed
        .iter()
        .map(|(name, why)| format!("{name}: {why}"))
        .collect();
    assert_eq!(words.len(), 3, "{words:?}");
    assert!(
        words[0].contains("a: ") && words[0].contains("no right to"),
        "{words:?}"
    );
    assert_eq!(words[1], "b: not run, as a failed");
    assert!(
        words[2].contains("c: it panicked") && words[2].contains("a panic"),
        "{words:?}"
    );
}

#[test]
fn named_sweepers_run_with_their_dependencies() {
    let three = || {
        sweepers::<Mem>()
            .sweeper("a", async |_| Ok(1))
            .after(["b"])
            .sweeper("b", async |_| Ok(2))
            .sweeper("c", async |_| Ok(3))
    };
    let names = |swept: schema_provider::testing::Swept| {
        let names = swept.deleted.into_iter().map(|(name, _)| name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(three().only(["a"]).try_run()), ["b", "a"]);
    assert_eq!(names(three().only(["c"]).try_run()), ["c"]);
    let unknown = three().only(["x"]).try_run();
    assert_eq!(
        unknown.failed[0].1,
        "there is no sweeper x; there are: a, b, c"
    );
    let circle = sweepers::<Mem>()
        .sweeper("a", async |_| Ok(1))
        .after(["b"])
        .sweeper("b", async |_| Ok(2))
        .after(["a"])
        .try_run();
    assert_eq!(circle.failed[0].1, "the sweepers wait for each other");
    let refused = three().settings("region = \"west\"").try_run();
    let why = &refused.failed[0].1;
    assert!(
        why.contains("region") && why.contains("cleanup.rs:"),
        "{why}"
    );
}

#[test]
fn invalid_sets_of_sweepers_do_nothing() {
    let twice = sweepers::<Mem>()
        .sweeper("a", async |_| panic!("it does not run"))
        .sweeper("a", async |_| panic!("it does not run"))
        .try_run();
    assert_eq!(twice.failed.len(), 1);
    assert_eq!(twice.failed[0].1, "there are two sweepers a");
    let nobody = sweepers::<Mem>()
        .after(["a"])
        .sweeper("a", async |_| panic!("it does not run"))
        .try_run();
    assert_eq!(nobody.failed[0].1, "`after` precedes the first sweeper");
}

/// Its thread either hangs, or blocks.
fn a_sweeper_is_given_up_on_and_keeps_what_was_done(hangs: bool) {
    let started = Instant::now();
    let swept = sweepers::<Mem>()
        .deadline(Duration::from_secs(3))
        .sweeper("a", async |_| Ok(1))
        .sweeper("b", move |_| async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            // Its thread cannot be recovered.
            std::thread::sleep(Duration::from_secs(600));
            Ok(1)
        })
        .sweeper("c", async |_| panic!("it does not run"))
        .try_run();
    assert_eq!(swept.deleted, [("a".to_owned(), 1)]);
    let why: Vec<&str> = swept.failed.iter().map(|(_, why)| &**why).collect();
    assert_eq!(
        why,
        [
            "did not end within the sweepers' deadline of 3.0 s, and was abandoned",
            "not run, as the time of the sweepers was over",
        ]
    );
    assert!(started.elapsed() < Duration::from_secs(120));
}
