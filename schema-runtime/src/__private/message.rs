//! [`Message`]: strings built while the compiler evaluates a constant.

use schema_rules::shared_texts::{Part, Template};

use crate::object::order;

/// A string of bounded length.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; Message::CAPACITY],
    length: usize,
}

impl Default for Message {
    fn default() -> Self {
        Message::new()
    }
}

impl Message {
    const CAPACITY: usize = 1024;

    /// A text that begins with this name in backticks.
    #[must_use]
    pub const fn about(name: &str) -> Self {
        Message::new().name(name)
    }

    /// An empty string.
    #[must_use]
    pub const fn new() -> Self {
        Message {
            bytes: [0; Message::CAPACITY],
            length: 0,
        }
    }

    /// Adds a string; the part that does not fit is omitted.
    #[must_use]
    pub const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if self.length + text.len() <= Message::CAPACITY {
            let mut i = 0;
            while i < text.len() {
                self.bytes[self.length] = text[i];
                self.length += 1;
                i += 1;
            }
        }
        self
    }

    /// Adds a string in backticks.
    #[must_use]
    pub const fn name(self, name: &str) -> Self {
        self.add("`").add(name).add("`")
    }

    /// Adds what to write instead.
    #[must_use]
    pub const fn help(self, help: &str) -> Self {
        self.add("\nhelp: ").add(help)
    }

    /// A message of the rules with these names filled in.
    #[must_use]
    pub const fn of(template: &Template, outer: &str, inner: &str, key: &str) -> Self {
        Message::new()
            .parts(template.message, outer, inner, key)
            .add("\nhelp: ")
            .parts(template.help, outer, inner, key)
    }

    const fn parts(mut self, parts: &[Part], outer: &str, inner: &str, key: &str) -> Self {
        for_each!(&part in parts, {
            self = self.add(match part {
                Part::Text(text) => text,
                Part::Outer => outer,
                Part::Inner => inner,
                Part::Key => key,
            });
        });
        self
    }

    /// The text so far.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Stops the compiler with this text and what to write instead.
    #[track_caller]
    pub const fn refuse(self, help: &str) -> ! {
        self.help(help).stop()
    }

    /// Stops the compiler with this text.
    #[track_caller]
    pub const fn stop(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

/// Whether two strings are equal.
#[must_use]
pub const fn equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && order(a, b) == 0
}

/// Whether a string is one of these.
pub(super) const fn listed(words: &[&str], word: &str) -> bool {
    for_each!(&listed in words, {
        if equal(listed, word) {
            return true;
        }
    });
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_the_rules_say() {
        let text =
            schema_rules::shared_texts::SUPPRESS_IN_SET.fill("rule", "port", "diff_suppress");
        let message = Message::of(
            &schema_rules::shared_texts::SUPPRESS_IN_SET,
            "rule",
            "port",
            "diff_suppress",
        );
        let help = text.help;
        assert_eq!(message.as_str(), format!("{}\nhelp: {help}", text.message));
    }

    #[test]
    fn a_text_that_does_not_fit_is_omitted() {
        let long = "ä".repeat(500);
        let message = Message::new().add(&long).add(&long).add("end");
        assert_eq!(message.as_str(), format!("{long}end"));
    }
}
