//! Options of a function besides its body: costs, and the settings under which it runs.

use std::collections::{BTreeMap, BTreeSet};

use schema_provider::prelude::*;

use super::SqlFunction;
use super::definition::type_on_server;
use crate::parameter::same_to_server;
use crate::server::{self, Connection};
use crate::sql::{ident, literal};

/// The options on the server. `CREATE OR REPLACE` resets those that it does not repeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Options {
    cost: Option<f64>,
    rows: Option<f64>,
    is_leakproof: bool,
    support: String,
    settings: BTreeMap<String, String>,
    is_window: bool,
    /// The server's names for these types.
    transforms: BTreeSet<String>,
    /// A procedure has settings and transforms only.
    is_procedure: bool,
}

impl Options {
    /// Those of a function or procedure that does not exist yet.
    pub(super) fn new(is_procedure: bool) -> Self {
        Options {
            is_procedure,
            ..Options::default()
        }
    }

    /// Reads those of a function.
    pub(super) async fn read(connection: &Connection, oid: u32) -> server::Result<Self> {
        // `prosupport` came with PostgreSQL 12, `prokind` with 11, `protrftypes` with 9.5.
        let query = "SELECT p.procost::text::float8, p.prorows::text::float8, p.proleakproof,
                coalesce(nullif(pg_catalog.row_to_json(p) ->> 'prosupport', '-'), ''), coalesce(p.proconfig, '{}'),
                coalesce(pg_catalog.row_to_json(p) ->> 'prokind', 'f') = 'p',
                coalesce(pg_catalog.row_to_json(p) ->> 'prokind' = 'w',
                    (pg_catalog.row_to_json(p) ->> 'proiswindow')::boolean, false),
                ARRAY(SELECT pg_catalog.format_type(of::oid, NULL)
                    FROM pg_catalog.json_array_elements_text((pg_catalog.row_to_json(p) ->> 'protrftypes')::json) of)
            FROM pg_catalog.pg_proc p WHERE p.oid = $1";
        let Some(row) = connection.query_opt(query, &[&oid]).await? else {
            return Ok(Options::default());
        };
        let settings: Vec<String> = connection.value(&row, 4)?;
        let pair = |setting: &String| {
            let (name, value) = setting.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        Ok(Options {
            cost: Some(connection.value(&row, 0)?),
            rows: Some(connection.value(&row, 1)?).filter(|rows| *rows > 0.0),
            is_leakproof: connection.value(&row, 2)?,
            support: connection.value(&row, 3)?,
            settings: settings.iter().filter_map(pair).collect(),
            is_procedure: connection.value(&row, 5)?,
            is_window: connection.value(&row, 6)?,
            transforms: BTreeSet::from_iter(connection.value::<Vec<String>>(&row, 7)?),
        })
    }

    /// The same, overridden by what is configured.
    pub(super) async fn configured(
        mut self,
        connection: &Connection,
        data: &ResourceData<SqlFunction>,
    ) -> Result<Self> {
        if let Val::Known(window) = data.value(SqlFunction::WINDOW) {
            self.is_window = window;
        }
        if let Val::Known(types) = data.value(SqlFunction::TRANSFORMS) {
            self.transforms = on_server(connection, &types).await?;
        }
        if let Val::Known(cost) = data.value(SqlFunction::COST) {
            self.cost = Some(cost);
        }
        if let Val::Known(rows) = data.value(SqlFunction::ROWS) {
            self.rows = Some(rows).filter(|rows| *rows > 0.0);
        }
        if let Val::Known(leakproof) = data.value(SqlFunction::LEAKPROOF) {
            self.is_leakproof = leakproof;
        }
        if let Val::Known(support) = data.value(SqlFunction::SUPPORT) {
            self.support = support;
        }
        if let Val::Known(settings) = data.value(SqlFunction::SETTINGS) {
            self.settings = settings;
        }
        Ok(self)
    }

    /// Sets the fields to the server's values; settings and types that mean the same keep their
    /// spelling.
    pub(super) async fn describe(
        self,
        connection: &Connection,
        data: &mut ResourceData<SqlFunction>,
    ) -> server::Result {
        let same = match data.value(SqlFunction::TRANSFORMS) {
            Val::Known(written) => match on_server(connection, &written).await {
                // One of them no longer exists.
                Err(error) if error.sqlstate().is_some() => false,
                types => types? == self.transforms,
            },
            _ => false,
        };
        if !same {
            data.set(SqlFunction::TRANSFORMS, Set::from_iter(self.transforms));
        }
        data.set(SqlFunction::WINDOW, self.is_window);
        let mut settings = self.settings;
        if let Val::Known(written) = data.value(SqlFunction::SETTINGS) {
            for (name, written) in written {
                let of_name = settings
                    .iter_mut()
                    .find(|(found, _)| found.eq_ignore_ascii_case(&name));
                let Some((found, value)) = of_name else {
                    continue;
                };
                let is_same = value_of(&name, &written) == value_of(found, value)
                    || same_to_server(connection, found, value, &written).await?;
                if !is_same {
                    continue;
                }
                let found = found.clone();
                settings.remove(&found);
                settings.insert(name, written);
            }
        }
        data.set(SqlFunction::COST, self.cost.unwrap_or_default());
        data.set(SqlFunction::ROWS, self.rows.unwrap_or_default());
        data.set(SqlFunction::LEAKPROOF, self.is_leakproof);
        data.set(SqlFunction::SUPPORT, self.support);
        data.set(SqlFunction::SETTINGS, settings);
        Ok(())
    }

    /// The clauses of a statement, each after a space.
    pub(super) fn clauses(&self) -> String {
        let mut sql = String::new();
        if !self.transforms.is_empty() {
            let types: Vec<String> = self
                .transforms
                .iter()
                .map(|of| format!("FOR TYPE {of}"))
                .collect();
            sql.push_str(&format!(" TRANSFORM {}", types.join(", ")));
        }
        if !self.is_procedure {
            if self.is_window {
                sql.push_str(" WINDOW");
            }
            if self.is_leakproof {
                sql.push_str(" LEAKPROOF");
            }
            if let Some(cost) = self.cost {
                sql.push_str(&format!(" COST {cost}"));
            }
            if let Some(rows) = self.rows {
                sql.push_str(&format!(" ROWS {rows}"));
            }
            if !self.support.is_empty() {
                sql.push_str(&format!(" SUPPORT {}", name(&self.support)));
            }
        }
        for (setting, value) in &self.settings {
            let setting_name: Vec<String> = setting.split('.').map(ident).collect();
            let value: Vec<String> = value_of(setting, value)
                .iter()
                .map(|part| literal(part))
                .collect();
            sql.push_str(&format!(
                " SET {} TO {}",
                setting_name.join("."),
                value.join(", ")
            ));
        }
        sql
    }
}

/// The server's names for types.
async fn on_server(
    connection: &Connection,
    types: &Set<String>,
) -> server::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for of in types {
        names.insert(type_on_server(connection, of).await?);
    }
    Ok(names)
}

/// The name of a function with its schema; its parts may be quoted already.
fn name(text: &str) -> String {
    let parts = elements(text, '.');
    parts
        .iter()
        .map(|part| ident(part))
        .collect::<Vec<_>>()
        .join(".")
}

/// Settings that are lists of names, which servers quote one by one.
const LISTS: [&str; 5] = [
    "search_path",
    "temp_tablespaces",
    "local_preload_libraries",
    "session_preload_libraries",
    "shared_preload_libraries",
];

/// The parts of a setting's value: the names of a list, or the whole string.
fn value_of(setting: &str, value: &str) -> Vec<String> {
    match LISTS.iter().any(|list| setting.eq_ignore_ascii_case(list)) {
        false => vec![value.to_owned()],
        true => elements(value, ','),
    }
}

/// Names between separators, read as in SQL: in double quotes, or folded to lower case. An empty
/// list is one empty name.
fn elements(text: &str, separator: char) -> Vec<String> {
    let (mut elements, mut element, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut was_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                element.push('"');
            }
            '"' => {
                is_quoted = !is_quoted;
                was_quoted = true;
            }
            _ if is_quoted => element.push(character),
            _ if character == separator => {
                elements.push(std::mem::take(&mut element));
                was_quoted = false;
            }
            _ if character.is_ascii_whitespace() => {}
            _ if was_quoted => element.push(character),
            _ => element.extend(character.to_lowercase()),
        }
    }
    elements.push(element);
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_names_is_taken_apart() {
        assert_eq!(
            elements("pg_catalog, public", ','),
            ["pg_catalog", "public"]
        );
        assert_eq!(
            elements("PG_catalog,\"My, s\"\"1\"", ','),
            ["pg_catalog", "My, s\"1"]
        );
        assert_eq!(elements("\"$user\"", ','), ["$user"]);
        assert_eq!(elements("", ','), [""]);
    }

    #[test]
    fn what_is_set_is_said_again() {
        let options = Options {
            cost: Some(0.5),
            rows: Some(10.0),
            is_leakproof: true,
            support: "pg_catalog.\"S s\"".to_owned(),
            settings: [
                ("search_path", "\"$user\", public"),
                ("work_mem", "64MB"),
                ("my.Setting", "it's, two"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
            is_window: true,
            transforms: ["integer".to_owned(), "\"S\".hstore".to_owned()].into(),
            is_procedure: false,
        };
        assert_eq!(
            options.clauses(),
            " TRANSFORM FOR TYPE \"S\".hstore, FOR TYPE integer WINDOW LEAKPROOF COST 0.5 ROWS 10 SUPPORT \"pg_catalog\".\"S s\" SET \"my\".\"Setting\" TO 'it''s, two' \
             SET \"search_path\" TO '$user', 'public' SET \"work_mem\" TO '64MB'"
        );
        let procedure = Options {
            is_procedure: true,
            settings: BTreeMap::new(),
            transforms: BTreeSet::new(),
            ..options
        };
        assert_eq!(procedure.clauses(), "");
    }
}
