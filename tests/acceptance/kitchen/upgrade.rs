//! State of an older schema, a list that became a set, state of another type, imports.

use super::{test, workspace};
use schema_provider::testing::{Step, object};
use sdk_tests::kitchen::OldKitchen;
use serde_json::json;

#[test]
fn state_of_an_older_release() {
    let thing = "kitchen_evolved.a";
    let old = "resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"z\", \"b\", \"b\"]\n  \
               size_kb = 4096\n  port = \"80\"\n  gone = \"g\"\n}\n";
    let new = "resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"b\", \"z\"]\n  size_mb = 4\n  port = 80\n}\n";
    test()
        .env("KITCHEN_REGION", "north")
        .step(
            Step::apply(old)
                .with_provider::<OldKitchen>()
                .saves(object(thing).version(1)),
        )
        // The new release: an upgrade with the configured client, then nothing to do.
        .step(Step::plan(new).plans_nothing())
        .step(
            Step::refresh().saves(
                object(thing)
                    .version(2)
                    .attr("members")
                    .is(json!(["b", "z"]))
                    .attr("size_mb")
                    .is(4)
                    .attr("port")
                    .is(80)
                    .attr("origin")
                    .is("version 1 in north"),
            ),
        )
        .step(Step::plan(new).plans_nothing())
        // Back: a state that is newer than the schema is rejected.
        .step(Step::plan(old).with_provider::<OldKitchen>().fails("newer"))
        .step(Step::apply(new).plans_nothing())
        .run();
}

#[test]
fn state_in_the_oldest_format() {
    let Some(work) = workspace() else {
        return;
    };
    work.set("KITCHEN_AGE", "old");
    work.main("resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"x\", \"y\"]\n  size_kb = 2048\n}\n");
    work.apply();
    // As Terraform 0.11 left it.
    work.state().edit(|state| {
        let instance = &mut state["resources"][0]["instances"][0];
        instance["attributes_flat"] = json!({
            "id": "a", "name": "a", "size_kb": "2048", "members.#": "2", "members.0": "x", "members.1": "y",
        });
        instance.as_object_mut().unwrap().remove("attributes");
        instance.as_object_mut().unwrap().remove("sensitive_attributes");
    });
    work.unset("KITCHEN_AGE");
    work.main("resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"y\", \"x\"]\n  size_mb = 2\n}\n");
    assert_eq!(work.plan().actions(), []);
    work.terraform(&["apply", "-auto-approve", "-refresh-only"])
        .succeeded();
    assert_eq!(
        work.state().object("kitchen_evolved.a").get("size_mb"),
        &json!(2)
    );
    work.clean();
}

#[test]
fn invalid_state_is_an_error_with_a_path() {
    let Some(work) = workspace() else {
        return;
    };
    work.main("resource \"kitchen_scalars\" \"a\" {\n  text = \"a\"\n}\n");
    work.apply();
    work.state().edit(|state| {
        state["resources"][0]["instances"][0]["attributes"]["int64"] = json!({ "not": "a number" });
    });
    work.terraform(&["plan"]).failed().says("int64");
    work.clean();
}

#[test]
fn moved_within_and_across_types() {
    let main = |rest: &str, from: &str, to: &str| {
        format!("{rest}moved {{\n  from = {from}\n  to = {to}\n}}\n")
    };
    let (first, second, third) = ("kitchen_scalars.a", "kitchen_scalars.b", "kitchen_moved.c");
    let moved = "resource \"kitchen_moved\" \"c\" {\n  text = \"hello\"\n}\n";
    test()
        .step(Step::apply(
            "resource \"kitchen_scalars\" \"a\" {\n  text = \"hello\"\n}\n",
        ))
        .step(
            Step::apply(main(
                "resource \"kitchen_scalars\" \"b\" {\n  text = \"hello\"\n}\n",
                first,
                second,
            ))
            .changes_no_resource()
            .saves(object(first).gone())
            .saves(object(second)),
        )
        // Into a different type, which supports it.
        .step(
            Step::apply(main(moved, second, third))
                .changes_no_resource()
                .saves(
                    object(third)
                        .attr("from")
                        .is(sdk_tests::terraform::address("kitchen"))
                        .attr("text")
                        .is("hello"),
                ),
        )
        // Into one that does not support it.
        .step(
            Step::plan(main(
                "resource \"kitchen_hook\" \"d\" {\n  name = \"hello\"\n}\n",
                third,
                "kitchen_hook.d",
            ))
            .fails("A kitchen_moved cannot be moved to kitchen_hook"),
        )
        .step(Step::apply(moved).plans_nothing())
        // The memory's files are named by type, and do not move.
        .step(Step::outside(|run| {
            std::fs::remove_dir_all(run.directory().join("kitchen")).unwrap();
        }))
        .run();
}

/// `terraform_data` belongs to the provider in Terraform itself.
#[test]
fn moved_from_another_provider() {
    let third = "kitchen_moved.c";
    let there = "resource \"kitchen_moved\" \"c\" {\n  text = \"hello\"\n}\n";
    test()
        .only_with_terraform("the local runner has one provider")
        .needs_terraform("1.8", "moves between types")
        .step(
            Step::apply("resource \"terraform_data\" \"a\" {\n  input = \"hello\"\n}\n")
                .saves(object("terraform_data.a")),
        )
        .step(
            Step::apply(format!(
                "{there}moved {{\n  from = terraform_data.a\n  to = {third}\n}}\n"
            ))
            .changes_no_resource()
            .saves(object("terraform_data.a").gone())
            .saves(
                object(third)
                    .attr("from")
                    .is("terraform.io/builtin/terraform")
                    .attr("text")
                    .is("hello"),
            ),
        )
        .step(Step::apply(there).plans_nothing())
        // A string is needed: the error explains why the move is impossible.
        .step(Step::apply(format!(
            "{there}resource \"terraform_data\" \"b\" {{\n  input = [1]\n}}\n"
        )))
        .step(
            Step::plan(format!(
                "{there}resource \"kitchen_moved\" \"d\" {{\n  text = \"x\"\n}}\n\
                 moved {{\n  from = terraform_data.b\n  to = kitchen_moved.d\n}}\n"
            ))
            .fails("string"),
        )
        .step(Step::outside(|run| {
            let _ = std::fs::remove_dir_all(run.directory().join("kitchen"));
        }))
        .run();
}

#[test]
fn what_is_not_there_is_not_imported() {
    let thing = "kitchen_hook.a";
    test()
        .step(Step::plan(
            "resource \"kitchen_hook\" \"a\" {\n  name = \"a\"\n}\n",
        ))
        .step(
            Step::import(thing)
                .id("nobody")
                .into_state()
                .fails("Cannot import non-existent remote object")
                .saves(object(thing).gone()),
        )
        .run();
}
