//! With `ring` in the tree, what a client of a service brings along, provider code can make
//! clients.

use std::process::Command;

use beside::Beside;
use schema_provider::testing::{ProviderTest, Step};

const CONFIG: &str = "data \"beside_clients\" \"a\" {}\noutput \"made\" {\n  value = data.beside_clients.a.made\n}\n";

#[test]
fn the_program_has_one_cryptography_for_all() {
    let folder = std::env::temp_dir().join(format!("beside-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("main.tf"), CONFIG).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_beside-tls"))
        .args(["apply", "-auto-approve"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(done.status.success(), "{said}");
    assert!(said.contains("made = true"), "{said}");
}

#[test]
fn so_has_a_test_in_process_and_under_terraform() {
    ProviderTest::new::<Beside>()
        .step(Step::apply(CONFIG).output("made").is(true))
        .run();
}
