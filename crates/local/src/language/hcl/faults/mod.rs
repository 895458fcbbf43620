//! Finds the error in a text that does not parse: the same error at the same place as in Terraform.
//!
//! The parser stops where its grammar does not continue, which may be far behind the mistake, and
//! its messages are about that grammar. This module reads a text up to its first fault and builds
//! no tree.

mod expression;
mod template;
mod tokens;

use std::ops::Range;

use tokens::{Kind, Token};

pub(super) struct Fault {
    pub(super) at: Range<usize>,
    pub(super) summary: String,
    pub(super) detail: String,
}

type Read = Result<(), Fault>;

/// The maximum nesting depth to check.
const MAX_DEPTH: u32 = 250;

/// The first fault, followed by the first character that the language does not have; only the
/// character if it comes first. Empty if nothing is wrong.
pub(super) fn faults(text: &str) -> Vec<Fault> {
    read(text, true, |reader| reader.body(None))
}

/// The same for a text that is one expression, possibly on several lines.
pub(super) fn of_expression(text: &str) -> Vec<Fault> {
    read(text, false, |reader| {
        reader.expression()?;
        let end = reader.peek();
        match end.kind {
            Kind::End => Ok(()),
            _ => Err(fault(
                &end,
                "Extra characters after expression",
                "The expression ends before this.",
            )),
        }
    })
}

fn read(text: &str, newlines: bool, read: impl FnOnce(&mut Reader<'_>) -> Read) -> Vec<Fault> {
    let tokens = tokens::tokens(text);
    let stray = tokens.iter().find_map(|token| stray(text, token));
    let mut reader = Reader {
        text,
        tokens,
        at: 0,
        newlines: vec![newlines],
        depth: 0,
    };
    let fault = read(&mut reader).err();
    // Code after an unterminated string is not what the user meant to write.
    let fault = fault.filter(|fault| !fault.summary.is_empty());
    match (fault, stray) {
        (Some(fault), Some(stray)) if fault.at.start < stray.at.start => vec![fault, stray],
        (_, Some(stray)) => vec![stray],
        (fault, None) => fault.into_iter().collect(),
    }
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
    Some(match token.kind {
        Kind::BrokenLine => fault(
            token,
            "Invalid multi-line string",
            "A string in quotes ends on its line. Write the closing quote, \\n for a line break, or a \"heredoc\" (<<EOT) for text of \
             several lines.",
        ),
        Kind::Foreign("") => fault(
            token,
            "Unsupported operator",
            "Bitwise operators are not supported.",
        ),
        Kind::Foreign(meant) => fault(
            token,
            "Unsupported operator",
            format!("Bitwise operators are not supported. Did you mean \"{meant}\"?"),
        ),
        Kind::Stray => fault(
            token,
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
    })
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    /// Whether line breaks are significant, for each open bracket or template.
    newlines: Vec<bool>,
    depth: u32,
}

impl Reader<'_> {
    /// The next significant token.
    fn peek(&mut self) -> Token {
        let matter = self.newlines.last().copied().unwrap_or(true);
        loop {
            match self.tokens.get(self.at) {
                Some(token) if token.kind == Kind::Newline && !matter => self.at += 1,
                Some(token) => return token.clone(),
                None => {
                    return Token {
                        kind: Kind::End,
                        at: self.text.len()..self.text.len(),
                    };
                }
            }
        }
    }

    fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
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

    fn is_name(&mut self, name: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Name && self.text.get(token.at) == Some(name)
    }

    /// Reads the content of brackets or a template; `newlines` says whether line breaks are
    /// significant there.
    fn inside(&mut self, newlines: bool, read: impl FnOnce(&mut Self) -> Read) -> Read {
        self.newlines.push(newlines);
        self.depth += 1;
        let found = if self.depth > MAX_DEPTH {
            // An empty fault: the rest was not checked.
            Err(fault(&self.peek(), "", ""))
        } else {
            read(self)
        };
        self.depth -= 1;
        self.newlines.pop();
        found
    }

    /// A body, up to the end of the file or through the brace that closes this open block.
    fn body(&mut self, open: Option<&Token>) -> Read {
        loop {
            let token = self.next();
            match (token.kind, open) {
                (Kind::Newline, _) => {}
                (Kind::Name, _) => self.item(&token)?,
                (Kind::End, None) | (Kind::Sign("}"), Some(_)) => return Ok(()),
                (Kind::End, Some(open)) => return Err(unclosed(open)),
                (Kind::OpenQuote, _) => {
                    return Err(fault(
                        &token,
                        "Invalid argument name",
                        "Argument names are not quoted.",
                    ));
                }
                _ => {
                    return Err(fault(
                        &token,
                        "Argument or block definition required",
                        "An argument or a block is expected here.",
                    ));
                }
            }
        }
    }

    fn item(&mut self, name: &Token) -> Read {
        match self.peek().kind {
            Kind::Sign("=") => {
                self.at += 1;
                self.expression()?;
                let end = self.peek();
                match end.kind {
                    Kind::Newline | Kind::End => Ok(()),
                    _ => Err(fault(
                        &end,
                        "Missing newline after argument",
                        "An argument ends with its line.",
                    )),
                }
            }
            Kind::OpenQuote | Kind::Name | Kind::Sign("{") => self.block(),
            _ => Err(no_item(name)),
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
            Kind::Newline | Kind::End => reader.body(Some(&open)),
            Kind::Sign("}") => {
                reader.at += 1;
                Ok(())
            }
            _ => reader.one_line(&open),
        })?;
        let end = self.peek();
        match end.kind {
            Kind::Newline | Kind::End => Ok(()),
            // The closing brace is missing further up.
            _ => Err(fault(
                &end,
                "Missing newline after block definition",
                "A block ends with its line.",
            )),
        }
    }

    /// The rest of a block on one line.
    fn one_line(&mut self, open: &Token) -> Read {
        let name = self.next();
        if name.kind != Kind::Name {
            return Err(fault(
                &name,
                "Argument or block definition required",
                "An argument or a block is expected here.",
            ));
        }
        match self.next().kind {
            Kind::Sign("=") => self.expression()?,
            Kind::OpenQuote | Kind::Name | Kind::Sign("{") => {
                return Err(fault(
                    &name,
                    "Argument definition required",
                    "A block on one line holds one argument at most. Write a block that holds blocks on several lines.",
                ));
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
        Err(fault(
            &close,
            "Invalid single-argument block definition",
            format!("A block on one line holds one argument at most. {reason}"),
        ))
    }

    /// The rest of a block's label.
    fn label(&mut self) -> Read {
        loop {
            let token = self.next();
            let reason = match token.kind {
                Kind::CloseTemplate => return Ok(()),
                Kind::Literal => continue,
                Kind::BadEscape => return Err(template::bad_escape(self.text, &token)),
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
    fault(
        name,
        "Argument or block definition required",
        "An argument or a block is expected here. To set an argument, write \"=\" behind its name.",
    )
}

fn unclosed(open: &Token) -> Fault {
    fault(
        open,
        "Unclosed configuration block",
        "This block has no closing brace before the end of the file. Perhaps a brace is missing in it.",
    )
}
