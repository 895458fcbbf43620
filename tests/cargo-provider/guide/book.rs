//! The chapters of the book, in its order.

use std::fs;

use crate::pages;

/// The pages in the order of the book, from the folder of the pages.
pub(crate) fn chapters() -> Vec<String> {
    let summary = fs::read_to_string(pages().join("SUMMARY.md")).expect("the list of chapters");
    prose(&summary).flat_map(links).map(str::to_owned).collect()
}

/// The lines of a page, except in code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The targets of a line's links; text in backticks is not a link.
fn links(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find("](") {
        // Code is between backticks: an odd number of them precedes text in code.
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

#[test]
fn links_are_found_where_they_are() {
    assert_eq!(
        links("a [b](c.md) and [`d`](e.md#f), `[x](y)` [g](h)"),
        ["c.md", "e.md#f", "h"]
    );
    let text = "a\n```rust\n[b](c)\n```\nd\n";
    let lines: Vec<_> = prose(text).collect();
    assert_eq!(lines, ["a", "d"]);
}
