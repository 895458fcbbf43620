//! Write-only values end to end: at every kind of path, with each idiom for detecting a change.

use super::test;
use schema_provider::testing::{
    ProviderTest, Step, changes_nothing, creates, object, replaces, updates,
};
use sdk_tests::kitchen::{LEAK, OldKitchen};

const A: &str = "kitchen_write_only.a";

/// Every kind of path has a write-only value.
fn everywhere(revision: i64, secret: &str) -> String {
    format!(
        r#"
resource "kitchen_write_only" "a" {{
  name        = "a"
  text        = "{secret}"
  number      = 4711
  flag        = true
  list        = ["{secret}", "b"]
  set         = ["{secret}"]
  map         = {{ k = "{secret}" }}
  document    = jsonencode({{ b = "{secret}", a = 1 }})
  anything    = ["{secret}"]
  credentials = {{ user = "u", password = "{secret}" }}
  desk        = {{ code = "{secret}" }}
  shelf       = [{{ label = "first", code = "{secret}" }}, {{}}]
  door        = {{ front = {{ label = "front", code = "{secret}" }} }}
  revision    = {revision}
  account {{
    user = "root"
    otp  = "{secret}"
    recovery {{
      address = "x@example.com"
      answer  = "{secret}"
    }}
  }}
}}
"#
    )
}

const PLACES: [&str; 15] = [
    "text",
    "number",
    "flag",
    "list",
    "set",
    "map",
    "document",
    "anything",
    "credentials",
    "desk.code",
    "shelf[0].code",
    "shelf[1].code",
    "door[\"front\"].code",
    "account[0].otp",
    "account[0].recovery.answer",
];

const SEEN: &str = "text:6 number:4 flag:1 list:7 set:6 map:6 document:20 anything:6 user:1 \
                    password:6 code:6 first:6 front:6 otp:6 answer:6";

/// Neither the value returned by the provider nor the configured one is saved.
fn nothing_is_kept(test: ProviderTest) -> ProviderTest {
    test.step(Step::outside(|run| {
        for file in files(run.directory()) {
            let text = std::fs::read(&file).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let shown = file.display();
            let named = file.extension().is_some_and(|end| end == "tf");
            assert!(!text.contains(LEAK), "what the provider gave is in {shown}");
            assert!(named || !text.contains("hidden"), "a secret is in {shown}");
        }
    }))
}

fn files(directory: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        match path.is_dir() {
            // The providers' programs.
            true if path.ends_with(".terraform") => {}
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

#[test]
fn every_kind_of_path_takes_a_write_only_value_and_nothing_saves_it() {
    let mut created = creates(A);
    let mut saved = object(A).attr("seen").is(SEEN);
    let mut updated = object(A).attr("seen").is(SEEN
        .replace(":6", ":7")
        .replace(":20", ":21")
        .replace("list:7", "list:8"));
    for place in PLACES {
        created = created.attr(place).is_null();
        saved = saved.attr(place).is_null();
        updated = updated.attr(place).is_null();
    }
    let test = test()
        .step(
            Step::apply(everywhere(1, "hidden"))
                .plans(created)
                .saves(saved),
        )
        // Different values alone are not a change, even beside a value that changes with
        // everything.
        .step(Step::plan(everywhere(1, "hidden2")).plans(changes_nothing(A)))
        .step(
            Step::apply(everywhere(2, "hidden2"))
                .plans(updates(A).only_unknown(["seen", "touched"]))
                .saves(updated),
        );
    nothing_is_kept(test)
        .step(Step::refresh().saves(object(A).attr("text").is_null()))
        // Its required arguments are absent after an import, which is not an error.
        .step(Step::import(A))
        .run();
}

#[test]
fn no_write_only_value_is_mandatory() {
    let text = "resource \"kitchen_write_only\" \"a\" {\n  name = \"a\"\n  desk = {}\n  account {\n    user = \"root\"\n  }\n}\n";
    let step = Step::apply(text).saves(object(A).attr("seen").is(""));
    nothing_is_kept(test().step(step))
        .step(Step::import(A))
        .run();
}

#[test]
fn an_ordinary_argument_becomes_write_only() {
    let text = "resource \"kitchen_write_only\" \"a\" {\n  name = \"a\"\n  text = \"hidden\"\n}\n";
    let test = test()
        .step(
            Step::apply(text)
                .with_provider::<OldKitchen>()
                .saves(object(A).version(0).attr("text").is("hidden")),
        )
        .step(Step::plan(text).plans_nothing())
        .step(
            Step::refresh().saves(
                object(A)
                    .version(1)
                    .attr("text")
                    .is_null()
                    .attr("name")
                    .is("a"),
            ),
        )
        .step(Step::outside(|run| {
            // Only the remote system of these tests still has it, as the old release left it.
            for file in files(run.directory()) {
                let state = file
                    .file_name()
                    .is_some_and(|name| name == "terraform.tfstate");
                let text = std::fs::read_to_string(&file).unwrap_or_default();
                assert!(!state || !text.contains("hidden"), "{}", file.display());
            }
        }));
    test.step(Step::apply(text).plans_nothing()).run();
}

#[test]
fn a_move_saves_no_write_only_value() {
    let scalars = "resource \"kitchen_scalars\" \"a\" {\n  text = \"moved\"\n}\n";
    let text =
        "resource \"kitchen_write_only\" \"a\" {\n  name = \"moved\"\n  text = \"hidden\"\n}\n";
    let moved = "moved {\n  from = kitchen_scalars.a\n  to   = kitchen_write_only.a\n}\n";
    let test = test().step(Step::apply(scalars)).step(
        Step::apply(format!("{text}{moved}"))
            .changes_no_resource()
            .saves(object(A).attr("seen").is("moved").attr("text").is_null()),
    );
    nothing_is_kept(test)
        .step(Step::apply(text).plans_nothing())
        // The memory's files are named by type, and do not move.
        .step(Step::outside(|run| {
            std::fs::remove_dir_all(run.directory().join("kitchen")).unwrap();
        }))
        .run();
}

/// Values that differ between plan and apply, and that are unknown in a plan.
#[test]
fn a_value_may_be_unknown_in_the_plan() {
    let text = |name: &str| {
        format!(
            r#"
resource "kitchen_write_once" "first" {{
  name     = "{name}"
  token_wo = "t"
}}
resource "kitchen_write_only" "a" {{
  name = "a"
  text = "is ${{kitchen_write_once.first.length}}"
  door = {{ front = {{ code = kitchen_write_once.first.id }} }}
  revision = {}
}}
"#,
            name.len()
        )
    };
    test()
        .step(
            Step::apply(text("x"))
                .plans(
                    creates(A)
                        .attr("text")
                        .is_null()
                        .attr("door[\"front\"].code")
                        .is_null(),
                )
                .saves(object(A).attr("seen").is("text:4 code:1")),
        )
        .step(
            Step::apply(text("xyz"))
                .plans(updates(A).attr("text").is_null())
                .saves(object(A).attr("seen").is("text:4 code:3")),
        )
        .run();
}

/// An ephemeral variable has a different value when the saved plan is applied, and only that one
/// arrives.
#[test]
fn a_saved_plan_is_applied_with_a_new_write_only_value() {
    let Some(work) = super::workspace() else {
        return;
    };
    let main = |revision: i64| {
        format!(
            r#"
variable "secret" {{
  type      = string
  ephemeral = true
}}
resource "kitchen_write_only" "a" {{
  name     = "a"
  text     = var.secret
  desk     = {{ code = var.secret }}
  revision = {revision}
  account {{
    user = "root"
    otp  = var.secret
  }}
}}
"#
        )
    };
    for (revision, planned, applied, seen) in [
        (
            1,
            "secret=hidden",
            "secret=hidden-longer",
            "text:13 code:13 otp:13",
        ),
        // In an update as in a create.
        (
            2,
            "secret=hidden-a",
            "secret=hidden-ab",
            "text:9 code:9 otp:9",
        ),
    ] {
        work.main(&main(revision));
        let plan = work.plan_with(&["-var", planned]);
        assert!(
            !plan.json().to_string().contains("hidden"),
            "{}",
            plan.json()
        );
        let run = work.terraform(&["apply", "-var", applied, "plan.bin"]);
        run.succeeded();
        let state = std::fs::read_to_string(work.path().join("terraform.tfstate")).unwrap();
        assert!(state.contains(seen), "{state}");
        assert!(
            !state.contains("hidden") && !state.contains(LEAK),
            "{state}"
        );
    }
    work.terraform(&["destroy", "-auto-approve", "-var", "secret=x"])
        .succeeded();
    work.clean();
}

fn versioned(rest: &str) -> String {
    format!("resource \"kitchen_versioned_secret\" \"a\" {{\n  name = \"a\"\n{rest}}}\n")
}

#[test]
fn a_version_announces_a_changed_value() {
    let a = "kitchen_versioned_secret.a";
    let both = |secret: &str, version: i64, seed: i64| {
        versioned(&format!(
            "  password_wo = \"{secret}\"\n  password_wo_version = {version}\n  seed_wo = \"{secret}\"\n  \
             seed_wo_version = {seed}\n"
        ))
    };
    test()
        .step(Step::apply(both("hidden", 1, 1)).saves(object(a).attr("length").is(6)))
        .step(Step::plan(both("hidden2", 1, 1)).plans_nothing())
        .step(
            Step::apply(both("hidden2", 2, 1))
                .plans(updates(a).only_unknown(["length"]))
                .saves(object(a).attr("length").is(7)),
        )
        .step(
            Step::plan(both("hidden2", 2, 2))
                .plans(replaces(a).only_because_of(["seed_wo_version"])),
        )
        // From the write-only argument back to the old one, and again.
        .step(
            Step::apply(versioned("  password = \"hidden12\"\n"))
                .warns("password_wo")
                .plans(replaces(a))
                .saves(object(a).attr("length").is(8)),
        )
        .step(
            Step::apply(versioned(
                "  password_wo = \"hidden\"\n  password_wo_version = 1\n",
            ))
            .saves(object(a).attr("length").is(6).attr("password").is_null()),
        )
        .run();
}

#[test]
fn a_value_and_its_version_belong_together() {
    test()
        .step(Step::validate(versioned("  password_wo = \"x\"\n")).fails("password_wo_version"))
        .step(Step::validate(versioned("  password_wo_version = 1\n")).fails("password_wo"))
        .step(
            Step::validate(versioned(
                "  password = \"x\"\n  password_wo = \"x\"\n  password_wo_version = 1\n",
            ))
            .fails("password"),
        )
        .step(
            Step::validate(versioned("  password = \"x\"\n"))
                .warns("write-only argument password_wo"),
        )
        .step(Step::validate(versioned(
            "  password_wo = \"x\"\n  password_wo_version = 1\n",
        )))
        .run();
}

fn hashed(secret: &str, digits: &str) -> String {
    format!(
        "resource \"kitchen_hashed_secret\" \"a\" {{\n  name = \"a\"\n  secret_wo = {secret}\n  \
         code = {{ x = {{ label = \"l\", digits = {digits} }}, y = {{}} }}\n}}\n"
    )
}

#[test]
fn a_hash_in_private_data_detects_a_changed_value() {
    let a = "kitchen_hashed_secret.a";
    let test = test()
        .step(Step::apply(hashed("\"hidden\"", "\"12\"")).saves(object(a).attr("rotations").is(0)))
        .step(Step::plan(hashed("\"hidden\"", "\"12\"")).plans_nothing())
        .step(
            Step::apply(hashed("\"hidden2\"", "\"12\""))
                .plans(updates(a).only_unknown(["rotations"]))
                .saves(object(a).attr("rotations").is(1)),
        )
        // Without one there is nothing to compare.
        .step(Step::plan(hashed("null", "null")).plans_nothing())
        // A refresh keeps private data.
        .step(Step::refresh())
        .step(Step::plan(hashed("\"hidden2\"", "\"12\"")).plans_nothing())
        // The cause of the replacement is named by its own path.
        .step(
            Step::apply(hashed("\"hidden2\"", "\"34\""))
                .plans(replaces(a).only_because_of(["code[\"x\"].digits"]))
                .saves(object(a).attr("rotations").is(0)),
        )
        .step(Step::plan(hashed("\"hidden2\"", "\"34\"")).plans_nothing());
    nothing_is_kept(test).run();
}

/// Create receives what the plan hook leaves in private data; from Terraform 1.16 on, as here in
/// process, so does the repeated plan before it.
#[test]
fn private_data_of_the_plan_reaches_the_apply() {
    let a = "kitchen_hashed_secret.a";
    test()
        .step(
            Step::apply(hashed("null", "null"))
                .saves(object(a).attr("planned").matches("^planned( again)?$")),
        )
        .run();
    test()
        .only_in_process("what a plan left comes back in Terraform from 1.16 on")
        .step(
            Step::apply(hashed("null", "null"))
                .saves(object(a).attr("planned").is("planned again")),
        )
        .run();
}

/// A replacement inherits nothing from the object it replaces: its create gets what the hook set in
/// the plan of a new object.
#[test]
fn a_replacement_inherits_no_private_data() {
    let a = "kitchen_hashed_secret.a";
    let text = |name: &str, rest: &str| {
        format!("resource \"kitchen_hashed_secret\" \"a\" {{\n  name = \"{name}\"\n  {rest}\n}}\n")
    };
    test()
        .needs_terraform("1.11", "write-only arguments")
        .step(Step::apply(text("a", "secret_wo = \"hidden\"")))
        .step(
            Step::apply(text(
                "b",
                "lifecycle {\n    create_before_destroy = true\n  }",
            ))
            .plans(replaces(a).only_because_of(["name"]))
            .saves(object(a).attr("planned").matches("^planned( again)?$")),
        )
        .step(Step::apply(text("c", "secret_wo = \"hidden\"")).plans(replaces(a)))
        .step(
            Step::apply(text("d", ""))
                .plans(replaces(a).only_because_of(["name"]))
                .saves(object(a).attr("planned").matches("^planned( again)?$")),
        )
        .run();
}

#[test]
fn a_value_is_needed_only_for_create() {
    let a = "kitchen_write_once.a";
    let text = |name: &str, rest: &str| {
        format!("resource \"kitchen_write_once\" \"a\" {{\n  name = \"{name}\"\n  {rest}\n}}\n")
    };
    test()
        .step(Step::plan(text("a", "")).fails("A token is needed"))
        .step(Step::apply(text("a", "token_wo = \"hidden\"")).saves(object(a).attr("length").is(6)))
        // Omitted afterwards: no change, and an update goes without.
        .step(Step::plan(text("a", "")).plans_nothing())
        .step(Step::apply(text("a", "note = \"n\"")).plans(updates(a)))
        // A replacement creates a new object.
        .step(Step::plan(text("b", "note = \"n\"")).fails("A token is needed"))
        .step(
            Step::apply(text("b", "token_wo = \"x\""))
                .plans(replaces(a).only_because_of(["name"]))
                .saves(object(a).attr("length").is(1)),
        )
        .run();
}
