//! A resource whose provider developer logs everything, in every possible way.

use schema_provider::prelude::*;
use tracing::Instrument as _;

use crate::vault::Vault;

#[derive(Schema, Debug, Clone)]
#[schema(resource = "vault_careless")]
pub struct Careless {
    #[field(required)]
    name: String,
    #[field(optional, sensitive)]
    password: Option<String>,
    #[field(optional, write_only)]
    passphrase: Option<String>,
    #[field(optional, sensitive)]
    pin: Option<i64>,
    #[field(optional, sensitive)]
    keys: BTreeMap<String, String>,
    #[field(optional, sensitive)]
    credentials: Option<Json>,
    #[field(optional, sensitive)]
    document: Option<String>,
    #[field(optional, nested(map))]
    login: BTreeMap<String, Login>,
    #[field(block(list))]
    safe: Vec<Safe>,
    #[field(computed, sensitive)]
    token: String,
}

#[derive(Schema, Debug, Clone)]
pub struct Login {
    #[field(required)]
    user: String,
    #[field(required, sensitive)]
    secret: String,
}

#[derive(Schema, Debug, Clone)]
pub struct Safe {
    #[field(required, write_only)]
    code: Option<String>,
}

/// The request to an API, with the secrets deep inside.
#[derive(Debug)]
#[allow(dead_code)]
struct Request<'a> {
    url: String,
    body: Option<&'a Careless>,
}

#[derive(Debug)]
struct ApiFailure(String);

impl std::fmt::Display for ApiFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "careless: rejected {:?}", self.0)
    }
}

impl std::error::Error for ApiFailure {}

/// As in an address.
fn percent(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            true => encoded.push(char::from(byte)),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

impl Resource for Careless {
    type Provider = Vault;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let all = data.read_struct()?;
        tracing::trace!(?all, "careless: as a field");
        tracing::info!("careless: {all:?} and {all:#?}");
        tracing::info!("careless: {data:?}");
        let password = data.get_ok(Careless::PASSWORD).unwrap_or_default();
        let url = format!("https://admin:{password}@host/");
        let address = format!("https://admin:{}@host/", percent(&password));
        tracing::warn!(%address, request = ?Request { url, body: Some(&all) }, "careless: sent");
        let failure = ApiFailure(format!("{:?}", all.password));
        tracing::error!(
            error = &failure as &dyn std::error::Error,
            "careless: {failure:?}"
        );
        tracing::info!("careless: {}", serde_json::json!({ "password": password }));
        tracing::info!(pin = data.get_ok(Careless::PIN), "careless: a number");
        let document = data.get_ok(Careless::DOCUMENT).unwrap_or_default();
        for line in document.lines() {
            tracing::debug!(line, "careless: a line");
        }
        let credentials: serde_json::Value = match data.get_ok(Careless::CREDENTIALS) {
            Some(json) => json.read()?,
            None => serde_json::Value::Null,
        };
        tracing::info!("careless: {:?}", credentials.get("private_key"));
        data.set_id("1");
        let token = format!("t0ken-of-{}", data.get(Careless::NAME));
        data.set(Careless::TOKEN, token.clone());
        let span = tracing::info_span!("careless", token, login = tracing::field::Empty);
        span.record("login", tracing::field::debug(&all.login));
        async { tracing::info!("careless: in a span") }
            .instrument(span)
            .await;
        let task = tokio::spawn(async move { tracing::info!("careless: in a task {token}") });
        task.await?;
        assert!(
            data.get(Careless::NAME) != "panics",
            "careless: panicked with {password}"
        );
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        tracing::info!("careless: deleted {:?}", data.get_ok(Careless::PASSWORD));
        Ok(())
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let found = Diagnostics::new();
        tracing::info!("careless: validates {config:?} {:?}", config.read_struct());
        found
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        tracing::info!(
            "careless: plans {plan:?} {:?}",
            plan.value(Careless::PASSWORD)
        );
        Ok(())
    }
}

impl Update for Careless {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        tracing::info!("careless: changes {:?}", data.changes(Careless::LOGIN));
        tracing::info!("careless: changes {:?}", data.read_struct());
        Ok(())
    }
}
