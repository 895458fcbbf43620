//! [`Location`]: where in a configuration file something is written.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use schema_panic::lock;

/// A configuration file, as read.
pub struct SourceFile {
    /// The name that the user knows.
    name: String,
    text: String,
    /// The byte offsets of line starts; the first is 0.
    lines: Vec<usize>,
    /// How many lines at the beginning do not belong to the user.
    skipped: usize,
    /// Text that no message shows: literals in the values of sensitive fields and variables.
    hidden: Mutex<Vec<Range<usize>>>,
}

/// The text that replaces hidden text in an excerpt.
const HIDDEN: &str = "(sensitive value)";

impl SourceFile {
    /// A file with this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        SourceFile::with_skipped(name, text, 0)
    }

    /// The same; the first `skipped` lines are not counted.
    pub(crate) fn with_skipped(
        name: impl Into<String>,
        text: impl Into<String>,
        skipped: usize,
    ) -> Arc<Self> {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Arc::new(SourceFile {
            name: name.into(),
            text,
            lines,
            skipped,
            hidden: Mutex::new(Vec::new()),
        })
    }

    /// The hidden parts of a line, as ranges of the file in order.
    fn hidden_in(&self, line: &Range<usize>) -> Vec<Range<usize>> {
        let hidden = lock(&self.hidden);
        let mut found: Vec<Range<usize>> = hidden
            .iter()
            .map(|part| part.start.max(line.start)..part.end.min(line.end))
            .filter(|part| part.start < part.end)
            .collect();
        found.sort_by_key(|part| (part.start, part.end));
        found.dedup_by(|next, before| {
            let within = next.start < before.end;
            if within {
                before.end = before.end.max(next.end);
            }
            within
        });
        found
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn place(&self, offset: usize) -> Place {
        let index = self.line_index(offset);
        let line = self.line_range(index);
        let before = self.text.get(line.start..offset);
        let skipped = self.lines.get(self.skipped).copied().unwrap_or(0);
        Place {
            line: (index + 1).saturating_sub(self.skipped).max(1),
            column: 1 + before.map_or(0, |before| before.chars().count()),
            byte: offset.saturating_sub(skipped),
        }
    }

    /// The zero-based line number of a byte offset.
    fn line_index(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset).max(1) - 1
    }

    fn line_range(&self, index: usize) -> Range<usize> {
        let start = self.lines.get(index).copied().unwrap_or(0);
        let next = self.lines.get(index + 1);
        let end = next.map_or(self.text.len(), |next| next - 1);
        start..end.max(start)
    }
}

/// A place in a configuration file; lines that do not belong to the user are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Counted from 1.
    pub(crate) line: usize,
    /// In characters, counted from 1.
    pub(crate) column: usize,
    /// Counted from 0.
    pub(crate) byte: usize,
}

/// A part of a configuration file.
#[derive(Clone)]
pub struct Location {
    file: Arc<SourceFile>,
    range: Range<usize>,
}

/// A source line with the part that a message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line without its line break; tabs become spaces.
    pub line: String,
    /// The number of characters before the part.
    pub start: usize,
    /// The number of characters of the part on this line; at least 1.
    pub length: usize,
}

impl Location {
    /// This part of a file, in bytes.
    pub fn new(file: &Arc<SourceFile>, range: Range<usize>) -> Self {
        Location {
            file: Arc::clone(file),
            range,
        }
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.file.name
    }

    /// The sort key of places.
    pub(crate) fn order(&self) -> (String, usize) {
        (self.file.name.clone(), self.range.start)
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.start().line
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.start().column
    }

    /// Where it begins.
    pub(crate) fn start(&self) -> Place {
        self.file.place(self.range.start)
    }

    /// Where it ends.
    pub(crate) fn end(&self) -> Place {
        self.file.place(self.range.end)
    }

    /// The text of this part.
    pub(crate) fn text(&self) -> &str {
        self.file.text.get(self.range.clone()).unwrap_or("")
    }

    /// The range from the start of this part to the end of another one in the same file.
    pub(crate) fn to(&self, end: &Location) -> Location {
        Location {
            file: Arc::clone(&self.file),
            range: self.range.start..end.range.end.max(self.range.start),
        }
    }

    /// Hides this text from all excerpts.
    pub(crate) fn hide(&self) {
        let mut hidden = lock(&self.file.hidden);
        if !hidden.contains(&self.range) {
            hidden.push(self.range.clone());
        }
    }

    /// Hides the whole file from all excerpts.
    pub(crate) fn hide_file(&self) {
        let whole = 0..self.file.text.len();
        Location::new(&self.file, whole).hide();
    }

    /// The first line of this part.
    pub fn excerpt(&self) -> Excerpt {
        let line = self.file.line_range(self.file.line_index(self.range.start));
        let hidden = self.file.hidden_in(&line);
        let mut part = self.range.start..self.range.end.min(line.end).max(self.range.start);
        for hidden in &hidden {
            // Even if only a piece of it is meant: its length must not be visible.
            if hidden.start < part.end && part.start < hidden.end {
                part = part.start.min(hidden.start)..part.end.max(hidden.end);
            }
        }
        let text = |range: Range<usize>| self.file.text.get(range).unwrap_or("");
        let shown = |stretch: Range<usize>| {
            let (mut shown, mut at) = (String::new(), stretch.start);
            let within =
                |hidden: &&Range<usize>| stretch.start <= hidden.start && hidden.end <= stretch.end;
            for hidden in hidden.iter().filter(within) {
                shown.push_str(text(at..hidden.start));
                shown.push_str(HIDDEN);
                at = hidden.end;
            }
            shown + text(at..stretch.end)
        };
        let before = shown(line.start..part.start);
        let meant = shown(part.clone());
        let whole = [&*before, &meant, &shown(part.end..line.end)].concat();
        Excerpt {
            line: whole.trim_end_matches('\r').replace('\t', " "),
            start: before.chars().count(),
            length: meant.chars().count().max(1),
        }
    }
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file) && self.range == other.range
    }
}

impl Eq for Location {}

/// `main.tf:3:5`.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file(), self.line(), self.column())
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        let file = SourceFile::new("main.tf", "a = 1\n\tä = \"x\"\r\n\nb");
        let at = Location::new(&file, 7..9);
        assert_eq!(at.to_string(), "main.tf:2:2");
        assert_eq!(at.text(), "ä");
        let excerpt = at.excerpt();
        assert_eq!(excerpt.line, " ä = \"x\"");
        assert_eq!((excerpt.start, excerpt.length), (1, 1));
        let end = file.text().len();
        assert_eq!(Location::new(&file, end..end).to_string(), "main.tf:4:2");
        assert_eq!(
            Location::new(&SourceFile::new("e", ""), 0..0).to_string(),
            "e:1:1"
        );
    }

    #[test]
    fn a_part_of_many_lines_is_shown_by_its_first() {
        let file = SourceFile::new("main.tf", "x = [\n 1\n]\n");
        let excerpt = Location::new(&file, 4..10).excerpt();
        assert_eq!(
            excerpt,
            Excerpt {
                line: "x = [".into(),
                start: 4,
                length: 1
            }
        );
    }
}
