//! Sensitive and write-only values.

use schema_provider::prelude::*;

use super::provider::Kitchen;

/// Secrets.
#[derive(Schema)]
#[schema(resource = "kitchen_secrets")]
pub(crate) struct Secrets {
    #[field(required)]
    name: String,
    #[field(optional, sensitive, validate = [length(..=40), regex("^[^!]*$"), not(one_of("none"))])]
    password: Option<String>,
    #[field(optional, sensitive)]
    keys: BTreeMap<String, String>,
    /// The same as a type that does not show itself.
    #[field(optional, sensitive)]
    seed: Option<Secret>,
    #[field(optional, write_only)]
    unseen: Option<Secret>,
    #[field(optional, write_only, validate = length(..=40))]
    passphrase: Option<String>,
    #[field(optional, sensitive, write_only)]
    pin: Option<i64>,
    /// Says that the passphrase changed, which Terraform cannot see.
    #[field(optional)]
    passphrase_version: Option<i64>,
    /// How long the passphrase was that came last.
    #[field(computed(when_changed(passphrase_version)))]
    passphrase_length: i64,
    #[field(computed, sensitive)]
    token: String,
    #[field(block(list))]
    login: Vec<Login>,
    #[field(optional, nested(single))]
    vault: Option<Vault>,
    /// What goes wrong: `validate`, `plan` or `create`, with a panic or an error.
    #[field(optional)]
    flaw: Option<String>,
}

/// A login.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Login {
    #[field(required)]
    user: String,
    #[field(optional, sensitive)]
    password: Option<String>,
    #[field(optional, write_only)]
    otp: Option<String>,
}

/// A vault.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Vault {
    #[field(required)]
    path: String,
    #[field(optional, write_only)]
    unlock: Option<String>,
    #[field(optional, sensitive)]
    seal: Option<String>,
}

impl Resource for Secrets {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        // An author who logs everything at hand: their Debug must not tell.
        tracing::info!(?data, "creating");
        let (seed, unseen) = (data.get(Secrets::SEED), data.get(Secrets::UNSEEN));
        tracing::info!(?seed, ?unseen, all = ?data.all().map(|all| all.seed), "secrets");
        measure(data);
        cx.client()?.store.create(data.core_mut())?;
        match data.get(Secrets::FLAW).as_deref() {
            Some("create") => panic!("create panics"),
            Some("contradict") => {
                let password = data.get(Secrets::PASSWORD).unwrap_or_default();
                data.set(Secrets::PASSWORD, format!("not {password}"));
                let mut logins = data.get(Secrets::LOGIN);
                for login in &mut logins {
                    login.password = Some(format!("not {password}"));
                }
                data.set(Secrets::LOGIN, logins);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        tracing::info!(?data, "reading");
        cx.client()?.store.read(data.core_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.core_mut())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        tracing::info!(?plan, "planning");
        Ok(())
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        tracing::info!(?config, "validating");
        Diagnostics::new()
    }
}

impl Update for Secrets {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.has_change(Secrets::PASSPHRASE_VERSION) {
            measure(data);
        }
        cx.client()?.store.update(data.core_mut())
    }
}

/// Shows that the write-only values of every place arrived.
fn measure(data: &mut ResourceData<Secrets>) {
    let mut length = data.get(Secrets::PASSPHRASE).unwrap_or_default().len();
    length += data
        .get_ok(Secrets::UNSEEN)
        .map_or(0, |secret| secret.expose().len());
    let nested = data.get(Secrets::VAULT.then(Vault::UNLOCK));
    length += nested.unwrap_or_default().len();
    let otp = data.get(Secrets::LOGIN.at(0).then(Login::OTP));
    length += otp.unwrap_or_default().len();
    data.set(
        Secrets::PASSPHRASE_LENGTH,
        i64::try_from(length).unwrap_or(i64::MAX),
    );
}
