//! The program named by `TF_ACC_TERRAFORM_PATH` is run, and tests of features that OpenTofu lacks
//! are skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use schema_provider::testing::{ProviderTest, Step, terraform_program};
use serde_json::json;

use crate::calc::Calc;
use crate::programs::write_program;

/// Runs in process and, if requested, under Terraform; alone, and again through the test below.
#[test]
fn a_function_of_the_provider() {
    let config = "output \"it\" {\n  value = provider::calc::size_mb(\"2GiB\")\n}\n";
    ProviderTest::new::<Calc>()
        .step(Step::apply(config).output("it").is(json!(2048)))
        .run();
}

#[test]
fn features_of_only_terraform_are_skipped() {
    let config = "output \"it\" {\n  value = provider::calc::size_mb(\"2GiB\")\n}\n";
    ProviderTest::new::<Calc>()
        .needs_terraform("1.14", "as if it had actions")
        .step(Step::apply(config).output("it").is(json!(2048)))
        .run();
}

#[test]
fn steps_of_only_terraform_are_skipped() {
    let config = "output \"it\" {\n  value = provider::calc::size_mb(\"2GiB\")\n}\n";
    ProviderTest::new::<Calc>()
        .step(Step::apply(config).output("it").is(json!(2048)))
        .step(
            Step::apply(config.replace("2GiB", "3GiB"))
                .named("three")
                .needs_terraform("1.14", "as if it had lists")
                .output("it")
                .is(json!(3072)),
        )
        // As the first step left it.
        .step(Step::apply(config).output("it").is(json!(2048)))
        .run();
}

fn absolute(program: PathBuf) -> PathBuf {
    if program.components().count() > 1 {
        return program;
    }
    let path = std::env::var_os("PATH").expect("a path");
    let mut there = std::env::split_paths(&path).map(|folder| folder.join(&program));
    there.find(|file| file.is_file()).expect("it was run")
}

/// A program that calls itself OpenTofu; Terraform does the work.
fn tofu(folder: &Path, terraform: &Path) {
    let text = format!(
        "#!/bin/sh\necho \"$1 $TF_REATTACH_PROVIDERS\" >> {}/asked\n\
         if [ \"$1\" = version ]; then echo 'OpenTofu v1.14.0'; exit; fi\nexec {} \"$@\"\n",
        folder.display(),
        terraform.display()
    );
    write_program(&folder.join("tofu"), &text);
}

#[test]
fn the_named_program_is_run() {
    let Some(terraform) = terraform_program() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a directory");
    tofu(folder.path(), &absolute(terraform));
    let mut tests = Command::new(std::env::current_exe().expect("this program"));
    tests
        .args(["--exact", "--test-threads=1"])
        .args([
            "opentofu::a_function_of_the_provider",
            "opentofu::features_of_only_terraform_are_skipped",
            "opentofu::steps_of_only_terraform_are_skipped",
        ])
        .env("TF_ACC", "1")
        .env("TF_ACC_TERRAFORM_PATH", "tofu")
        // No other program exists.
        .env("PATH", folder.path());
    let output = tests.output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("3 passed"), "{said}");
    let skipped =
        "OpenTofu 1.14.0 does not have what came with terraform 1.14: as if it had actions";
    assert!(said.contains(skipped), "{said}");
    // A step that is omitted only under Terraform, with its name.
    let step = "step 2 \"three\" (apply): OpenTofu 1.14.0 does not have what came with terraform 1.14: as if it had lists";
    let line = said.lines().find(|line| line.contains(step));
    assert!(
        line.is_some_and(
            |line| line.starts_with("skipped opentofu::steps_of_only_terraform_are_skipped (")
        ),
        "{said}"
    );
    let asked = fs::read_to_string(folder.path().join("asked")).expect("it was run");
    // It resolves the name to a different provider address than Terraform: the provider is served
    // under both.
    for address in ["registry.terraform.io", "registry.opentofu.org"] {
        let served = format!("\"{address}/hashicorp/calc\":{{");
        let plan = asked.lines().find(|line| line.starts_with("plan "));
        assert!(plan.is_some_and(|line| line.contains(&served)), "{asked}");
    }
    let times = |word: &str| asked.lines().filter(|line| line.starts_with(word)).count();
    assert!(times("apply ") >= 1, "{asked}");
    assert_eq!(times("version "), 1, "{asked}");
}
