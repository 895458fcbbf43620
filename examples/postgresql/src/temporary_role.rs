//! The ephemeral resource `postgresql_temporary_role`.

use std::time::Duration;

use schema_provider::Path;
use schema_provider::prelude::*;

use crate::Postgresql;
use crate::role_password::{random_password, random_text, verifier};
use crate::server::{Connection, Transaction, with_membership};
use crate::sql::{ident, idents, literal};

/// A role that can log in while Terraform runs, with a password that is in no plan and no state.
///
/// It is dropped at the end of the run. If that fails, or Terraform is killed, nobody can log in
/// with it any more once `valid_for` is over.
#[derive(Schema)]
#[schema(ephemeral = "postgresql_temporary_role", subcategory = "Roles")]
pub struct TemporaryRole {
    /// The beginning of its name; a random part follows.
    #[field(optional, default = "terraform-", validate = bytes(1..=36))]
    name_prefix: String,
    /// The roles that it is a member of, whose privileges it has.
    #[field(optional, validate = each(bytes(..=63)))]
    roles: Set<String>,
    /// The validity of its password, which is extended while Terraform runs.
    #[field(optional, default = "15m", validate = custom = long_enough)]
    valid_for: Duration,
    /// Its name.
    #[field(computed)]
    name: String,
    /// Its password.
    #[field(computed, sensitive)]
    password: Secret,
}

/// The characters of a name's random part.
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The shortest time that leaves room for a renewal.
const SHORTEST: Duration = Duration::from_secs(10);

fn long_enough(path: &Path, time: &Duration) -> Diagnostics {
    if *time >= SHORTEST {
        return Diagnostics::new();
    }
    Diagnostic::error("The duration is too short")
        .with_detail(format!("Write {SHORTEST:?} or more."))
        .at(path.clone())
        .into()
}

impl EphemeralResource for TemporaryRole {
    type Provider = Postgresql;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let server = cx.client()?;
        // The name must be new: what is closed after a failure must not be somebody else's role.
        let name = data.get(TemporaryRole::NAME_PREFIX) + &random_text(16, LETTERS)?;
        let password = random_password(32)?;
        let valid_for = data.require(TemporaryRole::VALID_FOR)?;
        let roles = data.get(TemporaryRole::ROLES);
        let connection = cx.race(server.connect(server.database())).await??;
        // Only newer servers accept a verifier as password.
        let kept = match server.version(&connection).await?.at_least(10) {
            true => verifier(&password)?,
            false => password.clone(),
        };
        connection.hide(&kept, &name);
        let mut create = format!(
            "CREATE ROLE {} WITH LOGIN PASSWORD {} VALID UNTIL {}",
            ident(&name),
            literal(kept.require()?),
            literal(&time_in(&connection, valid_for).await?),
        );
        if !roles.is_empty() {
            create.push_str(&format!(
                " IN ROLE {}",
                idents(roles.iter().map(String::as_str))
            ));
        }
        data.set(TemporaryRole::NAME, &name);
        data.set(TemporaryRole::PASSWORD, password);
        data.opened(name);
        cx.race(connection.execute(&create)).await??;
        data.renew_in(valid_for / 2);
        Ok(())
    }

    async fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        let server = cx.client()?;
        let name = data.get(TemporaryRole::NAME);
        let connection = server.connect(server.database()).await?;
        let known = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1";
        if !connection.exists(known, &[&name]).await? {
            return Ok(());
        }
        // What it created goes to the user of the provider, as with a `postgresql_role` that is
        // destroyed.
        let transaction = connection.transaction().await?;
        let (role, user) = (ident(&name), ident(server.user()));
        let reassign = async |transaction: &Transaction| {
            transaction
                .execute(&format!("REASSIGN OWNED BY {role} TO {user}"))
                .await?;
            transaction.execute(&format!("DROP OWNED BY {role}")).await
        };
        with_membership(&transaction, server, &[name], reassign).await?;
        transaction.execute(&format!("DROP ROLE {role}")).await?;
        transaction.commit().await?;
        Ok(())
    }
}

impl Renew for TemporaryRole {
    async fn renew(cx: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        let server = cx.client()?;
        let valid_for = data.require(TemporaryRole::VALID_FOR)?;
        let connection = server.connect(server.database()).await?;
        let until = time_in(&connection, valid_for).await?;
        let name = ident(&data.get(TemporaryRole::NAME));
        let prolong = format!("ALTER ROLE {name} VALID UNTIL {}", literal(&until));
        connection.execute(&prolong).await?;
        data.renew_in(valid_for / 2);
        Ok(())
    }
}

/// The server's time after this duration.
async fn time_in(connection: &Connection, passed: Duration) -> Result<String> {
    let query = "SELECT (now() + $1 * interval '1 second')::text";
    Ok(connection
        .query_one(query, &[&passed.as_secs_f64()])
        .await?)
}
