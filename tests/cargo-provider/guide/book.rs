//! The pages of the book: all of them are in its list, and links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use crate::pages;

/// The pages in the order of the book, from the folder of the pages.
pub(crate) fn chapters() -> Vec<String> {
    let summary = fs::read_to_string(pages().join("SUMMARY.md")).expect("the list of chapters");
    prose(&summary)
        .flat_map(|(_, line)| links(line))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_page_is_in_the_list_of_chapters_and_every_chapter_is_there() {
    let chapters = chapters();
    let mut found = Vec::new();
    walk(&pages(), &mut found);
    let wrong: Vec<String> = chapters
        .iter()
        .filter(|chapter| !pages().join(chapter).is_file())
        .map(|chapter| format!("{chapter} is not there"))
        .chain(
            found
                .iter()
                .filter(|page| *page != "SUMMARY.md" && !chapters.contains(page))
                .map(|page| format!("{page} is not in the list")),
        )
        .chain(
            chapters
                .iter()
                .enumerate()
                .filter(|(at, chapter)| chapters[..*at].contains(chapter))
                .map(|(_, chapter)| format!("{chapter} is in the list twice")),
        )
        .collect();
    assert!(
        wrong.is_empty(),
        "docs/guide/src/SUMMARY.md:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_link_leads_to_a_page_and_its_heading() {
    let mut found = Vec::new();
    walk(&pages(), &mut found);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in &found {
        let path = pages().join(page);
        let text = fs::read_to_string(&path).expect("a page");
        for (number, line) in prose(&text) {
            for link in links(line) {
                if link.contains("://") || link.starts_with("mailto:") {
                    continue;
                }
                seen += 1;
                if let Err(error) = follow(&path, link) {
                    wrong.push(format!("{page}:{number}: {link}: {error}"));
                }
            }
        }
    }
    assert!(seen > 30, "only {seen} links were found");
    assert!(
        wrong.is_empty(),
        "links that lead nowhere:\n{}",
        wrong.join("\n")
    );
}

fn follow(from: &Path, link: &str) -> Result<(), String> {
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target: PathBuf = match file {
        "" => from.to_owned(),
        file => from.parent().expect("a folder").join(file),
    };
    let Ok(text) = fs::read_to_string(&target) else {
        return Err("there is no such file".to_owned());
    };
    let there = prose(&text)
        .filter_map(|(_, line)| line.strip_prefix('#'))
        .any(|line| anchor(line.trim_start_matches('#')) == heading);
    match heading.is_empty() || there {
        true => Ok(()),
        false => Err("there is no such heading".to_owned()),
    }
}

/// A heading as a part of an address: mdBook and code hosts agree on it for the headings that we write.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
        _ => None,
    });
    letters.collect::<String>().to_lowercase()
}

/// The lines of a page with their numbers, but for those of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        (!inside && !fence).then_some((at + 1, line))
    })
}

/// What the links of a line lead to; what stands in backticks is no link.
fn links(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find("](") {
        // Code is between backticks: an odd number of them is before what is in it.
        let in_code = rest[..at].matches('`').count() % 2 == 1;
        rest = &rest[at + 2..];
        if let Some(end) = rest.find(')').filter(|_| !in_code) {
            found.push(&rest[..end]);
            rest = &rest[end..];
        } else if in_code {
            // Its end, so that what follows is counted from there.
            rest = rest.find('`').map_or("", |end| &rest[end + 1..]);
        }
    }
    found
}

fn walk(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let name = path.strip_prefix(pages()).expect("a page");
            found.push(name.to_string_lossy().into_owned());
        }
    }
    found.sort();
}

#[test]
fn links_are_found_where_they_are_and_followed() {
    assert_eq!(
        links("a [b](c.md) and [`d`](e.md#f), `[x](y)` [g](h)"),
        ["c.md", "e.md#f", "h"]
    );
    assert_eq!(anchor(" What a plan `is`, then"), "what-a-plan-is-then");
    let text = "a\n```rust\n[b](c)\n```\nd\n";
    assert_eq!(prose(text).map(|(at, _)| at).collect::<Vec<_>>(), [1, 5]);
    let page = pages().join("introduction.md");
    assert!(follow(&page, "tutorial/begin.md#what-you-need").is_ok());
    assert!(follow(&page, "#to-read-it-in-a-browser").is_ok());
    assert!(
        follow(&page, "tutorial/begin.md#nothing")
            .unwrap_err()
            .contains("heading")
    );
    assert!(follow(&page, "nothing.md").unwrap_err().contains("file"));
}
