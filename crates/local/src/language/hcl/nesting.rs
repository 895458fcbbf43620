//! Checks a text before it is parsed, for input that the parser would take forever to reject.
//!
//! The parser reads an invalid operand twice if two or more operators precede it:
//! `1 * 2 * (1 * 2 * (…` takes twice as long with every parenthesis. No real file nests many of
//! these; one that does is rejected.

/// The maximum nesting of operands in brackets or templates that each follow two or more operators.
const MAX_CHAINS: u32 = 12;

/// Where the text exceeds this limit, as the range of the bracket's byte.
pub(super) fn too_deep(text: &str) -> Option<std::ops::Range<usize>> {
    let mut scanner = Scanner {
        text,
        at: 0,
        frames: vec![Frame::code(b'{', 0)],
    };
    while scanner.at < text.len() {
        if scanner.step() > MAX_CHAINS {
            return Some(scanner.at - 1..scanner.at);
        }
    }
    None
}

/// The first byte of each token in code, that is, outside comments and literals of templates.
pub(super) fn code_positions(text: &str) -> impl Iterator<Item = usize> {
    let mut scanner = Scanner {
        text,
        at: 0,
        frames: vec![Frame::code(b'{', 0)],
    };
    std::iter::from_fn(move || {
        while scanner.at < text.len() {
            let at = scanner.at;
            let code = scanner.frames.last().is_none_or(Frame::is_code);
            scanner.step();
            if code {
                return Some(at);
            }
        }
        None
    })
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    frames: Vec<Frame<'t>>,
}

/// An open bracket or template.
struct Frame<'t> {
    inside: Inside<'t>,
    /// Operators since the start of the operand's expression.
    operators: u32,
    /// How many of the open frames follow two or more operators.
    chains: u32,
}

enum Inside<'t> {
    /// A bracket of this kind, which contains expressions and blocks.
    Code(u8),
    Quotes,
    /// A heredoc that ends with a line of only this word.
    Heredoc(&'t str),
}

impl Frame<'_> {
    fn code(bracket: u8, chains: u32) -> Self {
        Frame {
            inside: Inside::Code(bracket),
            operators: 0,
            chains,
        }
    }

    fn is_code(&self) -> bool {
        matches!(self.inside, Inside::Code(_))
    }
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Advances by one token; returns how many chains are open then.
    fn step(&mut self) -> u32 {
        let Some(frame) = self.frames.last() else {
            self.frames.push(Frame::code(b'{', 0));
            return 0;
        };
        match frame.inside {
            Inside::Code(bracket) => self.code(bracket),
            Inside::Quotes => self.template(None),
            Inside::Heredoc(end) => self.template(Some(end)),
        }
        self.frames.last().map_or(0, |frame| frame.chains)
    }

    fn code(&mut self, bracket: u8) {
        let rest = self.rest().as_bytes();
        let (first, second) = (rest.first().copied(), rest.get(1).copied());
        let mut length = 1;
        match (first.unwrap_or(0), second.unwrap_or(0)) {
            (b'#', _) | (b'/', b'/') => length = self.up_to("\n"),
            (b'/', b'*') => length = self.up_to("*/"),
            (b'"', _) => self.open(Inside::Quotes),
            (b'<', b'<') => return self.heredoc(),
            (open @ (b'(' | b'[' | b'{'), _) => self.open(Inside::Code(open)),
            (b')' | b']' | b'}', _) => self.close(),
            (b'\n', _) if bracket == b'{' => self.operators(|_| 0),
            (b'=' | b'!' | b'<' | b'>', b'=') | (b'&', b'&') | (b'|', b'|') => {
                length = 2;
                self.operators(|n| n + 1);
            }
            (b',' | b'?' | b':' | b'=', _) => self.operators(|_| 0),
            (b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'!', _) => {
                self.operators(|n| n + 1);
            }
            _ => {}
        }
        self.at += length;
    }

    fn template(&mut self, heredoc: Option<&str>) {
        let rest = self.rest();
        if let Some(end) = heredoc {
            let line = rest.split('\n').next().unwrap_or("");
            let starts = self.text.as_bytes().get(self.at.wrapping_sub(1)) == Some(&b'\n');
            if starts && line.trim() == end {
                self.frames.pop();
                self.at += line.len();
                return;
            }
        }
        let mut length = 1;
        match rest.as_bytes() {
            [b'\\', ..] if heredoc.is_none() => length = 2,
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => length = 3,
            [b'$' | b'%', b'{', ..] => {
                length = 2;
                self.open(Inside::Code(b'('));
            }
            [b'"', ..] if heredoc.is_none() => self.close(),
            _ => {}
        }
        self.at += length;
    }

    fn heredoc(&mut self) {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or("");
        let word = line.trim_start_matches('<').trim_start_matches('-').trim();
        if word.is_empty() {
            self.at += 2;
            return;
        }
        self.open(Inside::Heredoc(word));
        self.at += (line.len() + 1).min(rest.len());
    }

    /// The length of the text up to and including `end`.
    fn up_to(&self, end: &str) -> usize {
        // The end of a comment must come after its start.
        let rest = self.rest().get(1..).unwrap_or("");
        1 + rest
            .find(end)
            .map_or(rest.len(), |found| found + end.len() - 1)
            .max(1)
    }

    fn open(&mut self, inside: Inside<'t>) {
        let (operators, chains) = match self.frames.last() {
            Some(frame) => (frame.operators, frame.chains),
            None => (0, 0),
        };
        self.frames.push(Frame {
            inside,
            operators: 0,
            chains: chains + u32::from(operators >= 2),
        });
    }

    fn close(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
    }

    fn operators(&mut self, change: impl FnOnce(u32) -> u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.operators = change(frame.operators);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_inside_chains_are_counted() {
        for (open, close) in [
            ("1*2*(", ")"),
            ("a + b - [", "]"),
            ("a && b || {c = ", "}"),
            ("a == b == \"${", "}\""),
            ("a*b*<<E\n${", "}\nE\n"),
        ] {
            let nested = |n: usize| format!("a = {}1{}\n", open.repeat(n), close.repeat(n));
            assert_eq!(too_deep(&nested(MAX_CHAINS as usize)), None, "{open}");
            assert!(
                too_deep(&nested(MAX_CHAINS as usize + 1)).is_some(),
                "{open}"
            );
            assert!(
                too_deep(&format!("a = {}", open.repeat(1_000))).is_some(),
                "{open}"
            );
        }
    }

    #[test]
    fn what_people_write_is_let_through() {
        let many = |text: &str| text.repeat(100);
        for text in [
            many("a = 1 + 2 * (3 - 4 - (5))\n"),
            format!("a = {}1{}\n", many("["), many("]")),
            format!("a = {}1{}\n", many("(1 + "), many(")")),
            format!("a = \"{}\"\n", many("1*2*(")),
            format!("a = \"{}\"\n", many("\\\"1*2*(")),
            format!("a = \"{}\"\n", many("$${1*2*(")),
            format!("# {}\n", many("1*2*(")),
            format!("/* {} */\n", many("1*2*(\n")),
            format!("// {}\na = <<-E\n{}\n  E\n", many("1*2*("), many("1*2*(\n")),
            many("b {\n"),
            format!("a = {{\n{}}}\n", many("  x-y-z = [1 - 2 - 3]\n")),
        ] {
            assert_eq!(too_deep(&text), None, "{text}");
        }
    }
}
