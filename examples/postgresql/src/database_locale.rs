//! The provider of a database's locale: libc, ICU since PostgreSQL 15, or the server itself since
//! PostgreSQL 17.

use schema_provider::prelude::*;

use crate::Database;
use crate::server::{self, Connection, Server};
use crate::sql::literal;

/// The locale clauses of `CREATE DATABASE`; empty if nothing is configured.
///
/// # Errors
/// The server is too old.
pub(crate) async fn clause(
    server: &Server,
    connection: &Connection,
    data: &ResourceData<Database>,
) -> server::Result<String> {
    let mut clause = String::new();
    if let Some(provider) = data.get_ok(Database::LOCALE_PROVIDER) {
        let needed = if provider == "builtin" { 17 } else { 15 };
        let what = format!("locale_provider {provider:?}");
        server.needs(connection, &what, (needed, 0)).await?;
        clause.push_str(&format!(" LOCALE_PROVIDER {}", literal(&provider)));
    }
    if let Some(locale) = data.get_ok(Database::ICU_LOCALE) {
        clause.push_str(&format!(" ICU_LOCALE {}", literal(&locale)));
    }
    if let Some(rules) = data.get_ok(Database::ICU_RULES) {
        server.needs(connection, "icu_rules", (16, 0)).await?;
        clause.push_str(&format!(" ICU_RULES {}", literal(&rules)));
    }
    if let Some(locale) = data.get_ok(Database::BUILTIN_LOCALE) {
        clause.push_str(&format!(" BUILTIN_LOCALE {}", literal(&locale)));
    }
    Ok(clause)
}

/// Stores what a new database has, and remembers the server's spelling of configured values: since
/// PostgreSQL 16 it writes `en-US` for `en_US`.
pub(crate) async fn created(server: &Server, data: &mut ResourceData<Database>) -> Result {
    let connection = server.connect(server.database()).await?;
    let Some(found) = Found::read(&connection, data.require_id()?).await? else {
        return Ok(());
    };
    let spellings = (data.get(Database::ICU_LOCALE), found.icu_locale.clone());
    data.set_private(SPELLINGS, serde_json::to_vec(&spellings)?);
    data.set_if_unknown(Database::LOCALE_PROVIDER, found.provider);
    data.set_if_unknown(Database::ICU_LOCALE, found.icu_locale);
    data.set_if_unknown(Database::ICU_RULES, found.icu_rules);
    data.set_if_unknown(Database::BUILTIN_LOCALE, found.builtin_locale);
    Ok(())
}

/// Reads the values of a database.
pub(crate) async fn read(connection: &Connection, data: &mut ResourceData<Database>) -> Result {
    let Some(found) = Found::read(connection, data.require_id()?).await? else {
        return Ok(());
    };
    let spellings = data.private().get(SPELLINGS);
    let spellings: Option<(String, String)> =
        spellings.and_then(|spellings| serde_json::from_slice(spellings).ok());
    let icu_locale = match spellings {
        Some((written, of_server)) if of_server == found.icu_locale && !written.is_empty() => {
            written
        }
        _ => found.icu_locale,
    };
    data.set(Database::LOCALE_PROVIDER, found.provider);
    data.set(Database::ICU_LOCALE, icu_locale);
    data.set(Database::ICU_RULES, found.icu_rules);
    data.set(Database::BUILTIN_LOCALE, found.builtin_locale);
    Ok(())
}

/// Whether two names of an ICU locale differ only in spelling, or none is configured.
#[allow(clippy::ptr_arg)] // The type of the field.
pub(crate) fn same_locale(_: &Suppress<'_, Database>, old: &String, new: &String) -> bool {
    let plain = |name: &str| name.replace('_', "-").to_ascii_lowercase();
    new.is_empty() || plain(old) == plain(new)
}

/// The key in the private data for the configured spelling and the server's.
const SPELLINGS: &str = "icu_locale";

/// The locale in the catalog; empty if not set.
struct Found {
    provider: String,
    icu_locale: String,
    icu_rules: String,
    builtin_locale: String,
}

impl Found {
    async fn read(connection: &Connection, name: &str) -> server::Result<Option<Self>> {
        // Each version has other columns: `datlocale` was `daticulocale` before PostgreSQL 17.
        let query = "SELECT coalesce(d ->> 'datlocprovider', 'c'), coalesce(d ->> 'datlocale', d ->> 'daticulocale', ''),
                coalesce(d ->> 'daticurules', '')
            FROM (SELECT pg_catalog.to_jsonb(found) AS d FROM pg_catalog.pg_database found WHERE datname = $1::text) found";
        let Some(row) = connection.query_opt(query, &[&name]).await? else {
            return Ok(None);
        };
        let (provider, locale): (String, String) =
            (connection.value(&row, 0)?, connection.value(&row, 1)?);
        let (icu_locale, builtin_locale) = match provider.as_str() {
            "i" => (locale, String::new()),
            "b" => (String::new(), locale),
            _ => (String::new(), String::new()),
        };
        let provider = match provider.as_str() {
            "i" => "icu",
            "b" => "builtin",
            _ => "libc",
        };
        Ok(Some(Found {
            provider: provider.to_owned(),
            icu_locale,
            icu_rules: connection.value(&row, 2)?,
            builtin_locale,
        }))
    }
}
