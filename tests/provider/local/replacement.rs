//! `create_before_destroy`: the order, and what is left if one of them fails.

use serde_json::Value as Json;

use crate::Bench;

/// Two boxes, the second of which depends on the first, and a tag on the second.
fn boxes(first: &str, second: &str, rule: &str) -> String {
    format!(
        "resource \"mem_box\" \"a\" {{\n  name = \"{first}\"\n}}\n\
         resource \"mem_box\" \"b\" {{\n  name = \"{second}\"\n  note = mem_box.a.serial\n{rule}}}\n\
         resource \"mem_tag\" \"t\" {{\n  on = mem_box.b.id\n}}\n"
    )
}

const FIRST: &str = "  lifecycle {\n    create_before_destroy = true\n  }\n";

fn changes(calls: Vec<String>) -> Vec<String> {
    let changing = |call: &String| !call.starts_with("read") && call != "configure";
    calls.into_iter().filter(changing).collect()
}

fn deposed(bench: &Bench) -> Vec<Json> {
    let state = bench.state();
    let resources = state["resources"].as_array().expect("resources").iter();
    resources
        .filter(|resource| resource["deposed"].is_string())
        .cloned()
        .collect()
}

#[tokio::test]
async fn the_new_object_is_created_before_the_old_one_is_destroyed() {
    let bench = Bench::new("create-first");
    bench.config(&boxes("a", "b", FIRST));
    bench.apply().await;
    assert_eq!(
        changes(bench.calls()),
        ["create a", "create b", "create-tag box-2"]
    );
    let stored = bench.stored("mem_box.a").expect("saved");
    assert_eq!(
        stored["create_before_destroy"], true,
        "what it is made from is replaced so too"
    );
    bench.config(&boxes("c", "d", FIRST));
    bench
        .run("plan")
        .await
        .good()
        .says("+/- create replacement and then destroy")
        .says("+/- resource \"mem_box\" \"a\" {")
        .says("-/+ resource \"mem_tag\" \"t\" {");
    bench.apply().await.says("3 added, 0 changed, 3 destroyed");
    assert_eq!(
        changes(bench.calls()),
        [
            "delete-tag box-2",
            "create c",
            "create d",
            "create-tag box-4",
            "delete b",
            "delete a"
        ]
    );
    assert_eq!(deposed(&bench), [Json::Null; 0]);
    // An object that is no longer configured is destroyed after its dependents have changed.
    bench.config("resource \"mem_box\" \"b\" {\n  name = \"d\"\n}\n");
    bench.apply().await;
    assert_eq!(
        changes(bench.calls()),
        ["delete-tag box-4", "update d", "delete c"]
    );
}

/// The new `a` is created after the old one is destroyed, which `b` needs as long as it exists,
/// whatever the order of this replacement.
#[tokio::test]
async fn removed_objects_are_destroyed_before_their_dependencies_are_replaced() {
    let bench = Bench::new("removed-first");
    bench.config(&boxes("a", "b", FIRST));
    bench.apply().await;
    bench.calls();
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"c\"\n}\n");
    bench.apply().await.says("1 added, 0 changed, 3 destroyed");
    assert_eq!(
        changes(bench.calls()),
        ["delete-tag box-2", "delete b", "delete a", "create c"]
    );
}

#[tokio::test]
async fn without_it_the_old_object_is_destroyed_first() {
    let bench = Bench::new("delete-first");
    bench.config(&boxes("a", "b", ""));
    bench.apply().await;
    bench.calls();
    bench.config(&boxes("a", "d", ""));
    bench.apply().await;
    assert_eq!(
        changes(bench.calls()),
        [
            "delete-tag box-2",
            "delete b",
            "create d",
            "create-tag box-3"
        ]
    );
}

#[tokio::test]
async fn failed_replacements_keep_the_old_object() {
    let bench = Bench::new("restored");
    let one =
        |name: &str| format!("resource \"mem_box\" \"a\" {{\n  name = \"{name}\"\n{FIRST}}}\n");
    bench.config(&one("a"));
    bench.apply().await;
    bench.config(&one("b"));
    bench.remote.breaks("create", "error");
    bench.run("apply -auto-approve").await.bad();
    let stored = bench.stored("mem_box.a").expect("saved");
    assert_eq!(stored["attributes"]["name"], "a");
    assert!(stored["status"].is_null() && deposed(&bench).is_empty());
    // The new one exists partly: it takes the place, and both are destroyed by the next apply.
    bench.remote.repair();
    bench.remote.breaks("create-after-id", "error");
    bench.run("apply -auto-approve").await.bad();
    let left = deposed(&bench);
    assert_eq!(left[0]["attributes"]["name"], "a", "{left:?}");
    let name = left[0]["deposed"].as_str().expect("a name");
    assert_eq!(name.len(), 8);
    bench.remote.repair();
    bench
        .run("plan")
        .await
        .good()
        .says("# mem_box.a is tainted, so it must be replaced")
        .says(&format!(
            "# mem_box.a (deposed object {name}) will be destroyed\n  # (left over from a \
             partially-failed replacement of this instance)"
        ))
        .says("Plan: 1 to add, 0 to change, 2 to destroy.");
    // It is in the state until it no longer exists.
    bench.remote.breaks("delete", "error");
    bench.run("apply -auto-approve").await.bad();
    assert_eq!(deposed(&bench).len(), 2);
    bench.remote.repair();
    bench.apply().await.says("2 destroyed");
    assert_eq!(deposed(&bench), [Json::Null; 0]);
    assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 1);
    bench.run("destroy -auto-approve").await.good();
    assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 0);
}
