//! The harness of [`schema_provider::testing`], and that it notices what is wrong.

use schema_provider::testing::{
    Failure, ProviderTest, Step, changes_nothing, creates, deletes, object, reads, replaces,
    updates,
};

use crate::mem::{Mem, World};

fn a_box(more: &str) -> String {
    format!("resource \"mem_box\" \"a\" {{\n  name = \"a\"\n{more}}}\n")
}

fn test(world: &str) -> ProviderTest {
    ProviderTest::of::<Mem>().env("MEM_WORLD", world)
}

#[tokio::test]
async fn a_whole_life() {
    let world = World::of("harness");
    let (drift, gone) = (world.clone(), world.clone());
    test("harness")
        .variable("note", "from outside")
        .step(
            Step::apply(a_box(
                "  note = var.note\n  labels = { x = \"y\" }\n  lid {\n    kind = \"flat\"\n  }\n",
            ) + "variable \"note\" {}\noutput \"o\" {\n  value = mem_box.a.size\n}\n")
            .plans(
                creates("mem_box.a")
                    .unknown("serial")
                    .value("note", "from outside")
                    .value("lid.0.depth", 1)
                    .value("labels.x", "y")
                    .count("lid", 1)
                    .null("weight"),
            )
            .saves(object("mem_box.a").set("serial").value("size", 7).null("code"))
            .output("o", 7),
        )
        .step(Step::import("mem_box.a", "box-1").ignoring("labels").ignoring("lid").ignoring("material").ignoring("serial"))
        .step(Step::outside(move || {
            drift.boxes.lock().expect("boxes").get_mut("box-1").expect("there").size = 50;
        }))
        .step(Step::apply(a_box("  size = 9\n")).plans(updates("mem_box.a").value("size", 9)))
        .step(Step::plan(a_box("  size = 9\n")).plans_nothing().plans(changes_nothing("mem_box.a")))
        .step(
            Step::plan(a_box("").replace("\"a\"\n", "\"b\"\n"))
                .plans(replaces("mem_box.a").because_of("name").unknown("id")),
        )
        .step(Step::plan("").plans(deletes("mem_box.a")))
        .step(Step::apply(a_box("  size = 900\n")).fails("Invalid value for size.*100"))
        .step(Step::apply(a_box("  remark = \"r\"\n")).warns("use note"))
        .step(Step::outside(move || gone.boxes.lock().expect("boxes").clear()))
        .step(Step::apply(a_box("")).plans(creates("mem_box.a")))
        .step(
            Step::plan(a_box("  size = 3\n") + "data \"mem_box\" \"d\" {\n  name = \"a\"\n  depends_on = [mem_box.a]\n}\n")
                .plans(reads("data.mem_box.d")),
        )
        .step(Step::destroy().saves(object("mem_box.a").gone()))
        .run()
        .await;
    assert!(world.boxes.lock().expect("boxes").is_empty());
}

async fn fails(world: &str, step: Step) -> Failure {
    test(world).step(step).try_run().await.expect_err("wrong")
}

#[tokio::test]
async fn what_is_wrong_is_told() {
    let text = |failure: Failure| failure.to_string();
    for (index, (step, part)) in [
        (
            Step::apply(a_box("")).plans(updates("mem_box.a")),
            "planned Create, but it should be Update",
        ),
        (
            Step::apply(a_box("")).plans(creates("mem_box.b")),
            "the plan has nothing for mem_box.b",
        ),
        (
            Step::apply(a_box("")).plans(creates("mem_box.a").value("name", "b")),
            "name is \"a\", but should be \"b\"",
        ),
        (
            Step::apply(a_box("")).plans(creates("mem_box.a").null("serial")),
            "serial is unknown, but should be null",
        ),
        (
            Step::apply(a_box("")).plans(creates("mem_box.a").value("nme", "a")),
            "nme",
        ),
        (
            Step::apply(a_box("")).saves(object("mem_box.a").unset_note()),
            "note",
        ),
        (
            Step::apply(a_box("")).saves(object("mem_box.a").gone()),
            "is still saved",
        ),
        (
            Step::apply(a_box("")).saves(object("mem_box.a").tainted()),
            "is not tainted",
        ),
        (Step::apply(a_box("")).output("o", 1), "no output o"),
        (
            Step::apply(a_box("")).plans_nothing(),
            "the plan is not empty",
        ),
        (Step::apply(a_box("")).fails("x"), "no error matches x"),
        (Step::apply(a_box("")).warns("x"), "no warning matches x"),
        (Step::apply(a_box("  size = 900\n")), "it failed"),
        (
            Step::apply(a_box("  size = 900\n")).fails("something else"),
            "no error matches something else",
        ),
        (
            Step::import("mem_box.a", "x"),
            "does not exist in the configuration",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let failure = text(fails(&format!("told-{index}"), step).await);
        assert!(failure.contains(part), "{part}: {failure}");
        assert!(failure.starts_with("step 1: "), "{failure}");
        // Whatever went wrong, nothing is left behind.
        let world = World::of(&format!("told-{index}"));
        assert!(world.boxes.lock().expect("boxes").is_empty(), "{part}");
    }
}

/// A check that must not hold.
trait Unset {
    fn unset_note(self) -> Self;
}

impl Unset for schema_provider::testing::ObjectCheck {
    fn unset_note(self) -> Self {
        self.set("note")
    }
}

#[tokio::test]
async fn a_plan_that_never_ends_is_told() {
    let world = World::of("unsettled");
    world.breaks("read", "slow");
    let step = Step::apply(a_box("  note = \"n\"\n"));
    let other = world.clone();
    let failure = test("unsettled")
        .step(step)
        .step(Step::outside(move || {
            other
                .boxes
                .lock()
                .expect("boxes")
                .get_mut("box-1")
                .expect("there")
                .note = None;
        }))
        .step(Step::plan(a_box("  note = \"n\"\n")).plans_nothing())
        .try_run()
        .await
        .expect_err("drift");
    assert_eq!(failure.step(), 3);
    assert!(failure.text().contains("mem_box.a: Update"), "{failure}");
}

#[tokio::test]
async fn what_cannot_be_destroyed_is_told() {
    let world = World::of("stays");
    world.breaks("delete", "error");
    let failure = test("stays")
        .step(Step::apply(a_box("")))
        .try_run()
        .await
        .expect_err("stays");
    assert_eq!(failure.step(), 0);
    assert!(
        failure.to_string().contains("delete went wrong"),
        "{failure}"
    );
}
