//! `count` and `for_each`: instances, their addresses, references to them, and their moves.

use serde_json::{Value as Json, json};

use crate::Bench;

/// The objects in the state: address and name.
fn objects(bench: &Bench) -> Vec<String> {
    let state = bench.state();
    let resources = state["resources"].as_array().expect("resources").iter();
    resources
        .map(|resource| {
            let key = match &resource["index_key"] {
                Json::Null => String::new(),
                key => format!("[{key}]"),
            };
            let deposed = if resource["deposed"].is_string() {
                " deposed"
            } else {
                ""
            };
            format!(
                "{}.{}{key}{deposed} {}",
                resource["type"].as_str().expect("type"),
                resource["name"].as_str().expect("name"),
                resource["attributes"]["name"].as_str().unwrap_or("-"),
            )
        })
        .collect()
}

const COUNTED: &str = r#"
variable "n" {
  default = 2
}
resource "mem_box" "a" {
  count = var.n
  name  = count.index == 0 ? "zero" : "one"
  note  = "number ${count.index}"
}
resource "mem_tag" "t" {
  count = 2
  on    = mem_box.a[count.index].id
}
output "first" {
  value = mem_box.a[0].name
}
output "all" {
  value = mem_box.a[*].name
}
output "notes" {
  value = mem_box.a.*.note
}
"#;

#[tokio::test]
async fn count_makes_instances() {
    let bench = Bench::new("count");
    bench.config(COUNTED);
    bench
        .run("plan")
        .await
        .good()
        .says("# mem_box.a[0] will be created\n  + resource \"mem_box\" \"a\" {")
        .says("# mem_tag.t[1] will be created")
        .says("note     = \"number 1\"")
        .says("Plan: 4 to add, 0 to change, 0 to destroy.");
    bench.apply().await.says("mem_box.a[1]: Creating...");
    assert_eq!(
        objects(&bench),
        [
            "mem_box.a[0] zero",
            "mem_box.a[1] one",
            "mem_tag.t[0] -",
            "mem_tag.t[1] -"
        ]
    );
    let state = bench.state();
    assert_eq!(state["outputs"]["first"]["value"], "zero");
    assert_eq!(state["outputs"]["all"]["value"], json!(["zero", "one"]));
    assert_eq!(
        state["outputs"]["notes"]["value"],
        json!(["number 0", "number 1"])
    );
    // As in Terraform's state: the resource, not its instances.
    assert_eq!(
        state["resources"][2]["dependencies"],
        json!(["mem_box.a"]),
        "{state}"
    );
    bench.apply().await.says("No changes.");
    // Instances out of range are destroyed.
    bench.config(
        &COUNTED
            .replace("default = 2", "default = 1")
            .replace("count = 2\n", "count = 1\n"),
    );
    bench
        .run("plan")
        .await
        .good()
        .says("# mem_box.a[1] will be destroyed\n  # (because index [1] is out of range for count)")
        .says("0 to add, 0 to change, 2 to destroy");
    bench.calls();
    bench.apply().await.says("2 destroyed");
    let calls = bench.calls();
    let place = |call: &str| calls.iter().position(|c| c == call).expect(call);
    assert!(place("delete-tag box-2") < place("delete one"), "{calls:?}");
    assert_eq!(objects(&bench), ["mem_box.a[0] zero", "mem_tag.t[0] -"]);
    let json = bench.run("show -json").await.good();
    let shown: Json = serde_json::from_str(&json.output).expect("JSON");
    let first = &shown["values"]["root_module"]["resources"][0];
    assert_eq!(
        (&first["address"], &first["index"]),
        (&json!("mem_box.a[0]"), &json!(0))
    );
    bench
        .run("show")
        .await
        .good()
        .says("# mem_box.a[0]\nresource \"mem_box\" \"a\" {");
    bench.config("resource \"mem_box\" \"a\" {\n  count = 0\n  name = \"a\"\n}\n");
    let plan = bench.run("plan -json").await.good();
    let change = plan
        .output
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).expect("JSON"))
        .find(|line| line["change"]["resource"]["addr"] == "mem_box.a[0]")
        .expect("a change");
    assert_eq!(
        change["change"]["resource"],
        json!({
            "addr": "mem_box.a[0]",
            "module": "",
            "resource": "mem_box.a[0]",
            "implied_provider": "mem",
            "resource_type": "mem_box",
            "resource_name": "a",
            "resource_key": 0,
        })
    );
    assert_eq!(change["change"]["reason"], "delete_because_count_index");
}

#[tokio::test]
async fn for_each_makes_instances_of_maps_and_sets() {
    let bench = Bench::new("each");
    let text = r#"
variable "names" {
  type    = set(string)
  default = ["b", "a"]
}
locals {
  notes = { x = "first", y = "second" }
}
resource "mem_box" "m" {
  for_each = local.notes
  name     = "m-${each.key}"
  note     = each.value
}
resource "mem_box" "s" {
  for_each = var.names
  name     = "s-${each.key}"
  note     = each.value
}
data "mem_box" "found" {
  for_each = mem_box.m
  name     = each.value.name
}
output "one" {
  value = mem_box.m["y"].note
}
output "found" {
  value = data.mem_box.found["x"].size
}
"#;
    bench.config(text);
    bench
        .apply()
        .await
        .says("mem_box.s[\"a\"]: Creating...")
        .says("data.mem_box.found[\"x\"]: Read complete");
    assert_eq!(
        objects(&bench),
        [
            "mem_box.m[\"x\"] m-x",
            "mem_box.m[\"y\"] m-y",
            "mem_box.s[\"a\"] s-a",
            "mem_box.s[\"b\"] s-b"
        ]
    );
    let state = bench.state();
    assert_eq!(state["outputs"]["one"]["value"], "second");
    assert_eq!(state["outputs"]["found"]["value"], 7);
    assert_eq!(state["resources"][0]["index_key"], "x");
    bench.config(
        &text
            .replace(", y = \"second\"", "")
            .replace("m[\"y\"]", "m[\"x\"]"),
    );
    bench.run("plan").await.good().says(
        "# mem_box.m[\"y\"] will be destroyed\n  # (because key [\"y\"] is not in for_each map)",
    );
    // Another kind of repetition is another set of objects.
    bench.config(
        "resource \"mem_box\" \"m\" {\n  count = 1\n  name = \"m-x\"\n}\n\
         resource \"mem_box\" \"s\" {\n  name = \"s\"\n}\n",
    );
    bench
        .run("plan")
        .await
        .good()
        .says("(because resource does not use for_each)")
        .says("Plan: 2 to add, 0 to change, 4 to destroy.");
    bench.run("destroy -auto-approve").await.good();
    assert_eq!(objects(&bench), [""; 0]);
}

/// A box with this count.
fn counted(argument: &str) -> String {
    format!(
        "variable \"secret\" {{\n  default = \"s\"\n  sensitive = true\n}}\n\
         variable \"set\" {{\n  type = set(string)\n  default = [\"k\"]\n}}\n\
         variable \"numbers\" {{\n  type = set(number)\n  default = [1]\n}}\n\
         variable \"none\" {{\n  type = map(string)\n  default = null\n}}\n\
         resource \"mem_box\" \"first\" {{\n  name = \"first\"\n}}\n\
         resource \"mem_box\" \"a\" {{\n  {argument}\n  name = \"a\"\n}}\n"
    )
}

/// The messages are those of Terraform 1.11.
#[tokio::test]
async fn invalid_counts_are_rejected() {
    let bench = Bench::new("no-count");
    for (argument, summary, detail) in [
        (
            "count = mem_box.first.size",
            "Invalid count argument",
            "so Terraform cannot predict how many instances will be created",
        ),
        (
            "for_each = { (mem_box.first.serial) = 1 }",
            "Invalid for_each argument",
            "map includes keys derived from resource attributes",
        ),
        (
            "for_each = { (var.secret) = 1 }",
            "Invalid for_each argument",
            "Sensitive values, or values derived from sensitive values, cannot be used",
        ),
        (
            "count = -1",
            "Invalid count argument",
            "must be greater than or equal to",
        ),
        (
            "count = 1.5",
            "Invalid count argument",
            "value must be a whole number",
        ),
        (
            "count = null",
            "Invalid count argument",
            "An integer is required.",
        ),
        (
            "count = \"x\"",
            "Incorrect value type",
            "number is required",
        ),
        (
            "count = 100001",
            "Invalid count argument",
            "use Terraform for it",
        ),
        (
            "for_each = [\"a\"]",
            "Invalid for_each argument",
            "you have provided a value of type tuple",
        ),
        (
            "for_each = 3",
            "Invalid for_each argument",
            "you have provided a value of type number",
        ),
        (
            "for_each = var.numbers",
            "Invalid for_each set argument",
            "a set containing type number",
        ),
        (
            "for_each = var.none",
            "Invalid for_each argument",
            "argument value is null. A map, or set of strings is allowed.",
        ),
        (
            "for_each = var.set\n  note = count.index",
            "Reference to \"count\" in non-counted context",
            "only when the \"count\" argument is set",
        ),
        (
            "count = 1\n  note = each.key",
            "Reference to \"each\" in context without for_each",
            "only when the \"for_each\" argument is set",
        ),
        (
            "count = 1\n  note = count.number",
            "Invalid \"count\" attribute",
            "The only supported attribute is count.index",
        ),
        (
            "count = 1\n  note = mem_box.first[0].note",
            "Unexpected resource instance key",
            "references to it must not include an index key",
        ),
        (
            "count = 1\n}\noutput \"o\" {\n  value = mem_box.a.name\n}\nlocals {",
            "Missing resource instance key",
            "    mem_box.a[count.index]",
        ),
        (
            "for_each = var.set\n}\noutput \"o\" {\n  value = mem_box.a.name\n}\nlocals {",
            "Missing resource instance key",
            "    mem_box.a[each.key]",
        ),
        (
            "count = 1\n}\noutput \"o\" {\n  value = mem_box.a[0].nam\n}\nlocals {",
            "Unsupported attribute",
            "Did you mean \"name\"?",
        ),
    ] {
        bench.config(&counted(argument));
        let done = bench.run("plan").await.bad();
        for part in [summary, detail] {
            assert!(done.errors.contains(part), "{argument}: {}", done.errors);
        }
        assert_eq!(bench.state_text(), "");
    }
    // The value may be secret, not the key.
    bench.config(&counted(
        "for_each = { k = var.secret }\n  note = each.value",
    ));
    bench
        .run("plan")
        .await
        .good()
        .says("# mem_box.a[\"k\"] will be created")
        .says("note     = (sensitive value)");
}

/// The first instance continues the single one, as Terraform moves it.
#[tokio::test]
async fn count_comes_and_goes_without_a_replacement() {
    let bench = Bench::new("transition");
    let single = "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n";
    let counted = "resource \"mem_box\" \"a\" {\n  count = 1\n  name = \"a\"\n}\n";
    bench.config(single);
    bench.apply().await;
    bench.config(counted);
    let plan = bench.run("plan -detailed-exitcode").await;
    assert_eq!(plan.code, 2);
    plan.says("# mem_box.a has moved to mem_box.a[0]\n    resource \"mem_box\" \"a\" {")
        .says("Plan: 0 to add, 0 to change, 0 to destroy.");
    let plan = bench.run("plan -json").await.good();
    plan.says("\"action\":\"move\"")
        .says("\"previous_resource\":{\"addr\":\"mem_box.a\"");
    bench.calls();
    bench.apply().await;
    assert_eq!(objects(&bench), ["mem_box.a[0] a"]);
    bench.config(single);
    bench.apply().await;
    assert_eq!(objects(&bench), ["mem_box.a a"]);
    assert_eq!(
        bench.calls(),
        ["configure", "read box-1", "configure", "read box-1"]
    );
    // Only a moved block leads to keys.
    let each = "resource \"mem_box\" \"a\" {\n  for_each = { k = 1 }\n  name = \"a\"\n}\n";
    bench.config(each);
    bench
        .run("plan")
        .await
        .good()
        .says("(because resource uses count or for_each)")
        .says("1 to add, 0 to change, 1 to destroy");
    bench.config(&format!(
        "{each}moved {{\n  from = mem_box.a\n  to = mem_box.a[\"k\"]\n}}\n"
    ));
    bench
        .apply()
        .await
        .says("# mem_box.a has moved to mem_box.a[\"k\"]");
    assert_eq!(objects(&bench), ["mem_box.a[\"k\"] a"]);
}

#[tokio::test]
async fn objects_move_with_their_blocks() {
    let bench = Bench::new("moved");
    bench.config("resource \"mem_box\" \"a\" {\n  count = 2\n  name = \"a\"\n}\n");
    bench.apply().await;
    bench.config(
        "resource \"mem_box\" \"c\" {\n  count = 2\n  name = \"a\"\n  note = \"new\"\n}\n\
         moved {\n  from = mem_box.b\n  to = mem_box.c\n}\n\
         moved {\n  from = mem_box.a\n  to = mem_box.b\n}\n",
    );
    bench
        .apply()
        .await
        .says("# mem_box.c[0] will be updated in-place\n  # (moved from mem_box.a[0])")
        .says("0 added, 2 changed, 0 destroyed");
    assert_eq!(objects(&bench), ["mem_box.c[0] a", "mem_box.c[1] a"]);
    // If nothing is configured, it is destroyed.
    bench.config("moved {\n  from = mem_box.c\n  to = mem_box.d\n}\n");
    bench
        .run("plan")
        .await
        .good()
        .says("(because mem_box.c[0] was moved to mem_box.d[0], which is not in configuration)");
    for (text, part) in [
        (
            "moved {\n  from = mem_box.c\n  to = mem_box.c\n}\n",
            "Redundant move statement",
        ),
        (
            "moved {\n  from = mem_box.c[0]\n  to = mem_box.d\n}\n\
             resource \"mem_box\" \"c\" {\n  count = 1\n  name = \"a\"\n}\n\
             resource \"mem_box\" \"d\" {\n  name = \"a\"\n}\n",
            "Moved object still exists",
        ),
        (
            "moved {\n  from = module.m\n  to = mem_box.d\n}\n",
            "use Terraform for it",
        ),
    ] {
        bench.config(text);
        bench.run("plan").await.bad().warns(part);
    }
    // The obstacle stays, and what cannot move is destroyed.
    bench.config("resource \"mem_box\" \"c\" {\n  count = 2\n  name = \"a\"\n}\nresource \"mem_box\" \"d\" {\n  name = \"d\"\n}\n");
    bench.apply().await;
    bench.config(
        "resource \"mem_box\" \"d\" {\n  name = \"d\"\n}\n\
         moved {\n  from = mem_box.c[0]\n  to = mem_box.d\n}\n",
    );
    bench
        .run("plan")
        .await
        .good()
        .says("Unresolved resource instance address changes")
        .says("mem_box.c[0] could not move to mem_box.d")
        .says("2 to destroy");
}

#[tokio::test]
async fn an_instance_is_imported() {
    let bench = Bench::new("import-instance");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"x\"\n}\n");
    bench.apply().await;
    bench.run("state rm mem_box.a").await.good();
    bench.config("resource \"mem_box\" \"a\" {\n  count = 2\n  name = \"x\"\n}\n");
    bench.run("import mem_box.a[1] box-1").await.good();
    assert_eq!(objects(&bench), ["mem_box.a[1] x"]);
    for address in ["mem_box.a[2]", "mem_box.a", "mem_box.a[\"k\"]"] {
        bench
            .run(&format!("import {address} box-1"))
            .await
            .bad()
            .warns("Configuration for import target does not exist");
    }
}

/// An instance's failure does not affect the others; what depends on it waits.
#[tokio::test]
async fn instances_fail_one_by_one() {
    let bench = Bench::new("fail-one");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  count = 2\n  name = count.index == 0 ? \"a\" : \"b\"\n}\n\
         resource \"mem_tag\" \"t\" {\n  on = mem_box.a[1].id\n}\n",
    );
    bench.remote.breaks("create", "error");
    bench.run("apply -auto-approve").await.bad();
    assert_eq!(
        bench.calls(),
        ["configure", "create a", "create b"],
        "both are tried, and no tag is made"
    );
    bench.remote.repair();
    bench.apply().await.says("3 added");
}
