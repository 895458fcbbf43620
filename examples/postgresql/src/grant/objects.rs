//! The objects of a grant on the server: their owners, and the role's privileges on each.

use std::collections::{BTreeMap, BTreeSet};

use super::Grant;
use crate::catalog;
use crate::object_type::ObjectType;
use crate::server::{Result, Row, State, Transaction};
use crate::sql::ident;

/// An object of a grant: a table, a schema, one of a table's columns.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// What distinguishes it from all others.
    pub(super) key: String,
    /// Its name in statements.
    pub(super) sql: String,
    /// The object it is a part of: for a column the table, as statements name it.
    pub(super) whole: String,
    pub(super) name: String,
    pub(super) owner: String,
    /// Whether the role of the grant owns it, and so may always grant its privileges.
    pub(super) is_owned: bool,
    /// The privileges that the role has on it.
    pub(super) held: BTreeMap<String, Held>,
}

/// How a role has a privilege.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    /// Whether it may grant the privilege to others.
    pub(super) is_grantable: bool,
    /// Who granted it.
    pub(super) grantors: BTreeSet<String>,
}

impl Object {
    pub(super) fn privileges(&self) -> BTreeSet<String> {
        self.held.keys().cloned().collect()
    }
}

/// Where the catalogs have a type of objects.
struct Place {
    catalog: &'static str,
    /// The prefix of its columns.
    prefix: &'static str,
    /// The letter of the type for `acldefault`.
    kind: char,
    /// The condition for rows of the type.
    condition: String,
}

impl Grant {
    /// The objects of the grant, in a fixed order; `None` if the role does not exist. Missing
    /// objects are omitted.
    ///
    /// An object without any privilege entry has the built-in ones: all for its owner, some for
    /// everyone.
    pub(super) async fn objects(&self, transaction: &Transaction) -> Result<Vec<Object>> {
        let Some(grantee) = catalog::grantee(transaction, &self.role).await? else {
            return Ok(Vec::new());
        };
        if self.object_type == ObjectType::Column {
            return self.columns(transaction, grantee).await;
        }
        let Place {
            catalog,
            prefix,
            kind,
            condition,
        } = self.place();
        let object = self.objects.first().map_or("", String::as_str);
        let value = match self.object_type {
            ObjectType::Database => &*self.database,
            ObjectType::ForeignDataWrapper | ObjectType::ForeignServer => object,
            _ => &*self.schema,
        };
        let sql = match self.object_type.has_arguments() {
            true => "o.oid::pg_catalog.regprocedure::text".to_owned(),
            false => "''".to_owned(),
        };
        let query = format!(
            "SELECT o.oid::text, o.{prefix}name::text, {sql}, pg_catalog.pg_get_userbyid(o.{prefix}owner)::text,
                o.{prefix}owner = $1, {ENTRY}
            FROM pg_catalog.{catalog} o LEFT JOIN LATERAL pg_catalog.aclexplode(
                coalesce(o.{prefix}acl, pg_catalog.acldefault('{kind}', o.{prefix}owner))) e ON e.grantee = $1
            WHERE {condition} ORDER BY o.{prefix}name, o.oid",
        );
        // The owner column of databases has another name.
        let query = query.replace("o.datowner", "o.datdba");
        let rows = transaction.query(&query, &[&grantee, &value]).await?;
        let mut objects = group(&rows);
        // A function that is dropped meanwhile has its oid instead of its name.
        objects.retain(|object| {
            let number = object.sql.bytes().all(|byte| byte.is_ascii_digit());
            !self.object_type.has_arguments() || !number
        });
        self.retain(transaction, &mut objects).await?;
        for object in &mut objects {
            if !self.object_type.has_arguments() {
                object.sql = match self.object_type {
                    ObjectType::Table | ObjectType::Sequence => {
                        format!("{}.{}", ident(&self.schema), ident(&object.name))
                    }
                    _ => ident(&object.name),
                };
            }
        }
        Ok(objects)
    }

    fn place(&self) -> Place {
        let named = |catalog, prefix, kind| Place {
            catalog,
            prefix,
            kind,
            condition: format!("o.{prefix}name = $2::text"),
        };
        let in_schema = |catalog, prefix, kind, rest: &str| Place {
            catalog,
            prefix,
            kind,
            condition: format!(
                "o.{prefix}namespace = (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $2::text) AND {rest}"
            ),
        };
        match self.object_type {
            ObjectType::Database => named("pg_database", "dat", 'd'),
            ObjectType::Schema => named("pg_namespace", "nsp", 'n'),
            ObjectType::ForeignDataWrapper => named("pg_foreign_data_wrapper", "fdw", 'F'),
            ObjectType::ForeignServer => named("pg_foreign_server", "srv", 'S'),
            ObjectType::Sequence => in_schema("pg_class", "rel", 's', "o.relkind = 'S'"),
            // `ALL TABLES` includes all of these.
            ObjectType::Table | ObjectType::Column | ObjectType::Type => in_schema(
                "pg_class",
                "rel",
                'r',
                "o.relkind IN ('r', 'v', 'm', 'f', 'p')",
            ),
            ObjectType::Function => {
                in_schema("pg_proc", "pro", 'f', &format!("NOT ({IS_PROCEDURE})"))
            }
            ObjectType::Procedure => in_schema("pg_proc", "pro", 'f', IS_PROCEDURE),
            ObjectType::Routine => in_schema("pg_proc", "pro", 'f', "true"),
        }
    }

    /// Keeps the named objects, if any are named.
    async fn retain(&self, transaction: &Transaction, objects: &mut Vec<Object>) -> Result {
        if !self.is_of_single_objects() {
            return Ok(());
        }
        if !self.object_type.has_arguments() {
            objects.retain(|object| self.objects.contains(&object.name));
            return Ok(());
        }
        let mut keys = BTreeSet::new();
        for text in &self.objects {
            match text.find('(') {
                None => {
                    let of_name = objects.iter().filter(|object| object.name == *text);
                    keys.extend(of_name.map(|object| object.key.clone()));
                }
                Some(start) => {
                    let (name, arguments) = text.trim_ascii_end().split_at(start);
                    let name = format!("{}.{}", ident(&self.schema), ident(name));
                    keys.extend(find_function(transaction, &name, arguments).await?);
                }
            }
        }
        objects.retain(|object| keys.contains(&object.key));
        Ok(())
    }

    /// The configured columns of the one table.
    async fn columns(&self, transaction: &Transaction, grantee: u32) -> Result<Vec<Object>> {
        let table = self.objects.first().map_or("", String::as_str);
        let query = format!(
            "SELECT o.oid::text || '.' || a.attnum, a.attname::text, '', pg_catalog.pg_get_userbyid(o.relowner)::text,
                o.relowner = $1, {ENTRY}
            FROM pg_catalog.pg_class o JOIN pg_catalog.pg_namespace n ON n.oid = o.relnamespace
            JOIN pg_catalog.pg_attribute a ON a.attrelid = o.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN LATERAL pg_catalog.aclexplode(a.attacl) e ON e.grantee = $1
            WHERE n.nspname = $2::text AND o.relname = $3::text ORDER BY a.attname"
        );
        let rows = transaction
            .query(&query, &[&grantee, &self.schema, &table])
            .await?;
        let mut objects = group(&rows);
        objects.retain(|column| self.columns.contains(&column.name));
        for column in &mut objects {
            column.sql = ident(&column.name);
            column.whole = format!("{}.{}", ident(&self.schema), ident(table));
            // A privilege on a column is never built in, not for the owner either.
            column.is_owned = false;
        }
        Ok(objects)
    }
}

/// The columns that a query selects of a privilege.
const ENTRY: &str = "e.privilege_type, coalesce(e.is_grantable, false), pg_catalog.pg_get_userbyid(e.grantor)::text";

/// Whether a row of `pg_proc` is a procedure, also for servers without procedures.
const IS_PROCEDURE: &str = "coalesce(pg_catalog.row_to_json(o) ->> 'prokind', 'f') = 'p'";

/// There is one row for each object, privilege and grantor.
fn group(rows: &[Row]) -> Vec<Object> {
    let mut objects: Vec<Object> = Vec::new();
    for row in rows {
        let key: String = row.get(0);
        if objects.last().is_none_or(|last| last.key != key) {
            objects.push(Object {
                key,
                name: row.get(1),
                sql: row.get(2),
                whole: String::new(),
                owner: row.get(3),
                is_owned: row.get(4),
                held: BTreeMap::new(),
            });
        }
        let privilege: Option<String> = row.get(5);
        if let (Some(object), Some(privilege)) = (objects.last_mut(), privilege) {
            let held = object.held.entry(privilege).or_default();
            held.is_grantable |= row.get::<_, bool>(6);
            held.grantors.extend(row.get::<_, Option<String>>(7));
        }
    }
    objects
}

/// The function with these arguments; `None` if there is none, or if only the parser of `GRANT`
/// understands them.
async fn find_function(
    transaction: &Transaction,
    name: &str,
    arguments: &str,
) -> Result<Option<String>> {
    for arguments in [
        arguments.to_owned(),
        types_of(arguments, false),
        types_of(arguments, true),
    ] {
        // An invalid type name may be an error, which would end a transaction.
        transaction.execute("SAVEPOINT find_function").await?;
        let query = "SELECT pg_catalog.to_regprocedure($1)::pg_catalog.oid::text";
        let found = transaction
            .query_one::<Option<String>>(query, &[&format!("{name}{arguments}")])
            .await;
        match found {
            Ok(Some(found)) => {
                transaction.execute("RELEASE find_function").await?;
                return Ok(Some(found));
            }
            Ok(None) => transaction.execute("RELEASE find_function").await?,
            Err(error) if error.is_connection_lost() || error.is(&State::QUERY_CANCELED) => {
                return Err(error);
            }
            Err(_) => transaction.execute("ROLLBACK TO find_function").await?,
        }
    }
    Ok(None)
}

/// The types of a list of arguments without modes, and without names where they may have some.
/// Output arguments are omitted.
fn types_of(arguments: &str, have_names: bool) -> String {
    let inner = arguments
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let types = split(inner.unwrap_or_default())
        .into_iter()
        .filter_map(|argument| {
            let mut argument = argument.trim_ascii();
            let first_word = |text: &str| {
                let end = text.find(|c: char| c.is_ascii_whitespace())?;
                Some((text[..end].to_owned(), end))
            };
            if let Some((word, end)) = first_word(argument) {
                match word.to_ascii_uppercase().as_str() {
                    "OUT" => return None,
                    "IN" | "INOUT" | "VARIADIC" => argument = argument[end..].trim_ascii_start(),
                    _ => {}
                }
            }
            if let Some((_, end)) = first_word(argument).filter(|_| have_names) {
                argument = argument[end..].trim_ascii_start();
            }
            Some(argument)
        });
    format!("({})", types.collect::<Vec<_>>().join(", "))
}

/// The parts between commas outside quotes and brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut is_quoted, mut start, mut parts) = (0_i32, false, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim_ascii().is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_known_by_their_types() {
        for (arguments, types, without_names) in [
            ("()", "()", "()"),
            ("(text, integer)", "(text, integer)", "(text, integer)"),
            ("(IN text,OUT integer)", "(text)", "(text)"),
            (
                "(VARIADIC numeric(10,2)[])",
                "(numeric(10,2)[])",
                "(numeric(10,2)[])",
            ),
            (
                "(a text, inout \"B c\" s.t)",
                "(a text, \"B c\" s.t)",
                "(text, c\" s.t)",
            ),
            ("(\"a,b\", int)", "(\"a,b\", int)", "(\"a,b\", int)"),
        ] {
            assert_eq!(types_of(arguments, false), types);
            assert_eq!(types_of(arguments, true), without_names);
        }
    }
}
