//! `query` of the local runner: the `list` blocks of `*.tfquery.hcl` files.

use std::time::Duration;

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

use crate::archive::Archive;
use crate::in_process::wait_until;

pub(crate) struct Bench(tempfile::TempDir);

impl Bench {
    pub(crate) fn new(query: &str) -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        bench.write("papers.tfquery.hcl", query);
        bench
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    /// The exit status and the output.
    pub(crate) async fn run(&self, line: &str) -> (u8, String, String) {
        let (io, captured) = Io::captured(self.0.path(), "");
        let instance = Instance::new::<Archive>(Environment::default()).unwrap();
        let status = run(line.split(' '), instance, io).await;
        (status.code(), captured.output(), captured.errors())
    }
}

/// The lines of a query that succeeds.
async fn lines(query: &str) -> Vec<String> {
    let (code, output, errors) = Bench::new(query).run("query").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    let lines = output.lines().filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// The errors of a query that fails; resources are in a file of their own.
async fn fails(query: &str) -> String {
    let (query, main) = match query.find("resource ") {
        Some(at) => query.split_at(at),
        None => (query, ""),
    };
    let bench = Bench::new(query);
    bench.write("main.tf", main);
    let (code, _, errors) = bench.run("query").await;
    assert_eq!(code, 1, "{errors}");
    errors
}

#[tokio::test(flavor = "multi_thread")]
async fn listed_objects_are_shown() {
    let query =
        "list \"arch_paper\" \"a\" {\n  provider = arch\n  config {\n    shelf = \"s\"\n  }\n}\n";
    assert_eq!(
        lines(query).await,
        [0, 1, 2].map(|n| format!("list.arch_paper.a   code=c{n},shelf=s   paper {n}"))
    );
    // A missing configuration is an object of nulls.
    let query = "list \"arch_box\" \"b\" {\n  provider = arch\n}\n";
    assert_eq!(
        lines(query).await,
        [1, 2].map(|n| format!("list.arch_box.b   serial={n}   box {n}"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_and_repetitions_count() {
    let query = r#"
provider "arch" {
  prefix = "p-"
}
variable "most" {
  default = 2
}
list "arch_paper" "a" {
  provider = arch
  for_each = toset(["x", "y"])
  limit    = var.most
  config {
    shelf = each.key
  }
}
list "arch_paper" "none" {
  provider = arch
  count    = 2
  limit    = 0
  config {
    shelf = "s"
  }
}
"#;
    let expected = [("x", 0), ("x", 1), ("y", 0), ("y", 1)];
    let lines = lines(query).await;
    assert_eq!(
        lines[..4],
        expected.map(|(key, n)| {
            format!("list.arch_paper.a[\"{key}\"]   code=p-c{n},shelf={key}   paper {n}")
        })
    );
    // As in Terraform.
    let empty =
        "list block(s) [list.arch_paper.none[0], list.arch_paper.none[1]] returned 0 results.";
    assert!(lines[5].ends_with(empty), "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_refer_to_the_data_of_others() {
    let query = r#"
list "arch_paper" "second" {
  provider = arch
  config {
    shelf = list.arch_paper.first.data[1].identity.code
    how   = list.arch_paper.first.data[0].state.sum == "sum of c0" ? "warn last" : "fail"
    count = length(list.arch_paper.first.data) - 1
  }
}
list "arch_paper" "first" {
  provider         = arch
  include_resource = true
  limit            = 2
  config {
    shelf = "s"
  }
}
"#;
    let lines = lines(query).await;
    assert_eq!(
        lines[2],
        "list.arch_paper.second   code=c0,shelf=c1   paper 0"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains("the last drawer is locked")),
        "{lines:?}"
    );
}

/// A local value that refers to lists is evaluated when they are, also through others and besides
/// ordinary ones.
#[tokio::test(flavor = "multi_thread")]
async fn local_values_are_made_of_lists() {
    let query = r#"
list "arch_paper" "second" {
  provider = arch
  config {
    shelf = local.shelf
    count = local.count
  }
}
locals {
  shelf = "${local.codes[local.last]}"
  codes = list.arch_paper.first.data[*].identity.code
  last  = 1
  count = length(local.codes) - local.last
}
list "arch_paper" "first" {
  provider = arch
  limit    = 2
  config {
    shelf = "s"
  }
}
"#;
    let lines = lines(query).await;
    assert_eq!(
        lines[2],
        "list.arch_paper.second   code=c0,shelf=c1   paper 0"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_reported() {
    let block =
        |inside: &str| format!("list \"arch_paper\" \"a\" {{\n  provider = arch\n{inside}\n}}\n");
    let config = |inside: &str| block(&format!("  config {{\n{inside}\n  }}"));
    for (query, part) in [
        (config(""), "shelf"),
        (config("    shelf = \"s s\""), "a shelf has no spaces"),
        (
            config("    shelf = \"s\"\n    how = \"fail\""),
            "the shelf broke",
        ),
        (
            config("    shelf = \"s\"\n    how = \"panic\""),
            "panicked in list",
        ),
        (
            config("    shelf = arch_box.it.label"),
            "\"arch_box.it\" has not been declared",
        ),
        (
            config("    shelf = arch_paper.it.sum")
                + "resource \"arch_paper\" \"it\" {\n  shelf = \"x\"\n}\n",
            "config is not known",
        ),
        (
            config("    shelf = arch_box.it.labl") + "resource \"arch_box\" \"it\" {}\n",
            "Did you mean \"label\"?",
        ),
        (
            config("    shelf = list.arch_paper.b.data[0].display_name"),
            "no list block \"arch_paper\" \"b\"",
        ),
        (
            config("    shelf = list.arch_paper.a.data[0].display_name"),
            "refer to each other",
        ),
        (
            config("    shelf = local.l")
                + "locals {\n  l = list.arch_paper.a.data[0].display_name\n}\n",
            "refer to each other",
        ),
        (
            config("    shelf = \"s\"") + "locals {\n  l = list.arch_paper.no.data\n}\n",
            "no list block \"arch_paper\" \"no\"",
        ),
        (
            config("    shelf = \"s\"")
                + "locals {\n  l = [list.arch_paper.a.data, local.m]\n  m = local.l\n}\n",
            "refer to each other: local.l, local.m",
        ),
        (
            config("    shelf = \"s\"") + "locals {\n  l = [list.arch_paper.a.data, var.no]\n}\n",
            "\"no\" has not been declared",
        ),
        (
            config("    shelf = \"s\"")
                + "locals {\n  l = list.arch_paper.a.data\n}\nlocals {\n  l = 1\n}\n",
            "Duplicate local value",
        ),
        (
            block("  shelf = \"s\""),
            "list's arguments in a \"config\" block",
        ),
        (
            block("  limit = -1\n  config {\n    shelf = \"s\"\n  }"),
            "not be negative",
        ),
        (
            block("  limit = \"x\"\n  config {\n    shelf = \"s\"\n  }"),
            "number",
        ),
        (
            config("    shelf = \"s\"").replace("= arch", "= arch.west"),
            "alias west",
        ),
        (
            config("    shelf = \"s\"").replace("= arch", "= disk"),
            "disk",
        ),
        (
            config("    shelf = \"s\"").replace("  provider = arch\n", ""),
            "provider = arch",
        ),
        (
            config("    shelf = \"s\"").replace("arch_paper", "arch_papers"),
            "arch_paper",
        ),
        (
            config("    shelf = \"s\"").repeat(2),
            "Duplicate list block",
        ),
        (
            block("  limit = null\n  config {\n    shelf = \"s\"\n  }"),
            "\"limit\" argument value is null",
        ),
        ("locals {}\n".to_owned(), "No resources to query"),
        (
            config("    shelf = \"s\"") + "output \"o\" {\n  value = 1\n}\n",
            "Blocks of type \"output\" are not expected here",
        ),
        (
            "resource \"arch_box\" \"it\" {}\n".to_owned() + &config("    shelf = \"s\""),
            "Blocks of type \"list\" are not expected here",
        ),
    ] {
        let errors = fails(&query).await;
        assert!(errors.contains(part), "{query}\n{errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_configuration_imports_without_a_change() {
    let query = "list \"arch_paper\" \"a\" {\n  provider = arch\n  config {\n    shelf = \"s ${1 + 1}\" == \"s 2\" ? \"$${s}\" : \"\"\n  }\n}\n";
    let bench = Bench::new(query);
    let (code, output, errors) = bench.run("query -generate-config-out=made.tf").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    let made = bench.read("made.tf");
    assert_eq!(
        made.matches("resource \"arch_paper\" \"a_").count(),
        3,
        "{made}"
    );
    assert!(made.contains("shelf = \"$${s}\""), "{made}");
    // It is unchanged.
    let (code, _, errors) = bench.run("query -generate-config-out=made.tf").await;
    assert_eq!(code, 1);
    assert!(errors.contains("already exists"), "{errors}");
    let (code, output, errors) = bench.run("plan").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}\n{made}");
    assert!(
        output.contains("3 to import, 0 to add, 0 to change, 0 to destroy"),
        "{output}\n{made}"
    );
}

const MINE: &str = "resource \"arch_paper\" \"mine\" {\n  shelf = \"upper\"\n  code  = \"c9\"\n}\n";

const LIKE_MINE: &str = "list \"arch_paper\" \"like_mine\" {\n  provider = arch\n  limit = 1\n  config {\n    shelf = arch_paper.mine.shelf\n  }\n}\n";

#[tokio::test(flavor = "multi_thread")]
async fn lists_refer_to_planned_resources() {
    // It does not exist yet, and a query creates nothing: configured values are known, computed
    // ones are not.
    let bench = Bench::new(&LIKE_MINE.replace("mine.shelf", "mine.sum"));
    bench.write("main.tf", MINE);
    let (code, _, errors) = bench.run("query").await;
    assert_eq!(code, 1);
    assert!(
        errors.contains(
            "computed attributes of resources that it refers to must already be in the state"
        ),
        "{errors}"
    );
    let bench = Bench::new(LIKE_MINE);
    bench.write("main.tf", MINE);
    let (code, output, errors) = bench.run("query").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    assert!(output.contains("code=c0,shelf=upper"), "{output}");
    assert!(!bench.0.path().join("arch.state.json").exists());
    let (code, output, errors) = bench.run("apply -auto-approve").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    let before = bench.read("arch.state.json");
    let (code, output, errors) = bench.run("query").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    assert_eq!(
        output.trim_end().lines().last(),
        Some("list.arch_paper.like_mine   code=c0,shelf=upper   paper 0"),
        "{output}"
    );
    assert_eq!(
        bench.read("arch.state.json"),
        before,
        "nothing of it is changed"
    );
    // An object that will change has its future values.
    bench.write("main.tf", &MINE.replace("upper", "lower"));
    let (code, output, errors) = bench.run("query").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    assert!(output.contains("code=c0,shelf=lower"), "{output}");
    assert_eq!(bench.read("arch.state.json"), before);
}

/// The configuration of a list is not saved; and a provider may be in quotes.
#[tokio::test(flavor = "multi_thread")]
async fn lists_accept_ephemeral_values() {
    let query = "list \"arch_paper\" \"a\" {\n  provider = \"arch\"\n  limit = var.most\n  config {\n    shelf = var.shelf\n  }\n}\n\
                 variable \"most\" {\n  default = 1\n  ephemeral = true\n}\n\
                 variable \"shelf\" {\n  default = \"s\"\n  ephemeral = true\n}\n";
    assert_eq!(
        lines(query).await,
        ["list.arch_paper.a   code=c0,shelf=s   paper 0"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_validated_without_being_made() {
    let bench = Bench::new(LIKE_MINE);
    bench.write("main.tf", MINE);
    let (code, output, errors) = bench.run("validate -query").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    assert!(output.contains("The configuration is valid"), "{output}");
    for (query, part) in [
        (
            LIKE_MINE.replace("arch_paper.mine.shelf", "\"s s\""),
            "a shelf has no spaces",
        ),
        (
            LIKE_MINE.replace("    shelf = arch_paper.mine.shelf\n", ""),
            "\"shelf\" is required",
        ),
        (
            LIKE_MINE.replace("mine.shelf", "mine.shelv"),
            "Did you mean \"shelf\"?",
        ),
        (
            LIKE_MINE.replace("limit = 1", "limit = -1"),
            "not be negative",
        ),
        (
            LIKE_MINE.replace("\"arch_paper\"", "\"arch_pape\""),
            "Did you mean",
        ),
    ] {
        let bench = Bench::new(&query);
        bench.write("main.tf", MINE);
        let (code, output, errors) = bench.run("validate -query").await;
        assert_eq!(code, 1, "{output}");
        assert!(errors.contains(part), "{query}\n{errors}");
        // Without the option query files are not read.
        let (code, output, errors) = bench.run("validate").await;
        assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_blocks_without_a_resource_generate_one() {
    let bench = Bench::new("");
    let imports = "provider \"arch\" {\n  alias = \"west\"\n}\n\
        import {\n  to = arch_paper.a\n  id = \"upper/c1\"\n}\n\
        import {\n  to       = arch_paper.b\n  provider = arch.west\n  identity = {\n    shelf = \"lower\"\n    code = \"c2\"\n  }\n}\n";
    bench.write("main.tf", imports);
    let (code, _, errors) = bench.run("plan").await;
    assert_eq!(code, 1);
    assert!(
        errors.contains("Configuration for import target does not exist"),
        "{errors}"
    );
    let (code, output, errors) = bench.run("plan -generate-config-out=made.tf").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    assert!(
        output.contains("2 to import, 0 to add, 0 to change, 0 to destroy"),
        "{output}"
    );
    let made = bench.read("made.tf");
    assert!(
        made.contains("resource \"arch_paper\" \"a\" {\n  code  = \"c1\"\n  shelf = \"upper\""),
        "{made}"
    );
    assert!(
        made.contains("resource \"arch_paper\" \"b\" {\n  provider = arch.west\n"),
        "{made}"
    );
    // Now it is written, and nothing is missing.
    let (code, _, errors) = bench.run("plan -generate-config-out=made.tf").await;
    assert_eq!(code, 1);
    assert!(errors.contains("already exists"), "{errors}");
    let (code, output, errors) = bench.run("plan -generate-config-out=more.tf").await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    assert!(
        output.contains("2 to import, 0 to add, 0 to change, 0 to destroy"),
        "{output}"
    );
    assert!(!bench.0.path().join("more.tf").exists());
    // A missing object gets nothing.
    let bench = Bench::new("");
    bench.write(
        "main.tf",
        "import {\n  to = arch_paper.a\n  id = \"upper/c13\"\n}\n",
    );
    let (code, _, errors) = bench.run("plan -generate-config-out=made.tf").await;
    assert_eq!(code, 1);
    assert!(errors.contains("non-existent remote object"), "{errors}");
    assert!(!bench.0.path().join("made.tf").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn schemas_contain_identities() {
    let (code, output, _) = Bench::new("").run("schema").await;
    assert_eq!(code, 0);
    let document: serde_json::Value = serde_json::from_str(&output).unwrap();
    let schemas = &document["provider_schemas"]["registry.terraform.io/local/arch"];
    assert_eq!(
        schemas["resource_identity_schemas"]["arch_paper"],
        serde_json::json!({
            "version": 0,
            "attributes": {
                "shelf": {"type": "string", "required_for_import": true},
                "code": {"type": "string", "optional_for_import": true},
            },
        })
    );
    assert_eq!(
        schemas["resource_identity_schemas"]["arch_box"]["attributes"]["serial"]["type"],
        "number"
    );
    let filter = &schemas["list_resource_schemas"]["arch_paper"]["block"]["attributes"];
    assert_eq!(filter["shelf"]["required"], true);
}

/// Once for a provider that ends when asked, once for one that does not and is abandoned.
#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_shows_results_so_far() {
    for how in ["hang", "deaf"] {
        let query = format!(
            "list \"arch_paper\" \"a\" {{\n  provider = arch\n  config {{\n    shelf = \"s\"\n    how = \"{how}\"\n  }}\n}}\n"
        );
        let bench = Bench::new(&query);
        let (io, captured) = Io::captured(bench.0.path(), "");
        let instance = Instance::new::<Archive>(Environment::default()).unwrap();
        let running = tokio::spawn(run(["query"], instance.clone(), io));
        wait_until(|| !instance.running().is_empty()).await;
        // It has found two by then.
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(!captured.output().contains("paper 0"), "{how}");
        captured.interrupt();
        wait_until(|| captured.output().contains("Interrupt received.")).await;
        if how == "deaf" {
            captured.interrupt();
        }
        let status = running.await.unwrap();
        assert_eq!(status.code(), 1, "{how}");
        let output = captured.output();
        for number in 0..2 {
            let line = format!("list.arch_paper.a   code=c{number},shelf=s   paper {number}\n");
            assert_eq!(output.matches(&line).count(), 1, "{how}: {output}");
        }
    }
}
