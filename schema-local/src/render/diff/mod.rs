//! The difference of two objects as Terraform's users read it.

mod blocks;

use super::shown::{Shown, ShownBlock, quoted};
use super::{Paint, Style};
use crate::address::is_identifier;

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Same,
    Add,
    Change,
    Remove,
    Replace,
    Read,
}

impl Mark {
    /// The mark at the beginning of a line: three characters.
    pub(crate) fn symbol(self, style: Style) -> String {
        match self {
            Mark::Same => "   ".to_owned(),
            Mark::Add => format!("  {}", style.paint(Paint::Green, "+")),
            Mark::Change => format!("  {}", style.paint(Paint::Yellow, "~")),
            Mark::Remove => format!("  {}", style.paint(Paint::Red, "-")),
            Mark::Replace => format!(
                "{}/{}",
                style.paint(Paint::Red, "-"),
                style.paint(Paint::Green, "+")
            ),
            Mark::Read => format!(" {}", style.paint(Paint::Cyan, "<=")),
        }
    }
}

/// Which way a whole object goes: the same values look different when created and deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    New,
    Old,
    Both,
}

/// Writes differences.
pub(crate) struct Differ<'a> {
    pub(crate) style: Style,
    /// Whether the attribute at this path of names forces a replacement.
    pub(crate) forces: &'a dyn Fn(&[String]) -> bool,
    /// Without marks: one object as it is.
    plain: bool,
    out: String,
    path: Vec<String>,
}

impl<'a> Differ<'a> {
    pub(crate) fn new(style: Style, forces: &'a dyn Fn(&[String]) -> bool) -> Self {
        Differ {
            style,
            forces,
            plain: false,
            out: String::new(),
            path: Vec::new(),
        }
    }

    /// Writes one object as it is.
    pub(crate) fn plain(style: Style) -> Differ<'static> {
        Differ {
            plain: true,
            ..Differ::new(style, &|_| false)
        }
    }

    fn symbol(&self, mark: Mark) -> String {
        if self.plain { Mark::Same } else { mark }.symbol(self.style)
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    fn line(&mut self, indent: usize, mark: Mark, text: &str) {
        let line = format!(
            "{}{} {text}",
            " ".repeat(indent.saturating_sub(4)),
            self.symbol(mark)
        );
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    fn hidden(&mut self, indent: usize, count: usize, what: &str) {
        if count > 0 {
            let s = if count == 1 { "" } else { "s" };
            let text = format!("# ({count} unchanged {what}{s} hidden)");
            let text = self.style.paint(Paint::Faint, &text);
            self.line(indent, Mark::Same, &text);
        }
    }

    fn forced(&self) -> String {
        if (self.forces)(&self.path) {
            self.style.paint(Paint::Red, " # forces replacement")
        } else {
            String::new()
        }
    }

    /// The content of a block, each line indented this far.
    pub(crate) fn body(
        &mut self,
        before: Option<&ShownBlock>,
        after: Option<&ShownBlock>,
        indent: usize,
    ) {
        let way = match (before, after) {
            (None, _) => Way::New,
            (_, None) => Way::Old,
            _ => Way::Both,
        };
        let names: Vec<&String> = attributes(before.or(after)).map(|(name, _)| name).collect();
        let mut lines: Vec<(&String, &Shown, &Shown)> = Vec::new();
        let mut unchanged = 0;
        for name in names {
            let old = attribute(before, name);
            let new = attribute(after, name);
            if old == new {
                let says_which = matches!(name.as_str(), "id" | "name");
                if *old == Shown::Null {
                    continue;
                } else if !says_which {
                    unchanged += 1;
                    continue;
                }
            }
            lines.push((name, old, new));
        }
        let width = lines
            .iter()
            .map(|(name, ..)| name.chars().count())
            .max()
            .unwrap_or(0);
        for (name, old, new) in lines {
            self.path.push(name.clone());
            let label = format!("{name:<width$} = ");
            self.entry(&label, old, new, way, indent, "");
            self.path.pop();
        }
        if way == Way::Both {
            self.hidden(indent, unchanged, "attribute");
        }
        self.blocks(before, after, way, indent);
    }

    /// One attribute or element: a label and what it was and will be.
    fn entry(&mut self, label: &str, old: &Shown, new: &Shown, way: Way, indent: usize, end: &str) {
        let mark = mark_of(old, new);
        let forced = self.forced();
        if old == new {
            let text = format!("{label}{}{end}", self.whole(old, Mark::Same, indent));
            self.line(indent, Mark::Same, &text);
            return;
        }
        match (old, new) {
            (Shown::Null, new) => {
                let text = format!("{label}{}{end}{forced}", self.whole(new, mark, indent));
                self.line(indent, mark, &text);
            }
            (old, Shown::Null) => {
                let old = self.whole(old, mark, indent);
                let arrow = if way == Way::Old || end.is_empty() {
                    " -> null"
                } else {
                    ""
                };
                let arrow = self.style.paint(Paint::Faint, arrow);
                self.line(indent, mark, &format!("{label}{old}{arrow}{end}{forced}"));
            }
            (Shown::List(old), Shown::List(new)) => {
                self.line(indent, mark, &format!("{label}[{forced}"));
                self.list(old, new, indent + 4);
                self.line(indent, Mark::Same, &format!("]{end}"));
            }
            (Shown::Set(old), Shown::Set(new)) => {
                self.line(indent, mark, &format!("{label}[{forced}"));
                self.set(old, new, indent + 4);
                self.line(indent, Mark::Same, &format!("]{end}"));
            }
            (Shown::Map(old), Shown::Map(new)) => {
                self.line(indent, mark, &format!("{label}{{{forced}"));
                self.map(old, new, true, indent + 4);
                self.line(indent, Mark::Same, &format!("}}{end}"));
            }
            (Shown::Object(old), Shown::Object(new)) => {
                self.line(indent, mark, &format!("{label}{{{forced}"));
                self.map(old, new, false, indent + 4);
                self.line(indent, Mark::Same, &format!("}}{end}"));
            }
            (old, new) => {
                let (old, new) = (
                    self.whole(old, Mark::Remove, indent),
                    self.whole(new, Mark::Add, indent),
                );
                let arrow = self.style.paint(Paint::Yellow, "->");
                self.line(
                    indent,
                    mark,
                    &format!("{label}{old} {arrow} {new}{end}{forced}"),
                );
            }
        }
    }

    /// Elements by their position, after what both begin with.
    fn list(&mut self, old: &[Shown], new: &[Shown], indent: usize) {
        let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let (old, new) = (
            old.get(same..).unwrap_or(&[]),
            new.get(same..).unwrap_or(&[]),
        );
        let tail = old
            .iter()
            .rev()
            .zip(new.iter().rev())
            .take_while(|(a, b)| a == b)
            .count();
        self.hidden(indent, same, "element");
        for i in 0..old.len().max(new.len()) - tail.min(old.len().max(new.len())) {
            let old = old.get(..old.len() - tail).and_then(|old| old.get(i));
            let new = new.get(..new.len() - tail).and_then(|new| new.get(i));
            self.element(old, new, indent);
        }
        self.hidden(indent, tail, "element");
    }

    fn element(&mut self, old: Option<&Shown>, new: Option<&Shown>, indent: usize) {
        match (old, new) {
            (Some(old), Some(new)) => self.entry("", old, new, Way::Both, indent, ","),
            (Some(old), None) => {
                let text = format!("{},", self.whole(old, Mark::Remove, indent));
                self.line(indent, Mark::Remove, &text);
            }
            (None, Some(new)) => {
                let text = format!("{},", self.whole(new, Mark::Add, indent));
                self.line(indent, Mark::Add, &text);
            }
            (None, None) => {}
        }
    }

    fn set(&mut self, old: &[Shown], new: &[Shown], indent: usize) {
        let (removed, added, same) = unordered(old, new);
        for old in removed {
            self.element(Some(old), None, indent);
        }
        for new in added {
            self.element(None, Some(new), indent);
        }
        self.hidden(indent, same, "element");
    }

    fn map(
        &mut self,
        old: &[(String, Shown)],
        new: &[(String, Shown)],
        quote: bool,
        indent: usize,
    ) {
        let mut names: Vec<&String> = old.iter().chain(new).map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        let find = |list: &'_ [(String, Shown)], name: &String| {
            list.iter()
                .find(|(other, _)| other == name)
                .map(|(_, shown)| shown.clone())
        };
        let mut same = 0;
        let mut lines = Vec::new();
        for name in names {
            let (before, after) = (find(old, name), find(new, name));
            if before == after {
                same += usize::from(before != Some(Shown::Null));
            } else {
                let label = label(name, quote);
                lines.push((name.clone(), label, before, after));
            }
        }
        let width = lines
            .iter()
            .map(|(_, label, ..)| label.chars().count())
            .max()
            .unwrap_or(0);
        for (name, label, before, after) in lines {
            self.path.push(name);
            let label = format!("{label:<width$} = ");
            let (before, after) = (before.unwrap_or(Shown::Null), after.unwrap_or(Shown::Null));
            self.entry(&label, &before, &after, Way::Both, indent, "");
            self.path.pop();
        }
        self.hidden(indent, same, if quote { "element" } else { "attribute" });
    }

    /// A value of which every part has the same mark.
    fn whole(&self, shown: &Shown, mark: Mark, indent: usize) -> String {
        match shown {
            Shown::Null => "null".to_owned(),
            Shown::Unknown => "(known after apply)".to_owned(),
            Shown::Sensitive(_) => "(sensitive value)".to_owned(),
            Shown::Scalar(text) => text.clone(),
            Shown::List(values) | Shown::Set(values) => {
                let lines = values
                    .iter()
                    .map(|value| format!("{},", self.whole(value, mark, indent + 4)));
                self.lines("[", lines, "]", mark, indent)
            }
            Shown::Map(values) | Shown::Object(values) => {
                let quote = matches!(shown, Shown::Map(_));
                let shown: Vec<(String, &Shown)> = values
                    .iter()
                    .filter(|(_, value)| quote || *value != Shown::Null)
                    .map(|(name, value)| {
                        let label = label(name, quote);
                        (label, value)
                    })
                    .collect();
                let width = shown
                    .iter()
                    .map(|(label, _)| label.chars().count())
                    .max()
                    .unwrap_or(0);
                let lines = shown.into_iter().map(|(label, value)| {
                    format!("{label:<width$} = {}", self.whole(value, mark, indent + 4))
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
        let mut text = open.to_owned();
        let mut any = false;
        for line in lines {
            any = true;
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            text.push_str(&self.symbol(mark));
            text.push(' ');
            text.push_str(&line);
        }
        if any {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
        }
        text.push_str(close);
        text
    }
}

/// How a key is written: in quotes in maps, and where it is no name.
fn label(name: &str, quote: bool) -> String {
    if quote || !is_identifier(name) {
        quoted(name)
    } else {
        name.to_owned()
    }
}

fn attributes(block: Option<&ShownBlock>) -> impl Iterator<Item = &(String, Shown)> {
    block.into_iter().flat_map(|block| &block.attributes)
}

fn attribute<'b>(block: Option<&'b ShownBlock>, name: &str) -> &'b Shown {
    attributes(block)
        .find(|(other, _)| other == name)
        .map_or(&Shown::Null, |(_, shown)| shown)
}

fn mark_of(old: &Shown, new: &Shown) -> Mark {
    match (old, new) {
        (old, new) if old == new => Mark::Same,
        (Shown::Null, _) => Mark::Add,
        (_, Shown::Null) => Mark::Remove,
        _ => Mark::Change,
    }
}

/// What only the first and only the second has, and how many both have.
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
