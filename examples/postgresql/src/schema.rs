//! The resource `postgresql_schema`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::catalog;
use crate::change::{execute, prepare};
use crate::commit::commit_new;
use crate::going::{destroy, unread};
use crate::policy::{Policy, by_role};
use crate::server::{self, Clashes, Server, Transaction};
use crate::sql::ident;
use crate::unset::{self, leaves_it};

/// A schema of a database.
#[derive(Clone, Schema)]
#[schema(
    resource = "postgresql_schema",
    id(when_changed(name)),
    subcategory = "Databases",
    timeouts(default = "20m")
)]
pub struct DatabaseSchema {
    /// The name. It can be changed in place.
    #[field(required, validate = bytes(..=63))]
    name: String,
    /// The database of the schema. Defaults to that of the provider.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<DatabaseSchema>, validate = bytes(..=63))]
    database: Option<String>,
    /// The role that owns it. If omitted, the role that creates the schema stays its owner.
    #[field(optional, computed, diff_suppress = leaves_it::<DatabaseSchema>, validate = bytes(..=63))]
    owner: Option<String>,
    /// Whether a schema that somebody creates at the same time is adopted. One that already exists
    /// always is.
    #[field(optional, default = true)]
    if_not_exists: bool,
    /// Whether everything in the schema is destroyed with it. Otherwise, a schema that is not empty
    /// cannot be destroyed.
    #[field(optional, default = false)]
    drop_cascade: bool,
    /// Privileges on the schema, as granted: changes by others are not detected, and the privileges
    /// of the last block stay when it is removed.
    #[field(
        block(set),
        deprecated = "Use the resource postgresql_grant with object_type = \"schema\""
    )]
    policy: Set<Policy>,
}

impl Resource for DatabaseSchema {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let schema = wanted(server, data)?;
        // A configured empty string is kept.
        data.set_if_unknown(DatabaseSchema::DATABASE, &schema.database);
        let mut clashes = Clashes::default();
        let transaction = loop {
            match schema.create_in(server).await {
                Err(error) if clashes.may_repeat(&error).await => {}
                done => break done?,
            }
        };
        commit_new(transaction, data, &schema.id())
            .await?
            .close()
            .await;
        // So does an empty owner.
        if data.value(DatabaseSchema::OWNER).known().is_none()
            && let Some(owner) = schema.find_owner(server).await?
        {
            data.set(DatabaseSchema::OWNER, owner);
        }
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let schema = wanted(server, data)?;
        data.fill_defaults();
        match schema.find_owner(server).await {
            Err(error) if error.is_database_closed() => cx.warn(unread(schema.database())),
            Err(error) => return Err(error.into()),
            Ok(None) => data.mark_gone(),
            Ok(Some(owner)) => {
                data.set(DatabaseSchema::DATABASE, &schema.database);
                data.set(DatabaseSchema::OWNER, owner);
                data.set_id(schema.id());
            }
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let schema = wanted(server, data)?;
        Ok(destroy(server, schema.database(), || schema.drop_from(server)).await?)
    }

    async fn import(_cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let mut parts = id.split('.');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(database), Some(name), None) if !database.is_empty() && !name.is_empty() => {
                data.set(DatabaseSchema::DATABASE, database);
                data.set(DatabaseSchema::NAME, name);
                data.set_id(id);
                Ok(())
            }
            _ => Err(Diagnostic::error("The import id has the wrong format")
                .with_detail(format!(
                    "The id of a schema must have the expected format <database>.<name>, with exactly one dot; given was \
                     {id:?}. A schema or a database with a dot in its name cannot be imported."
                ))
                .into()),
        }
    }
}

impl Update for DatabaseSchema {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let (old_name, _) = data.get_change(DatabaseSchema::NAME);
        let (old_policies, _) = data.get_change(DatabaseSchema::POLICY);
        let new = wanted(server, data)?;
        let new_owner = data.has_change(DatabaseSchema::OWNER) && !new.owner().is_empty();
        let old = DatabaseSchema {
            name: old_name,
            policy: old_policies,
            ..new.clone()
        };
        let mut clashes = Clashes::default();
        while let Err(error) = new.change_in(server, &old, new_owner).await {
            if !clashes.may_repeat(&error).await {
                return Err(error.into());
            }
        }
        data.set_id(new.id());
        Ok(())
    }
}

/// The configured values, with the database that they are for.
fn wanted(server: &Server, data: &ResourceData<DatabaseSchema>) -> Result<DatabaseSchema> {
    let mut schema = data.read_struct()?;
    schema.database = Some(unset::database(server, schema.database));
    Ok(schema)
}

impl DatabaseSchema {
    fn owner(&self) -> &str {
        unset::text(&self.owner)
    }

    fn database(&self) -> &str {
        unset::text(&self.database)
    }

    fn id(&self) -> String {
        format!("{}.{}", self.database(), self.name)
    }

    async fn begin(&self, server: &Server) -> server::Result<Transaction> {
        server.connect(self.database()).await?.transaction().await
    }

    /// The owner on the server, if the schema exists.
    async fn find_owner(&self, server: &Server) -> server::Result<Option<String>> {
        let Some(connection) = server.connect_existing(self.database()).await? else {
            return Ok(None);
        };
        let owner = connection
            .query_opt(
                "SELECT pg_catalog.pg_get_userbyid(nspowner)::text FROM pg_catalog.pg_namespace \
                 WHERE nspname = $1::text",
                &[&self.name],
            )
            .await?;
        Ok(owner.map(|row| row.get(0)))
    }

    /// Everything but the commit.
    async fn create_in(&self, server: &Server) -> server::Result<Transaction> {
        let transaction = self.begin(server).await?;
        let mut members = vec![catalog::owner_of_database(&transaction).await?];
        if !self.owner().is_empty() && !members.iter().any(|member| member == self.owner()) {
            members.push(self.owner().to_owned());
        }
        let (name, owner) = (ident(&self.name), ident(self.owner()));
        let there = catalog::schema(&transaction, &self.name).await?.is_some();
        let mut statements = Vec::new();
        if !there {
            let version = server.version(&transaction).await?;
            let unless_there = match self.if_not_exists && version.at_least((9, 3)) {
                true => "IF NOT EXISTS ",
                false => "",
            };
            let authorization = match self.owner() {
                "" => String::new(),
                _ => format!(" AUTHORIZATION {owner}"),
            };
            statements.push(format!("CREATE SCHEMA {unless_there}{name}{authorization}"));
        } else if !self.owner().is_empty() {
            let present = catalog::owner_of_schema(&transaction, &self.name).await?;
            members.extend(present.filter(|present| !members.contains(present)));
            statements.push(format!("ALTER SCHEMA {name} OWNER TO {owner}"));
        }
        for policy in by_role(&self.policy).values() {
            statements.extend(policy.grants(&self.name, None));
        }
        // In a fixed order, so that no two transactions wait for each other.
        members.sort();
        prepare(transaction, server, &members, &statements).await
    }

    async fn change_in(
        &self,
        server: &Server,
        old: &DatabaseSchema,
        new_owner: bool,
    ) -> server::Result {
        let transaction = self.begin(server).await?;
        let mut members = Vec::from_iter(catalog::owner_of_schema(&transaction, &old.name).await?);
        let mut statements = Vec::new();
        if old.name != self.name {
            let (from, to) = (ident(&old.name), ident(&self.name));
            statements.push(format!("ALTER SCHEMA {from} RENAME TO {to}"));
        }
        if new_owner {
            let (name, owner) = (ident(&self.name), ident(self.owner()));
            statements.push(format!("ALTER SCHEMA {name} OWNER TO {owner}"));
            members.push(self.owner().to_owned());
            members.sort();
            members.dedup();
        }
        statements.extend(self.change_policies(&transaction, old).await?);
        execute(transaction, server, &members, &statements).await
    }

    /// The statements that change the policies, role by role. Without any block they are kept.
    async fn change_policies(
        &self,
        transaction: &Transaction,
        old: &DatabaseSchema,
    ) -> server::Result<Vec<String>> {
        let (before, after) = (by_role(&old.policy), by_role(&self.policy));
        if after.is_empty() {
            return Ok(Vec::new());
        }
        let mut statements = Vec::new();
        for (role, policy) in &before {
            let is_there = match policy.role() {
                Some(role) => catalog::role(transaction, role).await?.is_some(),
                None => true,
            };
            if is_there {
                statements.extend(policy.revokes(&self.name, after.get(role)));
            }
        }
        for (role, policy) in &after {
            statements.extend(policy.grants(&self.name, before.get(role)));
        }
        Ok(statements)
    }

    async fn drop_from(&self, server: &Server) -> server::Result {
        let Some(connection) = server.connect_existing(self.database()).await? else {
            return Ok(());
        };
        let transaction = connection.transaction().await?;
        let Some(owner) = catalog::owner_of_schema(&transaction, &self.name).await? else {
            return Ok(());
        };
        let how = unset::cascade(self.drop_cascade);
        let drop = format!("DROP SCHEMA {} {how}", ident(&self.name));
        execute(transaction, server, &[owner], &[drop]).await
    }
}
