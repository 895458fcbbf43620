//! The corpora of the fuzz targets, findings included, through the same functions on the stable
//! compiler.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use sdk_tests::fuzz::TARGETS;

#[test]
fn every_corpus_file_passes_its_target() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let mut failed = Vec::new();
    for (name, target) in TARGETS {
        let directory = corpora.join(name);
        let mut files: Vec<_> = fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
            .map(|entry| entry.expect("a directory's entry").path())
            .collect();
        files.sort();
        assert!(files.len() >= 6, "{name} has a corpus");
        for file in &files {
            let bytes = fs::read(file).expect("a corpus file");
            if catch_unwind(AssertUnwindSafe(|| target(&bytes))).is_err() {
                failed.push(file.display().to_string());
            }
        }
        sdk_tests::say!("{name}: {} files", files.len());
    }
    let folders = fs::read_dir(&corpora).expect("the corpora").count();
    assert_eq!(folders, TARGETS.len(), "each corpus has a target");
    assert!(failed.is_empty(), "{failed:#?}");
}

/// What a fuzzer does not try, since its inputs are short: deep and long ones, on a thread with the
/// stack of one.
#[test]
fn depth_and_length_bombs_need_no_stack() {
    let openers = [
        "[",
        "{\"a\":",
        "(",
        "{a=",
        "[\"list\",",
        "list(",
        "object({a=",
        "\"${",
        "a[",
        "-",
        "!",
        "a.0.",
        "[\"tuple\",[",
        "\u{91}",
        "1 + ",
        "a ? ",
        "${\"",
        "x {\n",
    ];
    for opener in openers {
        for (name, target) in TARGETS {
            for head in ["", "\0", "\u{7f}\0", "\u{7f}\u{13}", "locals {\n  a = "] {
                let mut bytes = head.as_bytes().to_vec();
                bytes.extend(opener.repeat(20_000).bytes());
                let outcome = catch_unwind(|| target(&bytes));
                assert!(
                    outcome.is_ok(),
                    "{name}: {head:?} and {opener:?} many times"
                );
            }
        }
    }
}
