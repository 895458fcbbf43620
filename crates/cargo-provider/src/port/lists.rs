//! Extends the lists of an existing crate: modules, uses and what a provider registers.

use super::model::Kind;
use super::text;

/// The function of the provider that returns a list.
pub(crate) fn list_function(kind: Kind, items: &[String]) -> String {
    let (name, definition) = (kind.list(), kind.definition());
    let list = text::bracket_list(name, items, "        ");
    format!("    fn {name}() -> &'static [{definition}] {{\n        {list}\n    }}\n")
}

/// Where a string occurs in a source, except in comment lines.
pub(crate) fn places<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = usize> + 'a {
    let found = text.match_indices(what).map(|(at, _)| at);
    found.filter(move |at| {
        let line = text[..*at].rfind('\n').map_or(0, |end| end + 1);
        // The string may begin with the line's indentation.
        !text[line..].trim_start().starts_with("//")
    })
}

/// The place after the opening bracket of a list in a provider's source.
pub(crate) fn inside_of_list(text: &str, kind: Kind) -> Option<usize> {
    let list = format!("{}![", kind.list());
    // `resources![` is also the end of `list_resources![`.
    let is_whole = |at: &usize| !text[..*at].ends_with(|c: char| c == '_' || c.is_alphanumeric());
    let begin = places(text, &list).find(is_whole)?;
    Some(begin + list.len())
}

/// A file of modules with the extra lines of another one.
pub(super) fn with_lines_of(there: &str, new: &str) -> String {
    let lines = new
        .lines()
        .filter(|line| line.starts_with("mod ") || line.starts_with("pub use "));
    lines.fold(there.to_owned(), |text, line| with_line(&text, line))
}

/// A string with one more `mod` or `use`, where rustfmt would put it.
pub(super) fn with_line(text: &str, line: &str) -> String {
    let module = |line: &str| {
        let rest = line.strip_prefix("pub ").unwrap_or(line);
        let rest = rest
            .strip_prefix("mod ")
            .or_else(|| rest.strip_prefix("use "))?;
        let rest = rest.strip_suffix(';')?;
        let (name, is_use) = match rest.split_once("::") {
            Some((name, _)) => (name, true),
            None => (rest, false),
        };
        Some((is_use, name.to_owned()))
    };
    let Some(wanted) = module(line) else {
        return text.to_owned();
    };
    let (mut before, mut last) = (None, None);
    let mut at = 0;
    for there in text.split_inclusive('\n') {
        if let Some(found) = module(there.trim_end())
            && found.0 == wanted.0
        {
            match text::by_version(&found.1, &wanted.1) {
                std::cmp::Ordering::Equal => return text.to_owned(),
                std::cmp::Ordering::Greater if before.is_none() => before = Some(at),
                _ => {}
            }
            last = Some(at + there.len());
        }
        at += there.len();
    }
    match before.or(last).and_then(|at| text.split_at_checked(at)) {
        Some((start, end)) => format!("{start}{line}\n{end}"),
        None => format!("{}\n\n{line}\n", text.trim_end()),
    }
}

/// The provider's source with additions to one of its lists, which is created if missing.
pub(super) fn with_items(text: &str, kind: Kind, new: &[String]) -> Option<String> {
    let Some(inside) = inside_of_list(text, kind) else {
        let impls = places(text, "impl Provider for ").next()?;
        let line = impls + text.get(impls..)?.find("type Client")?;
        let end = line + text.get(line..)?.find('\n')? + 1;
        let (before, after) = text.split_at_checked(end)?;
        return Some(format!("{before}\n{}{after}", list_function(kind, new)));
    };
    let (there, rest) = text.get(inside..)?.split_once(']')?;
    let known = there.split(',').map(str::trim);
    let known: Vec<&str> = known.filter(|item| !item.is_empty()).collect();
    let more = new.iter().filter(|item| {
        let short = item.rsplit("::").next().unwrap_or(item);
        !known.contains(&item.as_str())
            && !known.contains(&item.trim_start_matches("crate::"))
            && (kind == Kind::List || !known.contains(&short))
    });
    let more: Vec<String> = more.cloned().collect();
    if more.is_empty() {
        return Some(text.to_owned());
    }
    let name = kind.list();
    let start = text[..inside].strip_suffix("![")?.strip_suffix(name)?;
    let line = start.rfind('\n').map_or(0, |end| end + 1);
    let begin = &start[line..];
    let indent = &begin[..begin.len() - begin.trim_start_matches(' ').len()];
    // Comments stay where they are.
    let filled = if there.contains("//") || there.contains("/*") {
        let more = more.iter().map(|item| format!("\n{indent}    {item},"));
        format!("{name}![{}{there}]", more.collect::<String>())
    } else {
        let known = known.into_iter().map(str::to_owned);
        let all: Vec<String> = known.chain(more).collect();
        text::bracket_list(name, &all, indent)
    };
    Some(format!("{start}{filled}{rest}"))
}
