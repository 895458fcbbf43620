//! The text of structs, as rustfmt would format it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::model::{Key, Struct, StructId, Ty};

/// How wide the inside of an annotation may be in one line.
const ONE_LINE: usize = 70;
/// How wide the inside of a list in brackets may be in one line.
const ONE_LINE_OF_LIST: usize = 60;

/// A struct with its annotations.
pub(super) fn write_struct(
    out: &mut String,
    name: &str,
    of: &Struct,
    names: &BTreeMap<StructId, String>,
) {
    for line in &of.doc {
        doc(out, "", line);
    }
    let mut keys = of.keys.clone();
    let (derived, struct_key, field_key) = match &of.output {
        None => ("Schema", "schema", "field"),
        Some(ty) => {
            let output = Key::word(format!("output = {}", write_type(ty, names)));
            keys.insert(1.min(keys.len()), output);
            ("Function", "function", "param")
        }
    };
    let _ = writeln!(out, "#[derive({derived})]");
    annotation(out, "", struct_key, &keys);
    if of.fields.is_empty() {
        let _ = writeln!(out, "pub struct {name} {{}}");
        return;
    }
    let _ = writeln!(out, "pub struct {name} {{");
    for field in &of.fields {
        for line in &field.doc {
            doc(out, "    ", line);
        }
        for line in &field.comments {
            let _ = writeln!(out, "    // {line}");
        }
        annotation(out, "    ", field_key, &field.keys);
        let ty = write_type(&field.ty, names);
        let _ = writeln!(out, "    {}: {ty},", field.ident);
    }
    out.push_str("}\n");
}

fn doc(out: &mut String, indent: &str, line: &str) {
    let _ = match line {
        "" => writeln!(out, "{indent}///"),
        line => writeln!(out, "{indent}/// {line}"),
    };
}

fn annotation(out: &mut String, indent: &str, name: &str, keys: &[Key]) {
    if keys.is_empty() {
        return;
    }
    let _ = writeln!(out, "{indent}#[{}]", list(name, keys, indent));
}

/// `name(a, b)`, on one line if short enough, else one line each.
fn list(name: &str, keys: &[Key], indent: &str) -> String {
    let one_line: Vec<String> = keys.iter().map(Key::shown).collect();
    let one_line = one_line.join(", ");
    let width = one_line.chars().count();
    // `#[`, the parentheses and `]`, or a comma.
    let fits = indent.len() + name.len() + width + 5 <= 100;
    if fits && (width <= ONE_LINE || matches!(keys, [Key::Text(_)])) {
        return format!("{name}({one_line})");
    }
    let deeper = format!("{indent}    ");
    let lines = keys.iter().map(|key| match key {
        Key::Text(text) => format!("{deeper}{text}"),
        Key::List(name, keys) => format!("{deeper}{}", list(name, keys, &deeper)),
    });
    let lines = lines.collect::<Vec<_>>().join(",\n");
    format!("{name}(\n{lines}\n{indent})")
}

fn write_type(ty: &Ty, names: &BTreeMap<StructId, String>) -> String {
    match ty {
        Ty::Named(name) => (*name).to_owned(),
        Ty::Of(name, inner) => format!("{name}<{}>", write_type(inner, names)),
        Ty::Map(inner) => format!("BTreeMap<String, {}>", write_type(inner, names)),
        Ty::Tuple(all) => {
            let all: Vec<String> = all.iter().map(|ty| write_type(ty, names)).collect();
            let end = if all.len() == 1 { "," } else { "" };
            format!("({}{end})", all.join(", "))
        }
        Ty::Struct(id) => names.get(id).cloned().unwrap_or_default(),
    }
}

/// `resources![a, b]`, on one line if short enough.
pub(super) fn bracket_list(name: &str, items: &[String], indent: &str) -> String {
    let one_line = items.join(", ");
    if one_line.len() <= ONE_LINE_OF_LIST {
        return format!("{name}![{one_line}]");
    }
    let lines = items.iter().map(|item| format!("{indent}    {item},\n"));
    let lines: String = lines.collect();
    format!("{name}![\n{lines}{indent}]")
}

/// In rustfmt's order of modules and imports: numbers by their value, `_` before all else.
pub(super) fn by_version(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then_with(|| a.cmp(b));
        };
        let (order, read) = if x.is_ascii_digit() && y.is_ascii_digit() {
            let number = |text: &str| {
                let end = text.find(|c: char| !c.is_ascii_digit());
                text[..end.unwrap_or(text.len())].to_owned()
            };
            let (m, n) = (number(left), number(right));
            let (short, other) = (m.trim_start_matches('0'), n.trim_start_matches('0'));
            let order = short.len().cmp(&other.len());
            (order.then_with(|| short.cmp(other)), (m.len(), n.len()))
        } else {
            let rank = |c: char| if c == '_' { ' ' } else { c };
            (rank(x).cmp(&rank(y)), (x.len_utf8(), y.len_utf8()))
        };
        if order != Ordering::Equal {
            return order;
        }
        (left, right) = (&left[read.0..], &right[read.1..]);
    }
}
