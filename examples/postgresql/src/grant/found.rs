//! What the server says about a grant.

use std::collections::{BTreeMap, BTreeSet};

use super::Grant;
use crate::catalog;
use crate::object_type::{ALL, ObjectType, same};
use crate::server::{Connection, Result, Server, Version};

/// How the server has a grant.
pub(super) enum Found {
    /// What it is on is gone, or its role.
    Nothing,
    /// As the state says.
    AsItWas,
    /// With these privileges instead.
    Privileges(BTreeSet<String>),
    /// On these columns only.
    Columns(BTreeSet<String>),
}

impl Grant {
    /// Looks at the server.
    pub(super) async fn find(&self, server: &Server) -> Result<Found> {
        let Some(connection) = server.connect_existing(&self.database).await? else {
            return Ok(Found::Nothing);
        };
        let version = server.version(&connection).await?;
        let Some(grantee) = catalog::grantee(&connection, &self.role).await? else {
            return Ok(Found::Nothing);
        };
        if self.object_type.needs_schema()
            && catalog::schema(&connection, &self.schema).await?.is_none()
        {
            return Ok(Found::Nothing);
        }
        if self.object_type == ObjectType::Column {
            return self.find_columns(&connection, grantee, version).await;
        }
        let objects = self.find_objects(&connection, grantee).await?;
        let wanted = |name: &String| self.objects.is_empty() || self.objects.contains(name);
        // The first one that differs decides.
        let different = objects.into_iter().find(|(name, privileges)| {
            wanted(name) && !same(&self.privileges, privileges, self.object_type, version)
        });
        Ok(match different {
            Some((_, privileges)) => Found::Privileges(privileges),
            None => Found::AsItWas,
        })
    }

    /// The privileges that the role has on each object, by its name. Overloads of a function are one.
    async fn find_objects(
        &self,
        connection: &Connection,
        grantee: u32,
    ) -> Result<BTreeMap<String, BTreeSet<String>>> {
        let object = self.objects.first().map_or("", String::as_str);
        let (catalog, name, acl, which, value) = match self.object_type {
            ObjectType::Database => ("pg_database", "datname", "datacl", BY_NAME, &*self.database),
            ObjectType::Schema => ("pg_namespace", "nspname", "nspacl", BY_NAME, &*self.schema),
            ObjectType::ForeignDataWrapper => (
                "pg_foreign_data_wrapper",
                "fdwname",
                "fdwacl",
                BY_NAME,
                object,
            ),
            ObjectType::ForeignServer => {
                ("pg_foreign_server", "srvname", "srvacl", BY_NAME, object)
            }
            ObjectType::Table => (
                "pg_class",
                "relname",
                "relacl",
                "relkind = 'r' AND relnamespace = ",
                &*self.schema,
            ),
            ObjectType::Sequence => (
                "pg_class",
                "relname",
                "relacl",
                "relkind = 'S' AND relnamespace = ",
                &*self.schema,
            ),
            _ => (
                "pg_proc",
                "proname",
                "proacl",
                "pronamespace = ",
                &*self.schema,
            ),
        };
        let which = match which {
            BY_NAME => format!("{name} = $2::text"),
            which => {
                format!("{which}(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $2::text)")
            }
        };
        let rows = connection
            .query(
                &format!(
                    "SELECT {name}::text, ARRAY(SELECT entry.privilege_type \
                     FROM pg_catalog.aclexplode({acl}) entry WHERE entry.grantee = $1) \
                     FROM pg_catalog.{catalog} WHERE {which}"
                ),
                &[&grantee, &value],
            )
            .await?;
        let mut objects: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows {
            let privileges: Vec<String> = row.get(1);
            objects.entry(row.get(0)).or_default().extend(privileges);
        }
        Ok(objects)
    }

    /// The columns that the one table has; none where it is gone, or its database.
    pub(super) async fn columns_of_table(&self, server: &Server) -> Result<BTreeSet<String>> {
        let Some(connection) = server.connect_existing(&self.database).await? else {
            return Ok(BTreeSet::new());
        };
        let table = self.objects.first().map_or("", String::as_str);
        let rows = connection
            .query(
                "SELECT attname::text FROM pg_catalog.pg_attribute \
                 JOIN pg_catalog.pg_class ON pg_class.oid = attrelid \
                 JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace \
                 WHERE nspname = $1::text AND relname = $2::text AND attnum > 0 AND NOT attisdropped",
                &[&self.schema, &table],
            )
            .await?;
        rows.iter().map(|row| connection.value(row, 0)).collect()
    }

    /// The configured columns on which the role has the one privilege.
    async fn find_columns(
        &self,
        connection: &Connection,
        grantee: u32,
        version: Version,
    ) -> Result<Found> {
        let (Some(table), Some(privilege)) = (self.objects.first(), self.privileges.first()) else {
            return Ok(Found::AsItWas);
        };
        let rows = connection
            .query(
                "SELECT attname::text, ARRAY(SELECT entry.privilege_type \
                 FROM pg_catalog.aclexplode(attacl) entry WHERE entry.grantee = $1) \
                 FROM pg_catalog.pg_attribute \
                 JOIN pg_catalog.pg_class ON pg_class.oid = attrelid \
                 JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace \
                 WHERE nspname = $2::text AND relname = $3::text AND attnum > 0 AND NOT attisdropped",
                &[&grantee, &self.schema, table],
            )
            .await?;
        let needed = match privilege.as_str() {
            ALL => ObjectType::Column.privileges(version),
            privilege => vec![privilege],
        };
        let granted: BTreeSet<String> = rows
            .iter()
            .filter(|row| {
                let has: Vec<&str> = row.get(1);
                needed.iter().all(|privilege| has.contains(privilege))
            })
            .map(|row| row.get(0))
            .collect();
        let left: BTreeSet<String> = self.columns.intersection(&granted).cloned().collect();
        Ok(match left == self.columns {
            true => Found::AsItWas,
            false => Found::Columns(left),
        })
    }
}

/// Where there is one object, known by its name.
const BY_NAME: &str = "";
