//! The resource `postgresql_grant`.

mod checks;
mod found;
mod import;
mod statements;

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use self::found::Found;
use crate::Postgresql;
use crate::catalog::PUBLIC;
use crate::change::{Change, Members, Scope};
use crate::id::in_id_order;
use crate::object_type::ObjectType;
use crate::server::{Error, State};

/// Privileges that a role has on objects.
///
/// It stands for all privileges of the role on these objects: others are revoked. Where `objects` are named, those that the
/// role had before are seen by the next plan.
#[derive(Clone, Schema)]
#[schema(
    resource = "postgresql_grant",
    subcategory = "Privileges",
    timeouts(default = "20m")
)]
pub struct Grant {
    /// The role that gets the privileges; `public` in small letters is everyone.
    #[field(required, force_new, validate = bytes(..=63))]
    role: String,
    /// The database that the objects are in.
    #[field(required, force_new, validate = bytes(..=63))]
    database: String,
    /// The schema that the objects are in, or that is the object. Only databases, foreign data wrappers and foreign servers
    /// have none.
    #[field(optional, force_new, default = "", validate = bytes(..=63))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    schema: String,
    /// What the privileges are on.
    #[field(required, force_new, validate = one_of(
        "database", "function", "procedure", "routine", "schema", "sequence", "table", "foreign_data_wrapper",
        "foreign_server", "column"
    ))]
    object_type: ObjectType,
    /// The objects; without any, all of the type in the schema. Functions may have their types of arguments behind their
    /// names: `f(text, integer)`.
    #[field(optional, force_new, default = [], validate = each(custom = checks::object_name))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    objects: BTreeSet<String>,
    /// The columns of the one table, for `object_type` `column`.
    #[field(optional, force_new, default = [], validate = each(bytes(..=63)))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    columns: BTreeSet<String>,
    /// The privileges, in capital letters; `ALL` alone is each that there is, and none revokes all.
    #[field(required)]
    privileges: BTreeSet<String>,
    /// Whether the role may grant the privileges to others.
    #[field(optional, force_new, default = false)]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    with_grant_option: bool,
}

impl Resource for Grant {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.all()?;
        grant.check(server).await?;
        let change = grant.replacing(&grant)?;
        change.create(server, data, &grant.id()).await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.all()?;
        data.fill_defaults();
        match grant.find(server).await? {
            Found::Nothing => data.gone(),
            Found::AsItWas => {}
            Found::Privileges(privileges) => data.set(Grant::PRIVILEGES, privileges),
            Found::Columns(columns) => data.set(Grant::COLUMNS, columns),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let mut grant = data.all()?;
        // With what they were on, or with the role, the privileges went too.
        if matches!(grant.find(server).await?, Found::Nothing) {
            return Ok(());
        }
        // With a column, the privilege on it went; those on the others are still to be taken away.
        if grant.object_type == ObjectType::Column {
            let there = grant.columns_of_table(server).await?;
            grant.columns.retain(|column| there.contains(column));
        }
        let revoke = Vec::from_iter(grant.revoke()?);
        match grant.change(revoke).run(server).await {
            Err(error) if is_missing(&error) => {}
            done => return Ok(done?),
        }
        // One of the objects is gone: the others, each by itself.
        for object in grant.objects.clone() {
            let objects = BTreeSet::from([object]);
            let one = Grant {
                objects,
                ..grant.clone()
            };
            let revoke = Vec::from_iter(one.revoke()?);
            match one.change(revoke).run(server).await {
                Err(error) if is_missing(&error) => {}
                done => done?,
            }
        }
        Ok(())
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        import::import(cx.client()?, id, data).await
    }
}

impl Update for Grant {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        // Only the privileges can be others.
        let (old, _) = data.get_change(Grant::PRIVILEGES);
        let new = data.all()?;
        let old = Grant {
            privileges: old,
            ..new.clone()
        };
        new.check(server).await?;
        Ok(new.replacing(&old)?.run(server).await?)
    }
}

impl Grant {
    /// What Terraform knows it by, as the provider in Go has it.
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

    /// Revokes what another grant on the same objects says, and grants this one.
    fn replacing(&self, old: &Grant) -> Result<Change<'_>> {
        let statements = [old.revoke()?, self.grant()?];
        Ok(self.change(statements.into_iter().flatten().collect()))
    }

    /// Statements about this grant, with the locks and memberships that they need.
    fn change(&self, statements: Vec<String>) -> Change<'_> {
        let object = self.objects.first().map_or("", String::as_str);
        let (scope, members) = match self.object_type {
            ObjectType::Database => (Scope::Database(&self.database), Members::None),
            ObjectType::ForeignDataWrapper => (Scope::ForeignDataWrapper(object), Members::None),
            ObjectType::ForeignServer => (Scope::ForeignServer(object), Members::None),
            ObjectType::Schema => (
                Scope::Schema(&self.schema),
                Members::OwnerOfSchema(&self.schema),
            ),
            _ => (
                Scope::Schema(&self.schema),
                Members::OwnersInSchema(&self.schema),
            ),
        };
        Change {
            database: &self.database,
            role: Some(self.role.as_str()).filter(|role| *role != PUBLIC),
            scope,
            members,
            statements,
        }
    }
}

/// Whether what a statement was about is not there.
fn is_missing(error: &Error) -> bool {
    let states = [
        State::UNDEFINED_TABLE,
        State::UNDEFINED_FUNCTION,
        State::UNDEFINED_COLUMN,
        State::UNDEFINED_OBJECT,
    ];
    states.iter().any(|state| error.is(state))
}
