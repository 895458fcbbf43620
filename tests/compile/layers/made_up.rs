//! Tests of the checker itself, on made-up crates: what it must find, and what it must accept.

use super::sources::{Layers, Source, check};

/// The findings in a made-up crate with these files, whose layers are `low`, `middle` and `high`.
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

/// The same, with only this source in `middle`.
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
