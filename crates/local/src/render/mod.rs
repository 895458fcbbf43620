//! Output for the user: plans, messages and states, as text and as JSON.

pub(crate) mod diff;
pub(crate) mod display;
pub(crate) mod expression;
pub(crate) mod generated;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod message;
pub(crate) mod output;
pub(crate) mod plan;
pub(crate) mod state;
pub(crate) mod text;
mod visible;

pub(crate) use visible::without_control_characters;

/// Pads a string with spaces to a width that may exceed the limit of `format!`.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// The width of the widest of these.
pub(crate) fn widest(texts: impl Iterator<Item = impl AsRef<str>>) -> usize {
    let widths = texts.map(|text| text.as_ref().chars().count());
    widths.max().unwrap_or(0)
}

/// Text styles on a terminal; plain elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) colour: bool,
}

/// A colour or weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Red,
    Green,
    Yellow,
    Cyan,
    Bold,
    Faint,
}

impl Style {
    pub(crate) const PLAIN: Style = Style { colour: false };

    pub(crate) fn paint(self, paint: Paint, text: &str) -> String {
        if !self.colour || text.is_empty() {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Red => "31",
            Paint::Green => "32",
            Paint::Yellow => "33",
            Paint::Cyan => "36",
            Paint::Bold => "1",
            Paint::Faint => "90",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.paint(Paint::Bold, text)
    }
}
