//! Sensitive and write-only values: a canary in each place, looked for everywhere.

use super::workspace;
use sdk_tests::terraform::Workspace;
use serde_json::json;

/// In sensitive values: not in the log, the diagnostics, what is printed.
const SENSITIVE: &str = "canary-sensitive-4d1f";
/// In write-only values: also not in the state and in the plan.
const WRITE_ONLY: &str = "canary-write-only-9b2c";
/// The same as a number.
const PIN: &str = "7316450982";

fn main(version: i64, rest: &str) -> String {
    format!(
        r#"
resource "kitchen_secrets" "a" {{
  name               = "a"
  password           = "{SENSITIVE}"
  keys               = {{ k = "{SENSITIVE}" }}
  passphrase         = "{WRITE_ONLY}"
  pin                = {PIN}
  passphrase_version = {version}
  login {{
    user     = "u"
    password = "{SENSITIVE}"
    otp      = "{WRITE_ONLY}"
  }}
  vault = {{ path = "p", unlock = "{WRITE_ONLY}", seal = "{SENSITIVE}" }}
  {rest}
}}
"#
    )
}

/// Nothing of the canaries in what was logged and printed, nothing of the write-only ones in the
/// state and in any file of a plan.
fn look_for_canaries(work: &Workspace) {
    let seen = [("log", work.logs()), ("output", human(work))];
    for (place, text) in &seen {
        for canary in [SENSITIVE, WRITE_ONLY, PIN] {
            if let Some(line) = text.lines().find(|line| line.contains(canary)) {
                panic!("{canary} in the {place}: {line}");
            }
        }
    }
    let state = std::fs::read_to_string(work.path().join("terraform.tfstate")).unwrap_or_default();
    for canary in [WRITE_ONLY, PIN] {
        assert!(!state.contains(canary), "{canary} in the state");
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

/// What was printed for people: `show -json` prints sensitive values by design, and beside an error
/// Terraform shows the line of the configuration.
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
    let Some(work) = workspace() else {
        return;
    };
    work.main(&main(1, ""));
    let plan = work.plan();
    let json = plan.json().clone();
    let change = plan.change("kitchen_secrets.a");
    for pointer in ["/passphrase", "/pin", "/login/0/otp", "/vault/unlock"] {
        assert!(
            change["after"]
                .pointer(pointer)
                .is_some_and(serde_json::Value::is_null),
            "{pointer}"
        );
    }
    // Only the configuration, which the plan repeats, has them.
    for part in ["planned_values", "resource_changes"] {
        assert!(!json[part].to_string().contains(WRITE_ONLY), "{part}");
        assert!(!json[part].to_string().contains(PIN), "{part}");
    }
    for pointer in ["/password", "/keys", "/login/0/password", "/vault/seal"] {
        assert_eq!(
            change["after_sensitive"].pointer(pointer),
            Some(&json!(true)),
            "{pointer}"
        );
    }
    work.apply();
    // The author's own events are in the log, so there was something to look through.
    assert!(work.logs().contains("data=\"DataCore"), "no events");
    work.nothing_to_do();
    let length = i64::try_from(WRITE_ONLY.len() * 3).unwrap();
    assert_eq!(
        work.state()
            .object("kitchen_secrets.a")
            .get("passphrase_length"),
        &json!(length)
    );
    // A change that Terraform cannot see is announced by the version.
    work.main(&main(2, "").replace(WRITE_ONLY, &format!("{WRITE_ONLY}-x")));
    let plan = work.plan();
    assert_eq!(plan.unknown("kitchen_secrets.a"), ["passphrase_length"]);
    work.apply();
    assert_eq!(
        work.state()
            .object("kitchen_secrets.a")
            .get("passphrase_length"),
        &json!(length + 6)
    );
    work.nothing_to_do();
    look_for_canaries(&work);
    work.destroy();
    look_for_canaries(&work);
    work.clean();
}

#[test]
fn no_canary_is_seen_when_things_go_wrong() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(&main(1, "flaw = \"create\""));
    work.apply_fails().says("create panics");
    look_for_canaries(&work);
    // A result that contradicts the plan is saved as it is, and not repeated in the error.
    work.terraform(&["apply", "-destroy", "-auto-approve"])
        .succeeded();
    work.main(&main(1, "flaw = \"contradict\""));
    work.apply_fails().says("password");
    look_for_canaries(&work);
    // What a validator, or the type, refuses is not repeated.
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
        // Out of a variable, or Terraform itself shows the line of the configuration.
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
    let Some(work) = workspace() else {
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
