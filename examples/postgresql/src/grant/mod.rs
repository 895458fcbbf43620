//! The resource `postgresql_grant`.

mod checks;
mod found;
mod import;
mod objects;
mod refused;
mod statements;
mod work;

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::catalog::PUBLIC;
use crate::change::{Change, Failure, Members, Scope};
use crate::commit::commit_new;
use crate::going::{destroy, unread};
use crate::id::in_id_order;
use crate::object_type::{self, ObjectType};
use crate::server::{Clashes, Server};

/// Privileges that a role has on objects.
///
/// It covers all privileges of the role on these objects: others are revoked. If `objects` is set,
/// the next plan shows what the role had on them before. Privileges on columns are separate grants
/// (`object_type = "column"`), independent of one on the table.
///
/// A change is one transaction. It revokes what leaves the configuration and grants what joins it.
/// Everything else is kept, including what the role granted to others. The provider acts for the
/// owners of the objects if its user can become a member of them. If the server would only warn
/// that it granted or revoked nothing, the operation is an error, and so is a privilege that
/// remains because another role granted it.
#[derive(Clone, Schema)]
#[schema(
    resource = "postgresql_grant",
    subcategory = "Privileges",
    id(when_changed(objects, columns)),
    timeouts(default = "20m")
)]
pub struct Grant {
    /// The role that gets the privileges; `public` in lower case is everyone.
    #[field(required, force_new, validate = bytes(..=63))]
    role: String,
    /// The database that the objects are in.
    #[field(required, force_new, validate = bytes(..=63))]
    database: String,
    /// The schema of the objects, or the schema that is the object. Only databases, foreign data
    /// wrappers and foreign servers have none.
    #[field(optional, force_new, default = "", validate = bytes(..=63))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    schema: String,
    /// The type of the objects.
    #[field(required, force_new, validate = one_of(
        "database", "function", "procedure", "routine", "schema", "sequence", "table", "foreign_data_wrapper",
        "foreign_server", "column"
    ))]
    object_type: ObjectType,
    /// The objects. Defaults to all of the type in the schema. The argument types of a function may
    /// follow its name: `f(text, integer)`. A name alone means every function of that name. `table`
    /// covers views, materialized views, partitioned and foreign tables too.
    #[field(optional, default = [], validate = each(custom = checks::object_name))]
    objects: BTreeSet<String>,
    /// The columns of the table, for `object_type` `column`.
    #[field(optional, default = [], validate = each(bytes(..=63)))]
    columns: BTreeSet<String>,
    /// The privileges. `ALL` alone means every privilege; an empty set revokes all.
    #[field(required, diff_suppress = object_type::same_set::<Grant>)]
    #[field(allow(
        suppress_on_collection,
        reason = "the set is one value: the same privileges in other words"
    ))]
    privileges: BTreeSet<String>,
    /// Whether the role may grant the privileges to others.
    #[field(optional, default = false)]
    with_grant_option: bool,
}

impl Resource for Grant {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.read_struct()?;
        grant.check(server).await?;
        let mut clashes = Clashes::default();
        let transaction = loop {
            match grant.make(server, None).await {
                Err(Failure::OfServer(error)) if clashes.may_repeat(&error).await => {}
                done => break done?,
            }
        };
        commit_new(transaction, data, &grant.id())
            .await?
            .close()
            .await;
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.read_struct()?;
        data.fill_defaults();
        match grant.find(server).await {
            Err(error) if error.is_database_closed() => cx.warn(unread(&grant.database)),
            Err(error) => return Err(error.into()),
            Ok(None) => data.mark_gone(),
            Ok(Some(found)) => {
                data.set(Grant::PRIVILEGES, found.privileges);
                data.set(Grant::COLUMNS, found.columns);
                data.set(Grant::WITH_GRANT_OPTION, found.with_grant_option);
            }
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.read_struct()?;
        Ok(destroy(server, &grant.database, || grant.destroy(server)).await?)
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let privileges = config.value(Grant::PRIVILEGES).known();
        object_type::validate(privileges, config.value(Grant::OBJECT_TYPE).known())
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        import::import(cx.client()?, id, data).await
    }
}

impl Update for Grant {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let new = data.read_struct()?;
        let old = Grant {
            objects: data.get_change(Grant::OBJECTS).0,
            columns: data.get_change(Grant::COLUMNS).0,
            privileges: data.get_change(Grant::PRIVILEGES).0,
            with_grant_option: data.get_change(Grant::WITH_GRANT_OPTION).0,
            ..new.clone()
        };
        new.check(server).await?;
        let mut clashes = Clashes::default();
        let transaction = loop {
            match new.make(server, Some(&old)).await {
                Err(Failure::OfServer(error)) if clashes.may_repeat(&error).await => {}
                done => break done?,
            }
        };
        transaction.commit().await?.close().await;
        data.set_id(new.id());
        Ok(())
    }
}

impl Grant {
    /// The id, in the format of the Go provider.
    fn id(&self) -> String {
        let mut parts = vec![self.role.as_str(), &self.database];
        if self.object_type.needs_schema() {
            parts.push(&self.schema);
        }
        parts.push(self.object_type.as_str());
        parts.extend(in_id_order(&self.objects));
        parts.extend(in_id_order(&self.columns));
        parts.join("_")
    }

    /// Revokes the privileges, if the objects and the role still exist.
    async fn destroy(&self, server: &Server) -> Result<(), Failure> {
        if self.find(server).await?.is_some() {
            let transaction = self.unmake(server).await?;
            transaction.commit().await?.close().await;
        }
        Ok(())
    }

    /// A change of this grant, with the locks that it needs. The privileges on a database can be
    /// changed from any other one.
    fn change<'a>(&'a self, server: &'a Server) -> Change<'a> {
        let object = self.objects.first().map_or("", String::as_str);
        let (database, scope) = match self.object_type {
            ObjectType::Database => (server.database(), Scope::Database(&self.database)),
            ObjectType::ForeignDataWrapper => (&*self.database, Scope::ForeignDataWrapper(object)),
            ObjectType::ForeignServer => (&*self.database, Scope::ForeignServer(object)),
            _ => (&*self.database, Scope::Schema(&self.schema)),
        };
        Change {
            database,
            role: Some(self.role.as_str()).filter(|role| *role != PUBLIC),
            scope,
            members: Members::None,
            statements: Vec::new(),
        }
    }
}
