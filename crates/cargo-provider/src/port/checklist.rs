//! `PORTING.md`: what remains to be written, type by type.

use std::fmt::Write as _;

use super::annotate::Annotations;
use super::model::{Field, Item, Key, Kind, Model, Ty};

/// What the report is about.
pub(super) struct Report<'a> {
    pub(super) model: &'a Model,
    pub(super) items: Vec<usize>,
    pub(super) annotations: &'a Annotations,
    /// The source of the schemas, as a user writes it.
    pub(super) source: String,
    /// Whether the program was asked for what its schemas do not say.
    pub(super) learned: bool,
}

impl Report<'_> {
    /// The whole file.
    pub(super) fn whole(&self) -> String {
        let model = self.model;
        let provider = &model.provider;
        let mut out = format!(
            "# Porting {provider}\n\n\
             `cargo provider port {0}` wrote the schemas of this crate. Each type is marked `unported`: its schema is served, and \
             every call is an error that says so. To port one:\n\n\
             1. Open its file, and read what is said of it here.\n\
             2. Write the code that is named here, and remove `unported` from its annotation. The compiler says what is missing.\n\
             3. `cargo provider diff {0} target/debug/terraform-provider-{provider}` shows what differs; tick the box.\n\n\
             The provider comes first: its `configure` makes the client that the types work with.\n\n\
             ## The provider\n\n\
             - [ ] `src/provider.rs`: write `configure` in `impl Provider for {1}`, and remove `unported`\n",
            self.source, model.name
        );
        self.findings(&mut out, self.annotations.of_provider());
        for note in &self.annotations.findings.notes {
            let _ = writeln!(out, "- {note}");
        }
        if !model.refused.is_empty() {
            out.push_str("\n## Left out\n\nThese cannot be said, and are not in the crate:\n\n");
            for refused in &model.refused {
                let _ = writeln!(
                    out,
                    "- {} `{}`: {}",
                    refused.kind.words().name,
                    refused.type_name,
                    refused.reason
                );
            }
        }
        for index in &self.items {
            if let Some(item) = model.items.get(*index) {
                out.push_str(&self.section(item));
            }
        }
        out
    }

    /// An existing file, extended by the types that it lacks.
    pub(super) fn added_to(&self, there: &str) -> String {
        let mut out = there.to_owned();
        for index in &self.items {
            let Some(item) = self.model.items.get(*index) else {
                continue;
            };
            let heading = heading(item);
            if !there.lines().any(|line| line == heading) {
                if !out.ends_with('\n') {
                    out.push('\n');
                }
                out.push_str(&self.section(item));
            }
        }
        out
    }

    fn section(&self, item: &Item) -> String {
        let words = item.kind.words();
        let mut out = format!("\n{}\n\n", heading(item));
        let owner = match item.kind {
            Kind::List => item.name.strip_suffix("Filter").unwrap_or(&item.name),
            _ => &item.name,
        };
        let update = match item.kind {
            Kind::Resource if item.root.fields.iter().any(changes_in_place) => " and `impl Update`",
            _ => "",
        };
        let _ = writeln!(
            out,
            "- [ ] `src/{}/{}.rs`: write `{} for {owner}`{update}, and remove `unported`",
            words.list, item.module, words.code
        );
        for line in facts(item) {
            let _ = writeln!(out, "- {line}");
        }
        if self.learned {
            self.findings(&mut out, self.annotations.of_item(item));
        } else if item.kind == Kind::Resource {
            out.push_str("- Not known, since no program was asked: what replaces the object, defaults, checks of values, relations\n");
        }
        out
    }

    fn findings(&self, out: &mut String, lines: Vec<String>) {
        for line in lines {
            // A program's message may have several lines.
            let parts: Vec<&str> = line.lines().map(str::trim).collect();
            let _ = writeln!(out, "- {}", parts.join(" "));
        }
    }
}

/// Whether users can change a field without a replacement. Fields inside a block have rules of
/// their own.
fn changes_in_place(field: &Field) -> bool {
    let has = |word: &str| field.keys.contains(&Key::word(word));
    let mut nested = false;
    field.ty.structs(&mut |_| nested = true);
    nested || (has("required") || has("optional")) && !has("force_new")
}

fn heading(item: &Item) -> String {
    format!("## {} `{}`", item.kind.words().name, item.type_name)
}

/// The parts of a schema that require code.
fn facts(item: &Item) -> Vec<String> {
    let mut facts = Vec::new();
    let has = |word: &str| {
        let with = item
            .root
            .fields
            .iter()
            .filter(|field| field.keys.iter().any(|key| *key == Key::word(word)));
        with.map(|field| format!("`{}`", field.name))
            .collect::<Vec<_>>()
    };
    let mut count = |what: &str, of: Vec<String>| {
        if !of.is_empty() {
            facts.push(format!("{what}: {}", of.join(", ")));
        }
    };
    if item.kind != Kind::Function {
        count("To be set by its code", has("computed"));
        count("Never stored", has("write_only"));
        let secret = item.root.fields.iter().filter(|field| {
            matches!(&field.ty, Ty::Named("Secret"))
                || matches!(&field.ty, Ty::Of(_, inner) if **inner == Ty::Named("Secret"))
        });
        count(
            "Secret",
            secret.map(|field| format!("`{}`", field.name)).collect(),
        );
    }
    for key in &item.root.keys {
        match key {
            Key::Text(text) if text.starts_with("version = ") && item.kind == Kind::Resource => {
                facts.push(format!(
                    "States have {text}: write `upgrade` for older ones, or `only_added` where only fields were added"
                ));
            }
            Key::List(name, _) if name == "timeouts" => {
                facts.push("Users can set `timeouts`; `cx.remaining()` honours them".to_owned());
            }
            _ => {}
        }
    }
    if item.identity.is_some() {
        facts.push("It has an identity: set it in `create` and `read`".to_owned());
    }
    facts
}
