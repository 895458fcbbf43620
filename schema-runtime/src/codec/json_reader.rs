//! Reading JSON: tokens from text, from any position.

use std::borrow::Cow;

use crate::codec::MAX_VALUE_DEPTH;
use crate::codec::error::{CodecError, fail};
use crate::codec::text;

/// A position in a JSON text.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// The kind of value that begins here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Null,
    Bool,
    Number,
    Text,
    Array,
    Object,
}

impl Start {
    /// For messages.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Start::Null => "null",
            Start::Bool => "a bool",
            Start::Number => "a number",
            Start::Text => "a string",
            Start::Array => "an array",
            Start::Object => "an object",
        }
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, position: 0 }
    }

    /// A failure with its position in the text.
    pub(crate) fn fail<T>(&self, what: &str) -> Result<T, CodecError> {
        fail(format!("{what} (at byte {})", self.position))
    }

    /// The next byte that is not white space.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.position) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.position += 1,
                other => return other.copied(),
            }
        }
    }

    pub(crate) fn start(&mut self) -> Result<Start, CodecError> {
        match self.peek() {
            Some(b'n') => Ok(Start::Null),
            Some(b't' | b'f') => Ok(Start::Bool),
            Some(b'-' | b'0'..=b'9') => Ok(Start::Number),
            Some(b'"') => Ok(Start::Text),
            Some(b'[') => Ok(Start::Array),
            Some(b'{') => Ok(Start::Object),
            Some(_) => self.fail("unexpected character"),
            None => self.fail("unexpected end of JSON"),
        }
    }

    pub(crate) fn expect(&mut self, byte: u8) -> Result<(), CodecError> {
        if self.peek() == Some(byte) {
            self.position += 1;
            return Ok(());
        }
        if self.position >= self.bytes.len() {
            return self.fail("unexpected end of JSON");
        }
        self.fail(&format!("{:?} expected", char::from(byte)))
    }

    /// Whether an array or object continues; skips the comma or the closing bracket.
    pub(crate) fn more(&mut self, close: u8) -> Result<bool, CodecError> {
        // Nothing but the first item comes right after an opening bracket.
        let read = self.bytes.get(..self.position).unwrap_or_default();
        let first = matches!(read.last(), Some(b'[' | b'{'));
        if self.peek() == Some(close) {
            self.position += 1;
            return Ok(false);
        }
        if !first {
            self.expect(b',')?;
        }
        Ok(true)
    }

    fn word(&mut self, word: &str) -> Result<(), CodecError> {
        self.peek();
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.position += word.len();
            Ok(())
        } else {
            self.fail("unexpected character")
        }
    }

    pub(crate) fn null(&mut self) -> Result<(), CodecError> {
        self.word("null")
    }

    pub(crate) fn bool(&mut self) -> Result<bool, CodecError> {
        if self.peek() == Some(b't') {
            self.word("true").map(|()| true)
        } else {
            self.word("false").map(|()| false)
        }
    }

    /// The text of a number, not checked further.
    pub(crate) fn number(&mut self) -> Result<&'a str, CodecError> {
        self.peek();
        let number =
            self.take_while(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        match std::str::from_utf8(number) {
            Ok(number) if !number.is_empty() => Ok(number),
            _ => self.fail("a number expected"),
        }
    }

    /// The next bytes that are such.
    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        let end = rest.iter().position(|b| !is_part(*b));
        let (taken, _) = rest.split_at(end.unwrap_or(rest.len()));
        self.position += taken.len();
        taken
    }

    /// A string, unescaped and normalised.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, CodecError> {
        match self.unescaped()? {
            Cow::Borrowed(bytes) => text::from_bytes(bytes),
            Cow::Owned(bytes) => Ok(Cow::Owned(text::from_bytes(&bytes)?.into_owned())),
        }
    }

    /// The name of an object's member, and the colon after it.
    pub(crate) fn key(&mut self) -> Result<Cow<'a, str>, CodecError> {
        let name = self.string()?;
        self.expect(b':').map(|()| name)
    }

    /// A string, unescaped and otherwise unchanged.
    pub(crate) fn raw_string(&mut self) -> Result<String, CodecError> {
        let bytes = self.unescaped()?.into_owned();
        String::from_utf8(bytes).or_else(|_| fail("text is not valid UTF-8"))
    }

    fn unescaped(&mut self) -> Result<Cow<'a, [u8]>, CodecError> {
        self.expect(b'"')?;
        let is_plain = |b| b != b'"' && b != b'\\' && b >= 0x20;
        let mut unescaped = Cow::Borrowed(self.take_while(is_plain));
        loop {
            match self.bytes.get(self.position) {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(unescaped);
                }
                Some(b'\\') => {
                    self.position += 1;
                    let c = self.escape()?;
                    let text = unescaped.to_mut();
                    text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    text.extend_from_slice(self.take_while(is_plain));
                }
                Some(_) => return self.fail("a control character in a string"),
                None => return self.fail("unexpected end of JSON"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, CodecError> {
        let Some(code) = self.bytes.get(self.position) else {
            return self.fail("unexpected end of JSON");
        };
        let c = match code {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.position += 1;
                return self.unicode_escape();
            }
            _ => return self.fail("an unknown escape in a string"),
        };
        self.position += 1;
        Ok(c)
    }

    fn unicode_escape(&mut self) -> Result<char, CodecError> {
        let first = self.hex4()?;
        let code = if (0xd800..0xdc00).contains(&first) {
            let rest = self.bytes.get(self.position..).unwrap_or_default();
            if !rest.starts_with(b"\\u") {
                return self.fail("half of a surrogate pair in a string");
            }
            self.position += 2;
            let second = self.hex4()?;
            if !(0xdc00..0xe000).contains(&second) {
                return self.fail("half of a surrogate pair in a string");
            }
            0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        } else {
            first
        };
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None => self.fail("half of a surrogate pair in a string"),
        }
    }

    fn hex4(&mut self) -> Result<u32, CodecError> {
        let digits = self.bytes.get(self.position..self.position + 4);
        let code = digits.unwrap_or_default().iter().try_fold(0, |code, &b| {
            char::from(b).to_digit(16).map(|digit| code * 16 + digit)
        });
        match (digits, code) {
            (Some(_), Some(code)) => {
                self.position += 4;
                Ok(code)
            }
            _ => self.fail("four hexadecimal digits expected"),
        }
    }

    /// Skips a whole value, whatever it is.
    pub(crate) fn skip(&mut self, depth: usize) -> Result<(), CodecError> {
        if depth > MAX_VALUE_DEPTH {
            return self.fail("nested too deeply");
        }
        match self.start()? {
            Start::Null => self.null(),
            Start::Bool => self.bool().map(|_| ()),
            Start::Number => self.number().map(|_| ()),
            Start::Text => self.string().map(|_| ()),
            start => {
                let named = start == Start::Object;
                let (open, close) = if named { (b'{', b'}') } else { (b'[', b']') };
                self.expect(open)?;
                while self.more(close)? {
                    if named {
                        self.key()?;
                    }
                    self.skip(depth + 1)?;
                }
                Ok(())
            }
        }
    }

    /// Checks that nothing follows.
    pub(crate) fn end(&mut self) -> Result<(), CodecError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.fail("something follows the value"),
        }
    }
}
