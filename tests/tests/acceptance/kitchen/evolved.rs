//! State of an older schema, a list that became a set, state of another type, imports.

use super::workspace;
use serde_json::json;

#[test]
fn state_of_an_older_release() {
    let Some(work) = workspace("state_of_an_older_release") else {
        return;
    };
    let thing = "kitchen_evolved.a";
    work.set("KITCHEN_AGE", "old");
    work.main(
        "resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"z\", \"b\", \"b\"]\n  \
         size_kb = 4096\n  port = \"80\"\n  gone = \"g\"\n}\n",
    );
    work.apply();
    assert_eq!(work.state().object(thing).version(), Some(1));

    // The new release: an upgrade with the configured client, then nothing to do.
    work.unset("KITCHEN_AGE");
    work.set("KITCHEN_REGION", "north");
    work.main(
        "resource \"kitchen_evolved\" \"a\" {\n  name = \"a\"\n  members = [\"b\", \"z\"]\n  size_mb = 4\n  port = 80\n}\n",
    );
    work.nothing_to_do();
    work.terraform(&["apply", "-auto-approve", "-refresh-only"])
        .succeeded();
    let upgraded = work.state().object(thing);
    assert_eq!(upgraded.version(), Some(2));
    assert_eq!(upgraded.get("members"), &json!(["b", "z"]));
    assert_eq!(upgraded.get("size_mb"), &json!(4));
    assert_eq!(upgraded.get("port"), &json!(80));
    assert_eq!(upgraded.get("origin"), "version 1 in north");
    work.nothing_to_do();

    // Back: Terraform refuses a state that is newer than the schema.
    work.set("KITCHEN_AGE", "old");
    work.terraform(&["plan"]).failed();
    work.unset("KITCHEN_AGE");
    work.destroy();
    work.clean();
}

#[test]
fn state_in_the_oldest_form() {
    let Some(work) = workspace("state_in_the_oldest_form") else {
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
fn state_that_does_not_fit_is_an_error_with_a_path() {
    let Some(work) = workspace("state_that_does_not_fit") else {
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
    let Some(work) = workspace("moved_within_and_across_types") else {
        return;
    };
    work.main("resource \"kitchen_scalars\" \"a\" {\n  text = \"hello\"\n}\n");
    work.apply();
    let id = work.state().object("kitchen_scalars.a").get("id").clone();
    work.main(
        "resource \"kitchen_scalars\" \"b\" {\n  text = \"hello\"\n}\n\
         moved {\n  from = kitchen_scalars.a\n  to = kitchen_scalars.b\n}\n",
    );
    assert_eq!(work.plan().actions(), []);
    work.apply().says("0 added, 0 changed, 0 destroyed");
    assert_eq!(work.state().object("kitchen_scalars.b").get("id"), &id);
    // Into another type, which says how.
    work.main(
        "resource \"kitchen_moved\" \"c\" {\n  text = \"hello\"\n}\n\
         moved {\n  from = kitchen_scalars.b\n  to = kitchen_moved.c\n}\n",
    );
    work.apply().says("0 added, 0 changed, 0 destroyed");
    let moved = work.state().object("kitchen_moved.c");
    assert_eq!(moved.get("from"), "example.com/sdk/kitchen");
    assert_eq!(moved.get("text"), "hello");
    work.nothing_to_do();
    // Into one that does not.
    work.main(
        "resource \"kitchen_hook\" \"d\" {\n  name = \"hello\"\n}\n\
         moved {\n  from = kitchen_moved.c\n  to = kitchen_hook.d\n}\n",
    );
    work.terraform(&["plan"])
        .failed()
        .says("A kitchen_moved cannot be moved to kitchen_hook");
    work.clean();
}

#[test]
fn what_is_not_there_is_not_imported() {
    let Some(work) = workspace("what_is_not_there_is_not_imported") else {
        return;
    };
    work.main("resource \"kitchen_hook\" \"a\" {\n  name = \"a\"\n}\n");
    work.terraform(&["import", "kitchen_hook.a", "nobody"])
        .failed()
        .says("Cannot import non-existent remote object");
    work.clean();
}
