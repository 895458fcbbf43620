//! The resource `postgresql_default_privileges`.

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::catalog::{self, PUBLIC};
use crate::change::{Change, Members, Scope};
use crate::default_privileges_import;
use crate::object_type::{self, ObjectType, listed, same};
use crate::server::{self, Server, lock_role};
use crate::sql::ident;

/// Privileges that a role gets on objects that another one creates later.
#[derive(Schema)]
#[schema(
    resource = "postgresql_default_privileges",
    subcategory = "Privileges",
    timeouts(default = "20m")
)]
pub struct DefaultPrivileges {
    /// The role that gets the privileges; `public` in small letters is everyone.
    #[field(required, force_new, validate = bytes(..=63))]
    role: String,
    /// The database that the objects will be in.
    #[field(required, force_new, validate = bytes(..=63))]
    database: String,
    /// The role that creates the objects.
    #[field(required, force_new, validate = bytes(..=63))]
    owner: String,
    /// The schema that the objects will be in; without it, any.
    #[field(optional, force_new, default = "", validate = bytes(..=63))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    schema: String,
    /// What the privileges are on.
    #[field(required, force_new, validate = one_of("table", "sequence", "function", "routine", "type", "schema"))]
    object_type: ObjectType,
    /// The privileges, in capital letters; `ALL` alone is each that there is, and none revokes those that are built in.
    #[field(required)]
    privileges: BTreeSet<String>,
    /// Whether the role may grant the privileges to others.
    #[field(optional, force_new, default = false)]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    with_grant_option: bool,
}

impl Resource for DefaultPrivileges {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.all()?;
        defaults.check(server).await?;
        let change = defaults.replacing()?;
        change.create(server, data, &defaults.id()).await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.all()?;
        data.fill_defaults();
        match defaults.find(server).await? {
            Found::Nothing => data.gone(),
            Found::AsItWas => {}
            Found::Privileges(privileges) => data.set(DefaultPrivileges::PRIVILEGES, privileges),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.all()?;
        // With the database, the schema or one of the roles, the entry went too.
        if !defaults.is_possible(server).await? {
            return Ok(());
        }
        Ok(defaults.change(vec![defaults.revoke()]).run(server).await?)
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        default_privileges_import::import(cx.client()?, id, data).await?;
        data.set_id(data.all()?.id());
        Ok(())
    }
}

impl Update for DefaultPrivileges {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let defaults = data.all()?;
        defaults.check(server).await?;
        Ok(defaults.replacing()?.run(server).await?)
    }
}

/// How the server has default privileges.
enum Found {
    /// Not at all.
    Nothing,
    /// As the state says.
    AsItWas,
    /// These instead.
    Privileges(BTreeSet<String>),
}

impl DefaultPrivileges {
    /// What Terraform knows it by, as the provider in Go has it.
    fn id(&self) -> String {
        let schema = match self.schema.as_str() {
            "" => "noschema",
            schema => schema,
        };
        let object_type = self.object_type.as_str();
        [&self.role, &self.database, schema, &self.owner, object_type].join("_")
    }

    /// Refuses what cannot be, with all that is wrong about it.
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
                    "schema cannot be given for object_type \"schema\": a schema is in no schema.",
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
                "with_grant_option cannot be true where role is \"public\": grant options are for single roles.",
            );
        }
        if found.has_errors() {
            Err(found)
        } else {
            Ok(())
        }
    }

    /// Revokes what there is, and grants this.
    fn replacing(&self) -> Result<Change<'_>> {
        let mut statements = vec![self.revoke()];
        if !self.privileges.is_empty() {
            let option = match self.with_grant_option {
                true => " WITH GRANT OPTION",
                false => "",
            };
            statements.push(format!(
                "{} GRANT {} ON {}S TO {}{option}",
                self.of_owner(),
                listed(&self.privileges)?,
                self.object_type.keyword(),
                ident(&self.role)
            ));
        }
        Ok(self.change(statements))
    }

    fn revoke(&self) -> String {
        format!(
            "{} REVOKE ALL ON {}S FROM {}",
            self.of_owner(),
            self.object_type.keyword(),
            ident(&self.role)
        )
    }

    /// How each statement begins.
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

    /// Whether all that it names is there.
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

    /// What everyone may do with each object of the type unless it is taken away.
    fn built_in(&self) -> Option<&'static str> {
        match self.object_type {
            ObjectType::Function | ObjectType::Routine => Some("EXECUTE"),
            ObjectType::Type => Some("USAGE"),
            _ => None,
        }
    }

    /// Looks at the server.
    async fn find(&self, server: &Server) -> server::Result<Found> {
        let Some(connection) = server.connect_existing(&self.database).await? else {
            return Ok(Found::Nothing);
        };
        let version = server.version(&connection).await?;
        let transaction = connection.transaction().await?;
        let Some(grantee) = catalog::grantee(&transaction, &self.role).await? else {
            return Ok(Found::Nothing);
        };
        // 0 stands for all schemas.
        let schema = match self.schema.as_str() {
            "" => Some(0),
            schema => catalog::schema(&transaction, schema).await?,
        };
        let Some(schema) = schema else {
            return Ok(Found::Nothing);
        };
        lock_role(&transaction, &self.owner).await?;
        let kind = match self.object_type {
            ObjectType::Table => 'r',
            ObjectType::Sequence => 'S',
            ObjectType::Type => 'T',
            ObjectType::Schema => 'n',
            _ => 'f',
        };
        let rows = transaction
            .query(
                &format!(
                    "SELECT entry.privilege_type FROM (SELECT (pg_catalog.aclexplode(defaclacl)).* \
                     FROM pg_catalog.pg_default_acl \
                     WHERE defaclobjtype = '{kind}' AND defaclnamespace = $1) entry \
                     WHERE entry.grantee = $2 AND pg_catalog.pg_get_userbyid(entry.grantor) = $3::text"
                ),
                &[&schema, &grantee, &self.owner],
            )
            .await?;
        let mut privileges: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
        if privileges.is_empty() && grantee == 0 && schema == 0 {
            // What is the same as what is built in has no entry.
            let entry = format!(
                "SELECT 1 FROM pg_catalog.pg_default_acl WHERE defaclobjtype = '{kind}' AND defaclnamespace = 0 \
                 AND pg_catalog.pg_get_userbyid(defaclrole) = $1::text"
            );
            if !transaction.exists(&entry, &[&self.owner]).await? {
                privileges.extend(self.built_in().map(str::to_owned));
            }
        }
        Ok(if privileges.is_empty() && !self.privileges.is_empty() {
            Found::Nothing
        } else if self.privileges.is_empty() && rows.is_empty() {
            // Stable, as it is in the provider in Go.
            Found::AsItWas
        } else if same(&self.privileges, &privileges, self.object_type, version) {
            Found::AsItWas
        } else {
            Found::Privileges(privileges)
        })
    }
}
