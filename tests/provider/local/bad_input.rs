//! Every error in a configuration: reported with its location, all at once, and nothing is changed.

use crate::{Bench, Done};

/// Plans and applies; both fail with the same errors and nothing is called.
async fn refused(bench: &Bench) -> Done {
    let plan = bench.run("plan").await.bad();
    let apply = bench.run("apply -auto-approve").await.bad();
    assert_eq!(plan.errors, apply.errors);
    assert_eq!(bench.calls(), [""; 0]);
    assert_eq!(bench.state_text(), "");
    plan
}

#[tokio::test]
async fn everything_is_reported_in_one_run() {
    let bench = Bench::new("bad");
    bench.config(
        r#"provider "mem" {
  region = "west"
}
resource "mem_box" "a" {
  nmae   = "x"
  size   = 500
  weight = 1.5
  labels = ["x"]
  serial = "mine"
  code   = templatefile("x", {})
  note   = mem_box.c.name
  material = mem_box.b.seral
  lid {
    kind = "square"
  }
  lid {
    kinds = "flat"
  }
  lid {
    kind = "flat"
  }
  lit {}
}
resource "mem_box" "b" {
  name = "Bad Name"
  size = "many"
}
resource "mem_bx" "c" {
}
data "mem_box" "d" {
}
output "o" {
  value = var.missing
}
"#,
    );
    let done = refused(&bench).await;
    for (place, summary) in [
        ("main.tf line 2, column 12", "Invalid value"),
        ("main.tf line 4, column 1", "Missing required argument"),
        ("main.tf line 5, column 3", "Unsupported argument"),
        ("main.tf line 6, column 12", ""),
        (
            "main.tf line 8, column 12",
            "Incorrect attribute value type",
        ),
        (
            "main.tf line 9, column 12",
            "Value for unconfigurable attribute",
        ),
        (
            "main.tf line 10, column 12",
            "Not supported by the local runner",
        ),
        ("main.tf line 12, column 24", "Unsupported attribute"),
        ("main.tf line 14, column 12", ""),
        ("main.tf line 17, column 5", "Unsupported argument"),
        ("main.tf line 19, column 3", "Too many lid blocks"),
        ("main.tf line 22, column 3", "Unsupported block type"),
        ("main.tf line 25, column 10", ""),
        (
            "main.tf line 26, column 10",
            "Incorrect attribute value type",
        ),
        ("main.tf line 28, column 10", "Invalid resource type"),
        ("main.tf line 30, column 1", "Missing required argument"),
        (
            "main.tf line 33, column 11",
            "Reference to undeclared input variable",
        ),
    ] {
        let found = done
            .errors
            .split('╷')
            .any(|one| one.contains(&format!("on {place}:")) && one.contains(summary));
        assert!(found, "{place} {summary}:\n{}", done.errors);
    }
    for part in [
        "with mem_box.a, attribute size,",
        "with mem_box.a, attribute lid[0].kind,",
        "│   5:   nmae   = \"x\"\n│        ^^^^",
        "Did you mean \"name\"?",
        "Did you mean \"serial\"?",
        "Did you mean \"mem_box\"?",
        "use Terraform for it",
    ] {
        assert!(done.errors.contains(part), "{part}:\n{}", done.errors);
    }
    // The conflict is reported too.
    assert!(
        done.errors.to_lowercase().contains("conflict"),
        "{}",
        done.errors
    );
}

#[tokio::test]
async fn what_does_not_parse() {
    let bench = Bench::new("syntax");
    bench.config("resource \"mem_box\" \"a\" {\n  name = = \"x\"\n}\n");
    bench.file("other.tf", "resource \"mem_box\" \"b\" {\n");
    let done = refused(&bench).await;
    assert!(
        done.errors.contains("on main.tf line 2, column 10:"),
        "{}",
        done.errors
    );
    assert!(
        done.errors.contains("  2:   name = = \"x\""),
        "{}",
        done.errors
    );
    assert!(done.errors.contains("on other.tf line"), "{}", done.errors);
    let empty = Bench::new("nothing");
    let done = empty.run("plan").await.bad();
    assert!(
        done.errors.contains("No configuration files"),
        "{}",
        done.errors
    );
}

#[tokio::test]
async fn a_circle() {
    let bench = Bench::new("circle");
    bench.config(
        "resource \"mem_tag\" \"a\" {\n  on = mem_tag.b.id\n}\nresource \"mem_tag\" \"b\" {\n  on = mem_tag.a.id\n}\n",
    );
    refused(&bench)
        .await
        .warns("Cycle: mem_tag.a, mem_tag.b")
        .warns("on main.tf line 1");
}

#[tokio::test]
async fn errors_that_depend_on_known_values() {
    let bench = Bench::new("late");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n\
         resource \"mem_box\" \"b\" {\n  name = \"b${mem_box.a.serial}\"\n}\n\
         resource \"mem_tag\" \"t\" {\n  on = mem_box.b.id\n}\n\
         resource \"mem_tag\" \"u\" {\n  on = mem_box.a.id\n}\n",
    );
    let done = bench.run("apply -auto-approve").await.bad();
    // "bS1" is not a name; resources that do not depend on it are still applied.
    assert!(
        done.errors.contains("on main.tf line 5, column 10:"),
        "{}",
        done.errors
    );
    assert_eq!(bench.calls(), ["configure", "create a", "create-tag box-1"]);
    assert!(bench.stored("mem_box.b").is_none());
}

#[tokio::test]
async fn an_error_in_configure_ends_it() {
    let bench = Bench::new("configure");
    bench.remote.breaks("configure", "error");
    bench.config(
        "provider \"mem\" {}\nresource \"mem_box\" \"a\" {\n  name = \"a\"\n}\nresource \"mem_box\" \"b\" {\n  name = \"b\"\n}\n",
    );
    let done = bench.run("plan").await.bad();
    assert!(
        done.errors.contains("configure went wrong"),
        "{}",
        done.errors
    );
    assert!(done.errors.contains("provider \"mem\""), "{}", done.errors);
    assert_eq!(done.errors.matches('╷').count(), 1, "{}", done.errors);
    assert_eq!(bench.calls(), ["configure"]);
    assert_eq!(done.output, "");
}

#[tokio::test]
async fn a_bad_state_file_is_left_alone() {
    let bench = Bench::new("state");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n");
    let foreign =
        "{\n  \"version\": 4,\n  \"terraform_version\": \"1.11.4\",\n  \"resources\": []\n}\n";
    for text in ["{", "", foreign] {
        bench.file("mem.state.json", text);
        for command in [
            "plan",
            "apply -auto-approve",
            "destroy -auto-approve",
            "show",
            "import mem_box.a x",
        ] {
            let done = bench.run(command).await.bad();
            assert!(
                done.errors.contains("The state file cannot be used"),
                "{}",
                done.errors
            );
            assert_eq!(bench.state_text(), text);
        }
    }
    assert_eq!(bench.calls(), [""; 0]);
}

#[tokio::test]
async fn state_of_another_schema() {
    let bench = Bench::new("versions");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n");
    bench.apply().await;
    bench.calls();
    let text = bench.state_text();
    // An attribute that the schema no longer has is dropped.
    let more = text.replace("\"serial\":", "\"colour\": \"red\",\n        \"serial\":");
    assert_ne!(more, text);
    let more = more.replacen(
        "\"colour\": \"red\",\n        \"serial\": 1",
        "\"serial\": 1",
        1,
    );
    bench.file("mem.state.json", &more);
    bench.apply().await.says("No changes.");
    assert!(!bench.state_text().contains("colour"));
    // A newer version is rejected, and kept.
    let newer = text.replace("\"schema_version\": 1", "\"schema_version\": 2");
    bench.file("mem.state.json", &newer);
    bench
        .run("apply -auto-approve")
        .await
        .bad()
        .warns("newer version of the provider");
    assert_eq!(bench.state_text(), newer);
}

#[tokio::test]
async fn warnings_do_not_stop() {
    let bench = Bench::new("warn");
    bench.config(
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  remark = \"r\"\n}\noutput \"o\" {\n  value = mem_box.a.remark\n}\n",
    );
    let done = bench.run("plan").await.good();
    // Configured and referenced: reported once each, although everything is checked twice.
    assert_eq!(
        done.output.matches("Warning: ").count(),
        2,
        "{}",
        done.output
    );
    assert!(done.output.contains("on main.tf line 3"), "{}", done.output);
    assert!(done.output.contains("on main.tf line 6"), "{}", done.output);
}

#[tokio::test]
async fn invalid_command_line_arguments_are_reported() {
    let bench = Bench::new("arguments");
    bench
        .run("aply")
        .await
        .bad()
        .warns("Did you mean \"apply\"?");
    bench
        .run("plan -target=x")
        .await
        .bad()
        .warns("use Terraform for it");
    let help = bench.run("").await.good();
    assert!(
        help.output
            .contains("Usage: terraform-provider-mem COMMAND"),
        "{}",
        help.output
    );
    bench.run("plan missing.tf").await.bad().warns("missing.tf");
}

#[tokio::test]
async fn a_circle_hides_no_other_mistake() {
    let bench = Bench::new("another-circle");
    bench.config(
        r#"resource "mem_box" "a" {
  name = mem_box.b.name
  size = 500
}
resource "mem_box" "b" {
  name = mem_box.a.name
}
resource "mem_box" "c" {
  name = "Bad Name"
  note = mem_box.a.note
}
"#,
    );
    let done = refused(&bench).await;
    let done = done.warns("Cycle: mem_box.a, mem_box.b");
    let done = done
        .warns("Invalid value for size")
        .warns("Invalid value for name");
    assert_eq!(done.errors.matches("Error:").count(), 3, "{}", done.errors);
}
