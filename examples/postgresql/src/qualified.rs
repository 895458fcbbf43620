//! [`Qualified`]: the name of an object with its schema, as configurations write it.

use schema_provider::Path;
use schema_provider::prelude::*;

use crate::import_id::{split, unquote};
use crate::server::{self, Connection};
use crate::sql::ident;

/// A name with or without a schema: `schema.table`, `table`. A part that contains a dot is in
/// double quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Qualified {
    parts: Vec<String>,
}

impl Qualified {
    /// Reads a configured name. A string with a single double quote is not a quoted name: it is
    /// split at its dots.
    pub(crate) fn read(text: &str) -> Self {
        let parts = split(text, '.').unwrap_or_else(|| text.split('.').collect());
        Qualified {
            parts: parts.into_iter().map(unquote).collect(),
        }
    }

    /// The name in SQL.
    pub(crate) fn sql(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| ident(part)).collect();
        parts.join(".")
    }

    /// The number of its parts.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Removes the last part, such as a column after its table.
    pub(crate) fn pop(&mut self) -> Option<String> {
        self.parts.pop()
    }

    /// The table's schema and name on the server, which resolves a name without a schema along its
    /// search path.
    pub(crate) async fn find_table(
        &self,
        connection: &Connection,
    ) -> server::Result<Option<(String, String)>> {
        let query = "SELECT n.nspname::text, c.relname::text FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = pg_catalog.to_regclass($1)";
        let row = connection.query_opt(query, &[&self.sql()]).await?;
        let found = row.map(|row| Ok((connection.value(&row, 0)?, connection.value(&row, 1)?)));
        found.transpose()
    }
}

/// The name of an object in a schema as a configuration writes it.
pub(crate) fn written(schema: &str, name: &str) -> String {
    let is_plain = |part: &str| !part.contains(['.', '"']);
    match is_plain(schema) && is_plain(name) {
        true => format!("{schema}.{name}"),
        false => format!("{}.{}", ident(schema), ident(name)),
    }
}

/// Rejects an invalid table name: the server would truncate it after 63 bytes, and take another
/// table.
#[allow(clippy::ptr_arg)] // The type of the field.
pub(crate) fn check_table(path: &Path, text: &String) -> Diagnostics {
    let name = Qualified::read(text);
    let is_name = |part: &String| !part.is_empty() && part.len() <= 63;
    if name.len() <= 2 && name.parts.iter().all(is_name) {
        return Diagnostics::new();
    }
    Diagnostic::error("The name of a table has another form")
        .with_detail(format!(
            "{text:?} must be <schema>.<table> or <table>, with 1 to 63 bytes in each part. Put a part that contains a dot \
             into double quotes."
        ))
        .at(path.clone())
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_at_its_dots() {
        for (text, sql) in [
            ("t", "\"t\""),
            ("s.t", "\"s\".\"t\""),
            ("My s.T", "\"My s\".\"T\""),
            ("\"a.b\".t", "\"a.b\".\"t\""),
            ("s.a\"b", "\"s\".\"a\"\"b\""),
            ("\"s\".\"a\"\"b\"", "\"s\".\"a\"\"b\""),
        ] {
            assert_eq!(Qualified::read(text).sql(), sql, "{text}");
        }
    }

    #[test]
    fn a_name_of_the_server_is_read_back() {
        for (schema, name) in [("s", "t"), ("a.b", "t"), ("s", "a\"b"), ("S x", "é;'")] {
            let read = Qualified::read(&written(schema, name));
            assert_eq!(read.parts, [schema, name]);
        }
    }

    #[test]
    fn names_of_tables_have_one_dot_at_most() {
        let check = |text: &str| check_table(&Path::new("tables"), &text.to_owned()).has_errors();
        for right in ["t", "s.t", "\"a.b\".t"] {
            assert!(!check(right), "{right}");
        }
        for wrong in ["", "s.", ".t", "a.b.c", &"x".repeat(64)] {
            assert!(check(wrong), "{wrong}");
        }
    }
}
