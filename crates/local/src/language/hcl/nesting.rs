//! Checks a text before it is parsed, for input that the parser would take forever to reject.
//!
//! The parser reads an invalid operand twice if two or more operators precede it:
//! `1 * 2 * (1 * 2 * (…` takes twice as long with every parenthesis. No real file nests many of
//! these; one that does is rejected.

use std::ops::Range;

use super::tokens::{Kind, Token, tokens};

/// The maximum nesting of operands in brackets or templates that each follow two or more operators.
const MAX_CHAINS: u32 = 12;

/// An open bracket or template.
#[derive(Clone, Copy)]
struct Frame {
    /// Whether a line break ends an expression.
    has_lines: bool,
    /// Operators since the start of the operand's expression.
    operators: u32,
    /// How many of the open frames follow two or more operators.
    chains: u32,
}

/// Where the text exceeds this limit, as the range of the bracket's byte.
pub(super) fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut outer = Vec::new();
    let mut frame = Frame {
        has_lines: true,
        operators: 0,
        chains: 0,
    };
    for Token { kind, at } in tokens(text) {
        match kind {
            Kind::Sign("(" | "[" | "{")
            | Kind::OpenQuote
            | Kind::OpenHeredoc
            | Kind::OpenInterpolation
            | Kind::OpenDirective => {
                outer.push(frame);
                frame = Frame {
                    has_lines: kind == Kind::Sign("{"),
                    operators: 0,
                    chains: frame.chains + u32::from(frame.operators >= 2),
                };
                if frame.chains > MAX_CHAINS {
                    return Some(at.end - 1..at.end);
                }
            }
            Kind::Sign(")" | "]" | "}") | Kind::CloseTemplate | Kind::CloseSequence => {
                frame = outer.pop().unwrap_or(frame);
            }
            Kind::Newline if frame.has_lines => frame.operators = 0,
            Kind::Sign("," | "?" | ":" | "::" | "=" | "=>") => frame.operators = 0,
            Kind::Sign("." | "...") => {}
            Kind::Sign(_) | Kind::Foreign(_) => frame.operators += 1,
            _ => {}
        }
    }
    None
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
