//! Variables, locals, outputs, and values through the whole line.

use serde_json::json;

use crate::Bench;

#[tokio::test]
async fn variables_come_from_many_places() {
    let bench = Bench::new("variables").env("TF_VAR_note", "environment");
    bench.config(
        "variable \"note\" {\n  default = \"default\"\n}\nvariable \"size\" {\n  type = number\n}\n\
         variable \"labels\" {\n  type = map(string)\n  default = {}\n}\n\
         resource \"mem_box\" \"a\" {\n  name = \"a\"\n  note = var.note\n  size = var.size\n  labels = var.labels\n}\n",
    );
    bench
        .run("plan")
        .await
        .bad()
        .warns("No value for required variable")
        .warns("TF_VAR_size");
    let plan = |line: &'static str| bench.run(line);
    plan("plan -var size=5")
        .await
        .good()
        .says("note     = \"environment\"")
        .says("size     = 5");
    bench.file(
        "terraform.tfvars",
        "note = \"file\"\nsize = 6\nunused = 1\n",
    );
    plan("plan")
        .await
        .good()
        .says("note     = \"file\"")
        .says("size     = 6");
    bench.file("x.auto.tfvars", "note = \"auto\"\n");
    plan("plan").await.good().says("note     = \"auto\"");
    bench.file("my.vars", "note = \"given\"\n");
    plan("plan -var-file=my.vars")
        .await
        .good()
        .says("note     = \"given\"");
    plan("plan -var note=last -var labels={a=1,b=2}")
        .await
        .good()
        .says("note     = \"last\"")
        .says("+ \"a\" = \"1\"");
    plan("plan -var size=big").await.bad().warns("var.size");
    plan("plan -var nte=x")
        .await
        .bad()
        .warns("Did you mean \"note\"?");
    bench.file("bad.vars", "nte = 1\n");
    plan("plan -var-file=bad.vars").await.bad().warns("line 1");
    plan("plan -var-file=missing.vars")
        .await
        .bad()
        .warns("missing.vars");
}

#[tokio::test]
async fn values_go_through_exactly() {
    let bench = Bench::new("exact");
    bench.config(
        r#"
locals {
  words = ["a", "b"]
  all   = { for_note = "${local.words[0]}-${local.words[1]}", n = 0.1 + 0.2 }
}
resource "mem_box" "a" {
  name   = "a"
  weight = local.all.n
  note   = local.all.for_note
  labels = { big = 123456789012345678901234567890, yes = true }
}
output "list" {
  value = [mem_box.a.weight, "x", null]
}
output "third" {
  value = 1 / 3 > 0.3 ? "more" : "less"
}
"#,
    );
    bench
        .apply()
        .await
        .says("third = \"more\"")
        .says("list = [\n  0.3,\n");
    let stored = bench.stored("mem_box.a").expect("saved");
    assert_eq!(
        stored["attributes"]["labels"],
        json!({"big": "123456789012345678901234567890", "yes": "true"})
    );
    assert_eq!(stored["attributes"]["note"], "a-b");
    assert!(bench.state_text().contains("\"weight\": 0.3"));
    bench.apply().await.says("No changes.");
    // A default that is set to null stays the default; one that changes is a change.
    let text = std::fs::read_to_string(bench.path("main.tf")).expect("there");
    bench.config(&text.replace("  note ", "  material = null\n  note "));
    bench.apply().await.says("No changes.");
    bench.config(&text.replace("  note ", "  material = \"iron\"\n  note "));
    bench
        .apply()
        .await
        .says("~ material = \"wood\" -> \"iron\"");
    bench.config(&text);
    bench
        .apply()
        .await
        .says("~ material = \"iron\" -> \"wood\"");
    // A changed output alone is a change too.
    bench.config(&text.replace("\"more\"", "\"very\""));
    bench
        .apply()
        .await
        .says("Changes to Outputs:\n  ~ third = \"more\" -> \"very\"\n");
}

#[tokio::test]
async fn one_file_another_directory_another_state() {
    let bench = Bench::new("places");
    std::fs::create_dir(bench.path("sub")).expect("directory");
    bench.file(
        "sub/one.tf",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n",
    );
    bench.file("sub/broken.tf", "{");
    bench.run("apply -auto-approve sub/one.tf").await.good();
    assert!(bench.path("sub/mem.state.json").exists());
    bench
        .run("-chdir=sub plan one.tf")
        .await
        .good()
        .says("No changes.");
    bench
        .run("plan -state=other.json sub/one.tf")
        .await
        .good()
        .says("1 to add");
    bench.run("plan sub").await.bad().warns("broken.tf");
    bench
        .run("show sub")
        .await
        .good()
        .says("id       = \"box-1\"");
    bench
        .run("show -state=sub/mem.state.json")
        .await
        .good()
        .says("box-1");
    bench.run("show").await.good().says("The state is empty.");
}

#[tokio::test]
async fn data_sources_are_read_while_planning_if_they_can_be() {
    let bench = Bench::new("sources");
    bench.config("data \"mem_box\" \"x\" {\n  name = \"missing\"\n}\n");
    bench
        .run("plan")
        .await
        .bad()
        .warns("There is no box missing")
        .warns("on main.tf line 1");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n  size = 3\n}\n");
    bench.apply().await;
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  size = 3\n}\ndata \"mem_box\" \"x\" {\n  name = \"a\"\n}\n\
         resource \"mem_box\" \"b\" {\n  name = \"b\"\n  size = data.mem_box.x.size * 2\n}\n",
    );
    bench.calls();
    bench
        .run("plan")
        .await
        .good()
        .says("data.mem_box.x: Read complete")
        .says("+ size     = 6");
    assert_eq!(bench.calls(), ["configure", "read box-1", "look-up a"]);
}

#[tokio::test]
async fn variables_come_from_files_of_json() {
    let bench = Bench::new("variables-json");
    bench.config(
        "variable \"note\" {\n  type = string\n}\nvariable \"size\" {\n  type = number\n}\nvariable \"all\" {\n  type = any\n  default = null\n}\n\
         resource \"mem_box\" \"a\" {\n  name = \"a\"\n  note = var.note\n  size = var.size\n}\noutput \"all\" {\n  value = var.all\n}\n",
    );
    bench.file(
        "terraform.tfvars.json",
        "{\"note\": \"${file}\", \"size\": 6, \"unused\": 1, \"all\": [1, {\"a\": null}]}",
    );
    bench
        .run("plan")
        .await
        .good()
        .says("note     = \"$${file}\"")
        .says("size     = 6");
    bench.file("terraform.tfvars", "note = \"before\"\n");
    bench.file("a.auto.tfvars.json", "{\"size\": 7}");
    bench.file("given.json", "{\"note\": \"given\"}");
    bench
        .run("plan -var-file=given.json")
        .await
        .good()
        .says("note     = \"given\"")
        .says("size     = 7");
    for (text, why) in [
        ("{\"note\": ", "not JSON"),
        ("[1]", "not a JSON object"),
        ("{\"nte\": 1}", "Did you mean \"note\"?"),
    ] {
        bench.file("given.json", text);
        bench
            .run("plan -var-file=given.json")
            .await
            .bad()
            .warns(why);
    }
    bench.file("large.json", &" ".repeat(17 * 1024 * 1024));
    bench.file("large.tfvars", &" ".repeat(17 * 1024 * 1024));
    for file in ["large.json", "large.tfvars"] {
        let line = format!("plan -var-file={file}");
        bench.run(&line).await.bad().warns("larger than 16 MiB");
    }
    // Files that are not read are rejected.
    bench.file("more.tf.json", "{}");
    bench
        .run("plan")
        .await
        .bad()
        .warns("more.tf.json is configuration in JSON");
    bench.run("validate").await.bad().warns("more.tf.json");
}

#[tokio::test]
async fn type_constructors_need_an_element_type() {
    let bench = Bench::new("types");
    for inner in ["list", "map", "set"] {
        bench.config(&format!("variable \"v\" {{\n  type = list({inner})\n}}\n"));
        let why = format!("The {inner} type constructor requires one argument");
        bench.run("validate").await.bad().warns(&why);
    }
    bench.config("variable \"v\" {\n  type = list\n}\n");
    bench.run("validate").await.good();
}

/// The same form after an apply, in `show` and in `output`.
#[tokio::test]
async fn outputs_look_alike_everywhere() {
    let bench = Bench::new("outputs");
    bench.config(
        "output \"s\" {\n  value = toset([\"b\", \"a\"])\n}\noutput \"t\" {\n  value = \"one\\ntwo\\n\"\n}\n",
    );
    let outputs = "s = toset([\n  \"a\",\n  \"b\",\n])\nt = <<EOT\none\ntwo\n\nEOT\n";
    bench.apply().await.says(&format!("Outputs:\n\n{outputs}"));
    bench.run("output").await.good().says(outputs);
    bench.run("show").await.good().says(outputs);
}

/// As in `terraform show -json`: including sensitive and null outputs.
#[tokio::test]
async fn a_sensitive_null_is_sensitive() {
    let bench = Bench::new("nulls");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n");
    bench.apply().await;
    let shown = bench.run("show -json").await.good();
    let shown: serde_json::Value = serde_json::from_str(&shown.output).expect("JSON");
    let object = &shown["values"]["root_module"]["resources"][0];
    assert_eq!(object["values"]["code"], json!(null));
    assert_eq!(object["sensitive_values"]["code"], json!(true));
}
