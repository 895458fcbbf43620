//! The difference between two objects, in Terraform's form.

mod blocks;
mod documents;
mod elements;
mod lines;

use std::collections::BTreeMap;

use super::display::{DisplayBlock, DisplayValue};
use super::{Paint, Style, padded, widest};
use crate::address::is_identifier;
use documents::document;
use schema_rules::quoted;

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Same,
    Add,
    Change,
    Remove,
    Replace,
    ReplaceCreateFirst,
    Read,
}

impl Mark {
    /// The mark at the start of a line: three characters.
    pub(crate) fn symbol(self, style: Style) -> String {
        let (plus, minus) = (style.paint(Paint::Green, "+"), style.paint(Paint::Red, "-"));
        match self {
            Mark::Same => "   ".to_owned(),
            Mark::Add => format!("  {plus}"),
            Mark::Change => format!("  {}", style.paint(Paint::Yellow, "~")),
            Mark::Remove => format!("  {minus}"),
            Mark::Replace => format!("{minus}/{plus}"),
            Mark::ReplaceCreateFirst => format!("{plus}/{minus}"),
            Mark::Read => format!(" {}", style.paint(Paint::Cyan, "<=")),
        }
    }
}

/// The change of a whole object: the same values look different when it is created or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    New,
    Old,
    Both,
}

/// What is there before, and after.
type Pair<'d, T> = (Option<&'d T>, Option<&'d T>);

/// Writes differences.
pub(crate) struct DiffWriter<'a> {
    pub(crate) style: Style,
    /// The attributes that force a replacement, as paths of names.
    forces: &'a [Vec<String>],
    /// Whether a single object is written, without marks.
    plain: bool,
    /// Values without a schema, as outputs are: a member that is null is there.
    without_schema: bool,
    /// What has been written.
    pub(crate) out: String,
    path: Vec<String>,
}

impl<'a> DiffWriter<'a> {
    pub(crate) fn new(style: Style, forces: &'a [Vec<String>]) -> Self {
        DiffWriter {
            style,
            forces,
            plain: false,
            without_schema: false,
            out: String::new(),
            path: Vec::new(),
        }
    }

    /// A writer for a single object.
    pub(crate) fn plain(style: Style) -> DiffWriter<'static> {
        DiffWriter {
            plain: true,
            ..DiffWriter::new(style, &[])
        }
    }

    /// Writes values as Terraform shows those of outputs: as JSON has them.
    pub(crate) fn of_outputs(style: Style) -> DiffWriter<'static> {
        DiffWriter {
            without_schema: true,
            ..DiffWriter::new(style, &[])
        }
    }

    fn symbol(&self, mark: Mark) -> String {
        if self.plain { Mark::Same } else { mark }.symbol(self.style)
    }

    fn line(&mut self, indent: usize, mark: Mark, text: &str) {
        let spaces = " ".repeat(indent.saturating_sub(4));
        let line = format!("{spaces}{} {text}", self.symbol(mark));
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    fn unchanged_note(&mut self, indent: usize, count: usize, what: &str) {
        if count > 0 {
            let s = if count == 1 { "" } else { "s" };
            let text = format!("# ({count} unchanged {what}{s} hidden)");
            let text = self.style.paint(Paint::Faint, &text);
            self.line(indent, Mark::Same, &text);
        }
    }

    fn replacement_note(&self) -> String {
        match self.forces.contains(&self.path) {
            true => self.style.paint(Paint::Red, " # forces replacement"),
            false => String::new(),
        }
    }

    /// The content of a block, each line indented this far.
    pub(crate) fn body(
        &mut self,
        before: Option<&DisplayBlock>,
        after: Option<&DisplayBlock>,
        indent: usize,
    ) {
        let sides = match (before, after) {
            (None, _) => Sides::New,
            (_, None) => Sides::Old,
            _ => Sides::Both,
        };
        let mut lines: Vec<(&String, &DisplayValue, &DisplayValue)> = Vec::new();
        let mut unchanged = 0;
        for (at, (name, _)) in attributes(before.or(after)).enumerate() {
            let old = attribute(before, at, name);
            let new = attribute(after, at, name);
            if old == new {
                let identifies = matches!(name.as_str(), "id" | "name");
                if *old == DisplayValue::Null {
                    continue;
                } else if !identifies {
                    unchanged += 1;
                    continue;
                }
            }
            lines.push((name, old, new));
        }
        let width = widest(lines.iter().map(|(name, ..)| name));
        for (name, old, new) in lines {
            self.path.push(name.clone());
            let label = format!("{} = ", padded(name, width));
            self.entry(&label, old, new, sides, indent, "");
            self.path.pop();
        }
        if sides == Sides::Both {
            self.unchanged_note(indent, unchanged, "attribute");
        }
        self.blocks(before, after, sides, indent);
    }

    /// Writes an attribute or element: its label, its old value and its new value.
    fn entry(
        &mut self,
        label: &str,
        old: &DisplayValue,
        new: &DisplayValue,
        sides: Sides,
        indent: usize,
        end: &str,
    ) {
        let mark = mark_of(old, new);
        let note = self.replacement_note();
        if old == new {
            return self.one(label, old, Mark::Same, indent, end);
        }
        match (old, new) {
            (DisplayValue::Null, new) => {
                let text = self.one_side(new, mark, indent, end, &note);
                self.line(indent, mark, &format!("{label}{text}"));
            }
            (old, DisplayValue::Null) => {
                let arrow = match sides == Sides::Old || end.is_empty() {
                    true => " -> null",
                    false => "",
                };
                let end = format!("{}{end}", self.style.paint(Paint::Faint, arrow));
                let text = self.one_side(old, mark, indent, &end, &note);
                self.line(indent, mark, &format!("{label}{text}"));
            }
            (DisplayValue::List(old), DisplayValue::List(new)) => {
                self.line(indent, mark, &format!("{label}[{note}"));
                self.list(old, new, indent + 4);
                self.line(indent, Mark::Same, &format!("]{end}"));
            }
            (DisplayValue::Set(old), DisplayValue::Set(new)) => {
                self.line(indent, mark, &format!("{label}[{note}"));
                self.set(old, new, indent + 4);
                self.line(indent, Mark::Same, &format!("]{end}"));
            }
            (DisplayValue::Map(old), DisplayValue::Map(new)) => {
                self.line(indent, mark, &format!("{label}{{{note}"));
                self.map(old, new, true, indent + 4);
                self.line(indent, Mark::Same, &format!("}}{end}"));
            }
            (DisplayValue::Object(old), DisplayValue::Object(new)) => {
                self.line(indent, mark, &format!("{label}{{{note}"));
                self.map(old, new, false, indent + 4);
                self.line(indent, Mark::Same, &format!("}}{end}"));
            }
            (DisplayValue::Sensitive(_), DisplayValue::Sensitive(_)) => {
                self.one(label, new, mark, indent, &format!("{end}{note}"));
            }
            (old, new) => {
                if let (DisplayValue::Text(before), DisplayValue::Text(after)) = (old, new) {
                    match (document(before), document(after)) {
                        (Some(old), Some(new)) => {
                            return self.changed_documents(label, (&old, &new), indent, end);
                        }
                        (None, None) => {
                            if let Some(lines) = self.changed_text(before, after, indent) {
                                let text = format!("{label}{lines}{end}{note}");
                                return self.line(indent, mark, &text);
                            }
                        }
                        _ => {}
                    }
                }
                self.side_by_side(label, old, new, indent, &format!("{end}{note}"));
            }
        }
    }

    /// A value whose parts all have the same mark.
    fn one(&mut self, label: &str, value: &DisplayValue, mark: Mark, indent: usize, end: &str) {
        let text = format!("{label}{}{end}", self.whole(value, mark, indent));
        self.line(indent, mark, &text);
    }

    /// A value and the one that replaces it.
    fn side_by_side(
        &mut self,
        label: &str,
        old: &DisplayValue,
        new: &DisplayValue,
        indent: usize,
        end: &str,
    ) {
        let old = self.whole(old, Mark::Remove, indent);
        let new = self.whole(new, Mark::Add, indent);
        let arrow = self.style.paint(Paint::Yellow, "->");
        let text = format!("{label}{old} {arrow} {new}{end}");
        self.line(indent, Mark::Change, &text);
    }

    /// A value that exists on one side only, with what follows it.
    fn one_side(
        &self,
        value: &DisplayValue,
        mark: Mark,
        indent: usize,
        end: &str,
        note: &str,
    ) -> String {
        if let DisplayValue::Text(text) = value
            && let Some(value) = document(text)
        {
            return format!("{}{end}", self.document(&value, mark, indent, note));
        }
        format!("{}{end}{note}", self.whole(value, mark, indent))
    }

    /// A member or element that is there before and after.
    fn both(
        &mut self,
        label: &str,
        old: &DisplayValue,
        new: &DisplayValue,
        indent: usize,
        end: &str,
    ) {
        let null = |value: &DisplayValue| *value == DisplayValue::Null;
        if !self.without_schema || null(old) == null(new) {
            return self.entry(label, old, new, Sides::Both, indent, end);
        }
        self.side_by_side(label, old, new, indent, end);
    }

    fn map(
        &mut self,
        old: &[(String, DisplayValue)],
        new: &[(String, DisplayValue)],
        quote: bool,
        indent: usize,
    ) {
        let mut members: BTreeMap<&str, Pair<'_, DisplayValue>> = BTreeMap::new();
        for (name, value) in old {
            members.entry(name).or_default().0 = Some(value);
        }
        for (name, value) in new {
            members.entry(name).or_default().1 = Some(value);
        }
        // Terraform aligns with members that are not shown, too.
        let aligned = members.iter();
        let aligned = aligned.filter(|(_, (before, after))| self.without_schema || before != after);
        let width = widest(aligned.map(|(name, _)| label(name, quote)));
        let mut same = 0;
        for (name, (before, after)) in members {
            if before == after {
                let counts = self.without_schema || before != Some(&DisplayValue::Null);
                same += usize::from(counts);
                continue;
            }
            self.path.push(name.to_owned());
            let label = format!("{} = ", padded(&label(name, quote), width));
            match (before, after) {
                (None, Some(new)) if self.without_schema => {
                    self.one(&label, new, Mark::Add, indent, "");
                }
                (Some(old), None) if self.without_schema => {
                    self.one(&label, old, Mark::Remove, indent, "");
                }
                (before, after) => {
                    let null = &DisplayValue::Null;
                    let (before, after) = (before.unwrap_or(null), after.unwrap_or(null));
                    self.both(&label, before, after, indent, "");
                }
            }
            self.path.pop();
        }
        self.unchanged_note(indent, same, if quote { "element" } else { "attribute" });
    }

    /// A value whose parts all have the same mark.
    fn whole(&self, display: &DisplayValue, mark: Mark, indent: usize) -> String {
        match display {
            DisplayValue::Null => "null".to_owned(),
            DisplayValue::Unknown => "(known after apply)".to_owned(),
            DisplayValue::Sensitive(_) => "(sensitive value)".to_owned(),
            DisplayValue::Scalar(text) => text.clone(),
            DisplayValue::Text(text) => match document(text) {
                Some(value) => self.document(&value, mark, indent, ""),
                None => self.text(text, indent),
            },
            DisplayValue::List(values) | DisplayValue::Set(values) => {
                let lines = values
                    .iter()
                    .map(|value| format!("{},", self.whole(value, mark, indent + 4)));
                self.lines("[", lines, "]", mark, indent)
            }
            DisplayValue::Map(values) | DisplayValue::Object(values) => {
                let quote = matches!(display, DisplayValue::Map(_));
                let all = quote || self.without_schema;
                let shown = values.iter();
                let shown = shown.filter(|(_, value)| all || *value != DisplayValue::Null);
                let shown: Vec<_> = shown
                    .map(|(name, value)| (label(name, quote), value))
                    .collect();
                let width = widest(shown.iter().map(|(label, _)| label));
                let lines = shown.into_iter().map(|(label, value)| {
                    let value = self.whole(value, mark, indent + 4);
                    format!("{} = {value}", padded(&label, width))
                });
                self.lines("{", lines, "}", mark, indent)
            }
        }
    }

    fn lines(
        &self,
        open: &str,
        lines: impl Iterator<Item = String>,
        close: &str,
        mark: Mark,
        indent: usize,
    ) -> String {
        let spaces = " ".repeat(indent);
        let start = format!("\n{spaces}{} ", self.symbol(mark));
        let inner: String = lines.map(|line| format!("{start}{line}")).collect();
        match inner.is_empty() {
            true => format!("{open}{close}"),
            false => format!("{open}{inner}\n{spaces}{close}"),
        }
    }
}

/// A key as written: quoted in maps, or if it is not a valid name.
fn label(name: &str, quote: bool) -> String {
    if quote || !is_identifier(name) {
        quoted(name)
    } else {
        name.to_owned()
    }
}

fn attributes(block: Option<&DisplayBlock>) -> impl Iterator<Item = &(String, DisplayValue)> {
    block.into_iter().flat_map(|block| &block.attributes)
}

/// The attribute with this name; usually it is at position `at`, as in another block with the same
/// schema.
fn attribute<'b>(block: Option<&'b DisplayBlock>, at: usize, name: &str) -> &'b DisplayValue {
    let is_it = |(other, _): &&(String, DisplayValue)| other == name;
    let there = block.and_then(|block| block.attributes.get(at));
    let found = there
        .filter(is_it)
        .or_else(|| attributes(block).find(is_it));
    found.map_or(&DisplayValue::Null, |(_, display)| display)
}

fn mark_of(old: &DisplayValue, new: &DisplayValue) -> Mark {
    match (old, new) {
        (old, new) if old == new => Mark::Same,
        (DisplayValue::Null, _) => Mark::Add,
        (_, DisplayValue::Null) => Mark::Remove,
        _ => Mark::Change,
    }
}

/// The items that only the first has, those that only the second has, and how many both have.
fn unordered<'s, T: PartialEq>(old: &'s [T], new: &'s [T]) -> (Vec<&'s T>, Vec<&'s T>, usize) {
    let mut left: Vec<&T> = new.iter().collect();
    let mut removed = Vec::new();
    let mut same = 0;
    for element in old {
        match left.iter().position(|other| *other == element) {
            Some(position) => {
                left.remove(position);
                same += 1;
            }
            None => removed.push(element),
        }
    }
    (removed, left, same)
}
