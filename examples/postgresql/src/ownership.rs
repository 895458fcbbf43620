//! Transfers what a role owns in a database to another role.

use schema_provider::prelude::*;

use crate::Database;
use crate::change::Failure;
use crate::server::{
    Clashes, Connection, Membership, Result as ServerResult, Server, Transaction, Version,
    lock_role,
};
use crate::sql::ident;

/// Transfers what the owner of a database owns in it to another role: nothing in other databases,
/// and no shared object but the database itself. Returns the extensions that stay.
///
/// # Errors
/// The server refuses it, or the objects of the present owner cannot be listed.
pub(crate) async fn reassign(server: &Server, database: &str, owner: &str) -> Result<Vec<String>> {
    let mut clashes = Clashes::default();
    loop {
        match attempt(server, database, owner).await {
            Err(Failure::OfServer(error)) if clashes.may_repeat(&error).await => {}
            done => return Ok(done?),
        }
    }
}

async fn attempt(server: &Server, database: &str, owner: &str) -> Result<Vec<String>, Failure> {
    let connection = server.connect(database).await?;
    let query =
        "SELECT d.datdba, pg_catalog.pg_get_userbyid(d.datdba)::text FROM pg_catalog.pg_database d
        WHERE d.datname = pg_catalog.current_database()";
    let Some(row) = connection.query_opt(query, &[]).await? else {
        return Ok(Vec::new());
    };
    let (oid, present): (u32, String) = (connection.value(&row, 0)?, connection.value(&row, 1)?);
    if present == owner {
        return Ok(Vec::new());
    }
    if oid == BOOTSTRAP {
        return Err(Failure::Other(of_bootstrap(database, &present).into()));
    }
    let transaction = connection.transaction().await?;
    lock_role(&transaction, &present).await?;
    // Giving something away requires membership of the old and the new owner.
    let roles = [present.clone(), owner.to_owned()];
    let membership = Membership::take(&transaction, server, &roles).await?;
    let version = server.version(&transaction).await?;
    let (statements, kept) = match owns_elsewhere(&transaction, version, oid).await? {
        false => {
            let all = format!("REASSIGN OWNED BY {} TO {}", ident(&present), ident(owner));
            (vec![all], Vec::new())
        }
        true => one_by_one(&transaction, version, database, oid, owner).await?,
    };
    for statement in statements {
        let done = transaction.execute(&statement).await;
        done.map_err(|error| membership.explain(error))?;
    }
    membership.give_back(&transaction).await?;
    // The next statements are about the connection's database.
    transaction.commit().await?.close().await;
    Ok(kept)
}

/// The oid of the role that the cluster was created with, in every cluster.
const BOOTSTRAP: u32 = 10;

fn of_bootstrap(database: &str, present: &str) -> Diagnostic {
    Diagnostic::error(format!(
        "The objects of {present:?} in the database {database:?} cannot be given away"
    ))
    .with_detail(format!(
        "{present:?} is the role that the cluster was made with. It owns the objects of the system, and the server keeps no list of \
         what else it owns. Set alter_object_ownership = false: then the owner of the database changes alone. Change the owner of \
         each object with ALTER … OWNER TO."
    ))
    .at(Database::ALTER_OBJECT_OWNERSHIP.path())
}

/// Whether a role owns another database, a subscription in one, or a tablespace, which
/// `REASSIGN OWNED` would transfer too.
async fn owns_elsewhere(
    connection: &Connection,
    version: Version,
    role: u32,
) -> ServerResult<bool> {
    let mut query = "SELECT 1 FROM pg_catalog.pg_database
            WHERE datdba = $1 AND datname <> pg_catalog.current_database()
        UNION ALL SELECT 1 FROM pg_catalog.pg_tablespace WHERE spcowner = $1"
        .to_owned();
    if version.at_least(10) {
        query.push_str(
            " UNION ALL SELECT 1 FROM pg_catalog.pg_subscription s
            JOIN pg_catalog.pg_database b ON b.oid = s.subdbid AND b.datname <> pg_catalog.current_database()
            WHERE s.subowner = $1",
        );
    }
    connection.exists(&query, &[&role]).await
}

/// The statements that transfer each object of a role in this database, and the extensions that
/// stay: no statement changes their owner.
async fn one_by_one(
    connection: &Transaction,
    version: Version,
    database: &str,
    role: u32,
    owner: &str,
) -> ServerResult<(Vec<String>, Vec<String>)> {
    // A sequence of a column follows its table. Default privileges and user mappings belong to a
    // role, and stay with it.
    let mut query = "SELECT i.type, i.identity FROM pg_catalog.pg_shdepend d
            JOIN pg_catalog.pg_database b ON b.oid = d.dbid AND b.datname = pg_catalog.current_database()
            CROSS JOIN LATERAL pg_catalog.pg_identify_object(d.classid, d.objid, d.objsubid) i
        WHERE d.deptype = 'o' AND d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass AND d.refobjid = $1
        AND d.classid NOT IN ('pg_catalog.pg_default_acl'::pg_catalog.regclass, 'pg_catalog.pg_user_mapping'::pg_catalog.regclass)
        AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend p JOIN pg_catalog.pg_class c ON c.oid = p.objid AND c.relkind = 'S'
            WHERE p.classid = d.classid AND p.objid = d.objid AND p.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
            AND p.refclassid = p.classid AND p.deptype IN ('a', 'i'))"
        .to_owned();
    if version.at_least(10) {
        // Subscriptions are in a shared catalog, but each is of one database.
        query.push_str(
            " UNION ALL SELECT 'subscription', pg_catalog.quote_ident(s.subname) FROM pg_catalog.pg_subscription s
            JOIN pg_catalog.pg_database b ON b.oid = s.subdbid AND b.datname = pg_catalog.current_database()
            WHERE s.subowner = $1",
        );
    }
    let rows = connection.query(&query, &[&role]).await?;
    let mut objects: Vec<(String, String)> = Vec::new();
    for row in &rows {
        objects.push((connection.value(row, 0)?, connection.value(row, 1)?));
    }
    // The new owner of a table must be able to create one in its schema: the owner of the database
    // and of the schema can.
    objects.sort_by_key(|(of, identity)| (of != "schema", of.clone(), identity.clone()));
    let owner = ident(owner);
    let mut statements = vec![format!(
        "ALTER DATABASE {} OWNER TO {owner}",
        ident(database)
    )];
    let mut kept = Vec::new();
    for (of, identity) in objects {
        let keyword = match of.as_str() {
            "extension" => {
                kept.push(identity);
                continue;
            }
            "function" | "procedure" | "aggregate" if version.at_least(11) => "ROUTINE".to_owned(),
            "foreign-data wrapper" => "FOREIGN DATA WRAPPER".to_owned(),
            "statistics object" => "STATISTICS".to_owned(),
            other => other.to_ascii_uppercase(),
        };
        statements.push(format!("ALTER {keyword} {identity} OWNER TO {owner}"));
    }
    Ok((statements, kept))
}
