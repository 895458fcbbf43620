//! Which module may import which. The lists here are the layers of our crates, from the lowest up;
//! a module imports only what stands before it. A new module has to be given its place.

mod sources;

use std::path::{Path, PathBuf};

use sources::{Layers, Source, check, read};

const RUNTIME: Layers = Layers {
    crate_name: "schema_runtime",
    root: &[],
    order: &[
        ("refs", "static or shared data, which everything is made of"),
        ("number", "knows nothing but digits"),
        ("ty", "types, whose names are texts"),
        (
            "value",
            "values and sets of them: a dynamic one carries its type",
        ),
        ("path", "a step into a set is a value"),
        ("diagnostics", "a diagnostic points to a path"),
        (
            "schema",
            "tables of types, default values and functions that answer with diagnostics",
        ),
        ("defaults", "what a field's table says stands for null"),
        ("codec", "reads and writes values by types and schemas"),
        ("convert", "goes by types as the codecs print them"),
        (
            "field_type",
            "Rust types as schema types: a dynamic one converts",
        ),
        ("object", "derived structs, which are field types"),
        ("attr", "handles of the fields of a derived struct"),
        ("address", "dotted text to the steps of a handle"),
        (
            "validate",
            "a configuration against its schema, defaults filled in",
        ),
        (
            "validators",
            "the same checks called by hand, on field types",
        ),
        (
            "check",
            "a schema against the rules, its defaults against its validators",
        ),
        (
            "dynamic",
            "schemas from texts: whoever has one may ask `check` about it",
        ),
        (
            "terraform_core",
            "core's own functions, which owe nothing to how we plan",
        ),
        (
            "correlate",
            "which set element is which, by what the schema leaves open",
        ),
        (
            "reconcile",
            "written values in the form that is stored; sets are correlated",
        ),
        ("plan", "the engine: what a hook writes is reconciled"),
        (
            "data",
            "what author code sees of plans, states and configurations",
        ),
        ("__private", "what generated code names, from everywhere"),
    ],
};

const TRANSPORT: Layers = Layers {
    crate_name: "schema_transport",
    root: &[],
    order: &[
        ("environment", "what Terraform says before anything runs"),
        ("error", "why serving failed"),
        ("listener", "a socket, where the environment wants it"),
        ("handshake", "tells the listener's address"),
        ("tls", "goes by the certificate that Terraform gave"),
        ("log", "knows levels and lines, and no calls"),
        ("proto", "messages, whoever sends them"),
        ("calls", "the table: names of calls and of their messages"),
        (
            "handler",
            "answers in messages; its methods are the table's rows",
        ),
        (
            "protocol5",
            "a handler's answers in the messages of protocol 5",
        ),
        (
            "rpc",
            "from bytes to the handler's method of either protocol",
        ),
        ("services", "the provider's calls beside those of go-plugin"),
        ("server", "services on a listener"),
        ("serve", "a server in a process of its own"),
    ],
};

const SHELL: Layers = Layers {
    crate_name: "schema_shell",
    root: &[],
    order: &[
        ("result", "how author code ends"),
        ("api_error", "what an API's error means"),
        ("id", "unique names, out of nothing"),
        ("json", "documents of an API as values"),
        ("user_agent", "a text for an API"),
        ("signal", "one bit that is waited for"),
        ("timeouts", "what a schema says about time"),
        ("context", "a call with its signal and its timeout"),
        ("raw_state", "bytes that a codec reads"),
        ("old_state", "raw state with its version"),
        ("import", "ids to fields"),
        ("untyped", "author code gets a context, data and old state"),
        ("definition", "untyped code, and what is checked about it"),
        ("provider", "names its definitions"),
        ("resource", "belongs to a provider"),
        ("data_source", "belongs to a provider"),
        ("typed", "the traits as untyped ones"),
        ("registration", "the traits as definitions"),
        ("pages", "an author's tool, with a context"),
        ("wait", "an author's tool, with a context"),
        ("lifecycle", "runs untyped code in calls of its own"),
    ],
};

const SERVER: Layers = Layers {
    crate_name: "schema_server",
    root: &[],
    order: &[
        ("convert", "values on the wire"),
        ("schema", "schemas on the wire"),
        ("provider", "what calls begin with: a schema, a module"),
        ("get_metadata", CALL),
        ("get_provider_schema", CALL),
        ("get_functions", CALL),
        ("validate_provider_config", CALL),
        ("configure_provider", CALL),
        ("validate_resource_config", CALL),
        ("validate_data_resource_config", CALL),
        ("upgrade_resource_state", CALL),
        ("read_resource", CALL),
        ("plan_resource_change", CALL),
        ("apply_resource_change", CALL),
        ("import_resource_state", CALL),
        ("move_resource_state", CALL),
        ("read_data_source", CALL),
    ],
};

/// Why a module of the server stands above those that are none: it answers the call of its name.
const CALL: &str = "a call";

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

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
fn the_runtime_imports_one_way() {
    assert_kept(&RUNTIME, "schema-runtime");
}

#[test]
fn the_transport_imports_one_way() {
    assert_kept(&TRANSPORT, "schema-transport");
}

#[test]
fn the_shell_imports_one_way() {
    assert_kept(&SHELL, "schema-shell");
}

#[test]
fn the_server_imports_one_way() {
    assert_kept(&SERVER, "schema-server");
}

/// What the server answers with more than names has a file in the lifecycle too.
#[test]
fn a_call_has_one_name_from_the_wire_to_the_author() {
    let calls = SERVER.order.iter().filter(|(_, reason)| *reason == CALL);
    for (call, _) in calls {
        let mut places = vec!["schema-transport/src/proto/v6"];
        if !matches!(*call, "get_metadata" | "get_functions") {
            places.push("schema-shell/src/lifecycle");
        }
        for place in places {
            let file = workspace().join(place).join(format!("{call}.rs"));
            assert!(file.is_file(), "{place} has no {call}.rs");
        }
    }
}

/// The compiler wants messages for each row of the table; this wants a row for all messages.
#[test]
fn every_call_with_messages_has_its_row() {
    let src = workspace().join("schema-transport/src");
    let table = std::fs::read_to_string(src.join("calls.rs")).unwrap();
    for file in std::fs::read_dir(src.join("proto/v6")).unwrap() {
        let path = file.unwrap().path();
        let call = path.file_stem().unwrap().to_str().unwrap();
        if !matches!(call, "mod" | "attribute") {
            let row = [";", " "].map(|end| table.contains(&format!("=> {call}{end}")));
            assert!(row.contains(&true), "calls.rs has no row for {call}");
        }
    }
}

/// The names in the first column of the first table after a heading.
fn first_column(text: &str, heading: &str) -> Vec<String> {
    let lines = text
        .lines()
        .map(|line| line.trim_start_matches("//!").trim());
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
        (
            &RUNTIME,
            "ARCHITECTURE.md",
            "## schema-runtime, room by room",
        ),
        (&RUNTIME, "schema-runtime/src/lib.rs", "# Modules"),
        (&TRANSPORT, "schema-transport/src/lib.rs", "# Modules"),
        (&SHELL, "schema-shell/src/lib.rs", "# Modules"),
        (&SERVER, "schema-server/src/lib.rs", "# Modules"),
    ] {
        let order = layers.order.iter();
        let order: Vec<String> = order
            .filter(|(name, reason)| *name != "__private" && *reason != CALL)
            .map(|(name, _)| (*name).to_owned())
            .collect();
        let text = std::fs::read_to_string(workspace().join(page)).unwrap();
        assert_eq!(first_column(&text, heading), order, "{page}");
    }
}

/// What the checker finds wrong in a made-up crate of these files, whose layers are `low`,
/// `middle` and `high`.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let layers = Layers {
        crate_name: "made_up",
        root: &[],
        order: &[("low", ""), ("middle", ""), ("high", "")],
    };
    found_in(&layers, files)
}

fn found_in(layers: &Layers, files: &[(&str, &str)]) -> Vec<String> {
    let mut sources: Vec<Source> = Vec::new();
    for (module, text) in files {
        sources.push(Source {
            module: module
                .split("::")
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
            text: (*text).to_owned(),
        });
    }
    check(layers, &sources)
}

/// The same, with one text in the middle and nothing else.
fn in_the_middle(text: &str) -> Vec<String> {
    found(&[("low", ""), ("middle::part", text), ("high", "")])
}

#[test]
fn imports_from_below_are_right() {
    let text = "
        use crate::low::{self, a, b::c};
        use super::other;
        pub(in crate::middle) fn f(x: crate::low::T) -> made_up::low::T { super::g(x) }
        /// See [`crate::high`] and `crate::high::T`.
        const TEXT: &str = \"crate::high::T\"; // crate::high
        use std::high::{T, crate_high};
    ";
    assert_eq!(in_the_middle(text), Vec::<String>::new());
}

#[test]
fn an_import_from_above_is_found_however_it_is_written() {
    for text in [
        "use crate::high;",
        "use crate::high::T as U;",
        "use crate::{low, high::{T, U}};",
        "use {std::fmt, crate::{low, high}};",
        "use super::super::high::T;",
        "use super::super::{low::A, high};",
        "use made_up::high::T;",
        "use ::made_up::high::T;",
        "pub(crate) use crate::high::*;",
        "fn f() -> T { crate::high::g::<T>(1) }",
        "struct S { field: Vec<crate::high::T> }",
        "fn f() { let x = [super::super::high::T]; }",
        "impl crate::high::T for S {}",
        "#[derive(made_up::high::T)] struct S;",
        "macro_rules! m { () => { $crate::high::f() } }",
        "mod inside { use super::super::super::high::T; }",
        "mod inside { fn f() { use crate::high::T; } }",
        "#[cfg(not(test))] use crate::high::T;",
        "#[cfg(any(test, unix))] use crate::high::T;",
        "#[cfg(test)] use crate::low::T; use crate::high::T;",
        "struct S { #[cfg(test)] a: u8, b: crate::high::T }",
    ] {
        let wrong = in_the_middle(text);
        let told = |text: &String| text.ends_with("high stands above middle");
        assert!(
            !wrong.is_empty() && wrong.iter().all(told),
            "{text}: {wrong:?}"
        );
    }
}

#[test]
fn tests_may_import_upward() {
    let text = "
        #[cfg(test)]
        mod tests { use crate::high::T; }
        #[cfg(test)]
        use crate::high::T;
        #[cfg(all(test, unix))]
        #[allow(unused)]
        fn f<A, B>() { crate::high::f() }
        #[cfg(test)]
        mod cases;
    ";
    let files = [
        ("", "mod low; mod middle; mod high; #[cfg(test)] mod tests;"),
        ("low", ""),
        ("middle", text),
        ("middle::cases", "use crate::high::T;"),
        ("middle::cases::more", "use crate::high::T;"),
        ("high", ""),
        ("tests", "use crate::high::T;"),
    ];
    assert_eq!(found(&files), Vec::<String>::new());
}

#[test]
fn every_module_has_its_place() {
    let files = [
        (
            "",
            "mod low; mod middle { use crate::low::T; } mod inline {}",
        ),
        ("low", ""),
        ("new", ""),
    ];
    let wrong = [
        "high is a layer, but no module",
        "inline has no place in the list of layers",
        "new has no place in the list of layers",
    ];
    assert_eq!(found(&files), wrong);
}

#[test]
fn the_root_hides_nothing() {
    for text in [
        "use crate::T;",
        "use super::super::*;",
        "fn f() { crate::f() }",
    ] {
        let wrong = in_the_middle(text);
        assert_eq!(wrong.len(), 1, "{text}: {wrong:?}");
        assert!(wrong[0].contains("from the root"), "{text}: {wrong:?}");
    }
}

#[test]
fn a_module_may_have_layers_of_its_own() {
    let layers = Layers {
        crate_name: "made_up",
        root: &["room"],
        order: &[("low", ""), ("high", "")],
    };
    let files = [
        ("elsewhere", "use crate::room::high::T;"),
        ("room", "mod low; mod high; use high::T;"),
        ("room::low", "use crate::elsewhere::T; use super::high::T;"),
        ("room::high", "use super::low::T;"),
    ];
    let wrong = ["room::low imports room::high::T: high stands above low"];
    assert_eq!(found_in(&layers, &files), wrong);
}
