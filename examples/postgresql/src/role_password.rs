//! The ephemeral resource `postgresql_role_password`.

use schema_provider::prelude::*;

use crate::Postgresql;

/// A random password, which is saved in no plan and no state: for `password_wo` of a role, and for
/// the store where its user finds it.
/// Each run generates a new one. It takes effect when the role's `password_wo_version` changes.
#[derive(Schema)]
#[schema(ephemeral = "postgresql_role_password", subcategory = "Roles")]
pub struct RolePassword {
    /// The number of characters: letters, digits, `-` and `_`.
    #[field(optional, default = 32, validate = range(16..=256))]
    length: i64,
    /// The password.
    #[field(computed, sensitive)]
    password: Secret,
    /// Its verifier (SCRAM-SHA-256): as `password_wo` of a role it sets the same password, which
    /// the server and its log never see.
    #[field(computed, sensitive)]
    verifier: Secret,
}

impl EphemeralResource for RolePassword {
    type Provider = Postgresql;

    async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let password = random_password(usize::try_from(data.get(RolePassword::LENGTH))?)?;
        data.set(RolePassword::VERIFIER, verifier(&password)?);
        data.set(RolePassword::PASSWORD, password);
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

/// Characters without special meaning in shells, URLs and connection strings.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A password of this length.
pub(crate) fn random_password(length: usize) -> Result<Secret> {
    Ok(Secret::from(random_text(length, LETTERS)?))
}

/// Random letters, all equally likely if their number divides 256.
pub(crate) fn random_text(length: usize, letters: &[u8]) -> Result<String> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)?;
    let chosen = bytes
        .iter()
        .map(|byte| letters[usize::from(*byte) % letters.len()]);
    Ok(chosen.map(char::from).collect())
}

/// The verifier that a server stores for a password.
pub(crate) fn verifier(password: &Secret) -> Result<Secret> {
    let password = password.require()?.as_bytes();
    Ok(Secret::from(postgres_protocol::password::scram_sha_256(
        password,
    )))
}
