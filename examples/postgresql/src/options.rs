//! Options of foreign servers and user mappings.

use std::collections::BTreeMap;

use crate::server::{Connection, Result};
use crate::sql::{ident, literal};

/// Options by their names.
pub(crate) type Options = BTreeMap<String, String>;

/// ` OPTIONS (…)` of a new object; empty without options.
pub(crate) fn of_new(options: &Options) -> String {
    clause(
        options
            .iter()
            .map(|(name, value)| format!("{} {}", ident(name), literal(value))),
    )
}

/// ` OPTIONS (…)` that changes one set of options into the other; empty if they are equal.
pub(crate) fn change(from: &Options, to: &Options) -> String {
    let set = to.iter().filter_map(|(name, value)| {
        let action = match from.get(name) {
            Some(present) if present == value => return None,
            Some(_) => "SET",
            None => "ADD",
        };
        Some(format!("{action} {} {}", ident(name), literal(value)))
    });
    let dropped = from
        .keys()
        .filter(|name| !to.contains_key(*name))
        .map(|name| format!("DROP {}", ident(name)));
    clause(set.chain(dropped))
}

fn clause(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(" OPTIONS ({})", parts.join(", ")),
    }
}

/// Reads `name=value` entries of the catalog.
pub(crate) async fn read(connection: &Connection, stored: Option<Vec<String>>) -> Result<Options> {
    let query = "SELECT option_name, coalesce(option_value, '') FROM pg_catalog.pg_options_to_table($1::text[])";
    let rows = connection
        .query(query, &[&stored.unwrap_or_default()])
        .await?;
    let option = |row| Ok((connection.value(row, 0)?, connection.value(row, 1)?));
    rows.iter().map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(of: &[(&str, &str)]) -> Options {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        of.iter().map(owned).collect()
    }

    #[test]
    fn only_the_difference_is_written() {
        let from = options(&[("a", "1"), ("b", "2"), ("C d", "3")]);
        let to = options(&[("a", "1"), ("b", "it's"), ("e\"", "5")]);
        assert_eq!(
            change(&from, &to),
            r#" OPTIONS (SET "b" 'it''s', ADD "e""" '5', DROP "C d")"#
        );
        assert_eq!(change(&from, &from), "");
        assert_eq!(of_new(&to), r#" OPTIONS ("a" '1', "b" 'it''s', "e""" '5')"#);
        assert_eq!(of_new(&Options::new()), "");
    }
}
