//! Extends the lists of an existing crate: modules, uses and what a provider registers.

use super::model::Kind;
use super::text;

/// The function of the provider that returns a list.
pub(super) fn list_function(kind: Kind, items: &[String]) -> String {
    let words = kind.words();
    format!(
        "    fn {}() -> &'static [{}] {{\n        {}\n    }}\n",
        words.list,
        words.definition,
        text::bracket_list(words.list, items, "        ")
    )
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
        let name = rest
            .trim_end_matches(';')
            .split("::")
            .next()
            .unwrap_or_default();
        line.ends_with(';')
            .then(|| (rest.contains("::"), name.to_owned()))
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
    let words = kind.words();
    let list = format!("{}![", words.list);
    let found = crate::add::places(text, &list).find(|at| {
        let before = text
            .get(..*at)
            .and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c == '_' || c.is_alphanumeric())
    });
    let Some(begin) = found else {
        let impls = crate::add::places(text, "impl Provider for ").next()?;
        let line = impls + text.get(impls..)?.find("type Client")?;
        let end = line + text.get(line..)?.find('\n')? + 1;
        let (before, after) = text.split_at_checked(end)?;
        return Some(format!("{before}\n{}{after}", list_function(kind, new)));
    };
    let inside = begin + list.len();
    let length = text.get(inside..)?.find(']')?;
    let (there, rest) = text.get(inside..)?.split_at_checked(length)?;
    let known: Vec<&str> = there
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .collect();
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
    let start = text.get(..begin)?;
    let line = start.rfind('\n').map_or(0, |end| end + 1);
    let indent: String = start
        .get(line..)?
        .chars()
        .take_while(|c| *c == ' ')
        .collect();
    // Comments stay where they are.
    let filled = if there.contains("//") || there.contains("/*") {
        let more: Vec<String> = more
            .iter()
            .map(|item| format!("\n{indent}    {item},"))
            .collect();
        format!("{list}{}{there}]", more.concat())
    } else {
        let all: Vec<String> = known
            .iter()
            .map(|item| (*item).to_owned())
            .chain(more)
            .collect();
        text::bracket_list(words.list, &all, &indent)
    };
    Some(format!("{start}{filled}{}", rest.get(1..)?))
}
