//! Compares the local runner with Terraform: the same program, the same configurations, step by
//! step. Both must plan, do, save and show the same.

pub(crate) mod generated;
mod instances;
mod machine;
mod processes;
mod replace_triggered_by;
mod schemas;
mod secrets;

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use sdk_tests::terraform::{Workspace, is_opentofu};
use serde_json::{Value as Json, json};

use crate::KITCHEN;

/// Terraform in a workspace, and the local runner in a directory of it.
struct Both {
    terraform: Workspace,
}

/// The output and results of one of them.
#[derive(Debug, PartialEq)]
struct Observed {
    /// Address, action, previous address, and reason.
    planned: BTreeSet<String>,
    /// Whether `plan -detailed-exitcode` found changes.
    exit_code: i32,
    /// The operations started for each address, in order.
    applied: BTreeMap<String, Vec<String>>,
    counts: Json,
    /// By address: the attributes, and what is saved with them.
    state: BTreeMap<String, Json>,
    outputs: Json,
    listed: String,
}

impl Observed {
    /// Each part separately, so that a difference is visible.
    #[track_caller]
    fn is_the_same_as(&self, terraform: &Observed, text: &str) {
        assert_eq!(self.reasons(), terraform.reasons(), "{text}");
        assert_eq!(self.exit_code, terraform.exit_code, "{text}");
        assert_eq!(self.applied, terraform.applied, "{text}");
        assert_eq!(self.counts, terraform.counts, "{text}");
        for (address, object) in &terraform.state {
            assert_eq!(self.state.get(address), Some(object), "{address}\n{text}");
        }
        let rest = |of: &Observed| (of.state.clone(), of.outputs.clone(), of.listed.clone());
        assert_eq!(rest(self), rest(terraform), "{text}");
    }

    /// The planned actions and their reasons. OpenTofu reports a changed trigger for newly created
    /// resources, too.
    fn reasons(&self) -> BTreeSet<String> {
        let planned =
            self.planned.iter().map(
                |told| match told.split_once("\"create\" from null because") {
                    Some((made, _)) if is_opentofu() => made.to_owned(),
                    _ => told.clone(),
                },
            );
        planned.collect()
    }
}

/// The same objects with addresses instead of ids, which differ between runs.
fn without_ids(state: BTreeMap<String, Json>) -> BTreeMap<String, Json> {
    let ids: Vec<(String, String)> = state
        .iter()
        .filter_map(|(address, saved)| {
            let id = saved["attributes"]["id"].as_str()?;
            Some((id.to_owned(), format!("<{}>", address.replace('"', "'"))))
        })
        .filter(|(id, _)| id.len() > 16)
        .collect();
    state
        .into_iter()
        .map(|(address, saved)| {
            let mut text = saved.to_string();
            for (id, stands_for) in &ids {
                text = text.replace(id, stands_for);
            }
            (address, serde_json::from_str(&text).expect("JSON"))
        })
        .collect()
}

impl Both {
    fn new() -> Option<Self> {
        let terraform = Workspace::new(&[KITCHEN])?;
        std::fs::create_dir(terraform.path().join("local")).expect("a directory");
        Some(Both { terraform })
    }

    fn main(&self, text: &str) {
        self.terraform.main(text);
        self.terraform.write("local/main.tf", text);
    }

    /// Runs the provider's program with the local runner.
    fn local(&self, line: &[&str]) -> (i32, String) {
        let output = Command::new(KITCHEN.binary)
            .args(line)
            .current_dir(self.terraform.path().join("local"))
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(&output.stderr), "", "{line:?}");
        (output.status.code().unwrap_or(-1), text(&output.stdout))
    }

    fn terraform(&self, line: &[&str]) -> (i32, String) {
        let run = self.terraform.terraform(line);
        (run.status.unwrap_or(-1), run.stdout)
    }

    /// Plans and applies a configuration both ways.
    #[track_caller]
    fn apply(&self, text: &str) -> Observed {
        self.main(text);
        let local = observed(&|line| self.local(line), &|| self.local_state());
        let terraform = observed(&|line| self.terraform(line), &|| self.terraform_state());
        local.is_the_same_as(&terraform, text);
        // Afterwards there is nothing left to do.
        for code in [
            self.local(&["plan", "-detailed-exitcode"]).0,
            self.terraform(&["plan", "-detailed-exitcode"]).0,
        ] {
            assert_eq!(code, 0, "{text}");
        }
        terraform
    }

    /// Both reject a configuration with the same message.
    #[track_caller]
    fn refuses(&self, text: &str) {
        self.main(text);
        let said = |(code, output): (i32, String)| {
            assert_eq!(code, 1, "{text}\n{output}");
            let found: BTreeSet<String> = lines(&output)
                .filter(|line| line["diagnostic"]["severity"] == "error")
                .map(|line| {
                    let diagnostic = &line["diagnostic"];
                    format!("{}: {}", diagnostic["summary"], diagnostic["detail"])
                })
                .collect();
            found
        };
        let local = said(self.local(&["plan", "-json"]));
        let terraform = said(self.terraform(&["plan", "-json"]));
        // The local runner continues after an error, and may find consequences of it. Its messages
        // are Terraform's.
        assert!(
            (local.is_superset(&terraform) || is_opentofu()) && !terraform.is_empty(),
            "{text}\nthe local runner: {local:#?}\nTerraform: {terraform:#?}"
        );
    }

    fn local_state(&self) -> BTreeMap<String, Json> {
        let file = self.terraform.path().join("local/kitchen.state.json");
        let text = std::fs::read_to_string(file).expect("a state");
        let state: Json = serde_json::from_str(&text).expect("JSON");
        let resources = state["resources"].as_array().into_iter().flatten();
        resources
            .map(|resource| {
                let address = address(resource, resource);
                let saved = json!({
                    "attributes": resource["attributes"],
                    "schema_version": resource["schema_version"],
                    "dependencies": resource["dependencies"],
                    "create_before_destroy": resource["create_before_destroy"],
                    "alias": resource["provider_alias"],
                    "marks": marks(resource),
                });
                (address, saved)
            })
            .collect()
    }

    fn terraform_state(&self) -> BTreeMap<String, Json> {
        let state = self.terraform.state();
        let resources = state.json()["resources"].as_array().into_iter().flatten();
        let mut objects = BTreeMap::new();
        for resource in resources.filter(|resource| resource["mode"] == "managed") {
            let provider = resource["provider"].as_str().unwrap_or_default();
            let alias = provider.rsplit_once("].").map(|(_, alias)| alias);
            for instance in resource["instances"].as_array().into_iter().flatten() {
                // Data sources are not in the state of the local runner.
                let managed = instance["dependencies"].as_array().map(|names| {
                    let managed =
                        |name: &&Json| !name.as_str().is_some_and(|name| name.starts_with("data."));
                    names.iter().filter(managed).cloned().collect::<Json>()
                });
                let managed = managed.filter(|names| *names != json!([]));
                let saved = json!({
                    "attributes": instance["attributes"],
                    "schema_version": instance["schema_version"],
                    "dependencies": managed,
                    "create_before_destroy": instance["create_before_destroy"],
                    "alias": alias,
                    "marks": marks(instance),
                });
                objects.insert(address(resource, instance), saved);
            }
        }
        objects
    }
}

fn address(resource: &Json, instance: &Json) -> String {
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    let key = match &instance["index_key"] {
        Json::Null => String::new(),
        key => format!("[{key}]"),
    };
    format!(
        "{}.{}{key}",
        text(&resource["type"]),
        text(&resource["name"])
    )
}

/// The number of sensitive values in an object, including those of its schema.
fn marks(object: &Json) -> usize {
    let marks = object["sensitive_attributes"].as_array();
    marks.filter(|_| !is_opentofu()).map_or(0, Vec::len)
}

fn lines(output: &str) -> impl Iterator<Item = Json> {
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

/// Plans, applies and compares the result. `run` runs a command, `state` reads what is saved.
#[track_caller]
fn observed(
    run: &dyn Fn(&[&str]) -> (i32, String),
    state: &dyn Fn() -> BTreeMap<String, Json>,
) -> Observed {
    let (exit_code, plan) = run(&["plan", "-json", "-detailed-exitcode"]);
    let planned = lines(&plan)
        .filter(|line| line["type"] == "planned_change")
        .map(|line| {
            let change = &line["change"];
            let resource = &change["resource"];
            format!(
                "{} ({} {} {}): {} from {} because {}",
                resource["addr"],
                resource["resource_type"],
                resource["resource_name"],
                resource["resource_key"],
                change["action"],
                change["previous_resource"]["addr"],
                change["reason"],
            )
        })
        .collect();
    let (code, apply) = run(&["apply", "-auto-approve", "-json"]);
    assert_eq!(code, 0, "{apply}");
    let mut applied: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut counts = Json::Null;
    for line in lines(&apply) {
        let hook = &line["hook"];
        if line["type"] == "apply_start" && hook["action"] != "read" {
            let address = hook["resource"]["addr"].to_string();
            applied
                .entry(address)
                .or_default()
                .push(hook["action"].to_string());
        }
        if line["type"] == "change_summary" && line["changes"]["operation"] == "apply" {
            counts = ["add", "change", "remove"]
                .map(|name| line["changes"][name].clone())
                .to_vec()
                .into();
        }
    }
    let outputs = run(&["output", "-json"]).1;
    let listed = run(&["state", "list"]).1;
    Observed {
        planned,
        exit_code,
        applied,
        counts,
        state: without_ids(state()),
        outputs: serde_json::from_str(&outputs).expect("JSON"),
        // Data sources are not in the state of the local runner.
        listed: listed
            .lines()
            .filter(|line| !line.starts_with("data."))
            .collect(),
    }
}

#[test]
fn replacements_that_are_created_first() {
    let Some(both) = Both::new() else { return };
    let text = |text: &str| {
        format!(
            "resource \"kitchen_replaced\" \"a\" {{\n  text = \"{text}\"\n}}\n\
             resource \"kitchen_replaced\" \"b\" {{\n  count = 2\n  text = \"{text} ${{kitchen_replaced.a.size}}\"\n\
             lifecycle {{\n    create_before_destroy = true\n  }}\n}}\n\
             resource \"kitchen_replaced\" \"c\" {{\n  list = kitchen_replaced.b[*].id\n}}\n"
        )
    };
    both.apply(&text("one"));
    let replaced = both.apply(&text("two"));
    assert_eq!(
        replaced.applied["\"kitchen_replaced.a\""],
        ["\"create\"", "\"delete\""],
        "it is made from by what is created first"
    );
    assert_eq!(
        replaced.applied["\"kitchen_replaced.c\""],
        ["\"delete\"", "\"create\""]
    );
    both.apply("");
    both.terraform.clean();
}

/// An object that depends on a replaced one, and is removed, is deleted before the replacement. For
/// a create-first replacement, Terraform finds a cycle and does nothing; the local runner keeps its
/// usual order.
#[test]
fn removals_before_a_replacement() {
    let a =
        |text: &str| format!("resource \"kitchen_replaced\" \"a\" {{\n  text = \"{text}\"\n}}\n");
    let begun = |output: &str| -> Vec<String> {
        let begun = lines(output).filter(|line| line["type"] == "apply_start");
        let steps = begun.map(|line| {
            let (action, resource) = (&line["hook"]["action"], &line["hook"]["resource"]);
            format!("{action} {}", resource["resource_name"]).replace('"', "")
        });
        steps.collect()
    };
    let apply = ["apply", "-auto-approve", "-json"];
    for create_first in [false, true] {
        let Some(both) = Both::new() else { return };
        both.apply(&format!(
            "{}resource \"kitchen_replaced\" \"b\" {{\n  text = kitchen_replaced.a.id\n  \
             lifecycle {{\n    create_before_destroy = {create_first}\n  }}\n}}\n",
            a("one")
        ));
        both.main(&a("two"));
        let (code, output) = both.local(&apply);
        assert_eq!(code, 0, "{output}");
        assert_eq!(
            begun(&output),
            ["delete b", "delete a", "create a"],
            "{output}"
        );
        let (code, output) = both.terraform(&apply);
        if create_first {
            assert_eq!(code, 1, "{output}");
            assert!(output.contains("Error: Cycle: "), "{output}");
        } else {
            assert_eq!(code, 0, "{output}");
            assert_eq!(begun(&output), ["delete b", "delete a", "create a"]);
        }
        both.main("");
        assert_eq!(both.local(&apply).0, 0);
        assert_eq!(both.terraform(&apply).0, 0);
        both.terraform.clean();
    }
}

#[test]
fn aliases() {
    let Some(both) = Both::new() else { return };
    let text = "provider \"kitchen\" {\n  alias = \"other\"\n  directory = \"other\"\n}\n\
                resource \"kitchen_computed\" \"a\" {\n  provider = kitchen.other\n  name = \"a\"\n}\n\
                resource \"kitchen_computed\" \"b\" {\n  name = kitchen_computed.a.name\n}\n";
    both.apply(text);
    for side in ["", "local/"] {
        for (directory, files) in [("kitchen", 1), ("other", 1)] {
            let path = both.terraform.path().join(format!("{side}{directory}"));
            let found = std::fs::read_dir(path).expect("a directory").flatten();
            let found = found.filter(|file| file.path().extension().is_some_and(|e| e == "json"));
            assert_eq!(found.count(), files, "{side}{directory}");
        }
    }
    both.apply("provider \"kitchen\" {\n  alias = \"other\"\n  directory = \"other\"\n}\n");
    both.terraform.clean();
}

#[test]
fn invalid_configurations_are_rejected_by_both() {
    let Some(both) = Both::new() else { return };
    let a = "resource \"kitchen_computed\" \"first\" {\n  name = \"first\"\n}\n";
    let set = "variable \"set\" {\n  type = set(string)\n  default = [\"k\"]\n}\n\
               variable \"numbers\" {\n  type = set(number)\n  default = [1]\n}\n\
               variable \"none\" {\n  type = map(string)\n  default = null\n}\n\
               variable \"secret\" {\n  default = \"s\"\n  sensitive = true\n}\n";
    for argument in [
        "count = kitchen_computed.first.version",
        "count = -1",
        "count = 0.5",
        "count = null",
        "for_each = { (kitchen_computed.first.once) = 1 }",
        "for_each = { (var.secret) = 1 }",
        "for_each = [\"a\"]",
        "for_each = 3",
        "for_each = var.numbers",
        "for_each = var.none",
        "other = count.index",
        "other = each.value",
        "count = 1\n  other = kitchen_computed.first[0].once",
        "count = 1\n  for_each = {}",
    ] {
        let block =
            format!("resource \"kitchen_computed\" \"a\" {{\n  name = \"a\"\n  {argument}\n}}\n");
        both.refuses(&format!("{a}{set}{block}"));
    }
    both.refuses(
        "resource \"kitchen_computed\" \"a\" {\n  count = 1\n  name = \"a\"\n}\n\
         output \"o\" {\n  value = kitchen_computed.a.name\n}\n",
    );
    both.terraform.clean();
}
