//! Reads templates up to their first fault.

use super::tokens::{Kind, Token};
use super::{Fault, Read, Reader, fault};

impl Reader<'_> {
    /// A quoted string or a heredoc, after its opening.
    pub(super) fn template(&mut self) -> Read {
        self.inside(false, |reader| {
            // The open directives: which one, and whether its `else` was read.
            let mut open: Vec<(&'static str, bool)> = Vec::new();
            loop {
                // Line breaks in a template are text.
                let token = reader.next();
                match token.kind {
                    Kind::CloseTemplate => {
                        return match open.last() {
                            None => Ok(()),
                            Some((directive, _)) => Err(fault(
                                &token,
                                "Unexpected end of template",
                                format!(
                                    "A directive %{{ {directive} … }} has no %{{ end{directive} }}."
                                ),
                            )),
                        };
                    }
                    Kind::BadEscape => return Err(bad_escape(reader.text, &token)),
                    Kind::OpenInterpolation => reader.interpolation(&token)?,
                    Kind::OpenDirective => reader.directive(&token, &mut open)?,
                    Kind::Literal => {}
                    _ => {
                        return Err(fault(
                            &token,
                            "Unterminated template string",
                            "The string or heredoc that began before has no end.",
                        ));
                    }
                }
            }
        })
    }

    fn interpolation(&mut self, open: &Token) -> Read {
        self.inside(false, |reader| {
            reader.expression()?;
            let close = reader.next();
            match close.kind {
                Kind::CloseSequence => Ok(()),
                Kind::End | Kind::CloseTemplate | Kind::OpenQuote => Err(fault(
                    open,
                    "Unclosed template interpolation sequence",
                    "There is no closing brace for it. Perhaps a bracket or a quote is missing in it.",
                )),
                _ => Err(fault(
                    &close,
                    "Extra characters after interpolation expression",
                    "The closing brace is expected here. Write \"$${\" if you mean these characters.",
                )),
            }
        })
    }

    fn directive(&mut self, start: &Token, open: &mut Vec<(&'static str, bool)>) -> Read {
        self.inside(false, |reader| {
            let keyword = reader.next();
            let word = reader.text.get(keyword.at.clone()).unwrap_or("");
            if keyword.kind != Kind::Name {
                return Err(fault(
                    &keyword,
                    "Invalid template directive",
                    "A directive begins with if, else, endif, for or endfor.",
                ));
            }
            let unexpected =
                |detail: &str| Err(fault(start, format!("Unexpected {word} directive"), detail));
            match (word, open.last_mut()) {
                ("if", _) => {
                    reader.expression()?;
                    open.push(("if", false));
                }
                ("for", _) => {
                    reader.loop_names("Invalid 'for' directive")?;
                    reader.expression()?;
                    open.push(("for", false));
                }
                ("else", Some(("if", seen @ false))) => *seen = true,
                ("else", Some(("if", true))) => return unexpected("The if already has an else."),
                ("endif", Some(("if", _))) | ("endfor", Some(("for", _))) => {
                    open.pop();
                }
                ("else" | "endif" | "endfor", Some((inner, _))) => {
                    return unexpected(&format!("The {inner} inside is not ended."));
                }
                ("else" | "endif" | "endfor", None) => {
                    return unexpected("Nothing was begun that it could belong to.");
                }
                _ => {
                    return Err(fault(
                        &keyword,
                        "Invalid template control keyword",
                        format!(
                            "There is no directive {word}: write if, else, endif, for or endfor."
                        ),
                    ));
                }
            }
            let close = reader.next();
            match close.kind {
                Kind::CloseSequence => Ok(()),
                _ => Err(fault(
                    &close,
                    format!("Extra characters in {word} marker"),
                    "The closing brace of the directive is expected here.",
                )),
            }
        })
    }
}

pub(super) fn bad_escape(text: &str, token: &Token) -> Fault {
    let written = text.get(token.at.clone()).unwrap_or("");
    fault(
        token,
        "Invalid escape sequence",
        format!(
            "{} is not an escape sequence. Write \\\\ for a backslash; there are \\n, \\r, \\t, \\\", \\uNNNN and \\UNNNNNNNN.",
            written.escape_debug()
        ),
    )
}
