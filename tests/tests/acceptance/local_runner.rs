//! The local runner beside Terraform: the same program, the same configurations, step by step. What
//! is planned, done, saved and shown must be the same.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use sdk_tests::terraform::Workspace;
use serde_json::{Value as Json, json};

use crate::KITCHEN;

/// Terraform in a workspace, and the provider's program run by hand in a directory of it.
struct Both {
    terraform: Workspace,
}

/// What one of them said and left.
#[derive(Debug, PartialEq)]
struct Observed {
    /// Address, action, former address, and the reason.
    planned: BTreeSet<String>,
    /// Whether `plan -detailed-exitcode` found changes.
    exit_code: i32,
    /// What was begun for each address, in its order.
    applied: BTreeMap<String, Vec<String>>,
    counts: Json,
    /// By address: attributes, and what is kept beside them.
    state: BTreeMap<String, Json>,
    outputs: Json,
    listed: String,
}

impl Observed {
    /// Each part for itself, so that a difference can be seen.
    #[track_caller]
    fn is_the_same_as(&self, terraform: &Observed, text: &str) {
        assert_eq!(self.planned, terraform.planned, "{text}");
        assert_eq!(self.exit_code, terraform.exit_code, "{text}");
        assert_eq!(self.applied, terraform.applied, "{text}");
        assert_eq!(self.counts, terraform.counts, "{text}");
        for (address, object) in &terraform.state {
            assert_eq!(self.state.get(address), Some(object), "{address}\n{text}");
        }
        assert_eq!(self, terraform, "{text}");
    }
}

/// The same objects with their addresses in place of their ids, which differ from run to run.
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

    /// Runs the provider's program by hand.
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
        // And there is nothing more to do.
        for code in [
            self.local(&["plan", "-detailed-exitcode"]).0,
            self.terraform(&["plan", "-detailed-exitcode"]).0,
        ] {
            assert_eq!(code, 0, "{text}");
        }
        terraform
    }

    /// Both refuse a configuration with the same words.
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
        // The local runner goes on after an error, and may find what follows from it.
        assert!(
            local.is_superset(&terraform) && !terraform.is_empty(),
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

fn lines(output: &str) -> impl Iterator<Item = Json> {
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

/// Plans, applies and looks at what is left. `run` runs a command, `state` reads what is saved.
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

/// Counted, keyed, read, referred to: everything that has an address.
const MANY: &str = r#"
variable "names" {
  type    = set(string)
  default = ["b", "a"]
}
variable "secret" {
  default   = "hidden"
  sensitive = true
}
locals {
  sizes = { small = 1, large = 2 }
}
resource "kitchen_replaced" "counted" {
  count = 3
  text  = "text ${count.index}"
}
resource "kitchen_computed" "keyed" {
  for_each = local.sizes
  name     = "keyed-${each.key}"
  size     = each.value
  other    = kitchen_replaced.counted[each.value].text
}
resource "kitchen_replaced" "set" {
  for_each = var.names
  text     = each.value
  list     = kitchen_replaced.counted[*].text
}
resource "kitchen_secrets" "secret" {
  for_each = { k = var.secret }
  name     = each.key
  password = each.value
}
data "kitchen_echo" "counted" {
  count = 2
  text  = "echo ${count.index}"
}
data "kitchen_echo" "keyed" {
  for_each = kitchen_computed.keyed
  text     = each.value.name
}
output "one" {
  value = kitchen_replaced.counted[1].text
}
output "all" {
  value = kitchen_replaced.counted[*].text
}
output "legacy" {
  value = kitchen_replaced.counted.*.text
}
output "key" {
  value = kitchen_computed.keyed["large"].size
}
output "whole" {
  value = kitchen_replaced.set["a"].list
}
output "answers" {
  value = [data.kitchen_echo.counted[0].answer, data.kitchen_echo.keyed["small"].answer]
}
output "secret" {
  value     = kitchen_secrets.secret["k"].password
  sensitive = true
}
"#;

#[test]
fn instances() {
    let Some(both) = Both::new() else { return };
    let first = both.apply(MANY);
    assert_eq!(first.counts, json!([8, 0, 0]));
    // Fewer, others, changed ones.
    let second = both.apply(
        &MANY
            .replace("count = 3", "count = 4")
            .replace("[\"b\", \"a\"]", "[\"c\", \"a\"]")
            .replace("small = 1, large = 2", "large = 3, middle = 2")
            .replace("keyed[\"small\"]", "keyed[\"middle\"]")
            .replace(
                "text ${count.index}",
                "${count.index == 0 ? \"new\" : \"text\"} ${count.index}",
            ),
    );
    assert!(
        second
            .planned
            .iter()
            .any(|change| change.contains("delete_because_each_key"))
    );
    // All of another kind.
    both.apply(
        "resource \"kitchen_replaced\" \"counted\" {\n  text = \"new 0\"\n}\n\
         resource \"kitchen_replaced\" \"set\" {\n  count = 1\n  text = \"a\"\n}\n",
    );
    both.apply(
        "resource \"kitchen_replaced\" \"counted\" {\n  count = 2\n  text = \"new 0\"\n}\n\
         resource \"kitchen_replaced\" \"set\" {\n  text = \"a\"\n}\n",
    );
    both.apply("");
    both.terraform.clean();
}

#[test]
fn moves() {
    let Some(both) = Both::new() else { return };
    both.apply(
        "resource \"kitchen_computed\" \"a\" {\n  count = 2\n  name = \"a${count.index}\"\n}\n\
         resource \"kitchen_computed\" \"b\" {\n  name = \"b\"\n}\n\
         resource \"kitchen_computed\" \"c\" {\n  name = \"c\"\n}\n",
    );
    both.apply(
        "resource \"kitchen_computed\" \"d\" {\n  for_each = { x = \"a0\", y = \"a1\" }\n  name = each.value\n}\n\
         moved {\n  from = kitchen_computed.a[0]\n  to = kitchen_computed.d[\"x\"]\n}\n\
         moved {\n  from = kitchen_computed.a[1]\n  to = kitchen_computed.d[\"y\"]\n}\n\
         resource \"kitchen_computed\" \"f\" {\n  name = \"b\"\n  size = 3\n}\n\
         moved {\n  from = kitchen_computed.e\n  to = kitchen_computed.f\n}\n\
         moved {\n  from = kitchen_computed.b\n  to = kitchen_computed.e\n}\n\
         moved {\n  from = kitchen_computed.c\n  to = kitchen_computed.g\n}\n",
    );
    both.apply("");
    // One object at the target, and none of the resource moves.
    both.apply(
        "resource \"kitchen_computed\" \"a\" {\n  count = 2\n  name = \"a${count.index}\"\n}\n\
         resource \"kitchen_computed\" \"b\" {\n  count = 1\n  name = \"b${count.index}\"\n}\n",
    );
    let blocked = both.apply(
        "resource \"kitchen_computed\" \"b\" {\n  count = 2\n  name = \"b${count.index}\"\n}\n\
         moved {\n  from = kitchen_computed.a\n  to = kitchen_computed.b\n}\n",
    );
    assert_eq!(blocked.counts, json!([1, 0, 2]));
    both.apply("");
    both.terraform.clean();
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

/// What was made from a replaced object, and is removed, goes before that one is replaced. Where it
/// was to be replaced create-first, Terraform finds a cycle and does nothing at all; the local
/// runner keeps the order that it has without that.
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
fn what_both_refuse() {
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

/// The lines of one block of a plan, without the spaces that align it.
fn block_of(plan: &str, address: &str) -> Vec<String> {
    let lines = plan
        .lines()
        .skip_while(|line| !line.contains(&format!("# {address} ")));
    let block = lines.take_while(|line| *line != "    }");
    // Terraform names every write-only attribute and counts it among the unchanged ones, the local
    // runner none of which nothing is known.
    block
        .filter(|line| !line.trim().is_empty() && !line.contains("write-only attribute"))
        .filter(|line| !line.contains("unchanged attribute"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// What must not be shown is hidden, and nothing else: in new objects and in changed ones, in text
/// and in JSON.
#[test]
fn secrets_in_blocks() {
    let Some(both) = Both::new() else { return };
    let text = |password: &str| {
        format!(
            "resource \"kitchen_secrets\" \"a\" {{\n  name = \"a\"\n  password = \"s\"\n  keys = {{ k = \"s\" }}\n\
             login {{\n    user = \"first\"\n    password = \"{password}\"\n  }}\n\
             login {{\n    user = \"second\"\n  }}\n  vault = {{ path = \"p\", seal = \"s\" }}\n}}\n"
        )
    };
    for password in ["one", "two"] {
        both.main(&text(password));
        let local = both.local(&["plan"]).1;
        let terraform = both.terraform(&["plan", "-no-color", "-out=plan.bin"]).1;
        assert_eq!(
            block_of(&local, "kitchen_secrets.a"),
            block_of(&terraform, "kitchen_secrets.a"),
            "left: the local runner"
        );
        let (_, json) = both.local(&["plan", "-json"]);
        let json = lines(&json).find(|line| line["type"] == "planned_change");
        let local = &json.expect("a change")["change"];
        let shown = both.terraform(&["show", "-json", "plan.bin"]).1;
        let shown: Json = serde_json::from_str(&shown).expect("JSON");
        let terraform = &shown["resource_changes"][0]["change"];
        // Terraform marks what is null, too.
        let mut there = marked(&terraform["after_sensitive"]);
        there.retain(|path| {
            let value = terraform["after"].pointer(path);
            let unknown = terraform["after_unknown"].pointer(path) == Some(&json!(true));
            unknown || value.is_some_and(|value| !value.is_null())
        });
        assert_eq!(
            marked(&local["after_sensitive"]),
            there,
            "left: the local runner"
        );
        assert_eq!(local["after"]["login"][0]["user"], "first");
        both.apply(&text(password));
    }
    both.apply("");
    both.terraform.clean();
}

/// The places where true stands.
fn marked(json: &Json) -> BTreeSet<String> {
    fn walk(json: &Json, path: String, found: &mut BTreeSet<String>) {
        match json {
            Json::Bool(true) => {
                found.insert(path);
            }
            Json::Object(members) => {
                for (name, value) in members {
                    walk(value, format!("{path}/{name}"), found);
                }
            }
            Json::Array(elements) => {
                for (index, value) in elements.iter().enumerate() {
                    walk(value, format!("{path}/{index}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    walk(json, String::new(), &mut found);
    found
}
