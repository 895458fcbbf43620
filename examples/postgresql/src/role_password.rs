//! The ephemeral resource `postgresql_role_password`.

use schema_provider::prelude::*;

use crate::Postgresql;

/// A random password, which is in no plan and in no state: for `password_wo` of a role, and for
/// where its user finds it.
///
/// Each run makes a new one. It takes effect when `password_wo_version` of the role changes.
#[derive(Schema)]
#[schema(ephemeral = "postgresql_role_password", subcategory = "Roles")]
pub struct RolePassword {
    /// How many characters it has, each one of 64: letters, digits, `-` and `_`.
    #[field(optional, default = 32, validate = range(16..=256))]
    length: i64,
    /// The password.
    #[field(computed, sensitive)]
    password: Secret,
    /// What a server keeps of it (SCRAM-SHA-256): as `password_wo` of a role it sets the same
    /// password, which the server and its log never see.
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

/// Characters that no shell, URL or connection string takes for something else.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A password of so many characters.
pub(crate) fn random_password(length: usize) -> Result<Secret> {
    Ok(Secret::from(random_text(length, LETTERS)?))
}

/// Random letters. As many as divide 256 are chosen equally often.
pub(crate) fn random_text(length: usize, letters: &[u8]) -> Result<String> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)?;
    let chosen = bytes
        .iter()
        .map(|byte| letters[usize::from(*byte) % letters.len()]);
    Ok(chosen.map(char::from).collect())
}

/// What a server keeps of a password, by which it knows it again.
pub(crate) fn verifier(password: &Secret) -> Result<Secret> {
    let password = password.require()?.as_bytes();
    Ok(Secret::from(postgres_protocol::password::scram_sha_256(
        password,
    )))
}
