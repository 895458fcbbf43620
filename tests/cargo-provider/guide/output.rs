//! Compares the output of commands with the page.

/// The placeholder for varying output: any characters within a line; any number of lines if alone
/// on a line.
const ANY: char = '…';

/// A string without terminal colour codes.
pub(crate) fn plain(printed: &str) -> String {
    let mut parts = printed.split('\x1b');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // `[1;33m` is a colour, `(B` a set of characters.
        let end = match part.starts_with('[') {
            true => part.find(|c: char| c.is_ascii_alphabetic()),
            false => Some(1),
        };
        text.push_str(end.and_then(|end| part.get(end + 1..)).unwrap_or_default());
    }
    text
}

/// Whether the lines of `said` are found in `printed`, one right after the other.
pub(crate) fn is_found(said: &str, printed: &str) -> bool {
    let said: Vec<&str> = said.lines().map(str::trim_end).collect();
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    (0..=printed.len()).any(|begin| begins(&said, &printed[begin..]))
}

fn begins(said: &[&str], printed: &[&str]) -> bool {
    let Some((first, rest)) = said.split_first() else {
        return true;
    };
    if first.chars().eq([ANY]) {
        return (0..=printed.len()).any(|skipped| begins(rest, &printed[skipped..]));
    }
    match printed.split_first() {
        Some((line, others)) => is_line(first, line) && begins(rest, others),
        None => false,
    }
}

fn is_line(said: &str, printed: &str) -> bool {
    let mut parts = said.split(ANY);
    let Some(mut rest) = printed.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn an_ellipsis_matches_anything_and_nothing_else_does() {
    let printed = "one\ntwo is 2\nthree\n\nfour  \n";
    for said in [
        "two is 2\n",
        "two … 2\nthree",
        "one\n…\nfour",
        "one\n…\ntwo is 2\n",
        "…\nthree\n\nfour\n…\n",
        "…wo…i…2",
        "",
    ] {
        assert!(is_found(said, printed), "{said}");
    }
    for said in [
        "two",
        "one\nthree",
        "two is …3",
        "three\nfour",
        "four\n…\none",
        "five",
        "four\nfive",
    ] {
        assert!(!is_found(said, printed), "{said}");
    }
}

#[test]
fn colours_are_not_text() {
    assert_eq!(
        plain("\x1b[33m|\x1b[0m \x1b[1;31mError: \x1b[0m\x1b(Bwhy\n"),
        "| Error: why\n"
    );
}
