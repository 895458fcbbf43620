//! `PORTING.md`: what remains to be written, type by type.

use std::fmt::Write as _;

use super::annotate::Annotations;
use super::model::{Field, Item, Key, Kind, Model, Ty};
use super::words::report;

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
        let settings = report(&self.annotations.findings.provider);
        self.findings(&mut out, settings);
        for note in &self.annotations.findings.notes {
            let _ = writeln!(out, "- {note}");
        }
        if !model.refused.is_empty() {
            out.push_str("\n## Left out\n\nThese cannot be said, and are not in the crate:\n\n");
            for refused in &model.refused {
                let _ = writeln!(
                    out,
                    "- {} `{}`: {}",
                    refused.kind.name(),
                    refused.type_name,
                    refused.reason
                );
            }
        }
        for index in &self.items {
            out.push_str(&self.section(&model.items[*index]));
        }
        out
    }

    /// An existing file, extended by the types that it lacks.
    pub(super) fn added_to(&self, there: &str) -> String {
        let mut out = there.to_owned();
        for index in &self.items {
            let item = &self.model.items[*index];
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
        let mut out = format!("\n{}\n\n", heading(item));
        let update = match item.kind {
            Kind::Resource if item.root.fields.iter().any(changes_in_place) => " and `impl Update`",
            _ => "",
        };
        let _ = writeln!(
            out,
            "- [ ] `src/{}/{}.rs`: write `{} for {}`{update}, and remove `unported`",
            item.kind.list(),
            item.module,
            item.kind.code(),
            item.owner()
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
    format!("## {} `{}`", item.kind.name(), item.type_name)
}

/// The parts of a schema that require code.
fn facts(item: &Item) -> Vec<String> {
    let mut facts = Vec::new();
    let mut list = |what: &str, is_meant: &dyn Fn(&&Field) -> bool| {
        let meant = item.root.fields.iter().filter(is_meant);
        let names: Vec<String> = meant.map(|field| format!("`{}`", field.name)).collect();
        if !names.is_empty() {
            facts.push(format!("{what}: {}", names.join(", ")));
        }
    };
    if item.kind != Kind::Function {
        let secret = Ty::Named("Secret");
        let has = |field: &Field, word| field.keys.contains(&Key::word(word));
        list("To be set by its code", &|field| has(field, "computed"));
        list("Never stored", &|field| has(field, "write_only"));
        list("Secret", &|field| match &field.ty {
            Ty::Of(_, inner) => **inner == secret,
            ty => *ty == secret,
        });
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
