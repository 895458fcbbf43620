//! The password of a role: how it is set and read back.

use md5::{Digest as _, Md5};
use schema_provider::prelude::*;

use super::Role;
use crate::server::{Connection, Transaction, is_superuser};
use crate::sql::literal;

/// The password clause of a new role, after a space.
pub(super) fn password_of_new(transaction: &Transaction, data: &ResourceData<Role>) -> String {
    let passwords = [Some(data.get(Role::PASSWORD)), data.get(Role::PASSWORD_WO)];
    let Some(password) = passwords.into_iter().flatten().find(|one| !one.is_empty()) else {
        return String::new();
    };
    transaction.hide(&password, &data.get(Role::NAME));
    let text = password.expose().unwrap_or_default();
    if text.eq_ignore_ascii_case("null") {
        return " PASSWORD NULL".to_owned();
    }
    let encrypted = match data.get(Role::ENCRYPTED_PASSWORD) {
        true => "ENCRYPTED",
        false => "UNENCRYPTED",
    };
    format!(" {encrypted} PASSWORD {}", literal(text))
}

/// The password that an update sets, if any.
pub(super) fn changed_password(data: &ResourceData<Role>) -> Option<Secret> {
    let password = match data.get(Role::PASSWORD_WO) {
        Some(password) => Some(password).filter(|_| data.has_change(Role::PASSWORD_WO_VERSION)),
        // The server drops an MD5 hash when the role is renamed, since the name is part of it.
        None => Some(data.get(Role::PASSWORD))
            .filter(|_| data.has_changes((Role::PASSWORD, Role::NAME))),
    };
    password.filter(|password| !password.is_empty())
}

/// The password to save in the state; `None` if the one in the state is still right.
///
/// A server stores only hashes: that of the state's password shows whether it is still the same.
pub(super) async fn read_password(
    connection: &Connection,
    data: &ResourceData<Role>,
    can_login: bool,
) -> Result<Option<Secret>> {
    let kept = data.get(Role::PASSWORD);
    if kept.is_empty() {
        return Ok(Some(Secret::from("")));
    }
    if !connection.server().settings().superuser || !can_login {
        return Ok(None);
    }
    if !is_superuser(connection).await? {
        return Err(Diagnostic::error("The role's password cannot be read")
            .with_detail(format!(
                "Only a superuser can read passwords, and {} is none. Set superuser = false in the provider's block: \
                 then the password stays as it is in the state.",
                connection.server().user()
            ))
            .at(Role::PASSWORD.path())
            .into());
    }
    let (name, kept) = (data.get(Role::NAME), kept.require()?);
    let query = "SELECT coalesce(passwd, '') FROM pg_catalog.pg_shadow WHERE usename = $1";
    let found: String = connection.query_one(query, &[&name]).await?;
    let is_hash = kept.starts_with("md5") || kept.starts_with("SCRAM-SHA-256");
    let stays = match is_hash {
        true => found == kept,
        // The password of a SCRAM secret cannot be found out.
        false => found.starts_with("SCRAM-SHA-256") || found == md5_hash(kept, &name),
    };
    Ok((!stays).then(|| Secret::from(found)))
}

/// What a server stores of a password if `password_encryption` is `md5`.
fn md5_hash(password: &str, role: &str) -> String {
    let digest = Md5::new()
        .chain_update(password)
        .chain_update(role)
        .finalize();
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("md5{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_md5_hash_is_that_of_password_and_name() {
        // SELECT 'md5' || md5('secret' || 'joe')
        assert_eq!(
            md5_hash("secret", "joe"),
            "md5c59ec932d911ffdf487595b5a2adf973"
        );
    }
}
