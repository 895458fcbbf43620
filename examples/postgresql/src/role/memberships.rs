//! The roles that a role is a direct member of.

use schema_provider::prelude::*;

use super::Role;
use crate::server::{
    Connection, RefusedRevocation, Result, Revocation, Transaction, is_membership, named_options,
    revoke_memberships,
};
use crate::sql::ident;

/// The roles that a role is a direct member of.
pub(super) async fn memberships(connection: &Connection, name: &str) -> Result<Vec<String>> {
    let is_membership = is_membership(connection).await?;
    let query = format!(
        "SELECT DISTINCT pg_catalog.pg_get_userbyid(m.roleid) FROM pg_catalog.pg_auth_members m
        JOIN pg_catalog.pg_roles r ON r.oid = m.member WHERE r.rolname = $1 AND {is_membership}"
    );
    let rows = connection.query(&query, &[&name]).await?;
    rows.iter().map(|row| connection.value(row, 0)).collect()
}

/// Grants a new role its memberships.
pub(super) async fn grant_roles(
    transaction: &Transaction,
    name: &str,
    groups: &Set<String>,
) -> Result {
    for group in groups {
        grant(transaction, name, group, "").await?;
    }
    Ok(())
}

/// Applies the planned change of the memberships, and nothing else: those that stay keep their
/// options and their grantors.
///
/// Returns the memberships that should go and could not be revoked.
pub(super) async fn change_memberships(
    transaction: &Transaction,
    data: &ResourceData<Role>,
    name: &str,
) -> Result<Vec<RefusedRevocation>> {
    let mut kept = Vec::new();
    if !data.has_change(Role::ROLES) {
        return Ok(kept);
    }
    let (before, wanted) = data.get_change(Role::ROLES);
    let present = memberships(transaction, name).await?;
    let is_in = |set: &Set<String>, group: &String| set.iter().any(|one| one == group);
    for group in &present {
        if is_in(&before, group) && !is_in(&wanted, group) {
            kept.extend(
                revoke_memberships(transaction, name, group, Revocation::Memberships).await?,
            );
        }
    }
    let options = named_options(transaction, data.get(Role::INHERIT)).await?;
    for group in &wanted {
        if !present.contains(group) {
            grant(transaction, name, group, &options).await?;
        }
    }
    Ok(kept)
}

async fn grant(transaction: &Transaction, name: &str, group: &str, options: &str) -> Result {
    let (group, role) = (ident(group), ident(name));
    transaction
        .execute(&format!("GRANT {group} TO {role}{options}"))
        .await
}
