//! Sensitive and write-only values: a canary in each of them, searched for everywhere.

use std::io::Read as _;

use sdk_tests::terraform::Workspace;
use serde_json::json;

/// In sensitive values: absent from the log, the diagnostics and the output.
const SENSITIVE: &str = "canary-sensitive-4d1f";
/// In write-only values: also absent from the state and the plan.
const WRITE_ONLY: &str = "canary-write-only-9b2c";
/// In a provider's setting: also absent from the state and the plan.
const TOKEN: &str = "canary-token-e07a";
/// In write-only values, as a number.
const PIN: &str = "7316450982";

/// Values that the provider's code masks: a string, and a field of its events.
const MARKED: &str = "canary-marked-51ab";
const OF_FIELD: &str = "canary-field-77c0";

/// A workspace in which everything is logged.
#[track_caller]
fn traced() -> Option<Workspace> {
    let work = super::workspace()?;
    work.trace();
    Some(work)
}

fn main(version: i64, rest: &str) -> String {
    format!(
        r#"
resource "kitchen_secrets" "a" {{
  name               = "a"
  password           = "{SENSITIVE}"
  keys               = {{ k = "{SENSITIVE}" }}
  seed               = "{SENSITIVE}"
  passphrase         = "{WRITE_ONLY}"
  unseen             = "{WRITE_ONLY}"
  pin                = {PIN}
  passphrase_version = {version}
  login {{
    user     = "u"
    password = "{SENSITIVE}"
    otp      = "{WRITE_ONLY}"
  }}
  safe {{ code = "{WRITE_ONLY}" }}
  safe {{
    place = "cellar"
    code  = "{WRITE_ONLY}"
  }}
  door  = {{ front = {{ code = "{WRITE_ONLY}" }} }}
  vault = {{ path = "p", unlock = "{WRITE_ONLY}", seal = "{SENSITIVE}" }}
  {rest}
}}
"#
    )
}

/// Logs and output contain no canaries; the state and plan files contain no write-only ones.
fn look_for_canaries(work: &Workspace) {
    let seen = [("log", work.logs()), ("output", human(work))];
    for (place, text) in &seen {
        for canary in [SENSITIVE, WRITE_ONLY, PIN, TOKEN, MARKED, OF_FIELD] {
            if let Some(line) = text.lines().find(|line| line.contains(canary)) {
                panic!("{canary} in the {place}: {line}");
            }
        }
    }
    for file in ["terraform.tfstate", "terraform.tfstate.backup"] {
        let state = std::fs::read_to_string(work.path().join(file)).unwrap_or_default();
        for canary in [WRITE_ONLY, PIN, TOKEN] {
            assert!(!state.contains(canary), "{canary} in {file}");
        }
    }
    for entry in std::fs::read_dir(work.path().join("kitchen"))
        .into_iter()
        .flatten()
    {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap_or_default();
        for canary in [WRITE_ONLY, PIN] {
            assert!(!text.contains(canary), "{canary} in the remote system");
        }
    }
}

/// The output for people: `show -json` prints sensitive values by design, and Terraform shows the
/// configuration line beside an error.
fn human(work: &Workspace) -> String {
    let outputs = work.outputs();
    outputs
        .lines()
        .filter(|line| {
            let number = line.trim_start().split_once(": ");
            let quoted = number.is_some_and(|(number, _)| number.parse::<u32>().is_ok());
            !quoted && !line.starts_with("{\"format_version\"")
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn no_canary_is_seen() {
    let Some(work) = traced() else {
        return;
    };
    work.main(&main(1, ""));
    let plan = work.plan();
    let json = plan.json().clone();
    let change = plan.change("kitchen_secrets.a");
    for pointer in [
        "/passphrase",
        "/unseen",
        "/pin",
        "/login/0/otp",
        "/vault/unlock",
        "/safe/1/code",
        "/door/front/code",
    ] {
        assert!(
            change["after"]
                .pointer(pointer)
                .is_some_and(serde_json::Value::is_null),
            "{pointer}"
        );
    }
    // Only the configuration, which the plan repeats, contains them.
    for part in ["planned_values", "resource_changes"] {
        assert!(!json[part].to_string().contains(WRITE_ONLY), "{part}");
        assert!(!json[part].to_string().contains(PIN), "{part}");
    }
    for pointer in [
        "/password",
        "/keys",
        "/seed",
        "/login/0/password",
        "/vault/seal",
    ] {
        assert_eq!(
            change["after_sensitive"].pointer(pointer),
            Some(&json!(true)),
            "{pointer}"
        );
    }
    work.apply();
    // The provider developer's events are in the log, so there was something to search.
    assert!(work.logs().contains("data=\"DataCore"), "no events");
    for words in [
        "careless in create: Some(\\\"(sensitive value)\\\")",
        "careless: (sensitive value)",
    ] {
        assert!(work.logs().contains(words), "{words}");
    }
    work.nothing_to_do();
    let length = i64::try_from(WRITE_ONLY.len() * 4).unwrap();
    assert_eq!(
        work.state()
            .object("kitchen_secrets.a")
            .get("passphrase_length"),
        &json!(length)
    );
    let codes = i64::try_from(WRITE_ONLY.len() * 3).unwrap();
    let count = |work: &Workspace| {
        let state = work.state();
        state.object("kitchen_secrets.a").get("codes").clone()
    };
    assert_eq!(count(&work), json!(codes));
    // A change that Terraform cannot see is announced by the version.
    work.main(&main(2, "").replace(WRITE_ONLY, &format!("{WRITE_ONLY}-x")));
    let plan = work.plan();
    assert_eq!(
        plan.unknown("kitchen_secrets.a"),
        ["codes", "passphrase_length"]
    );
    for part in ["planned_values", "resource_changes", "prior_state"] {
        let text = plan.json()[part].to_string();
        assert!(text.contains("kitchen_secrets"), "{part}");
        for canary in [WRITE_ONLY, PIN] {
            assert!(!text.contains(canary), "{canary} in {part} of an update");
        }
    }
    work.apply();
    assert_eq!(
        work.state()
            .object("kitchen_secrets.a")
            .get("passphrase_length"),
        &json!(length + 8)
    );
    assert_eq!(count(&work), json!(codes + 6));
    work.nothing_to_do();
    look_for_canaries(&work);
    work.destroy();
    look_for_canaries(&work);
    work.clean();
}

#[test]
fn no_canary_is_seen_in_failures() {
    let Some(work) = traced() else {
        return;
    };
    work.main(&main(1, "flaw = \"create\""));
    work.apply_fails().says("create panics");
    look_for_canaries(&work);
    // A result that contradicts the plan is saved unchanged, and not repeated in the error.
    work.terraform(&["apply", "-destroy", "-auto-approve"])
        .succeeded();
    work.main(&main(1, "flaw = \"contradict\""));
    work.apply_fails().says("password");
    look_for_canaries(&work);
    // A value that a validator or the type rejects is not repeated.
    let text = main(1, "");
    let long = "x".repeat(60);
    for (before, after, field) in [
        (
            format!("password           = \"{SENSITIVE}"),
            format!("password = \"{SENSITIVE}{long}"),
            "password",
        ),
        (
            format!("password           = \"{SENSITIVE}"),
            format!("password = \"{SENSITIVE}!"),
            "password",
        ),
        (
            format!("passphrase         = \"{WRITE_ONLY}"),
            format!("passphrase = \"{WRITE_ONLY}{long}"),
            "passphrase",
        ),
        (format!("= {PIN}"), format!("= {PIN}.5"), "pin"),
    ] {
        assert!(text.contains(&before), "{before}");
        // From a variable; otherwise Terraform itself shows the configuration line.
        let value = after
            .split_once("= ")
            .unwrap()
            .1
            .trim_start_matches('"')
            .to_owned();
        let line = text.lines().find(|line| line.contains(&before)).unwrap();
        work.set("TF_VAR_secret", value);
        work.main(&format!(
            "variable \"secret\" {{\n  sensitive = true\n}}\n{}",
            text.replace(line, &format!("  {field} = var.secret"))
        ));
        work.terraform(&["plan"])
            .failed()
            .says(&format!("{field} = var.secret"));
        look_for_canaries(&work);
    }
    // Wrong types and an unknown name, beside canaries.
    work.main(&main(1, "").replace(
        &format!("pin                = {PIN}"),
        &format!("pin = \"{WRITE_ONLY}\""),
    ));
    work.terraform(&["plan"]).failed();
    work.clean();
}

#[test]
fn write_only_values_may_be_ephemeral() {
    let Some(work) = traced() else {
        return;
    };
    work.main(
        r#"
variable "passphrase" {
  type      = string
  ephemeral = true
}
resource "kitchen_secrets" "a" {
  name       = "a"
  passphrase = var.passphrase
}
"#,
    );
    work.set("TF_VAR_passphrase", WRITE_ONLY);
    work.apply();
    work.nothing_to_do();
    let length = work
        .state()
        .object("kitchen_secrets.a")
        .get("passphrase_length")
        .clone();
    assert_eq!(length, json!(WRITE_ONLY.len()));
    look_for_canaries(&work);
    work.clean();
}

/// Every file of a saved plan.
fn saved_plan(work: &Workspace) -> Vec<(String, String)> {
    let file = std::fs::File::open(work.path().join("plan.bin")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            let name = entry.name().unwrap().into_owned();
            (name, String::from_utf8_lossy(&bytes).into_owned())
        })
        .collect()
}

/// If no configuration repeats them, no saved file contains write-only values or settings: no plan
/// file, not the state, not its backup.
#[test]
fn no_canary_is_saved() {
    let Some(work) = traced() else {
        return;
    };
    let text = |version: i64, words: &str| {
        format!(
            r#"
variable "hidden" {{
  type      = string
  ephemeral = true
}}
variable "token" {{
  type      = string
  ephemeral = true
}}
variable "seed" {{
  type      = string
  sensitive = true
}}
provider "kitchen" {{
  token = var.token
  words = {words}
}}
resource "kitchen_secrets" "a" {{
  name               = "a"
  password           = var.seed
  seed               = var.seed
  passphrase         = var.hidden
  unseen             = var.hidden
  passphrase_version = {version}
  login {{
    user     = "u"
    password = var.seed
    otp      = var.hidden
  }}
  vault = {{ path = "p", unlock = var.hidden, seal = var.seed }}
}}
output "seed" {{
  value     = kitchen_secrets.a.seed
  sensitive = true
}}
"#
        )
    };
    work.set("TF_VAR_hidden", WRITE_ONLY);
    work.set("TF_VAR_token", TOKEN);
    work.set("TF_VAR_seed", SENSITIVE);
    for version in [1, 2] {
        work.main(&text(version, "[]"));
        let plan = work.plan();
        let files = saved_plan(&work);
        // The search can find values: a plan has to keep what it is going to set.
        assert!(files.iter().any(|(_, text)| text.contains(SENSITIVE)));
        for canary in [WRITE_ONLY, TOKEN] {
            assert!(!plan.json().to_string().contains(canary), "{canary} shown");
            for (name, text) in &files {
                assert!(!text.contains(canary), "{canary} in {name} of the plan");
            }
        }
        // For people.
        work.terraform(&["show", "plan.bin"]).succeeded();
        work.terraform(&["apply", "plan.bin"]).succeeded();
        work.terraform(&["show"]).succeeded();
        let shown = work.terraform(&["show", "-json"]).succeeded();
        for canary in [WRITE_ONLY, TOKEN] {
            assert!(!shown.stdout.contains(canary), "{canary} in the state");
        }
        work.nothing_to_do();
        look_for_canaries(&work);
    }
    let backup = std::fs::read_to_string(work.path().join("terraform.tfstate.backup")).unwrap();
    assert!(
        backup.contains(SENSITIVE),
        "the backup is that of an object"
    );
    // The settings arrived, and the provider's code logged them.
    assert!(work.logs().contains("configuring"), "no events");
    work.main(&text(2, "[\"fail\", \"now\"]"));
    work.terraform(&["plan"]).failed().says("fail now");
    work.main(&text(2, "[\"panic in configure\"]"));
    work.terraform(&["plan"])
        .failed()
        .says("panic in configure");
    look_for_canaries(&work);
    work.main(&text(2, "[]"));
    work.destroy();
    look_for_canaries(&work);
    work.clean();
}
