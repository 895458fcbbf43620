//! The files of a new provider, with its names in them.

use std::path::PathBuf;

use include_dir::{Dir, include_dir};

use crate::names::{ItemName, ProviderName};
use crate::write::Files;

/// A provider called `acme`, whose one resource is a `note`.
static NEW: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/new");

/// What is added to it, a folder for each kind, called `note` too.
static ADD: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/add");

/// How the SDK is named in a manifest.
pub(crate) enum Sdk {
    /// The released version.
    Released,
    /// A folder, absolute.
    Folder(PathBuf),
}

impl Sdk {
    /// As a dependency, with what stands before the closing brace.
    fn dependency(&self, features: &str) -> String {
        match (self, features) {
            (Sdk::Released, "") => format!("{VERSION:?}"),
            (Sdk::Released, _) => format!("{{ version = {VERSION:?}{features} }}"),
            (Sdk::Folder(folder), _) => {
                // A literal string of TOML, as it may hold backslashes.
                let quote = match folder.display().to_string() {
                    path if path.contains('\'') => format!("{path:?}"),
                    path => format!("'{path}'"),
                };
                format!("{{ path = {quote}{features} }}")
            }
        }
    }
}

/// The version of the SDK that this program came with; later ones that are compatible are as good.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR")
);

/// A whole provider.
pub(crate) fn provider(name: &ProviderName, source: &str, sdk: &Sdk) -> Files {
    let mut files = Files::default();
    for (path, text) in texts(&NEW) {
        let text = text
            .replace("\"SDK\"", &sdk.dependency(""))
            .replace(
                "\"SDK, testing\"",
                &sdk.dependency(", features = [\"testing\"]"),
            )
            .replace("example.com/acme/acme", source);
        // Under these names the files would mean something for this crate itself.
        let path = path
            .replace("Cargo.toml.template", "Cargo.toml")
            .replace("gitignore.template", ".gitignore");
        files.insert(named(&path, name), named(&text, name));
    }
    files
}

/// What is written for one more item of a kind.
pub(crate) struct Item {
    pub(crate) files: Files,
    /// What is said to the conformance kit.
    pub(crate) conformance: Option<String>,
}

/// One more item of a kind (a folder of the templates).
pub(crate) fn item(kind: &str, item: &ItemName, name: &ProviderName) -> Item {
    let mut files = Files::default();
    let mut conformance = None;
    let folder = ADD.get_dir(kind).expect("each kind has a folder");
    for (path, text) in texts(folder) {
        let path = path.strip_prefix(kind).map_or(&*path, |path| &path[1..]);
        let of_item = |text: &str| {
            text.replace("note", item.snake())
                .replace("Note", &item.camel())
        };
        let text = named(&of_item(&text), name);
        match path {
            "conformance.part" => conformance = Some(text),
            path => files.insert(named(&of_item(path), name), text),
        }
    }
    Item { files, conformance }
}

fn named(text: &str, name: &ProviderName) -> String {
    text.replace("acme", name.plain())
        .replace("Acme", &name.camel())
        .replace("ACME", &name.upper())
}

fn texts(folder: &Dir<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in folder.files() {
        // The templates are ours: they are text, and their names are.
        let path = file
            .path()
            .components()
            .map(|part| part.as_os_str().to_string_lossy());
        let path = path.collect::<Vec<_>>().join("/");
        found.push((path, String::from_utf8_lossy(file.contents()).into_owned()));
    }
    for folder in folder.dirs() {
        found.extend(texts(folder));
    }
    found
}
