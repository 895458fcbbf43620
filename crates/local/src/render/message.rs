//! Messages in a frame, with the line that they are about.

use schema_runtime::diagnostics::Severity;

use super::{Paint, Style, without_control_characters};
use crate::message::Message;

/// One message.
pub(crate) fn message(message: &Message, style: Style) -> String {
    let diagnostic = &message.diagnostic;
    let (paint, word) = match diagnostic.severity {
        Severity::Error => (Paint::Red, "Error: "),
        Severity::Warning => (Paint::Yellow, "Warning: "),
    };
    let mut lines = vec![format!(
        "{}{}",
        style.paint(paint, word),
        style.bold(&without_control_characters(&diagnostic.summary))
    )];
    let mut place = Vec::new();
    let path = diagnostic.path.to_string();
    match (&message.address, path.is_empty()) {
        (Some(address), true) => place.push(format!("  with {address}")),
        (Some(address), false) => place.push(format!("  with {address}, attribute {path}")),
        (None, false) => place.push(format!("  attribute {path}")),
        (None, true) => {}
    }
    if let Some(location) = &message.location {
        if let Some(last) = place.last_mut() {
            last.push(',');
        }
        place.push(format!(
            "  on {} line {}, column {}:",
            location.file(),
            location.line(),
            location.column()
        ));
        let excerpt = location.excerpt();
        let number = location.line().to_string();
        place.push(format!(
            "  {number}: {}",
            without_control_characters(&excerpt.line)
        ));
        place.push(format!(
            "  {}{}",
            " ".repeat(number.len() + 2 + excerpt.start),
            style.paint(paint, &"^".repeat(excerpt.length))
        ));
    }
    if !place.is_empty() {
        lines.push(String::new());
        lines.extend(place);
    }
    if !diagnostic.detail.is_empty() {
        lines.push(String::new());
        lines.extend(
            without_control_characters(&diagnostic.detail)
                .lines()
                .map(str::to_owned),
        );
    }
    let mut text = String::new();
    text.push_str(&style.paint(paint, "╷"));
    text.push('\n');
    for line in lines {
        let framed = format!("{} {line}", style.paint(paint, "│"));
        text.push_str(framed.trim_end());
        text.push('\n');
    }
    text.push_str(&style.paint(paint, "╵"));
    text.push('\n');
    text
}
