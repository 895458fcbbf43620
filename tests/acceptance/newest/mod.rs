//! Requests that only a newer Terraform makes: identities (from 1.12), lists, actions and generated
//! configuration (from 1.14), deprecation messages (from 1.15). Each test is skipped with a notice
//! if the installed Terraform is older; `TF_ACC_TERRAFORM_PATH` names a newer one.

mod actions;
mod actions_fail;
mod deprecation;
mod generated_config;
mod identity;
mod identity_import;
mod identity_moves;
mod lists;
mod same_language;

use sdk_tests::terraform::{Plugin, Run, Workspace};
use serde_json::Value as Json;

/// The provider whose resources have identities of every kind.
const LIB: Plugin = newest("lib");
/// The provider whose objects can be listed in every way.
const ARCH: Plugin = newest("arch");
/// The provider of actions.
const LAB: Plugin = newest("lab");

const fn newest(name: &'static str) -> Plugin {
    Plugin {
        name,
        binary: env!("CARGO_BIN_EXE_test-provider-kinds"),
    }
}

/// The lines that a command printed with `-json`, without what differs between runs and programs.
#[track_caller]
fn json_lines(stdout: &str) -> Vec<Json> {
    let lines = stdout.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let mut line: Json = serde_json::from_str(line).expect("a line of JSON");
            let object = line.as_object_mut().expect("an object");
            object.remove("@timestamp");
            line
        })
        .filter(|line| line["type"] != "version" && line["@level"] != "warn")
        .collect()
}

/// Those of some types, in order.
fn of_types(lines: &[Json], types: &[&str]) -> Vec<Json> {
    let is = |line: &&Json| types.iter().any(|kind| line["type"] == *kind);
    lines.iter().filter(is).cloned().collect()
}

/// Runs a provider's program with the local runner in the directory `local` of the workspace, which
/// has the same configuration.
#[track_caller]
fn by_hand(
    work: &Workspace,
    plugin: Plugin,
    variables: &[(&str, String)],
    line: &[&str],
) -> String {
    let output = std::process::Command::new(
        work.path()
            .join(format!("bin/{0}/terraform-provider-{0}", plugin.name)),
    )
    .args(line)
    .current_dir(work.path().join("local"))
    .envs(variables.iter().map(|(name, value)| (name, value)))
    .stdin(std::process::Stdio::null())
    .output()
    .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Terraform's warnings besides that about the development override.
fn said(run: &Run) -> String {
    let text = run.words();
    let (before, after) = match text.split_once("Warning: Provider development overrides") {
        Some(found) => found,
        None => return text,
    };
    let after = after
        .split_once("published releases.")
        .map_or("", |(_, rest)| rest);
    format!("{before}{after}")
}
