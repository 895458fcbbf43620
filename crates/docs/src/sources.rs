//! [`Sources`]: examples and templates, and which page each belongs to.

use std::collections::{BTreeMap, BTreeSet};

use schema_rules::suggest;

use crate::kind::PageKind;
use crate::markdown::normal;
use crate::problem::Problem;
use crate::provider::{Documented, Provider};

/// The contents of the files in `examples` and `templates`.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, String>,
}

/// The purpose of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExampleForm {
    /// Usage.
    Usage,
    /// The command that imports an object.
    ImportCommand,
    /// The block that imports an object by its id.
    ImportById,
    /// The block that imports an object by its identity.
    ImportByIdentity,
}

/// An example that a page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The kind that it belongs to.
    pub kind: PageKind,
    /// The full name of what it belongs to; for the provider, the provider's name.
    pub name: String,
    /// Its purpose.
    pub form: ExampleForm,
    /// The file's path relative to the provider's folder.
    pub path: String,
    /// Its content.
    pub text: String,
}

impl Sources {
    /// Adds the text of a file, by its path relative to the provider's folder, with `/` as
    /// separator.
    pub fn add(&mut self, path: impl Into<String>, text: &str) {
        self.files.insert(path.into(), normal(text));
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// The examples of a provider, those of one page in display order; and a problem for each
    /// example that belongs to no page.
    #[must_use]
    pub fn examples(&self, provider: &Provider) -> (Vec<Example>, Vec<Problem>) {
        let (mut examples, mut problems) = (Vec::new(), BTreeSet::new());
        for (path, text) in &self.files {
            let Some(inside) = path.strip_prefix("examples/") else {
                continue;
            };
            let parts: Vec<&str> = inside.split('/').collect();
            let kind = PageKind::ALL
                .into_iter()
                .find(|kind| parts.first() == Some(&kind.folder()));
            // Any other folder is for the provider developer's own use.
            let Some(kind) = kind else { continue };
            let (name, file) = match (kind, &parts[..]) {
                (PageKind::Provider, [_, file]) => (provider.name(), *file),
                (PageKind::Provider, _) => continue,
                (_, [_, name, file]) => (*name, *file),
                (_, [folder, file]) if is_example(file) => {
                    let (stem, ending) = kind.example();
                    let text = format!(
                        "no page shows it: an example lies in a folder of the name, examples/{folder}/NAME/{stem}{ending}"
                    );
                    problems.insert(Problem::new(path, text));
                    continue;
                }
                _ => continue,
            };
            if provider.find(kind, name).is_none() {
                let folder = format!("examples/{}/{name}", kind.folder());
                let text = unknown_among(kind, name, provider.names(kind));
                problems.insert(Problem::new(folder, text));
                continue;
            }
            let Some(form) = form(kind, file) else {
                if is_example(file) {
                    problems.insert(Problem::new(path, no_form(kind)));
                }
                continue;
            };
            examples.push(Example {
                kind,
                name: name.to_owned(),
                form,
                path: path.clone(),
                text: text.clone(),
            });
        }
        examples.sort_by_cached_key(|example| {
            // `resource.tf` comes before `resource-encrypted.tf`.
            let stem = example.path.split('.').next().unwrap_or_default();
            let name = example.name.clone();
            (example.kind, name, example.form, stem.to_owned())
        });
        (examples, problems.into_iter().collect())
    }

    /// The templates by page, and the problems with the others.
    pub(crate) fn templates(&self, provider: &Provider) -> (Templates<'_>, Vec<Problem>) {
        let (mut templates, mut problems) = (Templates::default(), Vec::new());
        for (path, text) in &self.files {
            let Some(inside) = path.strip_prefix("templates/") else {
                continue;
            };
            let file = File {
                path,
                text,
                has_placeholders: inside.ends_with(".tmpl"),
            };
            match target_of(provider, inside) {
                Ok(target) => {
                    if let Some(first) = templates.0.insert(target, file) {
                        let text = format!("{} is for the same page: keep one of them", first.path);
                        problems.push(Problem::new(path, text));
                    }
                }
                Err(text) => problems.push(Problem::new(path, text)),
            }
        }
        (templates, problems)
    }
}

/// A template or a handwritten page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct File<'s> {
    pub(crate) path: &'s str,
    pub(crate) text: &'s str,
    pub(crate) has_placeholders: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// The page at this path.
    Page(String),
    /// All pages of a kind without their own template.
    Kind(PageKind),
    Guide(String),
}

/// What a template is for, by its path in `templates`.
fn target_of(provider: &Provider, path: &str) -> Result<Target, String> {
    const NO_PAGE: &str = "no page has this template: there are index, resources/NAME and the like, resources for all of a \
                           kind, and guides/NAME";
    let stem = path.strip_suffix(".tmpl").unwrap_or(path);
    let stem = stem
        .strip_suffix(".md")
        .ok_or("a template is a page that ends in .md, or in .md.tmpl where it has placeholders")?;
    Ok(match stem.split('/').collect::<Vec<_>>()[..] {
        ["index"] => Target::Page("docs/index.md".to_owned()),
        ["guides", name] => Target::Guide(name.to_owned()),
        [folder] => Target::Kind(kind_of(folder).ok_or(NO_PAGE)?),
        [folder, name] => {
            let kind = kind_of(folder).ok_or(NO_PAGE)?;
            let page = page_of(provider, kind, name);
            Target::Page(page.ok_or_else(|| unknown_page(provider, kind, name))?)
        }
        _ => return Err(NO_PAGE.to_owned()),
    })
}

/// Templates by target.
#[derive(Debug, Default)]
pub(crate) struct Templates<'s>(BTreeMap<Target, File<'s>>);

impl<'s> Templates<'s> {
    /// The template of a page.
    pub(crate) fn of(&self, provider: &Provider, documented: &Documented) -> Option<File<'s>> {
        let own = self.0.get(&Target::Page(path_of(provider, documented)));
        own.or_else(|| self.0.get(&Target::Kind(documented.kind)))
            .copied()
    }

    /// The guides by name.
    pub(crate) fn guides(&self) -> impl Iterator<Item = (&str, File<'s>)> {
        self.0.iter().filter_map(|(target, file)| match target {
            Target::Guide(name) => Some((name.as_str(), *file)),
            _ => None,
        })
    }
}

/// The path of an item's page.
pub(crate) fn path_of(provider: &Provider, documented: &Documented) -> String {
    match documented.kind {
        PageKind::Provider => "docs/index.md".to_owned(),
        kind => format!(
            "docs/{}/{}.md",
            kind.folder(),
            provider.page_name(documented)
        ),
    }
}

fn kind_of(folder: &str) -> Option<PageKind> {
    PageKind::ALL
        .into_iter()
        .find(|kind| *kind != PageKind::Provider && kind.folder() == folder)
}

fn page_of(provider: &Provider, kind: PageKind, name: &str) -> Option<String> {
    let mut all = provider.all.iter();
    let one = all.find(|one| one.kind == kind && provider.page_name(one) == name);
    one.map(|one| path_of(provider, one))
}

/// Whether a file looks like an example that is meant to be shown.
fn is_example(file: &str) -> bool {
    [".tf", ".tfquery.hcl", ".sh"]
        .iter()
        .any(|ending| file.ends_with(ending))
}

fn form(kind: PageKind, file: &str) -> Option<ExampleForm> {
    let (stem, ending) = kind.example();
    let own = file.strip_prefix(stem);
    let own = own.and_then(|rest| rest.strip_suffix(ending));
    // `resource.tf`, `resource-encrypted.tf`, `resource_2.tf`.
    if own.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphabetic())) {
        return Some(ExampleForm::Usage);
    }
    match (kind, file) {
        (PageKind::Resource, "import.sh") => Some(ExampleForm::ImportCommand),
        (PageKind::Resource, "import-by-string-id.tf") => Some(ExampleForm::ImportById),
        (PageKind::Resource, "import-by-identity.tf") => Some(ExampleForm::ImportByIdentity),
        _ => None,
    }
}

fn no_form(kind: PageKind) -> String {
    let (stem, ending) = kind.example();
    let import = match kind {
        PageKind::Resource => ", import.sh, import-by-string-id.tf and import-by-identity.tf",
        _ => "",
    };
    format!("no page shows it: here are {stem}{ending}, {stem}-ANYTHING{ending}{import}")
}

fn unknown_page(provider: &Provider, kind: PageKind, name: &str) -> String {
    // Examples use the full name, pages the short one.
    if let Some(documented) = provider.find(kind, name) {
        return format!("its page is called {}", provider.page_name(documented));
    }
    let names = provider.all.iter().filter(|one| one.kind == kind);
    unknown_among(kind, name, names.map(|one| provider.page_name(one)))
}

fn unknown_among<'n>(kind: PageKind, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let near = match suggest(name, names) {
        Some(near) => format!("; did you mean {near}?"),
        None => String::new(),
    };
    format!("the provider has no {} {name}{near}", kind.words())
}
