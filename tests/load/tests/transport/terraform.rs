//! The real Terraform with the stub; only with `TF_ACC=1`.

use crate::process::stub;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A working directory with a configuration, a directory with the stub as an installed provider,
/// and the program terraform.
struct Workspace(tempfile::TempDir, PathBuf);

/// `None`, and a notice, unless acceptance tests are enabled.
fn workspace(name: &str) -> Option<Workspace> {
    let terraform = schema_testing::terraform_program()?;
    let directory = tempfile::tempdir().unwrap();
    let write =
        |file: &str, text: String| std::fs::write(directory.path().join(file), text).unwrap();
    let bin = directory.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(stub(), bin.join("terraform-provider-stub")).unwrap();
    write(
        "terraform.rc",
        format!(
            "provider_installation {{\n  dev_overrides {{ \"example/stub\" = \"{}\" }}\n}}\n",
            bin.display()
        ),
    );
    write(
        "main.tf",
        format!(
            "terraform {{\n  required_providers {{\n    stub = {{ source = \"example/stub\" }}\n  }}\n}}\n\
             resource \"stub_thing\" \"one\" {{\n  name = \"{name}\"\n}}\n"
        ),
    );
    Some(Workspace(directory, terraform))
}

impl Workspace {
    fn path(&self) -> &Path {
        self.0.path()
    }

    fn terraform(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
        let mut command = Command::new(&self.1);
        command
            .args(arguments)
            .current_dir(self.path())
            .env("TF_CLI_CONFIG_FILE", self.path().join("terraform.rc"))
            .env("CHECKPOINT_DISABLE", "1")
            .env_remove("TF_LOG");
        for (name, value) in environment {
            command.env(name, value);
        }
        command.output().expect("terraform runs")
    }
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!(
        "{}\n{}",
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(err)
    )
}

#[test]
fn schema_plan_and_apply() {
    let cases: [(_, &[_]); 3] = [
        (6, &[]),
        (5, &[("STUB_PROTOCOL5", "1")]),
        (6, &[("TF_DISABLE_PLUGIN_TLS", "1")]),
    ];
    for (protocol, variables) in cases {
        let Some(work) = workspace("a") else {
            return;
        };
        let output = work.terraform(&["providers", "schema", "-json"], variables);
        assert!(output.status.success(), "{}", text(&output));
        let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let provider = &schema["provider_schemas"]["registry.terraform.io/example/stub"];
        let attributes = &provider["resource_schemas"]["stub_thing"]["block"]["attributes"];
        let expected = serde_json::json!({
            "id": { "type": "string", "description_kind": "plain", "computed": true },
            "name": { "type": "string", "description_kind": "plain", "required": true },
        });
        assert_eq!(attributes, &expected, "protocol {protocol}");

        let output = work.terraform(&["plan", "-no-color"], variables);
        assert!(
            text(&output).contains("1 to add, 0 to change, 0 to destroy"),
            "{}",
            text(&output)
        );
        let output = work.terraform(&["apply", "-auto-approve", "-no-color"], variables);
        assert!(
            text(&output).contains("Resources: 1 added"),
            "{}",
            text(&output)
        );
        let output = work.terraform(&["plan", "-detailed-exitcode", "-no-color"], variables);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let output = work.terraform(&["destroy", "-auto-approve", "-no-color"], variables);
        assert!(text(&output).contains("1 destroyed"), "{}", text(&output));
    }
}

#[test]
fn events_arrive_in_the_log_with_level_module_and_spans() {
    let Some(work) = workspace("a") else {
        return;
    };
    let output = work.terraform(&["plan", "-no-color"], &[("TF_LOG_PROVIDER", "INFO")]);
    let log = text(&output);
    let line = log
        .lines()
        .find(|line| line.contains("planning"))
        .expect(&log);
    assert!(
        line.contains("[INFO]") && line.contains("@module=stub"),
        "{line}"
    );
    assert!(line.contains("tf_rpc=PlanResourceChange"), "{line}");
    assert!(
        line.contains("type_name=stub_thing") && line.contains("timestamp="),
        "{line}"
    );
    let output = work.terraform(&["plan", "-no-color"], &[("TF_LOG", "TRACE")]);
    let log = text(&output);
    let line = log
        .lines()
        .find(|line| line.contains(": planning"))
        .expect(&log);
    assert!(line.contains("tf_rpc=PlanResourceChange"), "{line}");
    // The go-plugin message about a plugin whose services or handshake it rejects.
    for word in [
        "unexpected data",
        "unknown service",
        "plugin failed",
        "plugin process exited: error",
    ] {
        assert!(!log.contains(word), "{word}");
    }
}

#[test]
fn a_panic_is_an_error_not_a_crash() {
    let Some(work) = workspace("panic now") else {
        return;
    };
    let output = work.terraform(&["plan", "-no-color"], &[]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("the name begins with panic"), "{text}");
    assert!(
        !text.contains("crashed") && !text.contains("did not respond"),
        "{text}"
    );
}

#[test]
fn an_uncaught_panic_is_shown_as_a_crash() {
    let Some(work) = workspace("crash now") else {
        return;
    };
    let output = work.terraform(&["plan", "-no-color"], &[]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("plugin crashed!"), "{text}");
    assert!(text.contains("panic: the name begins with crash"), "{text}");
    assert!(text.contains("src/bin/stub-provider.rs:"), "{text}");
}

#[test]
fn debugging() {
    use std::io::{BufRead as _, BufReader};
    let Some(work) = workspace("a") else {
        return;
    };
    std::fs::write(work.path().join("terraform.rc"), "").unwrap();
    let mut provider = Command::new(stub())
        .arg("--debug")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(provider.stdout.take().unwrap());
    let value = output.lines().find_map(|line| {
        let line = line.unwrap();
        let value = line.trim().strip_prefix("TF_REATTACH_PROVIDERS=")?;
        Some(value.trim_matches('\'').to_owned())
    });
    let variables = [("TF_REATTACH_PROVIDERS", value.as_deref().unwrap())];
    // Every command is a separate client, several at once, and none ends the provider.
    for arguments in [
        ["plan", "-no-color"],
        ["apply", "-auto-approve"],
        ["plan", "-no-color"],
    ] {
        let output = work.terraform(&arguments, &variables);
        assert!(output.status.success(), "{}", text(&output));
    }
    assert_eq!(provider.try_wait().unwrap(), None);
    Command::new("kill")
        .args(["-INT", &provider.id().to_string()])
        .status()
        .unwrap();
    assert!(provider.wait().unwrap().success());
}
