//! Reads expressions up to their first fault.

use super::{Fault, Kind, Read, Reader, Token, fault};

const BINARY: [&str; 13] = [
    "||", "&&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%",
];

const FOR: &str = "Invalid 'for' expression";

impl Reader<'_> {
    pub(super) fn expression(&mut self) -> Read {
        // Line breaks mean the same as in the enclosing code.
        let newlines = self.newlines.last().copied().unwrap_or(true);
        self.inside(newlines, |reader| {
            loop {
                reader.operand()?;
                while matches!(reader.peek().kind, Kind::Sign(sign) if BINARY.contains(&sign)) {
                    reader.at += 1;
                    reader.operand()?;
                }
                if !reader.takes("?") {
                    return Ok(());
                }
                reader.expression()?;
                let summary = "Missing false expression in conditional";
                let detail = "A condition (… ? … : …) has a value for false, after a colon.";
                reader.expect(Kind::Sign(":"), summary, detail)?;
            }
        })
    }

    fn operand(&mut self) -> Read {
        while self.takes("-") || self.takes("!") {}
        let first = self.next();
        match first.kind {
            Kind::Name => self.named(&first)?,
            Kind::Number => {
                let digits = self.written(&first);
                if digits.matches('.').count() > 1 || digits.matches(['e', 'E']).count() > 1 {
                    let detail = format!("{digits} is not a number.");
                    return Err(fault(&first, "Invalid number literal", detail));
                }
            }
            Kind::OpenQuote | Kind::OpenHeredoc => self.template()?,
            Kind::Sign("(") => self.inside(false, |reader| {
                reader.expression()?;
                let detail = "A closing parenthesis ends the expression.";
                reader.expect(Kind::Sign(")"), "Unbalanced parentheses", detail)
            })?,
            Kind::Sign("[") => self.inside(false, |reader| reader.tuple(&first))?,
            Kind::Sign("{") => self.inside(true, |reader| reader.object(&first))?,
            kind => {
                let summary = match kind {
                    Kind::End => "Missing expression",
                    _ => "Invalid expression",
                };
                return Err(fault(&first, summary, "A value is expected here."));
            }
        }
        self.steps()
    }

    /// A function call, or the first name of a reference.
    fn named(&mut self, first: &Token) -> Read {
        let mut selected = false;
        while self.takes("::") {
            selected = true;
            let detail = "The name of a function follows \"::\".";
            self.expect(Kind::Name, "Missing function name", detail)?;
        }
        if !selected && !self.is("(") {
            return Ok(());
        }
        let open = self.peek();
        let detail = "The arguments of the function are expected here, in parentheses.";
        self.expect(Kind::Sign("("), "Missing open parenthesis", detail)?;
        self.inside(false, |reader| {
            while !reader.takes(")") {
                reader.expression()?;
                let separator = reader.next();
                let (summary, detail) = match separator.kind {
                    Kind::Sign(",") => continue,
                    Kind::Sign(")") => return Ok(()),
                    Kind::Sign("...") if reader.takes(")") => return Ok(()),
                    Kind::Sign("...") => (
                        "Missing closing parenthesis",
                        "The argument with \"...\" is the last one.",
                    ),
                    Kind::End => {
                        let mut whole = first.clone();
                        whole.at.end = open.at.end;
                        let detail = "This call has no closing parenthesis before the end.";
                        return Err(fault(&whole, "Unterminated function call", detail));
                    }
                    _ => (
                        "Missing argument separator",
                        "Separate two arguments of a function with a comma.",
                    ),
                };
                return Err(fault(&separator, summary, detail));
            }
            Ok(())
        })
    }

    /// The steps after a value: attributes, indexes, splats.
    fn steps(&mut self) -> Read {
        loop {
            if self.takes(".") {
                let name = self.next();
                if !matches!(name.kind, Kind::Name | Kind::Number | Kind::Sign("*")) {
                    let detail = "The name of an attribute follows the dot.";
                    return Err(fault(&name, "Invalid attribute name", detail));
                }
            } else if self.takes("[") {
                self.inside(false, |reader| {
                    let splat = reader.takes("*");
                    if !splat {
                        reader.expression()?;
                    }
                    if reader.takes("]") {
                        return Ok(());
                    }
                    let summary = match splat {
                        true => "Missing close bracket on splat index",
                        false => "Missing close bracket on index",
                    };
                    let close = reader.bracket_after();
                    Err(fault(&close, summary, "An index ends with \"]\"."))
                })?;
            } else {
                return Ok(());
            }
        }
    }

    /// The next bracket that could close an index, where Terraform continues.
    fn bracket_after(&mut self) -> Token {
        let mut open = 0_usize;
        loop {
            let token = self.next();
            match token.kind {
                Kind::Sign("[") => open += 1,
                Kind::Sign("]") if open > 0 => open -= 1,
                Kind::Sign("]") | Kind::End => return token,
                _ => {}
            }
        }
    }

    fn tuple(&mut self, open: &Token) -> Read {
        if self.takes_name("for") {
            return self.comprehension("]");
        }
        while !self.takes("]") {
            self.expression()?;
            if self.is("]") || self.takes(",") {
                continue;
            }
            let next = self.peek();
            if next.kind == Kind::End {
                return Err(unterminated(open, "tuple", "bracket"));
            }
            let detail = "Separate two items with a comma.";
            return Err(fault(&next, "Missing item separator", detail));
        }
        Ok(())
    }

    fn object(&mut self, open: &Token) -> Read {
        self.skip_lines();
        if self.takes_name("for") {
            return self.inside(false, |reader| reader.comprehension("}"));
        }
        loop {
            self.skip_lines();
            if self.takes("}") {
                return Ok(());
            }
            self.expression()?;
            let sign = self.next();
            match sign.kind {
                Kind::Sign("=" | ":") => {}
                Kind::End => return Err(unterminated(open, "object", "brace")),
                Kind::Newline | Kind::Sign(",") => {
                    let detail = "An equals sign and a value follow the name of an attribute.";
                    return Err(fault(&sign, "Missing attribute value", detail));
                }
                _ => {
                    let detail = "An equals sign follows the name of an attribute. Write a name with spaces or dots in quotes.";
                    return Err(fault(&sign, "Missing key/value separator", detail));
                }
            }
            self.expression()?;
            let end = self.peek();
            match end.kind {
                Kind::Newline | Kind::Sign(",") => self.at += 1,
                Kind::Sign("}") => {}
                Kind::End => return Err(unterminated(open, "object", "brace")),
                _ => {
                    let detail = "Separate two attributes with a comma or a new line.";
                    return Err(fault(&end, "Missing attribute separator", detail));
                }
            }
        }
    }

    fn skip_lines(&mut self) {
        while self.peek().kind == Kind::Newline {
            self.at += 1;
        }
    }

    /// The rest of `for … in … : …`, up to this bracket.
    fn comprehension(&mut self, end: &'static str) -> Read {
        self.loop_names(FOR)?;
        self.expression()?;
        self.expect(Kind::Sign(":"), FOR, "A colon follows the collection.")?;
        let value = self.peek();
        self.expression()?;
        let arrow = self.peek();
        let has_arrow = self.takes("=>");
        let wrong = match (end, has_arrow) {
            ("]", true) => Some((&arrow, "The elements of a list have no keys.")),
            ("}", false) => Some((&value, "An object's key and \"=>\" are expected here.")),
            _ => None,
        };
        if let Some((token, detail)) = wrong {
            return Err(fault(token, FOR, detail));
        }
        if has_arrow {
            self.expression()?;
        }
        let grouping = self.peek();
        if self.takes("...") && end == "]" {
            let detail = "\"...\" groups the values of an object, not of a list.";
            return Err(fault(&grouping, FOR, detail));
        }
        if self.takes_name("if") {
            self.expression()?;
        }
        let detail = format!("The 'for' expression ends here, with \"{end}\".");
        self.expect(Kind::Sign(end), FOR, &detail)
    }

    /// One or two names, and `in`.
    pub(super) fn loop_names(&mut self, summary: &str) -> Read {
        let mut name = self.next();
        if name.kind == Kind::Name && self.takes(",") {
            name = self.next();
        }
        if name.kind != Kind::Name {
            let detail = "A name is expected here, for each key or value.";
            return Err(fault(&name, summary, detail));
        }
        if self.takes_name("in") {
            return Ok(());
        }
        let detail = "The keyword `in` is expected here, before the collection.";
        Err(fault(&self.peek(), summary, detail))
    }
}

fn unterminated(open: &Token, what: &str, bracket: &str) -> Fault {
    fault(
        open,
        format!("Unterminated {what} constructor expression"),
        format!("There is no closing {bracket} for it before the end."),
    )
}
