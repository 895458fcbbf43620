//! Encodings, locales and tablespaces of databases: which spellings mean the same.

use schema_provider::prelude::*;

use crate::Database;
use crate::unset::leaves_it;

/// Whether a configured encoding is that of the database. `DEFAULT`, like the empty string, leaves
/// the choice to the server.
pub(crate) fn same_encoding(suppress: &Suppress<'_, Database>, old: &String, new: &String) -> bool {
    leaves_or_defaults(suppress, old, new) || is_same_encoding(old, new)
}

/// Whether a configured locale is that of the database.
pub(crate) fn same_locale(suppress: &Suppress<'_, Database>, old: &String, new: &String) -> bool {
    leaves_or_defaults(suppress, old, new) || is_same_locale(old, new)
}

/// Whether the choice is left to the server.
pub(crate) fn leaves_or_defaults(
    suppress: &Suppress<'_, Database>,
    old: &String,
    new: &String,
) -> bool {
    leaves_it(suppress, old, new) || new.eq_ignore_ascii_case("DEFAULT")
}

/// Whether two names mean one encoding: servers ignore case and all but letters and digits, and
/// know aliases.
pub(crate) fn is_same_encoding(one: &str, other: &str) -> bool {
    encoding(one) == encoding(other)
}

/// Whether two names mean one locale: the encoding in it may have a hyphen or not, and `POSIX` is
/// `C`.
pub(crate) fn is_same_locale(one: &str, other: &str) -> bool {
    locale(one) == locale(other)
}

fn encoding(name: &str) -> String {
    let plain = plain(name);
    let canonical = match plain.as_str() {
        "unicode" => "utf8",
        "iso88591" => "latin1",
        "iso88592" => "latin2",
        "iso88593" => "latin3",
        "iso88594" => "latin4",
        "iso88599" => "latin5",
        "iso885910" => "latin6",
        "iso885913" => "latin7",
        "iso885914" => "latin8",
        "iso885915" => "latin9",
        "iso885916" => "latin10",
        "koi8" => "koi8r",
        "mskanji" | "shiftjis" | "win932" | "windows932" => "sjis",
        "alt" | "windows866" => "win866",
        "win" | "windows1251" => "win1251",
        "abc" | "tcvn" | "tcvn5712" | "vscii" | "windows1258" => "win1258",
        "win936" | "windows936" => "gbk",
        "win949" | "windows949" => "uhc",
        "win950" | "windows950" => "big5",
        other => match other.strip_prefix("windows") {
            Some(page) => return format!("win{page}"),
            None => other,
        },
    };
    canonical.to_owned()
}

fn locale(name: &str) -> String {
    match name.split_once('.') {
        Some((language, encoding)) => {
            format!("{}.{}", language.to_ascii_lowercase(), plain(encoding))
        }
        None if name.eq_ignore_ascii_case("POSIX") => "c".to_owned(),
        None => name.to_ascii_lowercase(),
    }
}

fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_has_many_names() {
        for (one, other) in [
            ("UTF8", "utf-8"),
            ("UTF8", "Unicode"),
            ("LATIN1", "ISO_8859_1"),
            ("WIN1252", "windows-1252"),
            ("SQL_ASCII", "sql_ascii"),
        ] {
            assert!(is_same_encoding(one, other), "{one} {other}");
        }
        for (one, other) in [("UTF8", "LATIN1"), ("LATIN1", "LATIN10"), ("UTF8", "")] {
            assert!(!is_same_encoding(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_locale_has_many_names() {
        for (one, other) in [
            ("en_US.UTF-8", "en_us.utf8"),
            ("C", "POSIX"),
            ("C.UTF-8", "c.utf8"),
            ("C", "c"),
        ] {
            assert!(is_same_locale(one, other), "{one} {other}");
        }
        for (one, other) in [("C", "C.UTF-8"), ("en_US.UTF-8", "en_GB.UTF-8"), ("C", "")] {
            assert!(!is_same_locale(one, other), "{one} {other}");
        }
    }
}
