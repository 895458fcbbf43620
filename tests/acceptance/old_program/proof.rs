//! A port from the Go program to its last type: existing objects are taken over at each step, under
//! Terraform.

use super::workspace_with_go;

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
    work.clean();
}
