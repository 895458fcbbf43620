//! The pages.

use std::collections::BTreeMap;

use crate::function;
use crate::import;
use crate::kind::PageKind;
use crate::markdown::{
    MARK, description, fence, front_matter, mark, plain, split_front_matter, summary, yaml,
};
use crate::problem::Problem;
use crate::provider::{Documented, Provider};
use crate::section;
use crate::sources::{Example, ExampleForm, File, Sources, Templates, path_of};
use crate::template::fill;

/// The parts of a page in their order, with the names of their placeholders; some may be empty.
type Parts = Vec<(&'static str, String)>;

impl Provider {
    /// The pages by path, such as `docs/index.md`.
    ///
    /// This evaluates the constants that a provider developer wrote as defaults, and calls no other
    /// provider code.
    ///
    /// # Errors
    /// All problems with the names of examples and templates, and with placeholders.
    pub fn pages(&self, sources: &Sources) -> Result<BTreeMap<String, String>, Vec<Problem>> {
        let (examples, mut problems) = sources.examples(self);
        let (templates, wrong) = sources.templates(self);
        problems.extend(wrong);
        let mut pages = BTreeMap::new();
        let mut add = |path: String, text: Result<String, Vec<Problem>>| match text {
            Ok(text) => drop(pages.insert(path, text)),
            Err(wrong) => problems.extend(wrong),
        };
        for documented in &self.all {
            let text = self.page(documented, &examples, &templates, sources);
            add(path_of(self, documented), text);
        }
        for (name, file) in templates.guides() {
            let path = format!("docs/guides/{name}.md");
            add(path, self.guide(name, file, sources));
        }
        if problems.is_empty() {
            return Ok(pages);
        }
        problems.sort();
        problems.dedup();
        Err(problems)
    }

    fn page(
        &self,
        documented: &Documented,
        examples: &[Example],
        templates: &Templates<'_>,
        sources: &Sources,
    ) -> Result<String, Vec<Problem>> {
        let name = self.page_name(documented);
        if documented.kind != PageKind::Provider && !is_file_name(name) {
            let text =
                format!("{name:?} cannot be the name of a page: letters, digits, - and _ can");
            return Err(vec![Problem::new("docs", text)]);
        }
        let of_it =
            |example: &&Example| example.kind == documented.kind && example.name == documented.name;
        let examples: Vec<Example> = examples.iter().filter(of_it).cloned().collect();
        let parts = self.parts(documented, &examples);
        let front = self.front_matter(documented);
        match templates.of(self, documented) {
            None => Ok(whole(&front, &parts)),
            Some(file) => self.by_hand(file, documented, &parts, &front, sources),
        }
    }

    fn parts(&self, documented: &Documented, examples: &[Example]) -> Parts {
        let kind = documented.kind;
        let schema = &documented.schema;
        let mut notes = Vec::new();
        if !schema.block.deprecated.is_empty() {
            let text = description(&schema.block.deprecated);
            notes.push(format!("~> **Deprecated:** {text}\n"));
        }
        notes.extend(kind.needs().map(|needs| format!("{needs}\n")));
        let shown = match (&documented.function, documented.description()) {
            (Some(function), "") => function.summary.as_str(),
            (_, text) => text,
        };
        let mut parts = vec![
            ("heading", heading(documented)),
            ("note", notes.join("\n")),
            ("description", description(shown)),
            ("example", usage(examples)),
        ];
        match &documented.function {
            Some(function) => {
                parts.push(("signature", function::signature(function)));
                parts.push(("arguments", function::arguments(function)));
            }
            None => {
                let mut fields = section::schema(schema);
                if let (PageKind::Provider, Some(meta)) = (kind, &self.meta) {
                    let block = format!(
                        "terraform {{\n  provider_meta {:?} {{\n    # …\n  }}\n}}",
                        self.name()
                    );
                    fields.push_str(
                        "\n## Module Metadata\n\nWhat a module tells the provider about itself:\n\n",
                    );
                    fields.push_str(&fence("terraform", &block));
                    fields.push_str(&section::fields(meta, "meta--", "### "));
                }
                parts.push(("schema", fields));
            }
        }
        if kind == PageKind::Resource {
            parts.push(("import", import::section(documented, examples)));
        }
        parts
    }

    fn front_matter(&self, documented: &Documented) -> String {
        let title = match documented.kind {
            PageKind::Provider => format!("{} Provider", documented.name),
            PageKind::Function => format!("{} function - {}", documented.name, self.name()),
            kind => format!("{} {} - {}", documented.name, kind.title(), self.name()),
        };
        let said = match &documented.function {
            Some(function) if !function.summary.is_empty() => function.summary.as_str(),
            _ => documented.description(),
        };
        let subcategory = documented.schema.subcategory.as_str();
        front_matter(
            self.name(),
            &title,
            (documented.kind != PageKind::Provider).then_some(subcategory),
            &summary(said),
        )
    }

    /// A page with a handwritten template.
    fn by_hand(
        &self,
        file: File<'_>,
        documented: &Documented,
        parts: &Parts,
        front: &str,
        sources: &Sources,
    ) -> Result<String, Vec<Problem>> {
        let summary = summary(documented.description());
        let own = [("name", &*documented.name), ("provider", self.name())];
        let more = [
            ("summary", &*summary),
            ("subcategory", documented.schema.subcategory.as_str()),
        ];
        let parts = parts.iter().map(|(name, text)| (*name, text.as_str()));
        let parts: Vec<_> = parts.collect();
        // If a placeholder is unknown, the problem lists the known ones in this order.
        let (first, last) = parts.split_at(3);
        let values = [&own, first, &more, last].concat();
        let text = fill(file, &values, sources)?;
        Ok(self.marked(&text, front))
    }

    fn guide(&self, name: &str, file: File<'_>, sources: &Sources) -> Result<String, Vec<Problem>> {
        if !is_file_name(name) {
            let text = "the name of a guide is of letters, digits, - and _";
            return Err(vec![Problem::new(file.path, text)]);
        }
        let text = fill(file, &[("provider", self.name())], sources)?;
        let (own, body) = split_front_matter(&text);
        let heading = body.lines().find_map(|line| line.strip_prefix("# "));
        let title = heading.unwrap_or(name).trim();
        let front = front_matter(self.name(), title, Some(""), title);
        // Validators require every guide to have a title.
        Ok(match own {
            Some(own) if !own.lines().any(|line| line.starts_with("page_title:")) => {
                let title = yaml(title);
                self.marked(
                    &format!("---\npage_title: {title}\n{own}\n---\n{body}"),
                    &front,
                )
            }
            _ => self.marked(&text, &front),
        })
    }

    /// A page with front matter that says where it comes from: the page's own, or else `front`.
    fn marked(&self, text: &str, front: &str) -> String {
        match split_front_matter(text) {
            (None, text) => tidy(&format!("{front}\n{}", text.trim_start_matches('\n'))),
            (Some(own), text) => {
                // A template that was copied from a generated page still has its mark.
                let lines = own.lines().filter(|line| !line.starts_with(MARK));
                let own: String = lines.map(|line| format!("{line}\n")).collect();
                tidy(&format!("---\n{}\n{own}---\n{text}", mark(self.name())))
            }
        }
    }
}

/// A page without a template.
fn whole(front: &str, parts: &Parts) -> String {
    let parts = parts.iter().filter(|(_, part)| !part.is_empty());
    let parts = parts.map(|(_, part)| format!("\n{}\n", part.trim_end()));
    tidy(&format!("{front}{}", parts.collect::<String>()))
}

/// Ends the text with exactly one newline.
fn tidy(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

fn heading(documented: &Documented) -> String {
    let name = &documented.name;
    // Between letters, an underscore has no meaning in Markdown.
    let name = if name.starts_with('_') || name.ends_with('_') || name.contains("__") {
        plain(name)
    } else {
        name.clone()
    };
    match documented.kind {
        PageKind::Provider => format!("# {name} Provider\n"),
        PageKind::Function => format!("# function: {name}\n"),
        kind => format!("# {name} ({})\n", kind.title()),
    }
}

/// The section with usage examples.
fn usage(examples: &[Example]) -> String {
    let usage = examples
        .iter()
        .filter(|example| example.form == ExampleForm::Usage);
    let shown: Vec<String> = usage
        .map(|example| fence("terraform", &example.text))
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    format!("## Example Usage\n\n{}", shown.join("\n"))
}

/// Whether this is a valid page name: it must not lead to another folder.
fn is_file_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.is_empty() && name.chars().all(allowed) && !name.starts_with('.') && name.len() < 200
}
