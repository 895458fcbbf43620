//! The tutorial, followed from its first page to its last.

use std::fs;

use crate::blocks::{Kind, blocks};
use crate::reader::Reader;
use crate::{book, pages};

#[test]
fn a_reader_who_follows_the_tutorial_releases_a_provider() {
    let names: Vec<String> = book::chapters()
        .into_iter()
        .filter(|page| page.starts_with("tutorial/") || page == "introduction.md")
        .collect();
    let mut all = Vec::new();
    for page in &names {
        let text = fs::read_to_string(pages().join(page)).expect("a page");
        all.extend(blocks(page, &text).unwrap_or_else(|error| panic!("{error}")));
    }
    // A page that is not found has no blocks that fail.
    let count = |wanted: fn(&Kind) -> bool| all.iter().filter(|block| wanted(&block.kind)).count();
    assert!(names.len() >= 7, "{names:?}");
    assert!(count(|kind| matches!(kind, Kind::File(_))) >= 10);
    assert!(count(|kind| matches!(kind, Kind::Commands(_))) >= 15);
    let mut reader = Reader::new();
    for block in &all {
        if let Err(error) = reader.does(block) {
            panic!("{error}");
        }
    }
}
