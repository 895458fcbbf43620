//! The life cycle of a resource.

use crate::Bench;

const ONE: &str = r#"
resource "mem_box" "a" {
  name = "first"
  lid {
    kind = "flat"
  }
}
"#;

#[tokio::test]
async fn create_nothing_update_replace_destroy() {
    let bench = Bench::new("life");
    bench.config(ONE);
    let done = bench.run("plan").await.good();
    insta(
        &done.output,
        "\
Resource actions are indicated with the following symbols:
  + create

The following actions are planned:

  # mem_box.a will be created
  + resource \"mem_box\" \"a\" {
      + id       = (known after apply)
      + material = \"wood\"
      + name     = \"first\"
      + serial   = (known after apply)
      + size     = (known after apply)
      + lid {
          + depth = 1
          + kind  = \"flat\"
        }
    }

Plan: 1 to add, 0 to change, 0 to destroy.
",
    );
    assert_eq!(bench.calls(), ["configure"]);
    assert_eq!(bench.state_text(), "");

    bench
        .apply()
        .await
        .says("mem_box.a: Creating...\n")
        .says("mem_box.a: Creation complete after 0s [id=box-1]\n")
        .says("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    assert_eq!(bench.calls(), ["configure", "create first"]);
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["attributes"]["size"],
        7
    );

    bench
        .apply()
        .await
        .says("No changes.")
        .says("0 added, 0 changed, 0 destroyed");
    assert_eq!(bench.calls(), ["configure", "read box-1"]);

    bench.config(&ONE.replace(
        "name = \"first\"",
        "name = \"first\"\n  size = 9\n  note = \"n\"",
    ));
    let done = bench.run("plan -detailed-exitcode").await;
    assert_eq!(done.code, 2);
    insta(
        &done.output,
        "\
  # mem_box.a will be updated in-place
  ~ resource \"mem_box\" \"a\" {
        id   = \"box-1\"
        name = \"first\"
      + note = \"n\"
      ~ size = 7 -> 9
        # (2 unchanged attributes hidden)
        # (1 unchanged block hidden)
    }

Plan: 0 to add, 1 to change, 0 to destroy.
",
    );
    bench
        .apply()
        .await
        .says("mem_box.a: Modifications complete")
        .says("0 added, 1 changed");
    bench.calls();

    bench.config(&ONE.replace("first", "second"));
    bench
        .run("plan")
        .await
        .good()
        .says("# mem_box.a must be replaced")
        .says("-/+ resource \"mem_box\" \"a\" {")
        .says("~ name   = \"first\" -> \"second\" # forces replacement")
        .says("~ id     = \"box-1\" -> (known after apply)")
        .says("Plan: 1 to add, 0 to change, 1 to destroy.");
    bench.calls();
    bench.apply().await.says("1 added, 0 changed, 1 destroyed");
    assert_eq!(
        bench.calls(),
        ["configure", "read box-1", "delete first", "create second"]
    );

    bench
        .run("destroy -auto-approve")
        .await
        .good()
        .says("# mem_box.a will be destroyed")
        .says("- name     = \"second\" -> null")
        .says("Destroy complete! Resources: 1 destroyed.");
    assert_eq!(bench.calls(), ["configure", "read box-2", "delete second"]);
    assert!(bench.remote.boxes.lock().expect("boxes").is_empty());
    bench
        .run("destroy -auto-approve")
        .await
        .good()
        .says("No objects need to be destroyed");
}

/// Whether the text has these lines.
#[track_caller]
fn insta(text: &str, lines: &str) {
    assert!(text.contains(lines), "got:\n{text}\nwanted:\n{lines}");
}

#[tokio::test]
async fn drift_and_deletion_outside_are_noticed() {
    let bench = Bench::new("drift");
    bench.config(ONE);
    bench.apply().await;
    let change = |f: &dyn Fn(&mut std::collections::BTreeMap<String, crate::mem::MemBox>)| {
        f(&mut bench.remote.boxes.lock().expect("boxes"));
    };
    change(&|boxes| boxes.get_mut("box-1").expect("there").note = Some("by hand".into()));
    bench
        .run("plan")
        .await
        .good()
        .says("Note: Objects have changed outside")
        .says("# mem_box.a has changed")
        .says("+ note = \"by hand\"")
        .says("- note = \"by hand\" -> null")
        .says("Plan: 0 to add, 1 to change, 0 to destroy.");
    // What is not read is not noticed.
    bench
        .run("plan -refresh=false")
        .await
        .good()
        .says("No changes.");
    bench.apply().await.says("1 changed");
    change(&|boxes| boxes.clear());
    bench
        .run("plan")
        .await
        .good()
        .says("# mem_box.a has been deleted")
        .says("# mem_box.a will be created");
    bench.apply().await.says("1 added");
    bench.apply().await.says("No changes.");
}

#[tokio::test]
async fn dependent_objects_are_handled_in_order() {
    let bench = Bench::new("order");
    bench.config(
        r#"
resource "mem_tag" "t" {
  on   = mem_box.b.serial
  text = "on ${mem_box.a.name}"
}
resource "mem_box" "b" {
  name = "b-${mem_box.a.name}"
}
resource "mem_box" "a" {
  name = "a"
}
data "mem_box" "found" {
  name = mem_box.b.name
  depends_on = [mem_tag.t]
}
output "size" {
  value = data.mem_box.found.size + 1
}
"#,
    );
    bench
        .run("plan")
        .await
        .good()
        .says("<= data \"mem_box\" \"found\" {")
        .says("# data.mem_box.found will be read during apply")
        .says("Plan: 3 to add")
        .says("Changes to Outputs:\n  + size = (known after apply)\n");
    bench.calls();
    bench.apply().await.says("Outputs:\n\nsize = 8\n");
    assert_eq!(
        bench.calls(),
        [
            "configure",
            "create a",
            "create b-a",
            "create-tag S2",
            "look-up b-a"
        ]
    );
    let state = bench.stored("mem_tag.t").expect("saved");
    assert_eq!(
        state["dependencies"],
        serde_json::json!(["mem_box.a", "mem_box.b"])
    );
    // Nothing changes now, so the data source is read while planning.
    bench.apply().await.says("No changes.");
    assert_eq!(
        bench.calls(),
        ["configure", "read box-1", "read box-2", "look-up b-a"]
    );
    bench
        .run("destroy -auto-approve")
        .await
        .good()
        .says("3 destroyed");
    let calls = bench.calls();
    let deleted: Vec<&String> = calls.iter().filter(|c| c.starts_with("delete")).collect();
    assert_eq!(deleted, ["delete-tag S2", "delete b-a", "delete a"]);
    assert_eq!(bench.state()["outputs"], serde_json::json!({}));
}

#[tokio::test]
async fn dependents_are_replaced_together() {
    let bench = Bench::new("chain");
    let text = |name: &str| {
        format!(
            "resource \"mem_box\" \"a\" {{\n  name = \"{name}\"\n}}\n\
             resource \"mem_tag\" \"t\" {{\n  on = mem_box.a.serial\n}}\n"
        )
    };
    bench.config(&text("one"));
    bench.apply().await;
    bench.calls();
    bench.config(&text("two"));
    bench.apply().await.says("2 added, 0 changed, 2 destroyed");
    assert_eq!(
        bench.calls(),
        [
            "configure",
            "read box-1",
            "delete-tag S1",
            "delete one",
            "create two",
            "create-tag S2"
        ]
    );
    // A removed resource is destroyed before its dependencies.
    bench.config("");
    bench
        .apply()
        .await
        .says("(because mem_tag.t is not in configuration)");
    assert_eq!(
        bench.calls(),
        ["configure", "read box-2", "delete-tag S2", "delete two"]
    );
}

#[tokio::test]
async fn import_takes_over() {
    let bench = Bench::new("import");
    bench.config(ONE);
    bench.apply().await;
    std::fs::remove_file(bench.path("mem.state.json")).expect("removed");
    bench
        .run("import mem_box.b box-1")
        .await
        .bad()
        .warns("does not exist in the configuration");
    bench
        .run("import mem_box.a box-9")
        .await
        .bad()
        .warns("Cannot import non-existent remote object");
    bench
        .run("import mem_box.a box-1")
        .await
        .good()
        .says("mem_box.a: Importing...")
        .says("Import successful!");
    bench
        .run("import mem_box.a box-1")
        .await
        .bad()
        .warns("already managed");
    // The values that the provider did not read are shown: the default, and the block.
    bench
        .run("plan")
        .await
        .good()
        .says("+ material = \"wood\"")
        .says("+ lid {")
        .says("0 to add, 1 to change");
    bench.apply().await;
    bench.apply().await.says("No changes.");
}

#[tokio::test]
async fn lifecycle_of_the_language() {
    let bench = Bench::new("lifecycle");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  labels = { a = \"1\", b = \"1\" }\n  lifecycle {\n    \
         prevent_destroy = true\n    ignore_changes = [size, labels[\"a\"]]\n  }\n}\n",
    );
    bench.apply().await;
    let text = std::fs::read_to_string(bench.path("main.tf")).expect("there");
    bench.config(
        &text
            .replace("\"1\"", "\"2\"")
            .replace("name = ", "size = 50\n  name = "),
    );
    bench
        .run("plan")
        .await
        .good()
        .says("~ \"b\" = \"1\" -> \"2\"")
        .says("# (1 unchanged element hidden)")
        .says("0 to add, 1 to change");
    bench.apply().await.says("1 changed");
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["attributes"]["size"],
        7
    );
    bench
        .run("destroy -auto-approve")
        .await
        .bad()
        .warns("Instance cannot be destroyed");
    bench.config(&text.replace("name = \"a\"", "name = \"b\""));
    bench
        .run("apply -auto-approve")
        .await
        .bad()
        .warns("prevent_destroy");
    assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 1);
}

/// A deposed object was approved for destruction when it was replaced: it is not protected again.
#[tokio::test]
async fn prevent_destroy_does_not_apply_to_deposed_objects() {
    let bench = Bench::new("prevent-deposed");
    let rules = "prevent_destroy = true\n    create_before_destroy = true";
    bench.config(&format!(
        "resource \"mem_box\" \"a\" {{\n  name = \"a\"\n  lifecycle {{\n    {rules}\n  }}\n}}\n"
    ));
    bench.apply().await;
    let mut state = bench.state();
    state["resources"][0]["deposed"] = "00000001".into();
    bench.file("mem.state.json", &state.to_string());
    bench
        .run("destroy -auto-approve")
        .await
        .good()
        .says("1 destroyed");
    assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 0);
}

/// Compared with Terraform: `tests/acceptance/local_runner/replace_triggered_by.rs`.
#[tokio::test]
async fn replace_triggered_by_replaces() {
    let bench = Bench::new("replace-triggered");
    let config = |size: u8, triggers: &str| {
        format!(
            "resource \"mem_box\" \"a\" {{\n  name = \"a\"\n  size = {size}\n}}\n\
             resource \"mem_box\" \"b\" {{\n  name = \"b\"\n  lifecycle {{\n    \
             replace_triggered_by = [{triggers}]\n  }}\n}}\n"
        )
    };
    bench.config(&config(5, "mem_box.a.size"));
    bench.apply().await.says("2 added");
    bench.apply().await.says("No changes.");
    bench.config(&config(6, "mem_box.a.name"));
    bench
        .run("plan")
        .await
        .good()
        .says("0 to add, 1 to change, 0 to destroy");
    for (size, triggers) in [(6, "mem_box.a.size"), (7, "mem_box.a")] {
        bench.config(&config(size, triggers));
        bench
            .run("plan")
            .await
            .good()
            .says("# mem_box.b will be replaced due to changes in replace_triggered_by")
            .says("1 to add, 1 to change, 1 to destroy");
        bench.apply().await.says("1 added, 1 changed, 1 destroyed");
        bench.apply().await.says("No changes.");
    }
    // Before the provider is asked.
    bench.config(&config(7, "mem_box.nope"));
    bench
        .run("validate")
        .await
        .bad()
        .warns("A resource mem_box.nope has not been declared in the root module");
    bench.config(&config(7, "mem_box.b"));
    bench
        .run("plan")
        .await
        .bad()
        .warns("no change found for mem_box.b in the root module");
    bench.run("destroy -auto-approve").await.good();
}
