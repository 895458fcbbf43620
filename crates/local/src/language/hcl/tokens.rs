//! The tokens of a text, split as the language does it, even if the text is invalid.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Name,
    Number,
    Newline,
    OpenQuote,
    OpenHeredoc,
    /// The end of a quoted string or a heredoc.
    CloseTemplate,
    /// Text in a template.
    Literal,
    /// An invalid escape sequence.
    BadEscape,
    /// A line break in a quoted string.
    BrokenLine,
    OpenInterpolation,
    OpenDirective,
    /// The brace that ends an interpolation or a directive.
    CloseSequence,
    /// A bracket, a separator or an operator.
    Sign(&'static str),
    /// An operator of another language, with the one to use instead.
    Foreign(&'static str),
    /// A character that the language does not use.
    Stray,
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: Range<usize>,
}

/// Longer signs come first.
const SIGNS: [&str; 28] = [
    "...", "==", "!=", "<=", ">=", "&&", "||", "=>", "::", "{", "}", "[", "]", "(", ")", ",", ".",
    "=", ":", "?", "+", "-", "*", "/", "%", "<", ">", "!",
];

const FOREIGN: [(&str, &str); 4] = [("&", "&&"), ("|", "||"), ("^", ""), ("~", "!")];

#[derive(Clone, Copy)]
enum Mode<'t> {
    /// Code, with its number of open braces. One more closing brace ends it, if it is in a
    /// template.
    Code(usize),
    Quoted,
    Heredoc(&'t str),
}

/// The tokens of a text, without its end.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token> {
    let mut lexer = Lexer {
        text,
        at: 0,
        modes: vec![Mode::Code(0)],
        found: None,
        last_comment_end: text.rfind("*/").unwrap_or(0).saturating_sub(1),
    };
    std::iter::from_fn(move || {
        while lexer.at < text.len() && lexer.found.is_none() {
            match lexer.modes.last().copied() {
                Some(Mode::Quoted) => lexer.template(None),
                Some(Mode::Heredoc(end)) => lexer.template(Some(end)),
                Some(Mode::Code(_)) | None => lexer.code(),
            }
        }
        lexer.found.take()
    })
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    modes: Vec<Mode<'t>>,
    /// The token that was just read; white space and comments between `/*` and `*/` are none.
    found: Option<Token>,
    /// The last possible end of a complete comment; computed once, so a text full of unterminated
    /// comments takes no longer.
    last_comment_end: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn push(&mut self, kind: Kind, length: usize) {
        // Always advances, whatever the text holds.
        let end = (self.at + length).min(self.text.len());
        let at = self.at..end;
        self.found = Some(Token { kind, at });
        self.at = end;
    }

    fn code(&mut self) {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or('\n');
        let while_ = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
        let line = || rest.find('\n').unwrap_or(rest.len());
        match first {
            ' ' | '\t' => self.at += 1,
            '\r' if rest.starts_with("\r\n") => self.at += 1,
            '\n' => self.push(Kind::Newline, 1),
            '#' => self.push(Kind::Newline, line() + 1),
            '/' if rest.starts_with("//") => self.push(Kind::Newline, line() + 1),
            '/' if rest.starts_with("/*") && self.at < self.last_comment_end => {
                let behind = rest.get(2..).and_then(|rest| rest.find("*/"));
                self.at += behind.map_or(1, |end| end + 4);
            }
            '"' => {
                self.push(Kind::OpenQuote, 1);
                self.modes.push(Mode::Quoted);
            }
            '<' if self.heredoc() => {}
            c if starts_name(c) => {
                let length = while_(continues_name);
                self.push(Kind::Name, length);
            }
            c if c.is_ascii_digit() => self.push(Kind::Number, number(rest)),
            _ => self.sign(rest, first),
        }
    }

    fn sign(&mut self, rest: &str, first: char) {
        let inside = self.modes.len() > 1;
        if inside && rest.starts_with("~}") && matches!(self.modes.last(), Some(Mode::Code(0))) {
            self.modes.pop();
            return self.push(Kind::CloseSequence, 2);
        }
        let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
            let foreign = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign));
            let kind = foreign.map_or(Kind::Stray, |(_, meant)| Kind::Foreign(meant));
            return self.push(kind, first.len_utf8());
        };
        match (self.modes.last_mut(), *sign) {
            (Some(Mode::Code(open)), "{") => *open += 1,
            (Some(Mode::Code(0)), "}") if inside => {
                self.modes.pop();
                return self.push(Kind::CloseSequence, 1);
            }
            (Some(Mode::Code(open)), "}") => *open = open.saturating_sub(1),
            _ => {}
        }
        self.push(Kind::Sign(sign), sign.len());
    }

    fn heredoc(&mut self) -> bool {
        let rest = self.rest();
        let Some(word) = rest.strip_prefix("<<") else {
            return false;
        };
        let word = word.strip_prefix('-').unwrap_or(word);
        let length = word.find(|c| !continues_name(c)).unwrap_or(word.len());
        let (word, behind) = word.split_at(length);
        let is_name = word.starts_with(starts_name)
            && (behind.starts_with('\n') || behind.starts_with("\r\n"));
        if is_name {
            self.push(Kind::OpenHeredoc, rest.find('\n').map_or(1, |end| end + 1));
            self.modes.push(Mode::Heredoc(word));
        }
        is_name
    }

    fn template(&mut self, heredoc: Option<&str>) {
        let rest = self.rest();
        let starts = self.text.get(..self.at).is_some_and(|t| t.ends_with('\n'));
        if let Some(word) = heredoc.filter(|_| starts) {
            let line = rest.split('\n').next().unwrap_or("");
            if line.trim() == word {
                self.modes.pop();
                return self.push(Kind::CloseTemplate, line.trim_end().len());
            }
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        match rest.as_bytes() {
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => self.push(Kind::Literal, 3),
            [sign @ (b'$' | b'%'), b'{', inside @ ..] => {
                let kind = match sign {
                    b'$' => Kind::OpenInterpolation,
                    _ => Kind::OpenDirective,
                };
                self.push(kind, 2 + usize::from(inside.starts_with(b"~")));
                self.modes.push(Mode::Code(0));
            }
            [b'\n', ..] if heredoc.is_some() => self.push(Kind::Literal, 1),
            _ if heredoc.is_some() => {
                let more = rest.get(first..).unwrap_or("");
                let length = more.find(['$', '%', '\n']).map_or(more.len(), |end| {
                    end + usize::from(more.get(end..).is_some_and(|m| m.starts_with('\n')))
                });
                self.push(Kind::Literal, first + length);
            }
            [b'"', ..] => {
                self.modes.pop();
                self.push(Kind::CloseTemplate, 1);
            }
            [b'\n', ..] => self.push(Kind::BrokenLine, 1),
            [b'\r', b'\n', ..] => self.push(Kind::BrokenLine, 2),
            [b'\\', b'\n', ..] => self.push(Kind::Stray, 1),
            [b'\\', ..] => {
                let (fits, length) = escape(rest);
                let kind = if fits { Kind::Literal } else { Kind::BadEscape };
                self.push(kind, length);
            }
            _ => {
                let more = rest.get(first..).unwrap_or("");
                let special = ['$', '%', '"', '\\', '\r', '\n'];
                let length = more.find(special).unwrap_or(more.len());
                self.push(Kind::Literal, first + length);
            }
        }
    }
}

/// Whether this is a valid escape sequence, and its length.
fn escape(rest: &str) -> (bool, usize) {
    let digits = match rest.chars().nth(1) {
        Some('n' | 'r' | 't' | '"' | '\\') => return (true, 2),
        Some('u') => 4,
        Some('U') => 8,
        None => return (false, 1),
        Some(other) => return (false, 1 + other.len_utf8()),
    };
    let letters = rest.bytes().skip(2).take(digits);
    let found = letters.take_while(u8::is_ascii_hexdigit).count();
    let number = rest.get(2..2 + found).unwrap_or("");
    let is_character = u32::from_str_radix(number, 16).is_ok_and(|n| char::from_u32(n).is_some());
    (found == digits && is_character, 2 + found)
}

/// The length of what reads as a number.
fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    loop {
        at += match bytes.get(at) {
            Some(b'0'..=b'9') => 1,
            Some(b'.') if digit(at + 1) => 2,
            Some(b'e' | b'E') if digit(at + 1) => 2,
            Some(b'e' | b'E')
                if matches!(bytes.get(at + 1), Some(b'+' | b'-')) && digit(at + 2) =>
            {
                3
            }
            _ => return at,
        };
    }
}

fn starts_name(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

fn continues_name(c: char) -> bool {
    c == '-' || unicode_ident::is_xid_continue(c)
}
