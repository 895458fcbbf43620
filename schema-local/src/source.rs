//! [`Location`]: where in a configuration file something is written.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A configuration file that was read.
pub struct SourceFile {
    /// The name as the user knows it.
    name: String,
    text: String,
    /// Byte offsets at which lines begin; the first is 0.
    lines: Vec<usize>,
}

impl SourceFile {
    /// A file of this name, with this text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Arc::new(SourceFile {
            name: name.into(),
            text,
            lines,
        })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The zero-based line of a byte offset.
    fn line_index(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset).max(1) - 1
    }

    fn line_range(&self, index: usize) -> Range<usize> {
        let start = self.lines.get(index).copied().unwrap_or(0);
        let end = self
            .lines
            .get(index + 1)
            .map_or(self.text.len(), |next| next - 1);
        start..end.max(start)
    }
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
    /// The line without its end; tabs are spaces.
    pub line: String,
    /// Characters before the part.
    pub start: usize,
    /// Characters of the part, as far as it is on this line; at least 1.
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

    /// By which places are put in order.
    pub(crate) fn order(&self) -> (String, usize) {
        (self.file.name.clone(), self.range.start)
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.file.line_index(self.range.start) + 1
    }

    /// The column in characters, counted from 1.
    pub(crate) fn column(&self) -> usize {
        let line = self.file.line_range(self.file.line_index(self.range.start));
        1 + self
            .file
            .text
            .get(line.start..self.range.start)
            .map_or(0, |before| before.chars().count())
    }

    /// The text itself.
    pub(crate) fn text(&self) -> &str {
        self.file.text.get(self.range.clone()).unwrap_or("")
    }

    /// From the start of this to the end of another part of the same file.
    pub(crate) fn to(&self, end: &Location) -> Location {
        Location {
            file: Arc::clone(&self.file),
            range: self.range.start..end.range.end.max(self.range.start),
        }
    }

    /// The first line of it.
    pub fn excerpt(&self) -> Excerpt {
        let range = self.file.line_range(self.file.line_index(self.range.start));
        let whole = self.file.text.get(range.clone()).unwrap_or("");
        let marked = self.range.start..self.range.end.min(range.end);
        let length = self
            .file
            .text
            .get(marked)
            .map_or(0, |part| part.trim_end().chars().count());
        Excerpt {
            line: whole.trim_end_matches('\r').replace('\t', " "),
            start: self.column() - 1,
            length: length.max(1),
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
