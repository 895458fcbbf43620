//! Links in the pages lead to existing files and headings; so do pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::workspace;

/// All Markdown of a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// A page without its blocks of code.
fn prose(text: &str) -> String {
    let mut code = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Without code in backticks, which may look like a link.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

/// The anchors of a page, as code hosts and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings.lines().filter_map(|line| {
        let heading = line.trim_start_matches('#');
        (heading.len() < line.len()).then(|| heading.trim().to_owned())
    });
    let anchor = |heading: String| -> String {
        let kept = heading.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        kept.collect()
    };
    headings.map(anchor).collect()
}

/// The path without `..`, which need not be a file.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

/// The errors in the links of a page.
fn faults(page: &Path, text: &str, links: &mut usize) -> Vec<String> {
    let mut faults = Vec::new();
    for found in without_code(&prose(text)).split("](").skip(1) {
        let link = found.split(')').next().unwrap_or_default();
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        *links += 1;
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = match file {
            "" => page.to_owned(),
            file => normal(&page.parent().expect("a folder").join(file)),
        };
        if !target.exists() {
            faults.push(format!("{}: {link} leads nowhere", page.display()));
        } else if !anchor.is_empty() {
            let text = fs::read_to_string(&target).unwrap_or_default();
            if !anchors(&text).contains(anchor) {
                faults.push(format!("{}: {link} is no heading", page.display()));
            }
        }
    }
    faults
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = workspace().canonicalize().expect("the tree");
    let mut found = Vec::new();
    pages(&root.join("docs"), &mut found);
    for page in fs::read_dir(&root).expect("the tree") {
        let page = page.expect("an entry").path();
        if page.extension().is_some_and(|extension| extension == "md") {
            found.push(page);
        }
    }
    let (mut links, mut wrong) = (0, Vec::new());
    for page in found {
        let text = fs::read_to_string(&page).expect("text");
        wrong.extend(faults(&page, &text, &mut links));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(links > 200, "{links} links: are they still read?");
}

#[test]
fn what_leads_nowhere_is_found() {
    let page = workspace()
        .canonicalize()
        .expect("the tree")
        .join("README.md");
    let text = "[a](docs/nowhere.md) [b](docs/src/introduction.md#nowhere) `[c](x.md)`\n```\n[d](y.md)\n```\n[e](#a-heading)\n## A `heading`\n";
    let said = faults(&page, text, &mut 0).join("\n");
    assert!(said.contains("docs/nowhere.md leads nowhere"), "{said}");
    assert!(
        said.contains("docs/src/introduction.md#nowhere is no heading"),
        "{said}"
    );
    // Of this page the file is read, which has no such heading.
    assert!(
        said.contains("#a-heading is no heading") && !said.contains(".md)"),
        "{said}"
    );
    assert!(anchors(text).contains("a-heading"));
}

/// Every chapter is in the table of contents, without which the book does not have it.
#[test]
fn every_chapter_is_in_the_contents() {
    let source = workspace().join("docs/src");
    let contents = fs::read_to_string(source.join("SUMMARY.md")).expect("the contents");
    let mut found = Vec::new();
    pages(&source, &mut found);
    for page in found {
        let name = page.strip_prefix(&source).expect("a page of it");
        let name = name.to_str().expect("text");
        assert!(
            name == "SUMMARY.md" || contents.matches(&format!("]({name})")).count() == 1,
            "{name} is not in SUMMARY.md once"
        );
    }
}
