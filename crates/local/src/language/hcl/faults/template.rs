//! Reads templates up to their first fault.

use super::{Fault, Kind, Read, Reader, Token, fault};

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
                        let Some((directive, _)) = open.last() else {
                            return Ok(());
                        };
                        let detail = format!(
                            "A directive %{{ {directive} … }} has no %{{ end{directive} }}."
                        );
                        return Err(fault(&token, "Unexpected end of template", detail));
                    }
                    Kind::BadEscape => return Err(reader.bad_escape(&token)),
                    Kind::OpenInterpolation => reader.interpolation(&token)?,
                    Kind::OpenDirective => reader.directive(&token, &mut open)?,
                    Kind::Literal => {}
                    _ => {
                        let detail = "The string or heredoc that began before has no end.";
                        return Err(fault(&token, "Unterminated template string", detail));
                    }
                }
            }
        })
    }

    fn interpolation(&mut self, open: &Token) -> Read {
        self.inside(false, |reader| {
            reader.expression()?;
            let close = reader.next();
            let (token, summary, detail) = match close.kind {
                Kind::CloseSequence => return Ok(()),
                Kind::End | Kind::CloseTemplate | Kind::OpenQuote => (
                    open,
                    "Unclosed template interpolation sequence",
                    "There is no closing brace for it. Perhaps a bracket or a quote is missing in it.",
                ),
                _ => (
                    &close,
                    "Extra characters after interpolation expression",
                    "The closing brace is expected here. Write \"$${\" if you mean these characters.",
                ),
            };
            Err(fault(token, summary, detail))
        })
    }

    fn directive(&mut self, start: &Token, open: &mut Vec<(&'static str, bool)>) -> Read {
        self.inside(false, |reader| {
            let keyword = reader.next();
            let word = reader.written(&keyword);
            if keyword.kind != Kind::Name {
                let detail = "A directive begins with if, else, endif, for or endfor.";
                return Err(fault(&keyword, "Invalid template directive", detail));
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
                    let detail = format!(
                        "There is no directive {word}: write if, else, endif, for or endfor."
                    );
                    return Err(fault(&keyword, "Invalid template control keyword", detail));
                }
            }
            let summary = format!("Extra characters in {word} marker");
            let detail = "The closing brace of the directive is expected here.";
            reader.expect(Kind::CloseSequence, &summary, detail)
        })
    }

    pub(super) fn bad_escape(&self, token: &Token) -> Fault {
        let written = self.written(token).escape_debug();
        let detail = format!(
            "{written} is not an escape sequence. Write \\\\ for a backslash; there are \\n, \\r, \\t, \\\", \\uNNNN and \\UNNNNNNNN."
        );
        fault(token, "Invalid escape sequence", detail)
    }
}
