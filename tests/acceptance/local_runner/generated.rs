//! Configuration that Terraform and the local runner generate for `import` blocks of the same
//! objects: both plan the same for either. Ours changes nothing; what Terraform 1.11 generates by
//! itself loses some values (such as an empty string), and it plans to change them at once. From
//! 1.14 on it asks the provider for the values, and writes them itself.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use sdk_tests::terraform::{Plugin, Workspace, is_at_least};

use crate::{DISK, KITCHEN};

/// Objects of every kind of argument.
pub(crate) const KITCHEN_OBJECTS: &str = r#"
resource "kitchen_scalars" "zero" {
  text          = "x"
  text_or_null  = ""
  text_plain    = ""
  int8          = 0
  number        = 0
  flag          = false
  either_text   = ""
  either_number = 0
}
resource "kitchen_scalars" "most" {
  text          = "ünï©ode \"quoted\" $${x} %%{y} \n line \\ \t"
  text_or_null  = "{\"a\": [1, true, null]}"
  int8          = -128
  int64         = 9223372036854775807
  uint64        = 18446744073709551615
  float64       = 0.1
  number        = 3.14159265358979323846264338327950288419716939937510582
  flag          = true
  size          = "large"
  either_number = 1e100
}
resource "kitchen_collections" "none" {
  list_text = []
}
resource "kitchen_collections" "full" {
  list_text       = ["a", "", "a"]
  list_number     = [1, 0.5, -3]
  list_with_nulls = ["x", null, ""]
  set_text        = ["b", "a", "b"]
  set_number      = [3, 1, 2, 1.0]
  map_text        = { a = "1", "b c" = "", "$${d}" = "x" }
  list_of_lists   = [["a"], [], ["b", "c"]]
  map_of_lists    = { a = [1, 2], b = [] }
  list_of_maps    = [{ a = "1" }, {}]
  set_of_lists    = [["a", "b"], ["a"]]
  either_list     = ["l"]
  either_map      = { k = "v" }
}
resource "kitchen_blocks" "full" {
  list {
    name = "one"
    size = 1
    tags = ["t", "u"]
    inner {
      label = "i"
      deepest { name = "d" }
    }
    inner { label = "j" }
    group { name = "g" }
  }
  list {
    name   = "two"
    kind   = "special"
    either = "set"
  }
  counted { name = "c" }
  set { name = "x" }
  set {
    name  = "y"
    count = 2
  }
  needed { name = "n" }
  single {
    name = "s"
    inner { label = "k" }
  }
}
resource "kitchen_nested" "full" {
  needed = { name = "n", count = 0 }
  single = { name = "s", size = 1, tags = ["a"], inner = [{ name = "i" }, { name = "j", count = 2 }] }
  list   = [{ name = "a" }, { name = "b", kind = "special", either = "set" }]
  set    = [{ name = "a" }, { name = "b", count = 2 }]
  map    = { one = { name = "1" }, two = { name = "2", tags = [] } }
}
"#;

pub(crate) const DISK_OBJECTS: &str = r#"
resource "disk_image" "system" {
  name    = "system"
  size_mb = 16
  labels  = { owner = "storage" }
  partition {
    label   = "boot"
    size_mb = 4
    kind    = "efi"
  }
  partition {
    label   = "root"
    size_mb = 8
  }
}
resource "disk_image" "plain" {
  name    = "plain"
  size_mb = 2
}
"#;

struct Generated {
    work: Workspace,
    plugin: Plugin,
    /// The variable with the location of the provider's objects.
    variable: &'static str,
    count: usize,
}

impl Generated {
    /// A workspace with these objects, which no state contains, and `import` blocks for them.
    #[track_caller]
    fn new(plugin: Plugin, variable: &'static str, objects: &str) -> Option<Self> {
        let work = Workspace::new(&[plugin])?;
        work.set(variable, work.path().join("objects"));
        work.main(objects);
        work.apply();
        let state = work.state();
        let resources = state.json()["resources"].as_array().expect("resources");
        let imports: Vec<String> = resources
            .iter()
            .map(|resource| {
                let text = |name: &str| resource[name].as_str().expect("a string").to_owned();
                let id = &resource["instances"][0]["attributes"]["id"];
                let to = format!("{}.{}", text("type"), text("name"));
                format!("import {{\n  to = {to}\n  id = {id}\n}}\n")
            })
            .collect();
        for file in ["terraform.tfstate", "terraform.tfstate.backup"] {
            let _ = std::fs::remove_file(work.path().join(file));
        }
        work.main(&imports.concat());
        std::fs::create_dir(work.path().join("local")).expect("a directory");
        work.write("local/main.tf", &imports.concat());
        Some(Generated {
            work,
            plugin,
            variable,
            count: imports.len(),
        })
    }

    #[track_caller]
    fn local(&self, line: &[&str]) -> String {
        let output = Command::new(self.plugin.binary)
            .args(line)
            .current_dir(self.work.path().join("local"))
            .env(self.variable, self.work.path().join("objects"))
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (said, errors) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{line:?}: {said}{errors}");
        said
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.work.path().join(file)).expect("it was generated")
    }

    /// Each generates, and both plan either configuration: ours, and Terraform's with its plan.
    #[track_caller]
    fn planned_by_both(&self) -> (String, String, String) {
        let clean = format!(
            "{} to import, 0 to add, 0 to change, 0 to destroy",
            self.count
        );
        let generate = ["plan", "-generate-config-out=generated.tf"];
        let said = self.local(&generate);
        assert!(said.contains(&clean), "{said}");
        let made = counts(&self.work.terraform(&generate).succeeded().stdout);
        let (ours, theirs) = (self.read("local/generated.tf"), self.read("generated.tf"));
        // And the other way round.
        self.work.write("generated.tf", &ours);
        self.work.write("local/generated.tf", &theirs);
        let said = self.local(&["plan"]);
        assert_eq!(counts(&said), made, "{theirs}\n{said}");
        self.work.terraform(&["plan"]).succeeded().says(&clean);
        (ours, theirs, made)
    }

    /// Imports the objects with our configuration.
    #[track_caller]
    fn finish(self) {
        self.work.apply();
        self.work.nothing_to_do();
        self.work.destroy();
        self.work.clean();
    }
}

/// The actions of a plan.
#[track_caller]
fn counts(said: &str) -> String {
    let line = said.lines().find(|line| line.starts_with("Plan: "));
    line.expect("a plan").to_owned()
}

/// The names that are given a value other than null.
fn names(text: &str) -> BTreeSet<String> {
    text.lines()
        .filter_map(|line| line.split_once(" = "))
        .filter(|(_, value)| value.trim() != "null")
        .map(|(name, _)| name.trim().trim_matches('"').to_owned())
        .collect()
}

/// How often an argument is given a value other than null.
fn given(text: &str, name: &str) -> usize {
    let argument = format!("{name} ");
    let given = text
        .lines()
        .filter(|line| line.trim_start().starts_with(&argument) && !line.ends_with("= null"));
    given.count()
}

#[test]
fn of_the_kitchen() {
    let Some(both) = Generated::new(KITCHEN, "KITCHEN_DIRECTORY", KITCHEN_OBJECTS) else {
        return;
    };
    let (ours, theirs, made) = both.planned_by_both();
    assert!(!ours.contains(" = null\n"), "{ours}");
    let (ours, theirs) = (names(&ours), names(&theirs));
    // Terraform then asks the provider, and loses nothing; but it writes a string that happens to
    // be JSON with jsonencode, which changes the spaces.
    if is_at_least([1, 14]) {
        assert!(
            made.ends_with(" 0 to add, 1 to change, 0 to destroy."),
            "{made}"
        );
        assert_eq!(ours, theirs);
    }
    // Computed attributes are omitted.
    for name in ["id", "made_text", "made_list"] {
        assert!(!ours.contains(name) && !theirs.contains(name), "{name}");
    }
    both.finish();
}

#[test]
fn of_disks() {
    let Some(both) = Generated::new(DISK, "DISK_DIRECTORY", DISK_OBJECTS) else {
        return;
    };
    let (ours, theirs, made) = both.planned_by_both();
    assert!(
        made.ends_with(" 0 to add, 0 to change, 0 to destroy."),
        "{made}"
    );
    // A person omits defaults and empty values.
    for name in ["sector_size", "labels"] {
        let count = |text: &str| text.matches(name).count();
        if is_at_least([1, 14]) {
            assert_eq!(given(&ours, name), given(&theirs, name), "{theirs}");
        } else {
            assert!(count(&ours) < count(&theirs), "{ours}\n{theirs}");
        }
    }
    both.finish();
}

/// As in Terraform, no generated file contains sensitive values.
#[test]
fn no_secret_is_written() {
    let objects =
        "resource \"kitchen_secrets\" \"s\" {\n  name = \"s\"\n  password = \"canary-77aa\"\n}\n";
    let Some(both) = Generated::new(KITCHEN, "KITCHEN_DIRECTORY", objects) else {
        return;
    };
    let plan = ["plan", "-generate-config-out=generated.tf"];
    both.work.terraform(&plan);
    let theirs = both.read("generated.tf");
    Command::new(KITCHEN.binary)
        .args(plan)
        .current_dir(both.work.path().join("local"))
        .env("KITCHEN_DIRECTORY", both.work.path().join("objects"))
        .output()
        .expect("the program runs");
    let ours = both.read("local/generated.tf");
    for text in [&theirs, &ours] {
        assert!(text.contains("null # sensitive"), "{text}");
        assert!(!text.contains("canary"), "{text}");
    }
    both.work.clean();
}
