//! Finds the error in a text that does not parse: the same error at the same place as in Terraform.
//!
//! The parser stops where its grammar does not continue, which may be far behind the mistake, and
//! its messages are about that grammar. This module reads a text up to its first fault and builds
//! no tree.

mod expression;
mod template;

use std::ops::Range;
use std::sync::Arc;

use super::tokens::{self, Kind, Token};
use crate::message::Messages;
use crate::source::{Location, SourceFile};

struct Fault {
    at: Range<usize>,
    summary: String,
    detail: String,
}

type Read = Result<(), Fault>;

/// The maximum nesting depth to check, counted from the file.
const MAX_DEPTH: usize = 251;

/// What is said where neither an argument nor a block begins.
const NO_ITEM: &str = "Argument or block definition required";

/// The first fault, followed by the first character that the language does not have; only the
/// character if it comes first. Empty if nothing is wrong.
pub(super) fn faults(file: &Arc<SourceFile>) -> Messages {
    read(file, true, |reader| reader.body(None))
}

/// The same for a text that is one expression, possibly on several lines.
pub(super) fn of_expression(file: &Arc<SourceFile>) -> Messages {
    read(file, false, |reader| {
        reader.expression()?;
        let detail = "The expression ends before this.";
        reader.expect(Kind::End, "Extra characters after expression", detail)
    })
}

fn read(
    file: &Arc<SourceFile>,
    newlines: bool,
    read: impl FnOnce(&mut Reader<'_>) -> Read,
) -> Messages {
    let text = file.text();
    let tokens: Vec<Token> = tokens::tokens(text).collect();
    let stray = tokens.iter().find_map(|token| stray(text, token));
    let mut reader = Reader {
        text,
        tokens,
        at: 0,
        newlines: vec![newlines],
    };
    let fault = read(&mut reader).err().filter(|fault| {
        // Code after an unterminated string is not what the user meant to write.
        let is_first = |stray: &Fault| fault.at.start < stray.at.start;
        !fault.summary.is_empty() && stray.as_ref().is_none_or(is_first)
    });
    let mut messages = Messages::new();
    for Fault {
        at,
        summary,
        detail,
    } in fault.into_iter().chain(stray)
    {
        messages.fail(summary, detail, &Location::new(file, at));
    }
    messages
}

fn fault(token: &Token, summary: impl Into<String>, detail: impl Into<String>) -> Fault {
    Fault {
        at: token.at.clone(),
        summary: summary.into(),
        detail: detail.into(),
    }
}

/// The fault for a token that the language does not have.
fn stray(text: &str, token: &Token) -> Option<Fault> {
    let written = text.get(token.at.clone()).unwrap_or("");
    let (summary, detail) = match (token.kind, written) {
        (Kind::BrokenLine, _) => (
            "Invalid multi-line string",
            "A string in quotes ends on its line. Write the closing quote, \\n for a line break, or a \"heredoc\" (<<EOT) for text of \
             several lines."
                .to_owned(),
        ),
        (Kind::Foreign(meant), _) => {
            let mut detail = "Bitwise operators are not supported.".to_owned();
            if !meant.is_empty() {
                detail += &format!(" Did you mean \"{meant}\"?");
            }
            ("Unsupported operator", detail)
        }
        (Kind::Stray, written) => (
            "Invalid character",
            match written {
                "'" => "Write strings in double quotes (\").".to_owned(),
                "`" => "Write strings in double quotes (\"), and text of several lines in a \"heredoc\" (<<EOT).".to_owned(),
                ";" => "Arguments and blocks are separated by new lines, and items by commas.".to_owned(),
                "\u{201c}" | "\u{201d}" | "\u{2018}" | "\u{2019}" => {
                    format!("Write strings in straight double quotes (\"), not in {written}.")
                }
                _ => format!(
                    "The language does not use the character {}.",
                    written.escape_debug()
                ),
            },
        ),
        _ => return None,
    };
    Some(fault(token, summary, detail))
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    /// Whether line breaks are significant, for each open bracket or template.
    newlines: Vec<bool>,
}

impl<'t> Reader<'t> {
    /// The next significant token.
    fn peek(&mut self) -> Token {
        let matter = self.newlines.last().copied().unwrap_or(true);
        while let Some(token) = self.tokens.get(self.at) {
            if token.kind != Kind::Newline || matter {
                return token.clone();
            }
            self.at += 1;
        }
        let end = self.text.len();
        Token {
            kind: Kind::End,
            at: end..end,
        }
    }

    fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Reads the next token, which must be of this kind.
    fn expect(&mut self, kind: Kind, summary: &str, detail: &str) -> Read {
        let token = self.next();
        match token.kind == kind {
            true => Ok(()),
            false => Err(fault(&token, summary, detail)),
        }
    }

    fn written(&self, token: &Token) -> &'t str {
        self.text.get(token.at.clone()).unwrap_or("")
    }

    fn is(&mut self, sign: &str) -> bool {
        matches!(self.peek().kind, Kind::Sign(found) if found == sign)
    }

    /// Reads this sign if it is the next token; returns whether it was.
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    /// The same for a name.
    fn takes_name(&mut self, name: &str) -> bool {
        let token = self.peek();
        let found = token.kind == Kind::Name && self.written(&token) == name;
        self.at += usize::from(found);
        found
    }

    /// Reads the content of brackets or a template; `newlines` says whether line breaks are
    /// significant there.
    fn inside(&mut self, newlines: bool, read: impl FnOnce(&mut Self) -> Read) -> Read {
        self.newlines.push(newlines);
        let found = if self.newlines.len() > MAX_DEPTH {
            // An empty fault: the rest was not checked.
            Err(fault(&self.peek(), "", ""))
        } else {
            read(self)
        };
        self.newlines.pop();
        found
    }

    /// A body, up to the end of the file or through the brace that closes this open block.
    fn body(&mut self, open: Option<&Token>) -> Read {
        loop {
            let token = self.next();
            let (summary, detail) = match (token.kind, open) {
                (Kind::Newline, _) => continue,
                (Kind::Name, _) => {
                    self.item(&token)?;
                    continue;
                }
                (Kind::End, None) | (Kind::Sign("}"), Some(_)) => return Ok(()),
                (Kind::End, Some(open)) => return Err(unclosed(open)),
                (Kind::OpenQuote, _) => ("Invalid argument name", "Argument names are not quoted."),
                _ => (NO_ITEM, "An argument or a block is expected here."),
            };
            return Err(fault(&token, summary, detail));
        }
    }

    fn item(&mut self, name: &Token) -> Read {
        match self.peek().kind {
            Kind::Sign("=") => {
                self.at += 1;
                self.expression()?;
                self.line_ends("argument", "An argument ends with its line.")
            }
            Kind::OpenQuote | Kind::Name | Kind::Sign("{") => self.block(),
            _ => Err(no_item(name)),
        }
    }

    /// Checks that the line ends behind an argument or a block.
    fn line_ends(&mut self, what: &str, detail: &str) -> Read {
        let end = self.peek();
        match end.kind {
            Kind::Newline | Kind::End => Ok(()),
            _ => Err(fault(&end, format!("Missing newline after {what}"), detail)),
        }
    }

    /// The rest of a block, after its type.
    fn block(&mut self) -> Read {
        let open = loop {
            let token = self.next();
            let reason = match token.kind {
                Kind::Sign("{") => break token,
                Kind::Name => continue,
                Kind::OpenQuote => {
                    self.label()?;
                    continue;
                }
                Kind::Sign("=") => {
                    "An equals sign sets an argument. A block has none: write what is in it between \"{\" and \"}\"."
                }
                Kind::Newline => "The \"{\" of a block is on the line of its type and labels.",
                _ => "A label in quotes or the \"{\" of the block is expected here.",
            };
            return Err(fault(&token, "Invalid block definition", reason));
        };
        self.inside(true, |reader| match reader.peek().kind {
            Kind::Newline | Kind::End | Kind::Sign("}") => reader.body(Some(&open)),
            _ => reader.one_line(&open),
        })?;
        // Otherwise the closing brace is missing further up.
        self.line_ends("block definition", "A block ends with its line.")
    }

    /// The rest of a block on one line.
    fn one_line(&mut self, open: &Token) -> Read {
        const ONE: &str = "A block on one line holds one argument at most.";
        let name = self.next();
        if name.kind != Kind::Name {
            let detail = "An argument or a block is expected here.";
            return Err(fault(&name, NO_ITEM, detail));
        }
        match self.next().kind {
            Kind::Sign("=") => self.expression()?,
            Kind::OpenQuote | Kind::Name | Kind::Sign("{") => {
                let detail = format!("{ONE} Write a block that holds blocks on several lines.");
                return Err(fault(&name, "Argument definition required", detail));
            }
            _ => return Err(no_item(&name)),
        }
        let close = self.next();
        let reason = match close.kind {
            Kind::Sign("}") => return Ok(()),
            Kind::End => return Err(unclosed(open)),
            Kind::Newline => "Its closing brace is on the same line.",
            _ => "Write each argument on its own line.",
        };
        let summary = "Invalid single-argument block definition";
        Err(fault(&close, summary, format!("{ONE} {reason}")))
    }

    /// The rest of a block's label.
    fn label(&mut self) -> Read {
        loop {
            let token = self.next();
            let reason = match token.kind {
                Kind::CloseTemplate => return Ok(()),
                Kind::Literal => continue,
                Kind::BadEscape => return Err(self.bad_escape(&token)),
                Kind::OpenInterpolation | Kind::OpenDirective => {
                    "A label is not a template. Write \"$${\" or \"%%{\" for these characters."
                }
                _ => "A label ends with a quote on its line.",
            };
            return Err(fault(&token, "Invalid string literal", reason));
        }
    }
}

fn no_item(name: &Token) -> Fault {
    let detail =
        "An argument or a block is expected here. To set an argument, write \"=\" behind its name.";
    fault(name, NO_ITEM, detail)
}

fn unclosed(open: &Token) -> Fault {
    let detail = "This block has no closing brace before the end of the file. Perhaps a brace is missing in it.";
    fault(open, "Unclosed configuration block", detail)
}
