//! Which module may import which. The lists here are the layers of our crates, from the lowest up;
//! a module imports only what stands before it. A new module has to be given its place.

mod sources;
mod testing;

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

const DERIVE: Layers = Layers {
    crate_name: "schema_derive",
    root: &[],
    order: &[
        ("error", "mistakes of the author, at their tokens"),
        ("types", "what a Rust type's tokens look like"),
        (
            "parse",
            "the keys of structs and fields, as they are written",
        ),
        ("words", "texts that say how a thing is written"),
        (
            "model",
            "what a struct says, decided; takes what was parsed",
        ),
        ("facts", "the model as the rules ask for it"),
        (
            "check",
            "takes the model, answers with the same and its warnings",
        ),
        ("emit", "takes what was checked, answers with tokens"),
        ("enums", "another derive, which needs no stages"),
        ("newtype", "another derive, which needs no stages"),
        ("registration", "what `resources!` expands to"),
    ],
};

/// The local runner: language, configuration, state, the steps of a run, the command line.
const LOCAL: Layers = Layers {
    crate_name: "schema_local",
    root: &[],
    order: &[
        (
            "source",
            "text and places in it, which everything points to",
        ),
        ("message", "a diagnostic has a place in a file"),
        ("address", "names of things, as they are written"),
        ("hcl", "what does not parse is told with its place"),
        (
            "eval",
            "expressions of the syntax tree, references to addresses",
        ),
        (
            "config",
            "blocks of the syntax tree; defaults and types are evaluated",
        ),
        ("references", "whether what a configuration names is there"),
        ("variables", "values for what a configuration declares"),
        ("body", "blocks of the syntax tree, evaluated by a schema"),
        ("graph", "the order of what a configuration declares"),
        ("state", "objects by address"),
        ("checks", "core's checks, as messages"),
        (
            "changes",
            "a plan as data: outputs are typed values, and stored ones",
        ),
        ("events", "what is told while a command runs: plans too"),
        ("stop", "tells that the user asked"),
        (
            "run",
            "configuration, graph, state, listeners and stop of one command",
        ),
        ("validate", "a step of a run"),
        ("refresh", "a step of a run: an object is read and checked"),
        ("plan", "a step of a run: refreshes"),
        (
            "apply",
            "a step of a run: plans once more when everything is known",
        ),
        ("import", "a step of a run: refreshes what was found"),
        ("render", "plans, states and events, shown"),
        ("cli", "asks, runs the steps and renders what comes out"),
        ("evaluated", "for fuzzing: evaluates and renders"),
    ],
};

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
fn the_derive_imports_one_way() {
    assert_kept(&DERIVE, "schema-derive");
}

#[test]
fn the_local_runner_imports_one_way() {
    assert_kept(&LOCAL, "schema-local");
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
        (&LOCAL, "schema-local/src/lib.rs", "# Modules"),
    ] {
        let order = layers.order.iter().map(|(name, _)| (*name).to_owned());
        let order: Vec<String> = order.filter(|name| name != "__private").collect();
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
