//! What must not compile, in a package of its own, as cargo builds an author's: what the compiler prints, whole.
//!
//! The programs are those of `tests/ui`, where `tests/tests/compile/ui.rs` asks the compiler about each in a stricter
//! way. For some of every topic and family of rules the whole print stands in `fail/TOPIC/NAME.stderr`; it is that
//! of the compiler in `rust-toolchain.toml`. `TRYBUILD=overwrite` writes it anew, also into a file that is empty.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn what_is_wrong_does_not_compile_in_another_package() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let prints = files(&package.join("fail"), "stderr");
    let programs = package.join("../ui");

    // trybuild wants both in one folder.
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fail");
    let _ = fs::remove_dir_all(&copies);
    let cases = trybuild::TestCases::new();
    for print in &prints {
        fs::create_dir_all(copies.join(print).parent().expect("a topic")).expect("a folder");
        let program = print.with_extension("rs");
        fs::copy(programs.join(&program), copies.join(&program)).expect("a program of tests/ui");
        let text = fs::read_to_string(package.join("fail").join(print)).expect("a print");
        if !text.is_empty() {
            fs::write(copies.join(print), text).expect("a copy");
        }
        cases.compile_fail(copies.join(&program));
    }
    // Here it runs them.
    drop(cases);

    if std::env::var("TRYBUILD").is_ok_and(|action| action == "overwrite") {
        for print in &prints {
            // One that was right is not written again.
            fs::copy(copies.join(print), package.join("fail").join(print)).expect("a print");
        }
    }
}

/// No topic is left out, and no family of rules.
#[test]
fn every_topic_and_family_is_there() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let prints = files(&package.join("fail"), "stderr");
    assert!(prints.len() >= 60, "only {}", prints.len());
    let programs = files(&package.join("../ui"), "rs");
    let topics = |files: &[PathBuf]| -> BTreeSet<PathBuf> {
        files
            .iter()
            .filter_map(|file| Some(file.parent()?.to_owned()))
            .filter(|topic| !topic.ends_with("pass"))
            .collect()
    };
    assert_eq!(topics(&prints), topics(&programs));

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
    assert_eq!(families(&prints), families(&programs));
    assert!(families(&prints).len() > 3);
}

/// The files of this kind in the folders of a folder, by their topic and name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for topic in fs::read_dir(folder).expect("a folder").flatten() {
        for file in fs::read_dir(topic.path()).expect("a topic").flatten() {
            let path = file.path();
            if path.extension().is_some_and(|found| found == extension) {
                found.push(path.strip_prefix(folder).expect("its folder").to_owned());
            }
        }
    }
    found.sort();
    found
}
