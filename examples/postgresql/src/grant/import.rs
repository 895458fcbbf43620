//! The import of a grant: its id names the objects, and the server has the privileges.

use std::collections::{BTreeMap, BTreeSet};

use schema_provider::Path;
use schema_provider::prelude::*;

use super::Grant;
use crate::catalog;
use crate::import_id::{split, unquote, wrong};
use crate::object_type::ObjectType;
use crate::server::{self, Connection, Server};

/// Stores the parts of the id and the privileges of the role.
pub(super) async fn import(server: &Server, id: &str, data: &mut ResourceData<Grant>) -> Result {
    let Some(wanted) = Wanted::read(id) else {
        return Err(wrong(id, FORMAT));
    };
    let place = match wanted.object_type {
        // The privileges on a database are read from another one, since it may be closed.
        ObjectType::Database => server.database(),
        _ => &wanted.database,
    };
    let connection = server.connect(place).await?;
    let Some(grantee) = catalog::grantee(&connection, &wanted.role).await? else {
        return Err(missing(&format!("the role {:?}", wanted.role)));
    };
    let found = wanted.find(&connection, grantee).await?;
    for name in &wanted.names {
        if !found.keys().any(|(written, _)| written == name) {
            let object_type = wanted.object_type.as_str().replace('_', " ");
            return Err(missing(&format!("the {object_type} {name:?}")));
        }
    }
    let privileges = wanted.privileges(id, &found)?;
    // If only some may be granted on, the others cannot come from a grant with the option.
    let has_option = found
        .values()
        .flatten()
        .filter(|(privilege, _)| privileges.contains(*privilege))
        .all(|(_, is_grantable)| *is_grantable);
    let (objects, columns) = match wanted.object_type {
        ObjectType::Column => (wanted.table.into_iter().collect(), wanted.names),
        _ => (wanted.names, BTreeSet::new()),
    };
    data.set(Grant::ROLE, wanted.role);
    data.set(Grant::DATABASE, wanted.database);
    data.set(Grant::SCHEMA, wanted.schema);
    data.set(Grant::OBJECT_TYPE, wanted.object_type);
    data.set(Grant::OBJECTS, objects);
    data.set(Grant::COLUMNS, columns);
    data.set(Grant::PRIVILEGES, privileges);
    data.set(Grant::WITH_GRANT_OPTION, has_option);
    let grant = data.read_struct()?;
    grant.check(server).await?;
    data.set_id(grant.id());
    Ok(())
}

const FORMAT: &str = "The id of a grant must have the expected format <role>/<database>/<schema>/<object_type>/<object>,…; for \
    columns <role>/<database>/<schema>/column/<table>/<column>,…/<privilege>. Without objects it means all of the type in the \
    schema. The schema is empty where the type has none. Put a name that contains a slash or a comma into double quotes.";

fn missing(what: &str) -> Diagnostics {
    Diagnostic::error(format!("{what} does not exist"))
        .with_detail("A grant can be imported only where all that its id names exists.")
        .into()
}

/// The parts of an id.
struct Wanted {
    role: String,
    database: String,
    schema: String,
    object_type: ObjectType,
    /// The table of the columns.
    table: Option<String>,
    /// The objects or the columns; empty for all objects of a schema, and for a type with a single
    /// object.
    names: BTreeSet<String>,
    /// The privilege on columns, if the id contains it.
    privilege: Option<String>,
}

/// The privileges on each object, by its name in the id and its oid, and whether they may be
/// granted on.
type Privileges = BTreeMap<(String, u32), BTreeMap<String, bool>>;

impl Wanted {
    /// `None` if the id has another format.
    fn read(id: &str) -> Option<Self> {
        let mut parts = split(id, '/')?.into_iter();
        let mut part = || parts.next().map(unquote);
        let (role, database, schema) = (part()?, part()?, part()?);
        let object_type = ObjectType::from_name(&part()?)?;
        let list = |part: Option<&str>| -> Option<BTreeSet<String>> {
            let names = part.map_or(Some(Vec::new()), |part| split(part, ','))?;
            Some(
                names
                    .into_iter()
                    .filter(|name| !name.is_empty())
                    .map(unquote)
                    .collect(),
            )
        };
        let (table, names, privilege) = match object_type {
            ObjectType::Column => {
                let table = parts.next().map(unquote)?;
                (Some(table), list(parts.next())?, parts.next().map(unquote))
            }
            _ => (None, list(parts.next())?, None),
        };
        let is_whole = !role.is_empty()
            && !database.is_empty()
            && object_type != ObjectType::Type
            && schema.is_empty() != object_type.needs_schema()
            && parts.next().is_none();
        is_whole.then_some(Wanted {
            role,
            database,
            schema,
            object_type,
            table,
            names,
            privilege,
        })
    }

    /// Reads the privileges from the server.
    async fn find(&self, connection: &Connection, grantee: u32) -> server::Result<Privileges> {
        let objects = self.objects(connection).await?;
        // The built-in privileges of everyone and the owner have no entry.
        let (catalog, acl, kind) = match self.object_type {
            ObjectType::Database => ("pg_database", "datacl", 'd'),
            ObjectType::Schema => ("pg_namespace", "nspacl", 'n'),
            ObjectType::ForeignDataWrapper => ("pg_foreign_data_wrapper", "fdwacl", 'F'),
            ObjectType::ForeignServer => ("pg_foreign_server", "srvacl", 'S'),
            ObjectType::Sequence => ("pg_class", "relacl", 's'),
            ObjectType::Column => ("pg_attribute", "attacl", 'c'),
            ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => {
                ("pg_proc", "proacl", 'f')
            }
            _ => ("pg_class", "relacl", 'r'),
        };
        let (key, owner) = match self.object_type {
            // Columns have no oid of their own and no built-in privileges.
            ObjectType::Column => (
                "attrelid = $3::pg_catalog.oid AND attnum::int4 = $2::int8",
                "0",
            ),
            ObjectType::Database => (
                "oid::int8 = $2::int8 AND $3::pg_catalog.oid IS NOT NULL",
                "datdba",
            ),
            ObjectType::Schema => (
                "oid::int8 = $2::int8 AND $3::pg_catalog.oid IS NOT NULL",
                "nspowner",
            ),
            ObjectType::ForeignDataWrapper => (
                "oid::int8 = $2::int8 AND $3::pg_catalog.oid IS NOT NULL",
                "fdwowner",
            ),
            ObjectType::ForeignServer => (
                "oid::int8 = $2::int8 AND $3::pg_catalog.oid IS NOT NULL",
                "srvowner",
            ),
            ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => (
                "oid::int8 = $2::int8 AND $3::pg_catalog.oid IS NOT NULL",
                "proowner",
            ),
            _ => (
                "oid::int8 = $2::int8 AND $3::pg_catalog.oid IS NOT NULL",
                "relowner",
            ),
        };
        let query = format!(
            "SELECT entry.privilege_type, bool_or(entry.is_grantable) FROM pg_catalog.{catalog},
                pg_catalog.aclexplode(coalesce({acl}, pg_catalog.acldefault('{kind}', {owner}::pg_catalog.oid))) entry
            WHERE entry.grantee = $1 AND {key} GROUP BY 1"
        );
        let mut found = Privileges::new();
        for (name, number, table) in objects {
            let rows = connection
                .query(&query, &[&grantee, &i64::from(number), &table])
                .await?;
            let mut privileges = BTreeMap::new();
            for row in &rows {
                privileges.insert(connection.value(row, 0)?, connection.value(row, 1)?);
            }
            found.insert((name, number), privileges);
        }
        Ok(found)
    }

    /// The objects: their names in the id, their oids, and the table of a column.
    async fn objects(&self, connection: &Connection) -> server::Result<Vec<(String, u32, u32)>> {
        let in_schema = "(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1::text)";
        let first = self.names.first().map_or("", String::as_str);
        let (query, value) = match self.object_type {
            ObjectType::Database => (by_name("pg_database", "datname"), &*self.database),
            ObjectType::Schema => (by_name("pg_namespace", "nspname"), &*self.schema),
            ObjectType::ForeignDataWrapper => {
                (by_name("pg_foreign_data_wrapper", "fdwname"), first)
            }
            ObjectType::ForeignServer => (by_name("pg_foreign_server", "srvname"), first),
            ObjectType::Column => {
                let table = self.table.as_deref().unwrap_or_default();
                let query = "SELECT a.attname::text, a.attnum::int4::oid, a.attrelid FROM pg_catalog.pg_attribute a
                    JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
                    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                    WHERE n.nspname = $1::text AND c.relname = $2::text AND a.attnum > 0 AND NOT a.attisdropped";
                let rows = connection.query(query, &[&self.schema, &table]).await?;
                return self.named(connection, &rows);
            }
            ObjectType::Sequence => (of_class(in_schema, "'S'"), &*self.schema),
            ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => {
                // `prokind` came with PostgreSQL 11, and procedures with it.
                let kind = match self.object_type {
                    ObjectType::Function => "<> 'p'",
                    ObjectType::Procedure => "= 'p'",
                    _ => "<> ''",
                };
                let query = format!(
                    "SELECT proname::text, oid, 0::oid FROM pg_catalog.pg_proc p WHERE pronamespace = {in_schema}
                        AND coalesce(pg_catalog.to_jsonb(p) ->> 'prokind', 'f') {kind}"
                );
                let rows = connection.query(&query, &[&self.schema]).await?;
                let mut functions = self.named(connection, &rows)?;
                functions.extend(self.overloads(connection).await?);
                return Ok(functions);
            }
            _ => (
                of_class(in_schema, "'r', 'v', 'm', 'f', 'p'"),
                &*self.schema,
            ),
        };
        let rows = connection.query(&query, &[&value]).await?;
        let found = self.named(connection, &rows)?;
        Ok(match self.object_type {
            // A single object is not named in the objects of the id.
            ObjectType::Database | ObjectType::Schema => found
                .into_iter()
                .map(|(_, number, table)| (String::new(), number, table))
                .collect(),
            _ => found,
        })
    }

    /// Those of these rows that the id names.
    fn named(
        &self,
        connection: &Connection,
        rows: &[server::Row],
    ) -> server::Result<Vec<(String, u32, u32)>> {
        let mut named = Vec::new();
        for row in rows {
            let name: String = connection.value(row, 0)?;
            let is_one = matches!(self.object_type, ObjectType::Database | ObjectType::Schema);
            if is_one || self.names.is_empty() || self.names.contains(&name) {
                named.push((name, connection.value(row, 1)?, connection.value(row, 2)?));
            }
        }
        Ok(named)
    }

    /// The functions that the id names by their argument types.
    async fn overloads(&self, connection: &Connection) -> server::Result<Vec<(String, u32, u32)>> {
        let mut found = Vec::new();
        let signatures = self.names.iter().filter(|name| name.contains('('));
        for text in signatures {
            let (name, arguments) = text.split_at(text.find('(').unwrap_or_default());
            let signature = format!(
                "{}.{}{arguments}",
                crate::sql::ident(&self.schema),
                crate::sql::ident(name)
            );
            let query = "SELECT pg_catalog.to_regprocedure($1)::pg_catalog.oid";
            let function: Option<u32> = connection.query_one(query, &[&signature]).await?;
            found.extend(function.map(|function| (text.clone(), function, 0)));
        }
        Ok(found)
    }

    /// The privileges of the grant.
    fn privileges(&self, id: &str, found: &Privileges) -> Result<BTreeSet<String>> {
        if self.object_type == ObjectType::Column {
            return self.privilege_on_columns(id, found);
        }
        let privileges: BTreeSet<String> =
            found.values().flat_map(BTreeMap::keys).cloned().collect();
        if privileges.is_empty() {
            return Err(Diagnostic::error(format!(
                "the role {:?} has no privileges there",
                self.role
            ))
            .with_detail(format!(
                "There is nothing to import for {id:?}. Write the resource and apply it: it grants the privileges."
            ))
            .into());
        }
        Ok(privileges)
    }

    /// The one privilege that the role has on all of the columns.
    fn privilege_on_columns(&self, id: &str, found: &Privileges) -> Result<BTreeSet<String>> {
        let of_all = |privilege: &&String| found.values().all(|of| of.contains_key(*privilege));
        let first = found.values().next();
        let common: BTreeSet<String> = first
            .into_iter()
            .flat_map(BTreeMap::keys)
            .filter(of_all)
            .cloned()
            .collect();
        let chosen = match &self.privilege {
            Some(privilege) => Some(privilege.clone()).filter(|one| common.contains(one)),
            None => common.first().filter(|_| common.len() == 1).cloned(),
        };
        chosen.map(|one| BTreeSet::from([one])).ok_or_else(|| {
            let list = common.into_iter().collect::<Vec<_>>().join(", ");
            Diagnostic::error("The privilege on the columns is not clear")
                .with_detail(format!(
                    "A grant on columns has one privilege. On all columns of {id:?} the role has: {}. End the id with one of \
                     them: <role>/<database>/<schema>/column/<table>/<column>,…/<privilege>.",
                    if list.is_empty() { "none" } else { &list }
                ))
                .at(Path::new("privileges"))
                .into()
        })
    }
}

fn by_name(catalog: &str, name: &str) -> String {
    format!("SELECT {name}::text, oid, 0::oid FROM pg_catalog.{catalog} WHERE {name} = $1::text")
}

fn of_class(in_schema: &str, kinds: &str) -> String {
    format!(
        "SELECT relname::text, oid, 0::oid FROM pg_catalog.pg_class
        WHERE relnamespace = {in_schema} AND relkind IN ({kinds})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(id: &str) -> Option<String> {
        let wanted = Wanted::read(id)?;
        let names: Vec<&str> = wanted.names.iter().map(String::as_str).collect();
        Some(format!(
            "{}|{}|{}|{}|{}|{}|{}",
            wanted.role,
            wanted.database,
            wanted.schema,
            wanted.object_type,
            wanted.table.unwrap_or_default(),
            names.join(";"),
            wanted.privilege.unwrap_or_default()
        ))
    }

    #[test]
    fn an_id_says_what_the_grant_is_on() {
        for (id, says) in [
            ("r/d//database", "r|d||database|||"),
            ("r/d/s/schema", "r|d|s|schema|||"),
            ("r/d/s/table", "r|d|s|table|||"),
            ("r/d/s/table/", "r|d|s|table|||"),
            ("r/d/s/table/a,b", "r|d|s|table||a;b|"),
            ("public/d//foreign_server/x", "public|d||foreign_server||x|"),
            (
                "r/d/s/function/f(int,text),g",
                "r|d|s|function||f(int,text);g|",
            ),
            ("r/d/s/column/t/a,b", "r|d|s|column|t|a;b|"),
            ("r/d/s/column/t/a/SELECT", "r|d|s|column|t|a|SELECT"),
            (
                "\"r/1\"/\"d\"\"2\"/\"s,3\"/table/\"a/b\",\"c,d\",e",
                "r/1|d\"2|s,3|table||a/b;c,d;e|",
            ),
        ] {
            assert_eq!(read(id).as_deref(), Some(says), "{id}");
        }
        for wrong in [
            "",
            "r",
            "r/d/s",
            "/d/s/table",
            "r//s/table",
            "r/d//table",
            "r/d/s/database",
            "r/d/s/tables",
            "r/d/s/type",
            "r/d/s/table/a/b",
            "r/d/s/column",
            "r/d/s/column/t/a/SELECT/x",
            "r/d/s/table/\"a",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
