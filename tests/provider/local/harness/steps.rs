//! Whole life cycles; the same source runs both ways.

use schema_provider::prelude::AttrPath as _;
use schema_provider::testing::{
    Mode, ProviderTest, Step, changes_nothing, creates, deletes, drifts, object, reads, replaces,
    updates,
};
use serde_json::json;

use super::{a_box, test};
use crate::mem::{Crate, Lid, Mem, Remote};

#[test]
fn create_update_replace_and_destroy() {
    let remote = Remote::of("harness");
    let (drift, gone, end) = (remote.clone(), remote.clone(), remote.clone());
    test("harness")
        .step(
            Step::apply(
                a_box(
                    "  note = var.note\n  labels = { x = \"y\" }\n  lid {\n    kind = \"flat\"\n  }\n",
                ) + "variable \"note\" {}\noutput \"o\" {\n  value = mem_box.a.size\n}\n",
            )
            .named("a box appears")
            .var("note", "from outside")
            .plans(
                creates("mem_box.a")
                    .attr(Crate::SERIAL)
                    .is_unknown()
                    .attr(Crate::NOTE)
                    .is("from outside")
                    .attr(Crate::LID.at(0).then(Lid::DEPTH))
                    .is(1)
                    .attr("lid.0.depth")
                    .is(1)
                    .attr(Crate::LABELS.at("x"))
                    .is("y".to_owned())
                    .attr("lid")
                    .is(json!([{ "kind": "flat", "depth": 1 }]))
                    .attr(Crate::LID)
                    .has_length(1)
                    .attr(Crate::WEIGHT)
                    .is_null()
                    .attr(Crate::NOTE)
                    .is_known()
                    .attr(Crate::CODE)
                    .is_sensitive()
                    .attr(Crate::NOTE)
                    .is_not_sensitive()
                    .only_unknown(["id", "serial", "size"]),
            )
            .planned_output("o")
            .is_unknown()
            .counts(1, 0, 0)
            .saves(
                object("mem_box.a")
                    .attr(Crate::SERIAL)
                    .matches("^S[0-9]+$")
                    .attr(Crate::SIZE)
                    .is(7)
                    .attr(Crate::CODE)
                    .is_null()
                    .attr(Crate::LABELS)
                    .contains("y".to_owned())
                    .attr("id")
                    .is_set()
                    .attr("size")
                    .satisfies("an odd number", |size| size.as_i64().is_some_and(|n| n % 2 == 1))
                    .version(1),
            )
            .output("o")
            .is(7),
        )
        .step(
            Step::import("mem_box.a")
                .ignoring(Crate::LABELS)
                .ignoring("lid")
                .ignoring(Crate::MATERIAL)
                .ignoring(Crate::SERIAL),
        )
        .step(Step::outside(move |between| {
            assert_eq!(between.saved("mem_box.a", Crate::SIZE), 7);
            assert_eq!(between.saved("mem_box.b", "size"), json!(null));
            assert_eq!(between.addresses().collect::<Vec<_>>(), ["mem_box.a"]);
            let mut boxes = drift.boxes.lock().expect("boxes");
            boxes.values_mut().next().expect("there").size = 50;
        }))
        .step(
            Step::apply(a_box("  size = 9\n"))
                .plans(drifts("mem_box.a").attr(Crate::SIZE).is(50).attr(Crate::SIZE).is_changed())
                .plans(
                    updates("mem_box.a")
                        .attr(Crate::SIZE)
                        .is(9)
                        .attr(Crate::SERIAL)
                        .is_kept(),
                )
                .saves(
                    object("mem_box.a")
                        .attr(Crate::SERIAL)
                        .is_kept()
                        .attr(Crate::SIZE)
                        .is_changed()
                        .attr(Crate::NAME)
                        .equals("mem_box.a", Crate::NAME),
                ),
        )
        .step(
            Step::plan(a_box("  size = 9\n"))
                .plans_nothing()
                .changes_no_resource()
                .counts(0, 0, 0)
                .plans(changes_nothing("mem_box.a")),
        )
        .step(
            Step::plan(a_box("").replace("\"a\"\n", "\"b\"\n")).plans(
                replaces("mem_box.a")
                    .because_of(Crate::NAME)
                    .because_of("name")
                    .attr("id")
                    .is_unknown(),
            ),
        )
        .step(Step::plan("").plans(deletes("mem_box.a")).counts(0, 0, 1))
        .step(
            Step::validate(a_box("  size = 900\n"))
                .fails("size.*100")
                .fails_at("size = 900", "100")
                .does_not_mention("note"),
        )
        .step(Step::apply(a_box("  size = 900\n")).fails("size.*100"))
        .step(Step::apply(a_box("  remark = \"r\"\n")).warns("use note"))
        .step(Step::outside(move |_| gone.boxes.lock().expect("boxes").clear()))
        .step(Step::apply(a_box("")).plans(creates("mem_box.a")))
        .step(
            Step::plan(
                a_box("  size = 3\n")
                    + "data \"mem_box\" \"d\" {\n  name = \"a\"\n  depends_on = [mem_box.a]\n}\n",
            )
            .plans(reads("data.mem_box.d")),
        )
        .step(Step::destroy().saves(object("mem_box.a").gone()))
        .after_destroy(move |between| {
            assert_eq!(between.addresses().count(), 0);
            assert!(end.boxes.lock().expect("boxes").is_empty());
        })
        .run();
}

#[test]
fn taint_replace_refresh_and_forget() {
    let remote = Remote::of("taint");
    let (drift, end) = (remote.clone(), remote.clone());
    test("taint")
        .step(Step::apply(a_box("")))
        .step(Step::taint("mem_box.a").saves(object("mem_box.a").tainted()))
        .step(
            Step::apply(a_box("")).plans(replaces("mem_box.a")).saves(
                object("mem_box.a")
                    .attr("id")
                    .is_changed()
                    .attr(Crate::SERIAL)
                    .is_changed(),
            ),
        )
        .step(
            Step::plan(a_box(""))
                .replacing("mem_box.a")
                .plans(replaces("mem_box.a")),
        )
        // The plan alone leaves nothing behind.
        .step(
            Step::plan(a_box(""))
                .plans_nothing()
                .saves(object("mem_box.a")),
        )
        .step(
            Step::apply(a_box(""))
                .replacing("mem_box.a")
                .counts(1, 0, 1)
                .saves(object("mem_box.a").attr("id").is_changed()),
        )
        .step(Step::outside(move |_| {
            let mut boxes = drift.boxes.lock().expect("boxes");
            boxes.values_mut().next().expect("there").size = 50;
        }))
        .step(
            Step::plan(a_box(""))
                .without_refresh()
                .plans_nothing()
                .plans(changes_nothing("mem_box.a").attr(Crate::SIZE).is(7)),
        )
        .step(Step::refresh().saves(object("mem_box.a").attr(Crate::SIZE).is(50)))
        .step(Step::plan(a_box("")).plans_nothing())
        .step(Step::outside(|between| {
            // For the step after the next.
            std::fs::write(
                between.directory().join("id"),
                between.saved("mem_box.a", "id").as_str().expect("an id"),
            )
            .expect("written");
        }))
        .step(Step::forget("mem_box.a").saves(object("mem_box.a").gone()))
        .step(
            Step::import("mem_box.a")
                .id("box-0")
                .into_state()
                .fails("non-existent"),
        )
        .after_destroy(move |_| {
            // It was forgotten, so it was not destroyed.
            let mut boxes = end.boxes.lock().expect("boxes");
            assert_eq!(boxes.len(), 1);
            boxes.clear();
        })
        .run();
}

#[test]
fn imported_objects_are_kept() {
    let remote = Remote::of("imported");
    let put = remote.clone();
    test("imported")
        .step(Step::outside(move |_| {
            let found = crate::mem::MemBox {
                name: "a".to_owned(),
                size: 5,
                note: None,
                lids: 0,
            };
            let mut boxes = put.boxes.lock().expect("boxes");
            boxes.insert("box-x".to_owned(), found);
        }))
        .step(Step::plan(a_box("")).plans(creates("mem_box.a")))
        .step(
            Step::import("mem_box.a").id("box-x").into_state().saves(
                object("mem_box.a")
                    .attr(Crate::SIZE)
                    .is(5)
                    .attr("id")
                    .is("box-x"),
            ),
        )
        .step(
            Step::import("mem_box.a")
                .id("box-x")
                .into_state()
                .fails("already managed"),
        )
        .after_destroy(move |_| assert!(remote.boxes.lock().expect("boxes").is_empty()))
        .run();
}

/// The two ways have separate directories, and none is left.
#[test]
fn every_run_has_a_directory() {
    let seen: std::sync::Arc<std::sync::Mutex<Vec<(Mode, std::path::PathBuf)>>> =
        std::sync::Arc::default();
    let (looked, end) = (seen.clone(), seen.clone());
    ProviderTest::new::<Mem>()
        .env_path("MEM_REMOTE", "here/remote")
        .step(Step::outside(move |between| {
            assert!(between.directory().is_dir());
            let mut seen = looked.lock().expect("seen");
            seen.push((between.mode(), between.directory().to_owned()));
        }))
        .step(Step::apply(a_box("")))
        .after_destroy(move |between| {
            let place = between.directory().join("here/remote");
            let remote = Remote::of(&place.display().to_string());
            assert_eq!(
                remote.calls().iter().filter(|c| *c == "create a").count(),
                1
            );
            assert_eq!(
                end.lock().expect("seen").last().expect("one").0,
                between.mode()
            );
        })
        .run();
    let seen = seen.lock().expect("seen");
    assert_eq!(seen[0].0, Mode::InProcess);
    for (_, directory) in seen.iter() {
        assert!(!directory.exists());
    }
}

/// Another release's state, and a variable for a step alone.
#[test]
fn a_step_may_have_its_own_environment_and_provider() {
    let remote = Remote::of("other");
    test("none-of-them")
        .env("MEM_REMOTE", "other")
        .step(Step::apply(a_box("")))
        .step(
            Step::plan(a_box(""))
                .env("MEM_REMOTE", "empty")
                .plans(creates("mem_box.a")),
        )
        .step(Step::plan(a_box("")).with_provider::<Mem>().plans_nothing())
        .run();
    assert!(remote.boxes.lock().expect("boxes").is_empty());
}

#[test]
fn within_a_runtime_too() {
    let runtime = schema_provider::plugin::runtime().expect("a runtime");
    runtime.block_on(async {
        test("within")
            .step(Step::apply(a_box("")))
            .only_in_process("it is about runtimes")
            .run();
    });
}

#[test]
fn more_files_and_variables_of_any_kind() {
    test("files")
        .var("size", 8)
        .step(
            Step::apply("variable \"size\" {\n  type = number\n}\n")
                .file(
                    "more.tf",
                    a_box("  size = var.size\n  labels = var.labels\n"),
                )
                .file(
                    "variables.tf",
                    "variable \"labels\" {\n  type = map(string)\n}\n",
                )
                .var("labels", json!({ "a": "b" }))
                .saves(
                    object("mem_box.a")
                        .attr(Crate::SIZE)
                        .is(8)
                        .attr("labels")
                        .is(json!({ "a": "b" })),
                ),
        )
        .run();
}

/// The test's environment also applies to Terraform, and a step without a configuration has that of
/// the step whose configuration it continues.
#[test]
fn input_variables_come_from_the_environment() {
    let text = "variable \"note\" {}\nvariable \"size\" {\n  type = number\n}\n".to_owned()
        + &a_box("  note = var.note\n  size = var.size\n");
    test("environment")
        .env("TF_VAR_note", "of the test")
        .step(
            Step::apply(&*text).env("TF_VAR_size", "5").saves(
                object("mem_box.a")
                    .attr(Crate::NOTE)
                    .is("of the test")
                    .attr(Crate::SIZE)
                    .is(5),
            ),
        )
        .step(Step::refresh())
        .step(
            Step::import("mem_box.a")
                .ignoring(Crate::MATERIAL)
                .ignoring(Crate::SERIAL)
                .ignoring(Crate::LABELS),
        )
        .step(
            Step::apply(text)
                .env("TF_VAR_size", "6")
                .env("TF_VAR_note", "of the step")
                .saves(
                    object("mem_box.a")
                        .attr(Crate::NOTE)
                        .is("of the step")
                        .attr(Crate::SIZE)
                        .is(6),
                ),
        )
        .run();
}

/// Terraform validates with variables of which only the type is known.
#[test]
fn a_configuration_is_validated_without_values() {
    test("validation")
        .step(Step::validate(
            "variable \"n\" {\n  type = number\n}\n".to_owned()
                + &a_box("  count = var.n\n  size = var.n\n"),
        ))
        .run();
}

#[test]
fn a_difference_in_what_is_sensitive_is_an_update_without_a_call() {
    test("marks")
        .step(Step::apply(a_box("  size = 7\n")))
        .step(
            Step::apply(a_box("  size = sensitive(7)\n"))
                .plans(updates("mem_box.a").attr(Crate::SIZE).is_sensitive())
                .counts(0, 1, 0),
        )
        .step(Step::plan(a_box("  size = sensitive(7)\n")).plans_nothing())
        .step(Step::apply(a_box("  size = 7\n")).counts(0, 1, 0))
        .run();
}
