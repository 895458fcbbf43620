//! Advisory locks, which serialize changes of the same role or database: two transactions that
//! change the privileges of one role at once fail with "tuple concurrently updated".

use super::{Connection, Result, Transaction};

/// The condition that a provider drops the query's database `d`.
///
/// The key never collides with others: those of roles and databases have nothing in their upper
/// half, and those of memberships are two numbers.
pub(crate) const IS_BEING_DROPPED: &str =
    "EXISTS (SELECT 1 FROM pg_catalog.pg_locks l WHERE l.locktype = 'advisory'
    AND l.classid = 1146244944 AND l.objid = d.oid AND l.objsubid = 1)";

/// Announces to other providers that a database is being dropped: another configuration with an
/// alias is another process. It ends with the session, or when that is reset.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub(crate) async fn tell_of_drop(connection: &Connection, database: &str) -> Result {
    // Shared, so that it never waits.
    let query =
        "SELECT pg_catalog.pg_advisory_lock_shared((1146244944::bigint << 32) | d.oid::bigint)
        FROM pg_catalog.pg_database d WHERE d.datname = $1";
    connection.query(query, &[&database]).await?;
    Ok(())
}

/// Locks a role and its direct members until the end of the transaction. A role that does not exist
/// needs no lock.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub async fn lock_role(transaction: &Transaction, role: &str) -> Result {
    // In the order of oids, so that no two transactions wait for each other.
    lock(
        transaction,
        "SELECT pg_catalog.pg_advisory_xact_lock(wanted.oid::bigint) FROM (
            SELECT r.oid FROM pg_catalog.pg_roles r WHERE r.rolname = $1
            UNION
            SELECT m.member FROM pg_catalog.pg_auth_members m
            JOIN pg_catalog.pg_roles r ON r.oid = m.roleid WHERE r.rolname = $1
            ORDER BY 1
        ) wanted",
        role,
    )
    .await
}

/// Locks a database until the end of the transaction. One that does not exist needs no lock.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub async fn lock_database(transaction: &Transaction, database: &str) -> Result {
    lock(
        transaction,
        "SELECT pg_catalog.pg_advisory_xact_lock(d.oid::bigint)
        FROM pg_catalog.pg_database d WHERE d.datname = $1",
        database,
    )
    .await
}

/// Locks the membership of one role in another one until the end of the transaction, so that
/// temporary memberships do not disturb others who rely on it. Roles that do not exist need no
/// lock.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub async fn lock_membership(transaction: &Transaction, member: &str, role: &str) -> Result {
    prepare(transaction).await?;
    // Locks on two numbers never collide with those on one, which roles and databases have.
    let query =
        "SELECT pg_catalog.pg_advisory_xact_lock(m.oid::pg_catalog.int4, r.oid::pg_catalog.int4)
        FROM pg_catalog.pg_roles m, pg_catalog.pg_roles r WHERE m.rolname = $1 AND r.rolname = $2";
    transaction.query(query, &[&member, &role]).await?;
    Ok(())
}

async fn lock(transaction: &Transaction, query: &str, name: &str) -> Result {
    prepare(transaction).await?;
    transaction.query(query, &[&name]).await?;
    Ok(())
}

/// Lets the transaction wait for a lock, and hold it, without time limit.
async fn prepare(transaction: &Transaction) -> Result {
    // The lock's holder may take long.
    transaction.execute("SET statement_timeout = 0").await?;
    // And the holder may work on another connection meanwhile.
    let server = transaction.server();
    if server.version(transaction).await?.at_least((9, 6)) {
        transaction
            .execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            .await?;
    }
    Ok(())
}
