//! Reads expressions up to their first fault.

use super::tokens::{Kind, Token};
use super::{Fault, Read, Reader, fault};

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
                let colon = reader.next();
                if colon.kind != Kind::Sign(":") {
                    return Err(fault(
                        &colon,
                        "Missing false expression in conditional",
                        "A condition (… ? … : …) has a value for false, after a colon.",
                    ));
                }
            }
        })
    }

    fn operand(&mut self) -> Read {
        while self.takes("-") || self.takes("!") {}
        let first = self.next();
        match first.kind {
            Kind::Name => self.named(&first)?,
            Kind::Number => {
                let digits = self.text.get(first.at.clone()).unwrap_or("");
                if digits.matches('.').count() > 1 || digits.matches(['e', 'E']).count() > 1 {
                    return Err(fault(
                        &first,
                        "Invalid number literal",
                        format!("{digits} is not a number."),
                    ));
                }
            }
            Kind::OpenQuote | Kind::OpenHeredoc => self.template()?,
            Kind::Sign("(") => self.inside(false, |reader| {
                reader.expression()?;
                let close = reader.next();
                closed(&close, ")", "Unbalanced parentheses", || {
                    "A closing parenthesis ends the expression.".to_owned()
                })
            })?,
            Kind::Sign("[") => self.inside(false, |reader| reader.tuple(&first))?,
            Kind::Sign("{") => self.inside(true, |reader| reader.object(&first))?,
            Kind::End => {
                return Err(fault(
                    &first,
                    "Missing expression",
                    "A value is expected here.",
                ));
            }
            _ => {
                return Err(fault(
                    &first,
                    "Invalid expression",
                    "A value is expected here.",
                ));
            }
        }
        self.steps()
    }

    /// A function call, or the first name of a reference.
    fn named(&mut self, first: &Token) -> Read {
        let mut selected = false;
        while self.takes("::") {
            selected = true;
            let name = self.next();
            if name.kind != Kind::Name {
                return Err(fault(
                    &name,
                    "Missing function name",
                    "The name of a function follows \"::\".",
                ));
            }
        }
        if !self.is("(") {
            let next = self.peek();
            return match selected {
                true => Err(fault(
                    &next,
                    "Missing open parenthesis",
                    "The arguments of the function are expected here, in parentheses.",
                )),
                false => Ok(()),
            };
        }
        let open = self.next();
        self.inside(false, |reader| {
            while !reader.takes(")") {
                reader.expression()?;
                let separator = reader.next();
                match separator.kind {
                    Kind::Sign(",") => {}
                    Kind::Sign(")") => return Ok(()),
                    Kind::Sign("...") if reader.takes(")") => return Ok(()),
                    Kind::Sign("...") => {
                        return Err(fault(
                            &separator,
                            "Missing closing parenthesis",
                            "The argument with \"...\" is the last one.",
                        ));
                    }
                    Kind::End => {
                        let mut whole = fault(
                            first,
                            "Unterminated function call",
                            "This call has no closing parenthesis before the end.",
                        );
                        whole.at.end = open.at.end;
                        return Err(whole);
                    }
                    _ => {
                        return Err(fault(
                            &separator,
                            "Missing argument separator",
                            "Separate two arguments of a function with a comma.",
                        ));
                    }
                }
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
                    return Err(fault(
                        &name,
                        "Invalid attribute name",
                        "The name of an attribute follows the dot.",
                    ));
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
        if self.is_name("for") {
            return self.comprehension("]");
        }
        while !self.takes("]") {
            self.expression()?;
            if self.is("]") || self.takes(",") {
                continue;
            }
            let next = self.peek();
            return Err(match next.kind {
                Kind::End => unterminated(open, "tuple", "bracket"),
                _ => fault(
                    &next,
                    "Missing item separator",
                    "Separate two items with a comma.",
                ),
            });
        }
        Ok(())
    }

    fn object(&mut self, open: &Token) -> Read {
        let before = self.at;
        let mut is_for = false;
        self.inside(false, |reader| {
            is_for = reader.is_name("for");
            Ok(())
        })?;
        if is_for {
            return self.inside(false, |reader| reader.comprehension("}"));
        }
        self.at = before;
        loop {
            if self.peek().kind == Kind::Newline {
                self.at += 1;
                continue;
            }
            if self.takes("}") {
                return Ok(());
            }
            self.expression()?;
            let sign = self.next();
            match sign.kind {
                Kind::Sign("=" | ":") => {}
                Kind::End => return Err(unterminated(open, "object", "brace")),
                Kind::Newline | Kind::Sign(",") => {
                    return Err(fault(
                        &sign,
                        "Missing attribute value",
                        "An equals sign and a value follow the name of an attribute.",
                    ));
                }
                _ => {
                    return Err(fault(
                        &sign,
                        "Missing key/value separator",
                        "An equals sign follows the name of an attribute. Write a name with spaces or dots in quotes.",
                    ));
                }
            }
            self.expression()?;
            let end = self.peek();
            match end.kind {
                Kind::Newline | Kind::Sign(",") => self.at += 1,
                Kind::Sign("}") => {}
                Kind::End => return Err(unterminated(open, "object", "brace")),
                _ => {
                    return Err(fault(
                        &end,
                        "Missing attribute separator",
                        "Separate two attributes with a comma or a new line.",
                    ));
                }
            }
        }
    }

    /// `for … in … : …`, up to this bracket.
    fn comprehension(&mut self, end: &'static str) -> Read {
        self.at += 1;
        self.loop_names(FOR)?;
        self.expression()?;
        let colon = self.next();
        closed(&colon, ":", FOR, || {
            "A colon follows the collection.".to_owned()
        })?;
        let value = self.peek();
        self.expression()?;
        let arrow = self.peek();
        let has_arrow = self.takes("=>");
        match (end, has_arrow) {
            ("]", true) => {
                return Err(fault(&arrow, FOR, "The elements of a list have no keys."));
            }
            ("}", false) => {
                return Err(fault(
                    &value,
                    FOR,
                    "An object's key and \"=>\" are expected here.",
                ));
            }
            (_, true) => self.expression()?,
            _ => {}
        }
        let grouping = self.peek();
        if self.takes("...") && end == "]" {
            return Err(fault(
                &grouping,
                FOR,
                "\"...\" groups the values of an object, not of a list.",
            ));
        }
        if self.is_name("if") {
            self.at += 1;
            self.expression()?;
        }
        let close = self.next();
        closed(&close, end, FOR, || {
            format!("The 'for' expression ends here, with \"{end}\".")
        })
    }

    /// One or two names, and `in`.
    pub(super) fn loop_names(&mut self, summary: &str) -> Read {
        let mut name = self.next();
        if name.kind == Kind::Name && self.takes(",") {
            name = self.next();
        }
        if name.kind != Kind::Name {
            return Err(fault(
                &name,
                summary,
                "A name is expected here, for each key or value.",
            ));
        }
        if self.is_name("in") {
            self.at += 1;
            return Ok(());
        }
        let next = self.peek();
        Err(fault(
            &next,
            summary,
            "The keyword `in` is expected here, before the collection.",
        ))
    }
}

fn closed(token: &Token, sign: &str, summary: &str, detail: impl FnOnce() -> String) -> Read {
    match token.kind {
        Kind::Sign(found) if found == sign => Ok(()),
        _ => Err(fault(token, summary, detail())),
    }
}

fn unterminated(open: &Token, what: &str, bracket: &str) -> Fault {
    fault(
        open,
        format!("Unterminated {what} constructor expression"),
        format!("There is no closing {bracket} for it before the end."),
    )
}
