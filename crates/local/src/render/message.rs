//! Messages in a frame, with the line that they are about.

use super::{Paint, Style, without_control_characters};
use crate::message::Message;

/// One message.
pub(crate) fn message(message: &Message, style: Style) -> String {
    let diagnostic = &message.diagnostic;
    let (paint, word) = match message.is_error() {
        true => (Paint::Red, "Error: "),
        false => (Paint::Yellow, "Warning: "),
    };
    let summary = style.bold(&without_control_characters(&diagnostic.summary));
    let mut lines = vec![format!("{}{summary}", style.paint(paint, word))];
    let path = diagnostic.path.to_string();
    let mut place = match (&message.address, path.is_empty()) {
        (Some(address), true) => vec![format!("  with {address}")],
        (Some(address), false) => vec![format!("  with {address}, attribute {path}")],
        (None, false) => vec![format!("  attribute {path}")],
        (None, true) => Vec::new(),
    };
    if let Some(location) = &message.location {
        if let Some(last) = place.last_mut() {
            last.push(',');
        }
        let (file, line, column) = (location.file(), location.line(), location.column());
        let excerpt = location.excerpt();
        let code = without_control_characters(&excerpt.line);
        let spaces = " ".repeat(line.to_string().len() + 2 + excerpt.start);
        let marks = style.paint(paint, &"^".repeat(excerpt.length));
        place.push(format!("  on {file} line {line}, column {column}:"));
        place.push(format!("  {line}: {code}"));
        place.push(format!("  {spaces}{marks}"));
    }
    if !place.is_empty() {
        lines.push(String::new());
        lines.extend(place);
    }
    if !diagnostic.detail.is_empty() {
        lines.push(String::new());
        let detail = without_control_characters(&diagnostic.detail);
        lines.extend(detail.lines().map(str::to_owned));
    }
    let [top, side, bottom] = ["╷", "│", "╵"].map(|part| style.paint(paint, part));
    let mut text = format!("{top}\n");
    for line in lines {
        text.push_str(format!("{side} {line}").trim_end());
        text.push('\n');
    }
    text + &bottom + "\n"
}

impl Message {
    /// The message as a terminal without colours shows it.
    #[must_use]
    pub fn rendered(&self) -> String {
        message(self, Style::PLAIN)
    }
}
