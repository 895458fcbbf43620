//! The options of a membership since PostgreSQL 16: whether the member inherits, and whether it may
//! switch to the role.

use schema_provider::prelude::*;

use crate::GrantRole;
use crate::server::{
    self, Clashes, Connection, Error, Server, Transaction, is_membership, lock_membership,
};
use crate::sql::ident;

/// The options to set; `None` leaves one unchanged.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    inherit: Option<bool>,
    set: Option<bool>,
}

/// A membership on the server. Several grantors may have granted it: an option is set if one of
/// them set it.
pub(crate) struct Found {
    pub(crate) admin: bool,
    /// `None` before PostgreSQL 16. The same holds below.
    pub(crate) inherit: Option<bool>,
    pub(crate) set: Option<bool>,
}

impl Found {
    /// Reads the membership of the first role in the second one.
    pub(crate) async fn read(
        connection: &Connection,
        member: &str,
        role: &str,
    ) -> server::Result<Option<Self>> {
        let is_membership = is_membership(connection).await?;
        let query = format!(
            "SELECT pg_catalog.bool_or(m.admin_option), pg_catalog.bool_or((pg_catalog.to_jsonb(m) ->> 'inherit_option')::bool),
                pg_catalog.bool_or((pg_catalog.to_jsonb(m) ->> 'set_option')::bool)
            FROM pg_catalog.pg_auth_members m
            WHERE pg_catalog.pg_get_userbyid(m.member) = $1::text
            AND pg_catalog.pg_get_userbyid(m.roleid) = $2::text AND {is_membership} HAVING count(*) > 0"
        );
        let Some(row) = connection.query_opt(&query, &[&member, &role]).await? else {
            return Ok(None);
        };
        Ok(Some(Found {
            admin: connection.value(&row, 0)?,
            inherit: connection.value(&row, 1)?,
            set: connection.value(&row, 2)?,
        }))
    }
}

impl Options {
    /// Those of a new membership.
    pub(crate) fn configured(data: &ResourceData<GrantRole>) -> Self {
        Options {
            inherit: data.value(GrantRole::WITH_INHERIT_OPTION).known(),
            set: data.value(GrantRole::WITH_SET_OPTION).known(),
        }
    }

    /// Those that an update changes.
    pub(crate) fn changed(data: &ResourceData<GrantRole>) -> Self {
        let configured = Options::configured(data);
        Options {
            inherit: configured
                .inherit
                .filter(|_| data.has_change(GrantRole::WITH_INHERIT_OPTION)),
            set: configured
                .set
                .filter(|_| data.has_change(GrantRole::WITH_SET_OPTION)),
        }
    }

    /// Rejects options that the server does not support.
    pub(crate) async fn check(self, server: &Server, connection: &Connection) -> server::Result {
        for (name, option) in [
            ("with_inherit_option", self.inherit),
            ("with_set_option", self.set),
        ] {
            if option.is_some() {
                server.needs(connection, name, (16, 0)).await?;
            }
        }
        Ok(())
    }

    /// ` WITH …` of a new membership.
    pub(crate) fn clause(self, with_admin_option: bool) -> String {
        let mut options = self.list();
        if with_admin_option {
            // Older servers accept it in this place too.
            options.insert(0, "ADMIN OPTION".to_owned());
        }
        match options.is_empty() {
            true => String::new(),
            false => format!(" WITH {}", options.join(", ")),
        }
    }

    fn list(self) -> Vec<String> {
        let inherit = self.inherit.map(|inherit| format!("INHERIT {inherit}"));
        let set = self.set.map(|set| format!("SET {set}"));
        inherit.into_iter().chain(set).collect()
    }

    /// Sets them for the membership of the first role in the second one, for each grantor. Its
    /// other options stay.
    pub(crate) async fn set(self, server: &Server, member: &str, role: &str) -> Result {
        if self.list().is_empty() {
            return Ok(());
        }
        let mut clashes = Clashes::default();
        loop {
            match self.attempt(server, member, role).await {
                Err(error) if clashes.may_repeat(&error).await => {}
                done => return Ok(done?),
            }
        }
    }

    async fn attempt(self, server: &Server, member: &str, role: &str) -> server::Result {
        let connection = server.connect(server.database()).await?;
        self.check(server, &connection).await?;
        let transaction = connection.transaction().await?;
        lock_membership(&transaction, member, role).await?;
        let (of, to) = (ident(role), ident(member));
        let options = self.list().join(", ");
        let rows =
            "SELECT pg_catalog.pg_get_userbyid(m.grantor)::text FROM pg_catalog.pg_auth_members m
            WHERE pg_catalog.pg_get_userbyid(m.member) = $1::text
            AND pg_catalog.pg_get_userbyid(m.roleid) = $2::text";
        let is_membership = is_membership(&transaction).await?;
        let ours = format!(
            "{rows} AND pg_catalog.pg_has_role(m.grantor, 'USAGE') AND {is_membership} ORDER BY 1"
        );
        for grantor in names(&transaction, &ours, member, role).await? {
            let grantor = ident(&grantor);
            let grant = format!("GRANT {of} TO {to} WITH {options} GRANTED BY {grantor}");
            transaction.execute(&grant).await?;
        }
        self.explain(&transaction, rows, member, role).await?;
        transaction.commit().await?.close().await;
        Ok(())
    }

    /// Fails if the membership still has other options, from a grantor for whom the user may not
    /// act.
    async fn explain(
        self,
        transaction: &Transaction,
        rows: &str,
        member: &str,
        role: &str,
    ) -> server::Result {
        let Some(found) = Found::read(transaction, member, role).await? else {
            return Err(Error::new(
                format!("{member:?} is not a member of {role:?} any more"),
                "the next plan creates the membership",
            ));
        };
        for (name, column, wanted, is) in [
            (
                "with_inherit_option",
                "inherit_option",
                self.inherit,
                found.inherit,
            ),
            ("with_set_option", "set_option", self.set, found.set),
        ] {
            if wanted.is_none_or(|wanted| is == Some(wanted)) {
                continue;
            }
            let others = format!(
                "{rows} AND m.{column} IS DISTINCT FROM {} ORDER BY 1",
                wanted == Some(true)
            );
            let others = names(transaction, &others, member, role).await?;
            return Err(Error::new(
                format!("{name} of the membership of {member:?} in {role:?} cannot be changed"),
                format!(
                    "It was granted by {}, for whom the provider's user may not act: change it as that role, or as a superuser.",
                    others.join(", ")
                ),
            ));
        }
        Ok(())
    }
}

async fn names(
    connection: &Connection,
    query: &str,
    member: &str,
    role: &str,
) -> server::Result<Vec<String>> {
    let rows = connection.query(query, &[&member, &role]).await?;
    rows.iter().map(|row| connection.value(row, 0)).collect()
}
