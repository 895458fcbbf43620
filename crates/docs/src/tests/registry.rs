//! What `tfplugindocs validate` requires of registry pages, for pages of every kind. `.ci/long`
//! runs that program itself.

use std::collections::BTreeMap;

use super::kinds::whole;
use crate::markdown::split_front_matter;
use crate::{PageKind, Sources};

/// The largest page, and the largest number of pages, that Terraform's registry stores.
const MOST_BYTES: usize = 500_000;
const MOST_PAGES: usize = 2_000;

/// The problem with a page, if there is one.
fn problem(path: &str, page: &str) -> Option<String> {
    let Some(("docs", below)) = path.split_once('/') else {
        return Some("is not in docs".to_owned());
    };
    let Some(name) = below.strip_suffix(".md") else {
        return Some("does not end in .md".to_owned());
    };
    let folder = match name.split_once('/') {
        Some((folder, file)) if file.contains(['/', '.']) => {
            return Some(format!("{folder} has {file}"));
        }
        Some((folder, _)) => Some(folder),
        None if name == "index" => None,
        None => return Some("is beside the index".to_owned()),
    };
    let mut folders = PageKind::ALL
        .iter()
        .filter(|kind| **kind != PageKind::Provider);
    if let Some(folder) = folder
        && folder != "guides"
        && !folders.any(|kind| kind.folder() == folder)
    {
        return Some(format!("{folder} is no folder of a registry"));
    }
    if page.len() >= MOST_BYTES {
        return Some("is too large".to_owned());
    }
    let (Some(front), _) = split_front_matter(page) else {
        return Some("has no front matter".to_owned());
    };
    let keys: Vec<&str> = front
        .lines()
        .filter(|line| !line.starts_with([' ', '#']))
        .filter_map(|line| Some(line.split_once(':')?.0))
        .collect();
    let (refused, required): (&[&str], &[&str]) = match folder {
        None => (&["layout", "sidebar_current", "subcategory"], &[]),
        Some("guides") => (&["layout", "sidebar_current"], &["page_title"]),
        Some(_) => (&["layout", "sidebar_current"], &[]),
    };
    if let Some(key) = refused.iter().find(|key| keys.contains(key)) {
        return Some(format!("may not have {key}"));
    }
    let missing = required.iter().find(|key| !keys.contains(key));
    missing.map(|key| format!("has no {key}"))
}

#[track_caller]
fn assert_valid(pages: &BTreeMap<String, String>) {
    assert!(pages.len() <= MOST_PAGES);
    let problems: Vec<String> = pages
        .iter()
        .filter_map(|(path, page)| Some(format!("{path} {}", problem(path, page)?)))
        .collect();
    assert_eq!(problems, [""; 0]);
}

#[test]
fn pages_of_every_kind_pass_the_validator_of_registries() {
    let pages = whole().pages(&Sources::default()).unwrap();
    for kind in PageKind::ALL {
        let begin = match kind {
            PageKind::Provider => "docs/index.md".to_owned(),
            kind => format!("docs/{}/", kind.folder()),
        };
        assert!(
            pages.keys().any(|path| path.starts_with(&begin)),
            "{kind:?}"
        );
    }
    assert_valid(&pages);
    let front = split_front_matter(&pages["docs/index.md"]).0.unwrap();
    assert!(
        front.contains("\npage_title: \"disk Provider\"\ndescription: |-\n"),
        "{front}"
    );
}

/// The file name of a page is the name of its subject, with or without the provider's name and an
/// underscore before it.
#[test]
fn every_file_is_called_like_what_it_documents() {
    let whole = whole();
    for one in whole
        .all
        .iter()
        .filter(|one| one.kind != PageKind::Provider)
    {
        let page = whole.page_name(one);
        let of_it = [page.to_owned(), format!("{}_{page}", whole.name())];
        assert!(of_it.contains(&one.name), "{page}");
    }
}

#[test]
fn templates_and_guides_pass_it_too() {
    let mut sources = Sources::default();
    for (path, text) in [
        ("templates/index.md.tmpl", "{{heading}}\n\n{{schema}}\n"),
        ("templates/resources.md.tmpl", "{{heading}}\n\n{{schema}}\n"),
        ("templates/guides/bare.md", "# Bare\n"),
        (
            "templates/guides/titled.md",
            "---\npage_title: \"Titled\"\n---\n\n# Another\n",
        ),
        (
            "templates/guides/under.md.tmpl",
            "---\nsubcategory: \"Uses\"\n---\n\n# Under {{provider}}\n",
        ),
    ] {
        sources.add(path, text);
    }
    let pages = whole().pages(&sources).unwrap();
    assert_valid(&pages);
    let under = &pages["docs/guides/under.md"];
    assert!(
        under.contains("\npage_title: \"Under disk\"\nsubcategory: \"Uses\"\n---\n"),
        "{under}"
    );
    let titled = &pages["docs/guides/titled.md"];
    assert_eq!(titled.matches("page_title").count(), 1, "{titled}");
}

#[test]
fn what_the_validator_rejects_is_seen() {
    for (path, page, said) in [
        (
            "docs/index.md",
            "---\nsubcategory: \"\"\n---\n",
            "may not have subcategory",
        ),
        (
            "docs/resources/a.md",
            "---\nlayout: \"x\"\n---\n",
            "may not have layout",
        ),
        (
            "docs/guides/a.md",
            "---\nsubcategory: \"\"\n---\n",
            "has no page_title",
        ),
        ("docs/resources/a.md", "# a\n", "has no front matter"),
        (
            "docs/resources/a.html",
            "---\na: b\n---\n",
            "does not end in .md",
        ),
        (
            "docs/resources/a/b.md",
            "---\na: b\n---\n",
            "resources has a/b",
        ),
        (
            "docs/volumes/a.md",
            "---\na: b\n---\n",
            "volumes is no folder of a registry",
        ),
    ] {
        assert_eq!(problem(path, page).as_deref(), Some(said));
    }
    assert_eq!(
        problem("docs/resources/a.md", "---\nsubcategory: \"\"\n---\n"),
        None
    );
}
