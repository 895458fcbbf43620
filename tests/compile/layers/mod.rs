//! Which module may import which: the layers of a crate are listed from the lowest up, and a module
//! imports only from those above it in the list.

mod crates;
mod cycles;
mod made_up;
mod sources;
mod testing;

use crate::workspace;
use crates::{
    CLIENT, COMPARE, DERIVE, DOCS, LIFECYCLE, LOCAL, LOCAL_LANGUAGE, LOCAL_RUN, OLD_PROGRAM,
    RULES_CRATE, RUNTIME, SERVER, SHELL, TRANSPORT,
};
use sources::{Layers, Source, check, read};
use testing::{
    CONFORMANCE, CONFORMANCE_EXAMPLES, CONFORMANCE_FINDINGS, CONFORMANCE_OPERATIONS, TESTING,
    TESTING_CHECKS, TESTING_DRIVERS, TESTING_HARNESS, TESTING_OBSERVED, TESTING_STEPS,
};

/// The sources of a crate, by its directory.
fn sources_of(directory: &str) -> Vec<Source> {
    read(&workspace().join(directory).join("src"))
}

#[track_caller]
fn assert_kept(layers: &Layers, directory: &str) {
    let wrong = check(layers, &sources_of(directory));
    assert!(wrong.is_empty(), "{directory}:\n{}", wrong.join("\n"));
}

#[test]
fn the_rules_import_one_way() {
    assert_kept(&RULES_CRATE, "crates/rules");
}

#[test]
fn the_runtime_imports_one_way() {
    assert_kept(&RUNTIME, "schema-runtime");
}

#[test]
fn the_derive_imports_one_way() {
    assert_kept(&DERIVE, "schema-derive");
}

#[test]
fn the_local_runner_imports_one_way() {
    for layers in [&LOCAL, &LOCAL_LANGUAGE, &LOCAL_RUN] {
        assert_kept(layers, "crates/local");
    }
}

#[test]
fn the_documentation_imports_one_way() {
    assert_kept(&DOCS, "crates/docs");
}

#[test]
fn the_transport_imports_one_way() {
    assert_kept(&TRANSPORT, "crates/transport");
}

#[test]
fn the_client_imports_one_way() {
    assert_kept(&CLIENT, "crates/client");
}

#[test]
fn the_comparison_imports_one_way() {
    assert_kept(&COMPARE, "crates/compare");
}

#[test]
fn the_old_program_imports_one_way() {
    assert_kept(&OLD_PROGRAM, "crates/old-program");
}

#[test]
fn the_runtime_layer_imports_one_way() {
    assert_kept(&SHELL, "crates/shell");
    assert_kept(&LIFECYCLE, "crates/shell");
}

#[test]
fn the_server_imports_one_way() {
    assert_kept(&SERVER, "crates/server");
}

/// The calls of the transport's table.
fn calls() -> Vec<String> {
    let path = workspace().join("crates/transport/src/proto/v6/mod.rs");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter_map(|line| line.split_once("=> "));
    let names = rows.map(|(_, name)| name.split([' ', ';']).next().unwrap().to_owned());
    // Skips the macro's arm.
    names.filter(|name| name != "{").collect()
}

/// Every call whose response is more than names has a file in the lifecycle too; all checks of
/// configurations share one.
#[test]
fn a_call_has_one_name_from_the_wire_to_provider_code() {
    let server: Vec<Source> = sources_of("crates/server");
    let shell = sources_of("crates/shell");
    let calls = calls();
    assert!(calls.len() > 30, "{calls:?}");
    for call in &calls {
        let file = format!("crates/transport/src/proto/v6/{call}.rs");
        assert!(workspace().join(&file).is_file(), "there is no {file}");
        let answer = [format!("fn {call}("), format!(" {call}: ")];
        let answers = |source: &Source| {
            source
                .module
                .first()
                .is_some_and(|module| module == "calls")
                && answer.iter().any(|answer| source.text.contains(answer))
        };
        assert!(server.iter().any(answers), "the server has no {call}");
        let from_names = [
            "get_metadata",
            "get_functions",
            "get_resource_identity_schemas",
        ];
        let run = if call.starts_with("validate_") {
            "validate_config"
        } else {
            call
        };
        let runs = |source: &Source| {
            source
                .module
                .first()
                .is_some_and(|module| module == "lifecycle")
                && source.module.last().is_some_and(|module| module == run)
        };
        let named = from_names.contains(&call.as_str());
        assert!(
            named || shell.iter().any(runs),
            "the lifecycle has no {run}"
        );
    }
}

/// The compiler requires messages for each row of the table; this requires a row for all messages.
#[test]
fn every_call_with_messages_has_its_row() {
    let calls = calls();
    for file in std::fs::read_dir(workspace().join("crates/transport/src/proto/v6")).unwrap() {
        let path = file.unwrap().path();
        let call = path.file_stem().unwrap().to_str().unwrap();
        if !matches!(call, "mod" | "attribute") {
            assert!(
                calls.iter().any(|row| row == call),
                "the table has no row for {call}"
            );
        }
    }
}

/// The names in the first column of the first table after a heading.
fn first_column(text: &str, heading: &str) -> Vec<String> {
    let lines = text
        .lines()
        .map(|line| line.trim_start_matches(['/', '!']).trim());
    let rows = lines
        .skip_while(|line| *line != heading)
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    let cells = rows.skip(2).filter_map(|row| row.split('|').nth(1));
    let names = cells.flat_map(|cell| cell.split(','));
    names
        .map(|name| name.trim_matches(['[', ']', '`', ' ']).to_owned())
        .collect()
}

#[test]
fn the_pages_say_the_same_order() {
    for (layers, page, heading) in [
        (&RULES_CRATE, "crates/rules/src/lib.rs", "# Modules"),
        (&DERIVE, "schema-derive/src/lib.rs", "# Modules"),
        (&RUNTIME, "schema-runtime/src/lib.rs", "# Modules"),
        (&LOCAL, "crates/local/src/lib.rs", "# Modules"),
        (
            &LOCAL_LANGUAGE,
            "crates/local/src/language/mod.rs",
            "# Modules",
        ),
        (&LOCAL_RUN, "crates/local/src/run/mod.rs", "# Modules"),
        (&DOCS, "crates/docs/src/lib.rs", "# Modules"),
        (&TRANSPORT, "crates/transport/src/lib.rs", "# Modules"),
        (&CLIENT, "crates/client/src/lib.rs", "# Modules"),
        (&COMPARE, "crates/compare/src/lib.rs", "# Modules"),
        (&SHELL, "crates/shell/src/lib.rs", "# Modules"),
        (&LIFECYCLE, "crates/shell/src/lifecycle/mod.rs", "# Modules"),
        (&SERVER, "crates/server/src/lib.rs", "# Modules"),
    ] {
        let order = layers.order.iter();
        let order: Vec<String> = order
            .filter(|(name, _)| *name != "__private")
            .map(|(name, _)| (*name).to_owned())
            .collect();
        let text = std::fs::read_to_string(workspace().join(page)).unwrap();
        assert_eq!(first_column(&text, heading), order, "{page}");
    }
}

/// The crate of the test harness and its groups, each with the file that maps it.
const TESTING_MAPS: &[(&Layers, &str)] = &[
    (&TESTING, "lib.rs"),
    (&TESTING_OBSERVED, "observed/mod.rs"),
    (&TESTING_CHECKS, "checks/mod.rs"),
    (&TESTING_STEPS, "steps/mod.rs"),
    (&TESTING_DRIVERS, "drivers/mod.rs"),
    (&TESTING_HARNESS, "harness/mod.rs"),
    (&CONFORMANCE, "conformance/mod.rs"),
    (&CONFORMANCE_FINDINGS, "conformance/findings/mod.rs"),
    (&CONFORMANCE_EXAMPLES, "conformance/examples/mod.rs"),
    (&CONFORMANCE_OPERATIONS, "conformance/operations/mod.rs"),
];

#[test]
fn the_harness_and_the_conformance_kit_import_one_way() {
    for (layers, _) in TESTING_MAPS {
        assert_kept(layers, "crates/testing");
    }
}

#[test]
fn the_maps_say_the_same_order() {
    for (layers, page) in TESTING_MAPS {
        let order: Vec<&str> = layers.order.iter().map(|(name, _)| *name).collect();
        let path = workspace().join("crates/testing/src").join(page);
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(first_column(&text, "# Modules"), order, "{page}");
    }
}
