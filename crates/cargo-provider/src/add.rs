//! `cargo provider add`: one more resource, data source, function … of the provider in this
//! directory.

use std::fs;
use std::path::Path;

use clap::Subcommand;

use crate::names::{ItemName, ProviderName};
use crate::package::Package;
use crate::port::lists::{inside_of_list, list_function, places};
use crate::result::Result;
use crate::schemas;
use crate::template;
use crate::write::{self, Files};

/// What can be added.
#[derive(Subcommand)]
pub(crate) enum Kind {
    /// An object that Terraform creates, changes and deletes
    Resource { name: String },
    /// A data source, which reads existing objects
    DataSource { name: String },
    /// A function that configurations call
    Function { name: String },
    /// An object that exists only during a run of Terraform
    EphemeralResource { name: String },
    /// An action, which creates no object
    Action { name: String },
    /// The list of a resource's objects; NAME is the resource
    List { name: String },
}

/// How an item of a kind is registered.
struct Registration {
    kind: schemas::Kind,
    /// The folder of its templates.
    folder: &'static str,
    /// The suffixes of the names of the module and of the exported struct.
    suffixes: [&'static str; 2],
}

impl Kind {
    fn registration(&self) -> (&str, Registration) {
        use schemas::Kind as Of;
        let none = ["", ""];
        let (name, kind, folder, suffixes) = match self {
            Kind::Resource { name } => (name, Of::Resource, "resource", none),
            Kind::DataSource { name } => {
                let suffixes = ["_data_source", "DataSource"];
                (name, Of::DataSource, "data-source", suffixes)
            }
            Kind::Function { name } => (name, Of::Function, "function", none),
            Kind::EphemeralResource { name } => (name, Of::Ephemeral, "ephemeral-resource", none),
            Kind::Action { name } => (name, Of::Action, "action", none),
            Kind::List { name } => (name, Of::List, "list", ["_list", "Filter"]),
        };
        let how = Registration {
            kind,
            folder,
            suffixes,
        };
        (name, how)
    }
}

pub(crate) fn run(kind: &Kind) -> Result {
    let package = Package::here()?;
    let (name, registration) = kind.registration();
    let item = ItemName::of(name, &package.name)?;
    let files = add(&package.directory, &package.name, &item, &registration)?;
    write::format(&package.directory);
    for path in files.paths() {
        println!("{path}");
    }
    println!(
        "Registered in src/provider.rs. Its test runs with `cargo test`; `cargo run -- docs` writes its page."
    );
    Ok(())
}

fn add(
    directory: &Path,
    provider: &ProviderName,
    item: &ItemName,
    how: &Registration,
) -> Result<Files> {
    let read = |path: &str| {
        fs::read_to_string(directory.join(path)).map_err(|error| {
            format!("{path} cannot be read: {error}; is this a provider's directory?")
        })
    };
    let template::Item { files, conformance } = template::item(how.folder, item, provider);
    let module = format!("{}{}", item.snake(), how.suffixes[0]);
    let exported = format!("{}{}", item.camel(), how.suffixes[1]);
    let is_list = how.kind == schemas::Kind::List;
    let registered = if is_list {
        item.camel()
    } else {
        exported.clone()
    };
    let mut changed = Files::default();

    let lib = read("src/lib.rs")?;
    let lib = after_last(&lib, "mod ", &format!("mod {module};"))
        .and_then(|lib| after_last(&lib, "pub use ", &format!("pub use {module}::{exported};")))
        .ok_or_else(|| {
            by_hand(
                "src/lib.rs",
                &format!("mod {module}; pub use {module}::{exported};"),
            )
        })?;
    changed.insert("src/lib.rs".to_owned(), lib);

    let text = read("src/provider.rs")?;
    let with_list = registered_in(&text, how.kind, &registered);
    // A list's resource is in scope already.
    let with_use = match is_list {
        true => with_list,
        false => with_list.and_then(|text| imported(&text, "crate", &registered)),
    };
    let list = how.kind.list();
    let text =
        with_use.ok_or_else(|| by_hand("src/provider.rs", &format!("{list}![{registered}]")))?;
    changed.insert("src/provider.rs".to_owned(), text);

    if files
        .paths()
        .any(|path| path.starts_with("tests/provider/"))
    {
        let text = read("tests/provider/main.rs")?;
        let text = after_last(&text, "mod ", &format!("mod {module};"))
            .ok_or_else(|| by_hand("tests/provider/main.rs", &format!("mod {module};")))?;
        changed.insert("tests/provider/main.rs".to_owned(), text);
    }
    if let Some(line) = conformance {
        let path = "tests/provider/conformance.rs";
        let text = read(path)?;
        let (before, after) = places(&text, ".run()")
            .next()
            .and_then(|place| text.split_at_checked(place))
            .ok_or_else(|| by_hand(path, line.trim()))?;
        let root = format!("terraform_provider_{}", provider.plain());
        let short = line.replace(&format!("{root}::"), "");
        let text = match imported(before, &root, &exported) {
            Some(before) => format!("{before}{short}{after}"),
            None => format!("{before}{line}{after}"),
        };
        changed.insert(path.to_owned(), text);
    }
    files.add(directory, &changed)?;
    Ok(files)
}

fn by_hand(path: &str, what: &str) -> String {
    format!("no place is found for `{what}` in {path}; nothing was written")
}

/// Adds a line after the last one that begins like this and is a whole item.
fn after_last(text: &str, begins: &str, line: &str) -> Option<String> {
    let mut place = None;
    let mut at = 0;
    for existing in text.split_inclusive('\n') {
        at += existing.len();
        if existing.starts_with(begins) && existing.trim_end().ends_with(';') {
            place = Some(at);
        }
    }
    // A `use crate::{` that spans several lines ends further down.
    if place.is_none() {
        let begin = places(text, begins).next()?;
        place = Some(begin + text.get(begin..)?.find(";\n")? + 2);
    }
    let (before, after) = text.split_at_checked(place?)?;
    Some(format!("{before}{line}\n{after}"))
}

/// Imports one more name of a crate: in existing braces, else with an existing name, else in a new
/// line; formatting sorts them.
fn imported(text: &str, of: &str, name: &str) -> Option<String> {
    let begins = format!("use {of}::");
    // At the beginning of a line, and not under a `cfg` attribute.
    let at_line = |at: &usize| {
        text.get(..*at).is_some_and(|before| {
            let above = before.lines().next_back().unwrap_or_default();
            (before.is_empty() || before.ends_with('\n')) && !above.starts_with("#[")
        })
    };
    let braces = format!("{begins}{{");
    if let Some(at) = places(text, &braces).find(at_line) {
        // At the front, where no comment is that it could become part of.
        let (before, after) = text.split_at_checked(at + braces.len())?;
        return Some(format!("{before}{name}, {after}"));
    }
    let mut lines = places(text, &begins).filter(at_line);
    let single = lines.find_map(|at| {
        let rest = text.get(at + begins.len()..)?;
        let (only, after) = rest.split_once(';')?;
        let is_name = only.chars().all(|c| c == '_' || c.is_alphanumeric());
        is_name.then(|| (text.get(..at), only, after))
    });
    match single {
        Some((before, only, after)) => Some(format!(
            "{}{braces}{only}, {name}}};{after}",
            before.unwrap_or_default()
        )),
        None => after_last(text, &begins, &format!("{begins}{name};")),
    }
}

/// The provider's source with one more item in its list, which is created if it is missing.
fn registered_in(text: &str, kind: schemas::Kind, item: &str) -> Option<String> {
    if let Some(inside) = inside_of_list(text, kind) {
        // At the front, where no comment is that it could become part of.
        let (before, after) = text.split_at_checked(inside)?;
        let items = after.trim_start();
        let gap = after.get(..after.len() - items.len())?;
        let item = match (items.starts_with(']'), gap.contains('\n')) {
            (true, _) => item.to_owned(),
            (false, true) => format!("{gap}{item},{gap}"),
            (false, false) => format!("{item}, "),
        };
        return Some(format!("{before}{item}{items}"));
    }
    let place = places(text, "    async fn configure(").next()?;
    let (before, after) = text.split_at_checked(place)?;
    let function = list_function(kind, &[item.to_owned()]);
    Some(format!("{before}{function}\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESOURCE: schemas::Kind = schemas::Kind::Resource;

    #[test]
    fn an_item_joins_its_list_and_no_other() {
        let text = "list_resources![Note]\nresources![Note]";
        let text = registered_in(text, RESOURCE, "Server").unwrap();
        assert_eq!(text, "list_resources![Note]\nresources![Server, Note]");
        assert_eq!(
            registered_in("resources![]", RESOURCE, "A").unwrap(),
            "resources![A]"
        );
        assert_eq!(
            registered_in("resources![\n    A,\n    B,\n]", RESOURCE, "C").unwrap(),
            "resources![\n    C,\n    A,\n    B,\n]"
        );
    }

    #[test]
    fn nothing_lands_in_a_comment() {
        let add = |text| registered_in(text, RESOURCE, "C").unwrap();
        assert_eq!(
            add("resources![\n    A,\n    B, // the last one\n]"),
            "resources![\n    C,\n    A,\n    B, // the last one\n]"
        );
        assert_eq!(
            add("resources![ // ours\n    A, // [1]\n]"),
            "resources![C, // ours\n    A, // [1]\n]"
        );
        assert_eq!(
            add("resources![\n    // none yet\n]"),
            "resources![\n    C,\n    // none yet\n]"
        );
        assert_eq!(
            add("/// As `resources![A]` says.\n    // resources![B]\nresources![A]"),
            "/// As `resources![A]` says.\n    // resources![B]\nresources![C, A]"
        );
        assert_eq!(
            add("//     async fn configure(\n    async fn configure("),
            "//     async fn configure(\n    fn resources() -> &'static [ResourceDef<Self>] {\n        \
             resources![C]\n    }\n\n    async fn configure("
        );
        assert_eq!(
            after_last(
                "// use crate::A;\nuse crate::{\n    A,\n};\n",
                "use crate::",
                "x"
            )
            .unwrap(),
            "// use crate::A;\nuse crate::{\n    A,\n};\nx\n"
        );
    }

    #[test]
    fn a_name_joins_those_that_are_imported() {
        let add = |text| imported(text, "crate", "C");
        for (text, expected) in [
            (
                "use x;\nuse crate::{A, B};\n",
                "use x;\nuse crate::{C, A, B};\n",
            ),
            (
                "use crate::client::D;\nuse crate::{\n    A, // ours\n};\n",
                "use crate::client::D;\nuse crate::{C, \n    A, // ours\n};\n",
            ),
            (
                "use crate::A;\nfn f() {}\n",
                "use crate::{A, C};\nfn f() {}\n",
            ),
            (
                "use crate::client::D;\n",
                "use crate::client::D;\nuse crate::C;\n",
            ),
            (
                "// use crate::{A};\nuse crate::A as B;\n",
                "// use crate::{A};\nuse crate::A as B;\nuse crate::C;\n",
            ),
        ] {
            assert_eq!(add(text).as_deref(), Some(expected));
        }
        assert_eq!(add("fn main() {}\n"), None);
        let kit = "use terraform_provider_a::{A, Kit};\n";
        let with = imported(kit, "terraform_provider_a", "C").unwrap();
        assert_eq!(with, "use terraform_provider_a::{C, A, Kit};\n");
    }

    #[test]
    fn a_list_that_is_not_there_is_made() {
        let text = "impl Provider for A {\n    async fn configure(\n";
        let text = registered_in(text, RESOURCE, "Server").unwrap();
        assert_eq!(
            text,
            "impl Provider for A {\n    fn resources() -> &'static [ResourceDef<Self>] {\n        \
             resources![Server]\n    }\n\n    async fn configure(\n"
        );
        assert_eq!(registered_in("fn main() {}", RESOURCE, "Server"), None);
    }

    #[test]
    fn a_line_follows_the_last_of_its_kind() {
        let text = "use x;\nuse crate::A;\n\nuse crate::B;\nstruct C;\n";
        assert_eq!(
            after_last(text, "use crate::", "use crate::D;").unwrap(),
            "use x;\nuse crate::A;\n\nuse crate::B;\nuse crate::D;\nstruct C;\n"
        );
        let text = "use crate::{\n    A,\n};\nstruct C;\n";
        assert_eq!(
            after_last(text, "use crate::", "use crate::D;").unwrap(),
            "use crate::{\n    A,\n};\nuse crate::D;\nstruct C;\n"
        );
        assert_eq!(after_last("fn main() {}\n", "use crate::", "x"), None);
    }
}
