//! Identities in the local runner: its state, its plans, its imports.

use std::path::PathBuf;

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;
use serde_json::{Value as Json, json};

use crate::library::Library;

/// A directory with a configuration and its state.
struct Bench {
    directory: tempfile::TempDir,
}

impl Bench {
    fn new(config: &str) -> Bench {
        let bench = Bench {
            directory: tempfile::tempdir().unwrap(),
        };
        bench.config(config);
        bench
    }

    fn config(&self, config: &str) {
        std::fs::write(self.directory.path().join("main.tf"), config).unwrap();
    }

    fn state_file(&self) -> PathBuf {
        self.directory.path().join("lib.state.json")
    }

    fn state(&self) -> Json {
        serde_json::from_slice(&std::fs::read(self.state_file()).unwrap()).unwrap()
    }

    fn change_state(&self, change: impl FnOnce(&mut Json)) {
        let mut state = self.state();
        change(&mut state);
        std::fs::write(self.state_file(), state.to_string()).unwrap();
    }

    /// Runs a command, and returns whether it succeeded, and its output.
    async fn run(&self, line: &[&str]) -> (bool, String) {
        let (io, captured) = Io::captured(self.directory.path(), "");
        let instance = Instance::new::<Library>(Environment::default()).unwrap();
        let status = run(line.iter().copied(), instance, io).await;
        let said = format!("{}{}", captured.output(), captured.errors());
        (status.code() == 0, said)
    }

    #[track_caller]
    fn good((good, said): (bool, String)) -> String {
        assert!(good, "{said}");
        said
    }

    #[track_caller]
    fn bad((good, said): (bool, String), part: &str) {
        assert!(!good, "{said}");
        let flat = said.replace('\n', " ").replace("│ ", "").replace("  ", " ");
        assert!(flat.contains(part), "{said}");
    }
}

const APPLY: &[&str] = &["apply", "-auto-approve"];

const BOOK: &str = "resource \"lib_book\" \"a\" {\n  shelf = \"s\"\n}\n";

#[tokio::test(flavor = "multi_thread")]
async fn the_state_keeps_identities_as_terraform_does() {
    let bench = Bench::new(&format!(
        "{BOOK}resource \"lib_loan\" \"l\" {{\n  reader = \"r\"\n}}\nresource \"lib_plain\" \"p\" {{\n  name = \"p\"\n}}\n"
    ));
    Bench::good(bench.run(APPLY).await);
    let state = bench.state();
    let of = |number: usize| {
        let object = &state["resources"][number];
        (
            object["identity"].clone(),
            object["identity_schema_version"].clone(),
        )
    };
    assert_eq!(of(0), (json!({"code": "c1", "shelf": "s"}), json!(1)));
    assert_eq!(
        of(1),
        (
            json!({"branch": null, "pages": [1, 2], "serial": 7}),
            json!(2)
        )
    );
    assert_eq!(of(2), (Json::Null, Json::Null));
    let said = Bench::good(bench.run(&["plan"]).await);
    assert!(said.contains("No changes."), "{said}");
}

/// What is left of a replacement has its own identity until it is destroyed.
#[tokio::test(flavor = "multi_thread")]
async fn a_deposed_object_keeps_its_identity() {
    let config = |shelf: &str| {
        format!(
            "resource \"lib_book\" \"a\" {{\n  shelf = \"{shelf}\"\n  how   = \"stuck\"\n  lifecycle {{\n    create_before_destroy = true\n  }}\n}}\n"
        )
    };
    let bench = Bench::new(&config("s"));
    Bench::good(bench.run(APPLY).await);
    bench.config(&config("t"));
    Bench::bad(bench.run(APPLY).await, "the book is stuck");
    let identities = || {
        let state = bench.state();
        let objects = state["resources"].as_array().unwrap().clone();
        let found = objects.into_iter().map(|object| {
            let deposed = object["deposed"].is_string();
            (deposed, object["identity"].clone())
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(deposed, _)| *deposed);
        found
    };
    let expected = [
        (false, json!({"code": "c1", "shelf": "t"})),
        (true, json!({"code": "c1", "shelf": "s"})),
    ];
    assert_eq!(identities(), expected);
    // A refresh keeps it, and compares it.
    Bench::bad(bench.run(APPLY).await, "the book is stuck");
    assert_eq!(identities(), expected);
    let change = |key: &str, value: Json| {
        bench.change_state(|state| {
            for object in state["resources"].as_array_mut().unwrap() {
                if object["deposed"].is_string() {
                    match key {
                        "identity" => object["identity"] = value.clone(),
                        key => object["attributes"][key] = value.clone(),
                    }
                }
            }
        });
    };
    change("identity", json!({"code": "c1", "shelf": "elsewhere"}));
    Bench::bad(
        bench.run(APPLY).await,
        "shelf was \"elsewhere\" and is \"s\"",
    );
    change("identity", json!({"code": "c1", "shelf": "s"}));
    change("how", Json::Null);
    Bench::good(bench.run(APPLY).await);
    assert_eq!(identities(), [(false, json!({"code": "c1", "shelf": "t"}))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_without_identities_gets_them_with_the_next_apply() {
    let bench = Bench::new(BOOK);
    Bench::good(bench.run(APPLY).await);
    bench.change_state(|state| {
        let object = state["resources"][0].as_object_mut().unwrap();
        object.remove("identity");
        object.remove("identity_schema_version");
    });
    Bench::good(bench.run(APPLY).await);
    assert_eq!(bench.state()["resources"][0]["identity"]["shelf"], "s");
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_of_other_versions_are_upgraded_or_rejected() {
    let bench = Bench::new("resource \"lib_loan\" \"l\" {\n  reader = \"r\"\n}\n");
    Bench::good(bench.run(APPLY).await);
    let set = |version: i64, identity: Json| {
        bench.change_state(|state| {
            state["resources"][0]["identity"] = identity;
            state["resources"][0]["identity_schema_version"] = json!(version);
        });
    };
    set(0, json!({"number": "7"}));
    Bench::good(bench.run(APPLY).await);
    assert_eq!(bench.state()["resources"][0]["identity_schema_version"], 2);
    set(9, json!({"serial": 7}));
    Bench::bad(
        bench.run(&["plan"]).await,
        "comes from a newer version of the provider",
    );
    // Another object than the stored one.
    set(2, json!({"serial": 8}));
    Bench::bad(bench.run(&["plan"]).await, "serial was 8 and is 7");
}

#[tokio::test(flavor = "multi_thread")]
async fn import_by_identity_from_the_command_line() {
    let bench = Bench::new(BOOK);
    let line = [
        "import",
        "-identity={\"shelf\": \"s\", \"code\": \"c9\"}",
        "lib_book.a",
    ];
    let said = Bench::good(bench.run(&line).await);
    assert!(said.contains("Import successful!"), "{said}");
    let state = bench.state();
    assert_eq!(state["resources"][0]["attributes"]["id"], "s/c9");
    assert_eq!(
        state["resources"][0]["identity"],
        json!({"code": "c9", "shelf": "s"})
    );
    let said = Bench::good(bench.run(&["plan"]).await);
    assert!(said.contains("No changes."), "{said}");
    for (line, wrong) in [
        (
            ["import", "-identity={\"code\": \"c\"}", "lib_book.b"],
            "It must say shelf.",
        ),
        (
            ["import", "-identity={\"room\": \"c\"}", "lib_book.b"],
            "room",
        ),
        (["import", "-identity=s", "lib_book.b"], "Write it in JSON"),
        (
            ["import", "-identity={\"name\": \"c\"}", "lib_plain.b"],
            "import it by its id",
        ),
    ] {
        let config = "resource \"lib_book\" \"b\" {\n  shelf = \"s\"\n}\nresource \"lib_plain\" \"b\" {\n  name = \"s\"\n}\n";
        bench.config(config);
        Bench::bad(bench.run(&line).await, wrong);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_blocks_take_over_by_identity_and_by_id() {
    let config = "
resource \"lib_book\" \"a\" {
  shelf = \"s\"
  title = \"new\"
}
resource \"lib_book\" \"b\" {
  shelf = \"t\"
}
locals {
  shelf = \"s\"
}
import {
  to       = lib_book.a
  identity = { shelf = local.shelf }
}
import {
  to = lib_book.b
  id = \"t/c2\"
}
";
    let bench = Bench::new(config);
    let said = Bench::good(bench.run(&["plan"]).await);
    assert!(
        said.contains("lib_book.a will be updated in-place"),
        "{said}"
    );
    assert!(
        said.contains("(imported from \"identity shelf=\"s\"\")"),
        "{said}"
    );
    assert!(said.contains("lib_book.b will be imported"), "{said}");
    assert!(
        said.contains("2 to import, 0 to add, 1 to change, 0 to destroy."),
        "{said}"
    );
    assert!(!bench.state_file().exists());
    let said = Bench::good(bench.run(APPLY).await);
    assert!(
        said.contains("Resources: 2 imported, 0 added, 1 changed, 0 destroyed."),
        "{said}"
    );
    let state = bench.state();
    assert_eq!(
        state["resources"][0]["identity"],
        json!({"code": "c1", "shelf": "s"})
    );
    assert_eq!(state["resources"][1]["attributes"]["id"], "t/c2");
    // Once it is imported, the block has no effect.
    let said = Bench::good(bench.run(&["plan"]).await);
    assert!(said.contains("No changes."), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_import_blocks_are_rejected() {
    for (block, wrong) in [
        ("to = lib_book.a", "At least one of id or identity"),
        (
            "to = lib_book.a\n  id = \"a\"\n  identity = {}",
            "Both are given.",
        ),
        ("to = lib_book.a\n  identity = {}", "shelf"),
        (
            "to = lib_book.a\n  identity = { shelf = null }",
            "It must say shelf.",
        ),
        (
            "to = lib_book.a\n  identity = { shelf = [] }",
            "does not fit",
        ),
        (
            "to = lib_book.a\n  identity = { shelf = lib_plain.p.id }",
            "cannot be determined until apply",
        ),
        (
            "to = lib_book.a\n  identity = { shelf = sensitive(\"a\") }",
            "cannot be sensitive",
        ),
        ("to = lib_book.a\n  id = \"\"", "empty string"),
        (
            "to = lib_plain.p\n  identity = { name = \"a\" }",
            "import it by its id",
        ),
        ("to = lib_book.other\n  id = \"a/b\"", "does not exist"),
        ("to = lib_book.a[0]\n  id = \"a/b\"", "does not exist"),
        (
            "to = data.lib_book.a\n  id = \"a/b\"",
            "Invalid import address",
        ),
        ("from = lib_book.a\n  id = \"a/b\"", "from"),
    ] {
        let bench = Bench::new(&format!(
            "{BOOK}resource \"lib_plain\" \"p\" {{\n  name = \"p\"\n}}\nimport {{\n  {block}\n}}\n"
        ));
        Bench::bad(bench.run(&["plan"]).await, wrong);
    }
}

const SHELVES: &str =
    "resource \"lib_book\" \"a\" {\n  for_each = toset([\"x\", \"y\"])\n  shelf = each.key\n}\n";

/// Terraform ignores attributes that an identity does not have, and imports anyway.
#[tokio::test(flavor = "multi_thread")]
async fn unknown_attributes_of_an_identity_are_ignored_with_a_warning() {
    let block = "import {\n  to = lib_book.a\n  identity = { shelf = \"s\", room = 1 }\n}\n";
    let bench = Bench::new(&(BOOK.to_owned() + block));
    let said = Bench::good(bench.run(&["plan"]).await);
    for part in ["Warning", "\"room\" is not expected here", "1 to import"] {
        assert!(said.contains(part), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn import_blocks_are_repeated() {
    // The provider is configured before the block by a name that sorts after it.
    let locals =
        "locals {\n  z = { x = { shelf = \"x\" }, y = { shelf = \"y\", code = \"c2\" } }\n}\n";
    for block in [
        "for_each = local.z\n  to = lib_book.a[each.key]\n  identity = each.value",
        "for_each = toset([\"x\", \"y\"])\n  to = lib_book.a[each.key]\n  id = \"${each.value}/c2\"",
        // A list, and a set of anything: in a resource they would be rejected.
        "for_each = [\"y\", \"x\"]\n  to = lib_book.a[each.value]\n  id = \"${each.value}/c${each.key}\"",
        "for_each = toset([{ s = \"x\" }, { s = \"y\" }])\n  to = lib_book.a[each.value.s]\n  identity = { shelf = each.key.s }",
    ] {
        let bench = Bench::new(&format!("{SHELVES}{locals}import {{\n  {block}\n}}\n"));
        let said = Bench::good(bench.run(&["plan"]).await);
        let words = "2 to import, 0 to add, 0 to change, 0 to destroy.";
        assert!(said.contains(words), "{block}: {said}");
        Bench::good(bench.run(APPLY).await);
        let state = bench.state();
        let shelf = |at: usize| state["resources"][at]["identity"]["shelf"].clone();
        assert_eq!((shelf(0), shelf(1)), (json!("x"), json!("y")), "{block}");
        let said = Bench::good(bench.run(&["plan"]).await);
        assert!(said.contains("No changes."), "{said}");
    }
    for nothing in ["{}", "null"] {
        let block = format!(
            "import {{\n  for_each = {nothing}\n  to = lib_book.a[each.key]\n  id = \"a/b\"\n}}\n"
        );
        let bench = Bench::new(&(SHELVES.to_owned() + &block));
        let said = Bench::good(bench.run(&["plan"]).await);
        assert!(said.contains("2 to add"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_repeated_import_blocks_are_rejected() {
    let others = "resource \"lib_plain\" \"p\" {\n  name = \"p\"\n}\nlocals {\n  k = \"x\"\n}\n";
    for (block, wrong) in [
        (
            "for_each = \"x\"\n  to = lib_book.a[each.key]\n  id = \"a/b\"",
            "must be a map",
        ),
        (
            "for_each = { x = lib_plain.p.id }\n  to = lib_book.a[each.key]\n  id = \"a/b\"",
            "cannot be determined until apply",
        ),
        (
            "for_each = toset([\"x\", \"z\"])\n  to = lib_book.a[each.key]\n  id = \"a/b\"",
            "import target lib_book.a[\"z\"] does not exist",
        ),
        (
            "for_each = toset([\"x\", \"y\"])\n  to = lib_book.a[\"x\"]\n  id = \"a/b\"",
            "Duplicate import configuration",
        ),
        (
            "for_each = [{}]\n  to = lib_book.a[each.value]\n  id = \"a/b\"",
            "Invalid instance key",
        ),
        (
            "to = lib_book.a[each.key]\n  id = \"a/b\"",
            "Invalid import address",
        ),
        (
            "for_each = { x = 1 }\n  to = lib_book.a[local.k]\n  id = \"a/b\"",
            "can be used in import address index expressions",
        ),
        (
            "for_each = sensitive([\"x\"])\n  to = lib_book.a[each.value]\n  id = \"a/b\"",
            "cannot be sensitive",
        ),
        (
            "to = lib_book.a[\"x\"]\n  id = \"a/b\"\n  provider = lib",
            "Invalid import provider argument",
        ),
        ("to = lib_book.a[\"x\"]\n  id = each.key", "each"),
        ("to = lib_book.a[\"x\"]\n  id = count.index", "count"),
        (
            "to = lib_book.a[\"x\"]\n  id = local.nothing",
            "has not been declared",
        ),
        (
            "to = lib_book.a[\"x\"]\n  id = lib_book.a[\"y\"].code",
            "lib_book.a",
        ),
    ] {
        let bench = Bench::new(&format!("{SHELVES}{others}import {{\n  {block}\n}}\n"));
        Bench::bad(bench.run(&["plan"]).await, wrong);
    }
}
