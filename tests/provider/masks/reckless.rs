//! Provider code of every other kind, which panics with a secret in its message, at a requested
//! place.

use schema_provider::prelude::*;
use schema_provider::{LockInfo, LockOutcome, Path, UnlockOutcome};

use crate::vault::Vault;

/// Panics if this is the requested place.
fn panic_at(place: &str, wanted: Option<String>, secret: &str) {
    assert!(
        wanted.as_deref() != Some(place),
        "{place}: reckless with {secret}"
    );
}

/// The place of the panic, as a number: every string among the arguments would be masked.
pub const PLACES: [&str; 4] = ["call", "validate", "validator", "further"];

#[derive(Function)]
#[function(name = "reckless", output = String)]
pub struct RecklessFunction {
    place: u8,
    #[param(validate = custom = looked_at)]
    secret: Secret,
    #[param(variadic)]
    further: Vec<Secret>,
}

impl RecklessFunction {
    fn named_place(&self) -> Option<String> {
        let place = PLACES.get(usize::from(self.place))?;
        Some((*place).to_owned())
    }
}

fn looked_at(_: &Path, secret: &Secret) -> Diagnostics {
    let secret = secret.expose().unwrap_or_default();
    assert!(
        !secret.ends_with("validator"),
        "validator: reckless with {secret}"
    );
    Diagnostics::new()
}

impl Function for RecklessFunction {
    fn validate(arguments: ConfigData<'_, Self>) -> Diagnostics {
        let all = arguments.read_struct().unwrap();
        let secret = all.secret.expose().unwrap_or_default();
        panic_at("validate", all.named_place(), secret);
        Diagnostics::new()
    }

    fn call(self) -> FunctionResult<String> {
        let secret = self.secret.expose().unwrap_or_default();
        panic_at("call", self.named_place(), secret);
        if let Some(further) = self.further.first().and_then(Secret::expose) {
            panic_at("further", self.named_place(), further);
        }
        Ok(String::new())
    }
}

#[derive(Schema)]
#[schema(action = "vault_reckless_action")]
pub struct RecklessAction {
    #[field(optional)]
    place: Option<String>,
    #[field(required, write_only)]
    secret: Secret,
}

impl Action for RecklessAction {
    type Provider = Vault;

    async fn invoke(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let secret = config.require(Self::SECRET)?;
        let secret = secret.expose().unwrap_or_default();
        panic_at("invoke", config.get_ok(Self::PLACE), secret);
        Ok(())
    }
}

impl ActionPlan for RecklessAction {
    async fn plan(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let secret = config.require(Self::SECRET)?;
        let secret = secret.expose().unwrap_or_default();
        panic_at("plan", config.get_ok(Self::PLACE), secret);
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "vault_reckless", identity(name))]
pub struct Reckless {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Reckless {
    type Provider = Vault;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(list = "vault_reckless")]
pub struct RecklessFilter {
    #[field(optional)]
    place: Option<String>,
    #[field(required, sensitive)]
    secret: String,
}

impl ListResource for Reckless {
    type Filter = RecklessFilter;

    async fn list(
        _: &Cx<Self>,
        filter: ConfigData<'_, RecklessFilter>,
        _: &mut ListSink<Self>,
    ) -> Result {
        let secret = filter.require(RecklessFilter::SECRET)?;
        panic_at("list", filter.get_ok(RecklessFilter::PLACE), &secret);
        Ok(())
    }
}

#[derive(Schema)]
#[schema(ephemeral = "vault_reckless_lease")]
pub struct RecklessLease {
    #[field(optional)]
    place: Option<String>,
    #[field(required, sensitive)]
    secret: String,
    #[field(computed, sensitive)]
    made: String,
}

impl EphemeralResource for RecklessLease {
    type Provider = Vault;

    async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let secret = data.get(Self::SECRET);
        data.set(Self::MADE, format!("made-of-{secret}"));
        data.opened("a lease");
        data.renew_in(std::time::Duration::from_secs(300));
        let all = format!("{} and made-of-{secret}", data.get(Self::SECRET));
        panic_at("open", data.get(Self::PLACE), &all);
        Ok(())
    }

    async fn close(_: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        panic_at("close", data.get(Self::PLACE), &data.get(Self::MADE));
        Ok(())
    }
}

impl Renew for RecklessLease {
    async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        panic_at("renew", data.get(Self::PLACE), &data.get(Self::MADE));
        Ok(())
    }
}

/// Its provider developer declares its token secret.
#[derive(Schema)]
#[schema(state_store = "vault_reckless_states")]
pub struct RecklessStates {
    #[field(optional)]
    secret: Option<String>,
}

impl StateStore for RecklessStates {
    type Provider = Vault;
    type Store = String;

    async fn configure(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<String> {
        let secret = config.get_ok(Self::SECRET).unwrap_or_default();
        cx.mask(secret.clone());
        Ok(secret)
    }

    async fn read(_: &Cx<Self>, store: &String, _: &str) -> Result<Option<Bytes>> {
        panic!("read: reckless with {store}")
    }

    async fn write(_: &Cx<Self>, store: &String, _: &str, _: Bytes) -> Result {
        panic!("write: reckless with {store}")
    }

    async fn lock(_: &Cx<Self>, store: &String, _: &str, _: &LockInfo) -> Result<LockOutcome> {
        panic!("lock: reckless with {store}")
    }

    async fn unlock(_: &Cx<Self>, store: &String, _: &str, _: &str) -> Result<UnlockOutcome> {
        panic!("unlock: reckless with {store}")
    }

    async fn list(_: &Cx<Self>, store: &String) -> Result<Vec<String>> {
        panic!("list: reckless with {store}")
    }

    async fn delete(_: &Cx<Self>, store: &String, _: &str) -> Result<bool> {
        panic!("delete: reckless with {store}")
    }
}
