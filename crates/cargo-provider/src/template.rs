//! The files of a new provider, with its names in them.

use std::path::PathBuf;

use include_dir::{Dir, include_dir};

use crate::names::{ItemName, ProviderName};
use crate::write::Files;

/// A provider called `acme`, with one resource and one data source called `note`, the same that
/// `add` creates; these strings occur only in names.
static NEW: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/new");

/// The items to add, a folder for each kind, also called `note`.
static ADD: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template/add");

/// The SDK's dependency in a manifest.
pub(crate) enum Sdk {
    /// The released version.
    Released,
    /// A folder, absolute.
    Folder(PathBuf),
}

impl Sdk {
    /// As a dependency, and as one of tests.
    fn dependencies(&self) -> [String; 2] {
        ["", ", features = [\"testing\"]"].map(|features| self.dependency(features))
    }

    /// As a dependency, with this text before the closing brace.
    fn dependency(&self, features: &str) -> String {
        match (self, features) {
            (Sdk::Released, "") => format!("{VERSION:?}"),
            (Sdk::Released, _) => format!("{{ version = {VERSION:?}{features} }}"),
            (Sdk::Folder(folder), _) => {
                // A literal TOML string, since it may contain backslashes.
                let quote = match folder.display().to_string() {
                    path if path.contains('\'') => format!("{path:?}"),
                    path => format!("'{path}'"),
                };
                format!("{{ path = {quote}{features} }}")
            }
        }
    }
}

/// The SDK version that this program came with; later compatible ones are as good.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR")
);

/// A whole provider.
pub(crate) fn provider(name: &ProviderName, source: &str, resource: &ItemName, sdk: &Sdk) -> Files {
    let mut files = Files::default();
    let [plain, testing] = sdk.dependencies();
    let mut marks = names(name).to_vec();
    marks.extend(names_of_item(resource));
    let mut in_text = vec![
        ("\"SDK\"", &*plain),
        ("\"SDK, testing\"", &*testing),
        ("example.com/acme/acme", source),
    ];
    in_text.extend(marks.iter().map(|(mark, name)| (*mark, &**name)));
    // Under their real names, the files would affect this crate itself.
    let mut in_path = vec![
        ("Cargo.toml.template", "Cargo.toml"),
        ("gitignore.template", ".gitignore"),
    ];
    in_path.extend(marks.iter().map(|(mark, name)| (*mark, &**name)));
    for kind in ["resource", "data-source"] {
        files.extend(item(kind, resource, name).files);
    }
    // After them: here the data source's test has a resource to look up.
    for (path, text) in texts(&NEW) {
        files.insert(filled(&path, &in_path), filled(&text, &in_text));
    }
    files
}

/// The files around the sources of a provider with any name and this struct.
pub(crate) fn skeleton(name: &str, provider: &str, source: &str, sdk: &Sdk) -> Files {
    let mut files = Files::default();
    let [plain, testing] = sdk.dependencies();
    let library = format!("terraform_provider_{}", name.replace('-', "_"));
    let marks = [
        ("terraform_provider_acme", &*library),
        ("\"SDK\"", &*plain),
        ("\"SDK, testing\"", &*testing),
        ("example.com/acme/acme", source),
        // For the client of a new provider.
        (
            "tokio = { version = \"1\", default-features = false, features = [\"fs\"] }\n",
            "",
        ),
        ("acme", name),
        ("Acme", provider),
    ];
    for (path, as_written) in [
        ("Cargo.toml.template", "Cargo.toml"),
        ("gitignore.template", ".gitignore"),
        (".cargo/config.toml", ".cargo/config.toml"),
        ("src/main.rs", "src/main.rs"),
    ] {
        let text = NEW.get_file(path).and_then(|file| file.contents_utf8());
        let text = filled(text.unwrap_or_default(), &marks);
        files.insert(as_written.to_owned(), text);
    }
    files
}

/// The output for one more item of a kind.
pub(crate) struct Item {
    pub(crate) files: Files,
    /// The input to the conformance kit.
    pub(crate) conformance: Option<String>,
}

/// One more item of a kind (a folder of the templates).
pub(crate) fn item(kind: &str, item: &ItemName, name: &ProviderName) -> Item {
    let mut files = Files::default();
    let mut conformance = None;
    let folder = ADD.get_dir(kind).expect("each kind has a folder");
    let names = names_of_item(item).into_iter().chain(names(name));
    let names: Vec<_> = names.collect();
    let marks: Vec<_> = names.iter().map(|(mark, name)| (*mark, &**name)).collect();
    for (path, text) in texts(folder) {
        let path = path.strip_prefix(kind).map_or(&*path, |path| &path[1..]);
        let text = filled(&text, &marks);
        match path {
            "conformance.part" => conformance = Some(text),
            path => files.insert(filled(path, &marks), text),
        }
    }
    Item { files, conformance }
}

/// Replaces the templates' provider name.
fn names(name: &ProviderName) -> [(&'static str, String); 3] {
    [
        ("acme", name.plain().to_owned()),
        ("Acme", name.camel()),
        ("ACME", name.upper()),
    ]
}

/// Replaces the templates' name of a resource or other item.
fn names_of_item(item: &ItemName) -> [(&'static str, String); 2] {
    [("note", item.snake().to_owned()), ("Note", item.camel())]
}

/// Replaces the marks in a string; the first mark that matches counts. Inserted text is not
/// searched again: an address, a folder or a name may contain another mark.
fn filled(text: &str, marks: &[(&str, &str)]) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    // If several marks match at one position, the first in the list.
    while let Some((at, mark, value)) = marks
        .iter()
        .filter_map(|(mark, value)| Some((rest.find(mark)?, *mark, *value)))
        .min_by_key(|(at, ..)| *at)
    {
        done.push_str(&rest[..at]);
        done.push_str(value);
        rest = &rest[at + mark.len()..];
    }
    done.push_str(rest);
    done
}

fn texts(folder: &Dir<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in folder.files() {
        // The templates are ours: they are text, and their names are.
        let path = file.path().components();
        let path = path.map(|part| part.as_os_str().to_string_lossy());
        let path = path.collect::<Vec<_>>().join("/");
        found.push((path, String::from_utf8_lossy(file.contents()).into_owned()));
    }
    for folder in folder.dirs() {
        found.extend(texts(folder));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<'a>(files: &'a Files, path: &str) -> &'a str {
        files.text(path).expect("a file")
    }

    #[test]
    fn an_address_and_a_folder_stay_as_they_were_given() {
        let cloud = ProviderName::of("cloud").unwrap();
        let source = "registry.terraform.io/acme-corp/cloud";
        let folder = "/home/acme/SDK note";
        let server = ItemName::of("server", &cloud).unwrap();
        let files = provider(&cloud, source, &server, &Sdk::Folder(folder.into()));
        let manifest = text(&files, "Cargo.toml");
        for line in [
            format!("source = {source:?}\n"),
            format!("schema-provider = {{ path = '{folder}' }}\n"),
            format!("schema-provider = {{ path = '{folder}', features = [\"testing\"] }}\n"),
            "name = \"terraform-provider-cloud\"\n".to_owned(),
        ] {
            assert!(manifest.contains(&line), "{line} is not in {manifest}");
        }
        let example = text(&files, "examples/provider/provider.tf");
        assert!(
            example.contains(&format!("source = {source:?}\n")),
            "{example}"
        );
        for path in files.paths() {
            let text = text(&files, path).replace(source, "").replace(folder, "");
            let found = [path, &text].map(|text| {
                let text = text.to_lowercase();
                text.contains("acme") || text.contains("note")
            });
            assert_eq!(found, [false; 2], "{path}: {text}");
        }
    }

    #[test]
    fn names_may_hold_those_of_the_templates() {
        for (name, of_item) in [
            ("cloud", "acme_server"),
            ("evernote", "server"),
            ("acmenote", "note_acme"),
        ] {
            let name = ProviderName::of(name).unwrap();
            let of_item = ItemName::of(of_item, &name).unwrap();
            let made = item("resource", &of_item, &name);
            let whole = format!("{}_{}", name.plain(), of_item.snake());
            let source = text(&made.files, &format!("src/{}.rs", of_item.snake()));
            for part in [
                format!("resource = {whole:?}"),
                format!("pub struct {} {{", of_item.camel()),
                format!("type Provider = {};", name.camel()),
            ] {
                assert!(source.contains(&part), "{part} is not in {source}");
            }
            text(
                &made.files,
                &format!("examples/resources/{whole}/resource.tf"),
            );
        }
        // A mark that is part of another one, at one place.
        assert_eq!(filled("a/ab/b", &[("ab", "b"), ("a", "x")]), "x/b/b");
    }
}
