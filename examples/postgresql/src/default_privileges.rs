//! The resource `postgresql_default_privileges`.

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::catalog::{self, PUBLIC};
use crate::change::{Change, Members, Scope};
use crate::default_privileges_import;
use crate::going::{destroy, unread};
use crate::object_type::{self, ObjectType, canonical, listed, same, single};
use crate::server::{self, Server, lock_role};
use crate::sql::ident;

/// Privileges that a role gets on objects that another role creates later.
#[derive(Schema)]
#[schema(
    resource = "postgresql_default_privileges",
    subcategory = "Privileges",
    timeouts(default = "20m")
)]
pub struct DefaultPrivileges {
    /// The role that gets the privileges; `public` in lower case is everyone.
    #[field(required, force_new, validate = bytes(..=63))]
    role: String,
    /// The database that the objects will be in.
    #[field(required, force_new, validate = bytes(..=63))]
    database: String,
    /// The role that creates the objects.
    #[field(required, force_new, validate = bytes(..=63))]
    owner: String,
    /// The schema that the objects will be in. Defaults to all schemas.
    #[field(optional, force_new, default = "", validate = bytes(..=63))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    schema: String,
    /// The type of the objects.
    #[field(required, force_new, validate = one_of("table", "sequence", "function", "routine", "type", "schema"))]
    object_type: ObjectType,
    /// The privileges. `ALL` alone means every privilege; an empty set revokes the built-in ones.
    #[field(required, diff_suppress = object_type::same_set::<DefaultPrivileges>)]
    #[field(allow(
        suppress_on_collection,
        reason = "the set is one value: the same privileges in other words"
    ))]
    privileges: BTreeSet<String>,
    /// Whether the role may grant the privileges to others.
    #[field(optional, default = false)]
    with_grant_option: bool,
}

impl Resource for DefaultPrivileges {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.read_struct()?;
        defaults.check(server).await?;
        let change = defaults.replacing()?;
        change.create(server, data, &defaults.id()).await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.read_struct()?;
        data.fill_defaults();
        match defaults.find(server).await {
            Err(error) if error.is_database_closed() => cx.warn(unread(&defaults.database)),
            Err(error) => return Err(error.into()),
            Ok(None) => data.mark_gone(),
            Ok(Some(found)) => {
                data.set(DefaultPrivileges::PRIVILEGES, found.privileges);
                data.set(
                    DefaultPrivileges::WITH_GRANT_OPTION,
                    found.with_grant_option,
                );
            }
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.read_struct()?;
        Ok(destroy(server, &defaults.database, || defaults.destroy(server)).await?)
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let privileges = config.value(DefaultPrivileges::PRIVILEGES).known();
        let object_type = config.value(DefaultPrivileges::OBJECT_TYPE).known();
        object_type::validate(privileges, object_type)
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        default_privileges_import::import(cx.client()?, id, data).await?;
        data.set_id(data.read_struct()?.id());
        Ok(())
    }
}

impl Update for DefaultPrivileges {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.read_struct()?;
        defaults.check(server).await?;
        Ok(defaults.replacing()?.run(server).await?)
    }
}

/// The default privileges on the server.
struct Found {
    privileges: BTreeSet<String>,
    with_grant_option: bool,
}

impl DefaultPrivileges {
    /// The id, in the format of the Go provider.
    fn id(&self) -> String {
        let schema = match self.schema.as_str() {
            "" => "noschema",
            schema => schema,
        };
        let object_type = self.object_type.as_str();
        [&self.role, &self.database, schema, &self.owner, object_type].join("_")
    }

    /// Rejects invalid combinations and reports all of them.
    async fn check(&self, server: &Server) -> Result {
        let connection = server.connect(server.database()).await?;
        server
            .needs(&connection, "postgresql_default_privileges", (9, 0))
            .await?;
        let version = server.version(&connection).await?;
        let mut found = object_type::check(&self.privileges, self.object_type, version);
        if self.object_type == ObjectType::Schema {
            if !self.schema.is_empty() {
                found.error_at(
                    DefaultPrivileges::SCHEMA.path(),
                    "Invalid default privileges",
                    "schema cannot be set for object_type \"schema\": a schema is in no schema.",
                );
            }
            if !version.at_least(10) {
                found.error_at(
                    DefaultPrivileges::OBJECT_TYPE.path(),
                    "The server is too old",
                    format!("object_type \"schema\" needs PostgreSQL 10; this is {version}."),
                );
            }
        }
        if self.object_type == ObjectType::Routine && !version.at_least(11) {
            found.error_at(
                DefaultPrivileges::OBJECT_TYPE.path(),
                "The server is too old",
                format!("object_type \"routine\" needs PostgreSQL 11; this is {version}."),
            );
        }
        if self.with_grant_option && self.role.eq_ignore_ascii_case(PUBLIC) {
            found.error_at(
                DefaultPrivileges::WITH_GRANT_OPTION.path(),
                "Invalid default privileges",
                "with_grant_option cannot be true if role is \"public\": grant options are for single roles.",
            );
        }
        if found.has_errors() {
            Err(found)
        } else {
            Ok(())
        }
    }

    /// Revokes what exists, and grants this.
    fn replacing(&self) -> Result<Change<'_>> {
        let mut statements = vec![self.revoke()];
        if !self.privileges.is_empty() {
            let option = match self.with_grant_option {
                true => " WITH GRANT OPTION",
                false => "",
            };
            let privileges = self.privileges.iter().map(|one| canonical(one)).collect();
            statements.push(self.give(&listed(&privileges)?, option));
        }
        Ok(self.change(statements))
    }

    /// Ends the statements: the owner gets its own built-in privileges back, without which it could
    /// not use what it creates.
    fn ending(&self) -> Vec<String> {
        let mut statements = vec![self.revoke()];
        if self.role == self.owner && self.schema.is_empty() {
            statements.push(self.give("ALL", ""));
        }
        statements
    }

    fn give(&self, privileges: &str, option: &str) -> String {
        format!(
            "{} GRANT {privileges} ON {}S TO {}{option}",
            self.of_owner(),
            self.object_type.keyword(),
            ident(&self.role)
        )
    }

    fn revoke(&self) -> String {
        format!(
            "{} REVOKE ALL ON {}S FROM {}",
            self.of_owner(),
            self.object_type.keyword(),
            ident(&self.role)
        )
    }

    /// The beginning of each statement.
    fn of_owner(&self) -> String {
        let schema = match self.schema.as_str() {
            "" => String::new(),
            schema => format!(" IN SCHEMA {}", ident(schema)),
        };
        format!(
            "ALTER DEFAULT PRIVILEGES FOR ROLE {}{schema}",
            ident(&self.owner)
        )
    }

    fn change(&self, statements: Vec<String>) -> Change<'_> {
        Change {
            database: &self.database,
            role: Some(&self.owner),
            scope: Scope::Role,
            members: Members::Role(&self.owner),
            statements,
        }
    }

    /// Removes the entry, which the database, the schema or one of the roles may have taken along.
    async fn destroy(&self, server: &Server) -> server::Result {
        match self.is_possible(server).await? {
            true => self.change(self.ending()).run(server).await,
            false => Ok(()),
        }
    }

    /// Whether everything that it names exists.
    async fn is_possible(&self, server: &Server) -> server::Result<bool> {
        let Some(connection) = server.connect_existing(&self.database).await? else {
            return Ok(false);
        };
        let schema =
            self.schema.is_empty() || catalog::schema(&connection, &self.schema).await?.is_some();
        let roles = catalog::role(&connection, &self.owner).await?.is_some()
            && catalog::grantee(&connection, &self.role).await?.is_some();
        Ok(schema && roles)
    }

    /// Reads them from the server; `None` if they do not exist.
    async fn find(&self, server: &Server) -> server::Result<Option<Found>> {
        let Some(connection) = server.connect_existing(&self.database).await? else {
            return Ok(None);
        };
        let version = server.version(&connection).await?;
        let transaction = connection.reading().await?;
        let Some(grantee) = catalog::grantee(&transaction, &self.role).await? else {
            return Ok(None);
        };
        // 0 represents all schemas.
        let schema = match self.schema.as_str() {
            "" => Some(0),
            schema => catalog::schema(&transaction, schema).await?,
        };
        let Some(schema) = schema else {
            return Ok(None);
        };
        lock_role(&transaction, &self.owner).await?;
        // The type's letters in the catalog and in `acldefault`.
        let (kind, built_in) = match self.object_type {
            ObjectType::Table => ('r', 'r'),
            ObjectType::Sequence => ('S', 's'),
            ObjectType::Type => ('T', 'T'),
            ObjectType::Schema => ('n', 'n'),
            _ => ('f', 'f'),
        };
        // Built-in privileges have no entry, and those for single schemas are added to them.
        let rows = transaction
            .query(
                &format!(
                    "SELECT e.privilege_type, e.is_grantable AND e.grantee <> o.oid FROM pg_catalog.pg_roles o
                    CROSS JOIN LATERAL pg_catalog.aclexplode(coalesce(
                        (SELECT d.defaclacl FROM pg_catalog.pg_default_acl d WHERE d.defaclrole = o.oid
                            AND d.defaclobjtype = '{kind}' AND d.defaclnamespace = $1),
                        CASE WHEN $1 = 0::oid THEN pg_catalog.acldefault('{built_in}', o.oid) END)) e
                    WHERE o.rolname = $3::text AND e.grantee = $2"
                ),
                &[&schema, &grantee, &self.owner],
            )
            .await?;
        let privileges: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
        if privileges.is_empty() && !self.privileges.is_empty() {
            return Ok(None);
        }
        let wanted = single(&self.privileges, self.object_type, version);
        let of_these = rows
            .iter()
            .filter(|row| wanted.contains(row.get::<_, &str>(0)));
        let mut grantable = of_these.map(|row| row.get::<_, bool>(1));
        // An owner may grant them anyway.
        let differs = self.role != self.owner && grantable.any(|one| one != self.with_grant_option);
        Ok(Some(Found {
            privileges: match same(&self.privileges, &privileges, self.object_type, version) {
                true => self.privileges.clone(),
                false => privileges,
            },
            with_grant_option: self.with_grant_option != differs,
        }))
    }
}
