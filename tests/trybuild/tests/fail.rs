//! What must not compile, in a package of its own, as cargo builds an author's: what the compiler prints, whole.
//!
//! `fail` has links to programs of `tests/ui`, some of every topic and family of rules, where
//! `tests/compile/ui` asks the compiler about all of them in a stricter way. The print beside each is that of
//! the compiler in `rust-toolchain.toml`; `TRYBUILD=overwrite` writes it anew. One more is a link more:
//! `ln -s ../../../ui/TOPIC/NAME.rs fail/TOPIC`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[allow(unreachable_pub)]
#[path = "../../src/started_build.rs"]
mod started_build;

#[test]
fn what_is_wrong_does_not_compile_in_another_package() {
    start();
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}

/// What the derive is built of is the workspace's.
fn start() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild");
    started_build::start(&target, &workspace);
}

/// No topic is left out, and no family of rules.
#[test]
fn every_topic_and_family_is_there() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chosen = files(&package.join("fail"));
    assert!(chosen.len() >= 60, "only {}", chosen.len());
    let programs = files(&package.join("../ui"));
    let topics = |files: &[PathBuf]| -> BTreeSet<PathBuf> {
        files
            .iter()
            .filter_map(|file| Some(file.parent()?.to_owned()))
            // Steps of tests are no part of the crate with the traits.
            .filter(|topic| !topic.ends_with("pass") && !topic.ends_with("steps"))
            .collect()
    };
    assert_eq!(topics(&chosen), topics(&programs));

    // By hundreds: R1 and so on are the SDK's of fields, R100 its of types, R200 ours; C is core's.
    let families = |files: &[PathBuf]| -> BTreeSet<String> {
        files
            .iter()
            .filter_map(|file| {
                let name = file.file_name()?.to_str()?;
                let (rule, _) = name.split_once('_')?;
                let number: u32 = rule.get(1..)?.parse().ok()?;
                Some(format!("{}{}", rule.get(..1)?, number / 100))
            })
            .collect()
    };
    assert_eq!(families(&chosen), families(&programs));
    assert!(families(&chosen).len() > 3);
}

/// rustup installs the standard library's sources only on request (`rust-src`), and rustc quotes them only where they are installed.
#[test]
fn no_expected_output_quotes_the_standard_library() {
    let fail = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    let mut outputs = 0;
    for program in files(&fail) {
        let output = fail.join(program).with_extension("stderr");
        let text = fs::read_to_string(&output).expect("the expected output");
        outputs += 1;
        assert!(
            !["$RUST", "/rustc/", "/library/"]
                .iter()
                .any(|sources| text.contains(sources)),
            "{} depends on rust-src: choose a program whose error is in our own sources",
            output.display()
        );
    }
    assert!(outputs >= 60, "only {outputs}");
}

/// The programs in the folders of a folder, by their topic and name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for topic in fs::read_dir(folder).expect("a folder").flatten() {
        for file in fs::read_dir(topic.path()).expect("a topic").flatten() {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(folder).expect("its folder").to_owned());
            }
        }
    }
    found.sort();
    found
}
