//! Connection strings as libpq reads them: `host=… dbname=…`, or a URI.

use schema_provider::Path;
use schema_provider::prelude::*;

/// Rejects a connection string that the server could not read. The server's own error would repeat
/// a part of it, and perhaps of the password.
pub(crate) fn check(path: &Path, conninfo: &Secret) -> Diagnostics {
    let text = conninfo.expose().unwrap_or_default();
    match read(text) {
        Ok(()) => Diagnostics::new(),
        Err(why) => Diagnostic::error("The connection string has another form")
            .with_detail(format!(
                "{path} must be keywords with values, such as host=db.example.com dbname=shop, or a URI: {why}. Put a value \
                 with spaces into single quotes, and a backslash before a quote or a backslash inside of them."
            ))
            .at(path.clone())
            .into(),
    }
}

/// Reads keywords with values. The error contains none of them.
fn read(text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    if text.starts_with("postgresql://") || text.starts_with("postgres://") {
        return Ok(());
    }
    let mut rest = text.trim_start();
    let mut count = 0;
    while !rest.is_empty() {
        count += 1;
        let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace());
        let (_, after) = rest.split_at(end.unwrap_or(rest.len()));
        let Some(value) = after.trim_start().strip_prefix('=') else {
            return Err(format!("the {count}. keyword has no \"=\" behind it"));
        };
        let value = value.trim_start();
        rest = match value.strip_prefix('\'') {
            Some(quoted) => after_quoted(quoted)
                .ok_or_else(|| format!("the {count}. value has no closing quote"))?,
            None => after_plain(value),
        }
        .trim_start();
    }
    Ok(())
}

/// What follows the closing quote.
fn after_quoted(text: &str) -> Option<&str> {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '\'' => return text.get(at + 1..),
            _ => {}
        }
    }
    None
}

/// What follows an unquoted value, which ends at a space without a backslash before it.
fn after_plain(text: &str) -> &str {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            _ if character.is_ascii_whitespace() => return text.get(at..).unwrap_or_default(),
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libpq_reads_is_accepted() {
        for right in [
            "host=localhost port=5432",
            " host = localhost  dbname='my db' password='it\\'s \\\\' ",
            "password=a\\ b user=u",
            "dbname=",
            "postgresql://u:p@h/d?sslmode=require",
            "postgres://h",
        ] {
            assert_eq!(read(right), Ok(()), "{right}");
        }
    }

    #[test]
    fn nothing_of_it_is_in_the_error() {
        for (wrong, says) in [
            ("", "is empty"),
            ("host=h hunter2", "2. keyword"),
            ("password=hunter2 hunter3 user=u", "2. keyword"),
            ("host=h password='hunter2", "2. value"),
        ] {
            let path = Path::new("conninfo");
            let refused = check(&path, &Secret::from(wrong)).to_string();
            assert!(refused.contains(says), "{refused}");
            assert!(!refused.contains("hunter"), "{refused}");
        }
    }
}
