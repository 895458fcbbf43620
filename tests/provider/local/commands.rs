//! `validate`, `output`, `state list`, `state rm`: messages and exit codes are Terraform's. Help
//! and versions.

use serde_json::{Value as Json, json};

use crate::Bench;

const CONFIG: &str = r#"
variable "needed" {
  type = string
}
resource "mem_box" "a" {
  count = 2
  name  = count.index == 0 ? "x" : "y"
}
resource "mem_box" "b" {
  name = "z"
}
output "list" {
  value = ["a", mem_box.a[0].name]
}
output "lines" {
  value = "a\nb"
}
output "number" {
  value = 12.5
}
output "object" {
  value = { a = 1, b = null }
}
output "secret" {
  value     = var.needed
  sensitive = true
}
output "text" {
  value = "te\"xt"
}
"#;

#[tokio::test]
async fn validate_needs_neither_values_nor_a_state() {
    let bench = Bench::new("validate");
    bench.config(CONFIG);
    let done = bench.run("validate").await.good();
    assert_eq!(done.output, "Success! The configuration is valid.\n\n");
    let done = bench.run("validate -json").await.good();
    let document: Json = serde_json::from_str(&done.output).expect("JSON");
    assert_eq!(
        document,
        json!({
            "format_version": "1.0",
            "valid": true,
            "error_count": 0,
            "warning_count": 0,
            "diagnostics": [],
        })
    );
    assert_eq!(bench.calls(), [""; 0], "nothing is configured");
    assert!(!bench.path("mem.state.json").exists());
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"UPPER\"\n  remark = \"old\"\n}\n");
    bench.run("validate").await.bad().warns("on main.tf line 2");
    let done = bench.run("validate -json").await;
    assert_eq!((done.code, &*done.errors), (1, ""));
    let document: Json = serde_json::from_str(&done.output).expect("JSON");
    assert_eq!(
        (
            &document["valid"],
            &document["error_count"],
            &document["warning_count"]
        ),
        (&json!(false), &json!(1), &json!(1))
    );
    assert_eq!(document["diagnostics"][0]["range"]["filename"], "main.tf");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n  remark = \"old\"\n}\n");
    bench
        .run("validate")
        .await
        .good()
        .says("Success! The configuration is valid, but there were some\nvalidation warnings as shown above.");
}

#[tokio::test]
async fn output_prints_expressions_strings_and_json() {
    let bench = Bench::new("output").env("TF_VAR_needed", "shh");
    bench.config(CONFIG);
    bench.run("output").await.good().says("No outputs found");
    assert_eq!(bench.run("output -json").await.good().output, "{}\n");
    bench.apply().await;
    // As Terraform prints them.
    assert_eq!(
        bench.run("output").await.good().output,
        "lines = <<EOT\na\nb\nEOT\nlist = [\n  \"a\",\n  \"x\",\n]\nnumber = 12.5\n\
         object = {\n  \"a\" = 1\n  \"b\" = null\n}\nsecret = <sensitive>\ntext = \"te\\\"xt\"\n"
    );
    for (line, output) in [
        ("output text", "\"te\\\"xt\"\n"),
        ("output -raw text", "te\"xt"),
        ("output -raw lines", "a\nb"),
        ("output -raw number", "12.5"),
        ("output -raw secret", "shh"),
        ("output secret", "\"shh\"\n"),
        ("output -json list", "[\"a\",\"x\"]\n"),
    ] {
        assert_eq!(bench.run(line).await.good().output, output, "{line}");
    }
    let all = bench.run("output -json").await.good();
    let all: Json = serde_json::from_str(&all.output).expect("JSON");
    assert_eq!(
        all["secret"],
        json!({"sensitive": true, "type": "string", "value": "shh"})
    );
    assert_eq!(all["list"]["type"], json!(["tuple", ["string", "string"]]));
    bench
        .run("output nothing")
        .await
        .bad()
        .warns("Output \"nothing\" not found");
    bench
        .run("output -raw list")
        .await
        .bad()
        .warns("Unsupported value for raw output")
        .warns("output value \"list\" is tuple");
}

#[tokio::test]
async fn the_state_is_listed_and_objects_are_taken_out() {
    let bench = Bench::new("commands-of-the-state").env("TF_VAR_needed", "shh");
    bench.config(CONFIG);
    for line in ["state list", "state rm mem_box.a"] {
        bench
            .run(line)
            .await
            .bad()
            .warns("No state file was found!");
    }
    bench.apply().await;
    for (line, output) in [
        ("state list", "mem_box.a[0]\nmem_box.a[1]\nmem_box.b\n"),
        ("state list mem_box.a", "mem_box.a[0]\nmem_box.a[1]\n"),
        ("state list mem_box.a[1]", "mem_box.a[1]\n"),
        ("state list -id=box-3", "mem_box.b\n"),
        ("state list -id=box-9", ""),
        (
            "state rm -dry-run mem_box.a",
            "Would remove mem_box.a[0]\nWould remove mem_box.a[1]\n",
        ),
        (
            "state rm mem_box.b mem_box.a[0]",
            "Removed mem_box.b\nRemoved mem_box.a[0]\nSuccessfully removed 2 resource instance(s).\n",
        ),
        ("state list", "mem_box.a[1]\n"),
    ] {
        assert_eq!(bench.run(line).await.good().output, output, "{line}");
    }
    assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 3);
    for (line, part) in [
        ("state list mem_box.b", "Unknown resource"),
        ("state list mem_box.a[7]", "Unknown resource instance"),
        ("state rm mem_box.b", "Invalid target address"),
        ("state rm", "At least one address is required."),
        ("state rm x[", "not the address of a resource"),
    ] {
        bench.run(line).await.bad().warns(part);
    }
}

/// The result of a condition, and what of it is sensitive, is unknown before the plan; then both
/// results count as sensitive as a whole.
#[tokio::test]
async fn validate_does_not_know_what_will_be_sensitive() {
    let bench = Bench::new("validate-sensitive");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  size = 1\n  code = \"s\"\n}\n\
         resource \"mem_box\" \"b\" {\n  for_each = mem_box.a.size > 3 ? toset([mem_box.a.code]) : toset([])\n  \
         name = each.key\n}\n\
         output \"o\" {\n  value = mem_box.a.size > 3 ? mem_box.a.code : \"none\"\n}\n",
    );
    bench.run("validate").await.good();
    let for_each = "Sensitive values, or values derived from sensitive values";
    bench.run("plan").await.bad().warns(for_each);
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  size = 1\n  code = \"s\"\n}\n\
         output \"o\" {\n  value = mem_box.a.size > 3 ? mem_box.a.code : \"none\"\n}\n",
    );
    bench.run("validate").await.good();
    let output = "Output refers to sensitive values";
    bench.run("plan").await.bad().warns(output);
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"s\"\n}\n\
         output \"o\" {\n  value = mem_box.a.code\n}\n",
    );
    bench
        .run("plan")
        .await
        .bad()
        .warns("Output refers to sensitive values");
}

#[tokio::test]
async fn a_provider_block_without_settings_is_not_validated() {
    let bench = Bench::new("validate-empty");
    bench.config("provider \"mem\" {}\nprovider \"mem\" {\n  alias = \"o\"\n}\n");
    bench.run("validate").await.good();
    assert_eq!(bench.calls(), [""; 0]);
}

#[tokio::test]
async fn each_command_has_a_help_with_its_own_options() {
    let bench = Bench::new("help");
    let all = bench.run("-help").await.good();
    let names = all
        .output
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.trim_start().split("  ").next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    assert_eq!(names.len(), 20, "{names:?}");
    for name in names {
        let help = bench.run(&format!("{name} -help")).await.good();
        let usage = format!("Usage: terraform-provider-mem {name} [options]");
        assert!(help.output.starts_with(&usage), "{name}: {}", help.output);
        assert!(help.output.contains("\n  -chdir=DIR "), "{name}");
        let same = bench.run(&format!("help {name}")).await.good();
        assert_eq!(help.output, same.output, "{name}");
    }
    let plan = bench.run("plan -help").await.good().output;
    for own in [
        "-detailed-exitcode",
        "-refresh=false",
        "-var 'name=value'",
        "mem.state.json",
        "one JSON object per line",
    ] {
        assert!(plan.contains(own), "{own}: {plan}");
    }
    for other in ["-auto-approve", "-or-create", "-raw", "Commands:"] {
        assert!(!plan.contains(other), "{other}: {plan}");
    }
    let group = bench.run("state -help").await.good().output;
    assert!(
        group.contains("state rm") && !group.contains("workspace"),
        "{group}"
    );
}

#[tokio::test]
async fn the_versions_of_provider_and_sdk_are_printed() {
    let bench = Bench::new("version");
    let sdk = env!("CARGO_PKG_VERSION");
    for line in ["-version", "--version", "version"] {
        assert_eq!(
            bench.run(line).await.good().output,
            // A program that is no release has no version in its name.
            format!(
                "terraform-provider-mem (development)\nschema-provider {sdk}\nlocal runner, as Terraform 1.15\n"
            ),
            "{line}"
        );
    }
}
