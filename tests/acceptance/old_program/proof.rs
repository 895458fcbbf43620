//! A port from the Go program to its last type: existing objects are taken over at each step, under
//! Terraform, and at each step the old program and the new one answer the same.

use std::path::{Path, PathBuf};

use schema_provider::testing::compare;
use sdk_tests::programs::write_program;
use sdk_tests::terraform::Kind;

use super::{MOVING, workspace_with_go};

fn both(plain: &str) -> String {
    format!(
        "resource \"old_thing\" \"a\" {{\n  name  = \"a\"\n  plain = {plain:?}\n  network = \"10.0.0.0/8\"\n}}\n\
         resource \"old_extra\" \"a\" {{\n  name = \"a\"\n}}\n"
    )
}

#[test]
fn objects_of_the_old_program_survive_a_full_port() {
    let Some(work) = workspace_with_go() else {
        return;
    };
    work.main(&both("small"));
    work.apply();
    work.nothing_to_do();
    for (stage, plain) in [("1", "large"), ("2", "small")] {
        work.set("MOVING_PORTED", stage);
        if stage == "2" {
            // Nothing is left to the old program.
            work.set("MOVING_OLD_PROGRAM", "/nowhere");
        }
        work.nothing_to_do();
        work.main(&both(plain));
        work.apply();
        work.nothing_to_do();
    }
    let state = work.state().json().to_string();
    assert!(
        state.contains("\"made\"") && !state.contains("\"ported\""),
        "{state}"
    );
    work.destroy();
    work.main(&both("large"));
    work.apply();
    work.destroy();
    work.clean_but(&[Kind::Tolerated]);
}

/// The provider's program at a stage: a comparison starts it without the test's variables.
fn at_stage(directory: &Path, stage: usize, old: &Path) -> PathBuf {
    let path = directory.join(format!("terraform-provider-stage-{stage}"));
    let text = format!(
        "#!/bin/sh\nMOVING_PORTED={stage} MOVING_OLD_PROGRAM='{}' exec '{}'\n",
        old.display(),
        MOVING.binary
    );
    write_program(&path, &text);
    path
}

#[test]
fn both_answer_the_same_at_each_step() {
    let Some(old) = sdk_tests::go_peer::built("old") else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    for stage in 0..=2 {
        let new = at_stage(directory.path(), stage, &old);
        compare(&old, new).cases(20).run();
    }
}
