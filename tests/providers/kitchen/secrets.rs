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
    /// A code that each must have.
    #[field(block(list))]
    safe: Vec<Safe>,
    #[field(optional, nested(map))]
    door: BTreeMap<String, Safe>,
    /// Which codes arrived, counted by each way to read them.
    #[field(computed(when_changed(passphrase_version)))]
    codes: i64,
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

/// A safe, which opens with a code.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Safe {
    #[field(optional)]
    place: Option<String>,
    #[field(required, write_only)]
    code: Secret,
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
        // A provider developer who logs everything at hand: their Debug must not tell.
        tracing::info!(?data, "creating");
        let (seed, unseen) = (data.get(Secrets::SEED), data.get(Secrets::UNSEEN));
        tracing::info!(?seed, ?unseen, all = ?data.read_struct().map(|all| all.seed), "secrets");
        // And one who logs the values themselves, from a thread that knows of no call.
        let careless = format!(
            "careless in create: {:?} {:?} {:?} {:?} {:?}",
            data.get(Secrets::PASSWORD),
            data.get(Secrets::KEYS),
            data.get(Secrets::PASSPHRASE),
            data.get(Secrets::LOGIN)
                .first()
                .map(|login| login.otp.clone()),
            data.get(Secrets::VAULT).and_then(|vault| vault.seal),
        );
        let pin = data.get(Secrets::PIN).unwrap_or_default();
        let thread = std::thread::spawn(move || tracing::info!(pin, told = careless, "{careless}"));
        thread.join().map_err(|_| Diagnostic::error("no thread"))?;
        cx.mask("canary-marked-51ab");
        cx.mask_field("Authorization");
        tracing::info!(
            authorization = "canary-field-77c0",
            "careless: canary-marked-51ab"
        );
        measure(data);
        count_codes(data)?;
        cx.client()?.store.create(data.dynamic_mut())?;
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
        tracing::info!(?data, password = ?data.get(Secrets::PASSWORD), "reading");
        no_codes(data)?;
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        no_codes(data)?;
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if let Val::Known(safes) = plan.value(Secrets::SAFE)
            && safes.iter().any(|safe| !safe.code.is_set())
        {
            return Err(Diagnostic::error("the plan hook misses a code").into());
        }
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
            count_codes(data)?;
        }
        cx.client()?.store.update(data.dynamic_mut())
    }
}

/// The codes of safes and doors, by each way to read them.
fn codes(data: &ResourceData<Secrets>) -> Result<Vec<Vec<Option<String>>>> {
    let text = |code: &Secret| code.expose().map(str::to_owned);
    let all = data.read_struct()?;
    let (safes, doors) = (data.get(Secrets::SAFE), data.get(Secrets::DOOR));
    let each = |safes: &[Safe], doors: &BTreeMap<String, Safe>| {
        let safes = safes.iter().chain(doors.values());
        safes.map(|safe| text(&safe.code)).collect::<Vec<_>>()
    };
    let safe = (0..safes.len()).map(|index| {
        let place = Secrets::SAFE.at(index).then(Safe::CODE);
        let path = data.dynamic().get(&format!("safe.{index}.code"));
        (text(&data.get(place.clone())), data.config(place), path)
    });
    let door = doors.keys().map(|key| {
        let place = Secrets::DOOR.at(key.as_str()).then(Safe::CODE);
        let path = data.dynamic().get(&format!("door.{key}.code"));
        (text(&data.get(place.clone())), data.config(place), path)
    });
    let places: Vec<_> = safe.chain(door).collect();
    Ok(vec![
        each(&all.safe, &all.door),
        each(&safes, &doors),
        places.iter().map(|(get, ..)| get.clone()).collect(),
        places
            .iter()
            .map(|(_, config, _)| config.clone().known().as_ref().and_then(text))
            .collect(),
        places
            .iter()
            .map(|(.., path)| path.as_ref()?.as_str().filter(|s| !s.is_empty()))
            .map(|path| path.map(str::to_owned))
            .collect(),
    ])
}

/// In create and update every way to read a code gives the same.
fn count_codes(data: &mut ResourceData<Secrets>) -> Result {
    let ways = codes(data)?;
    let first = ways.first().cloned().unwrap_or_default();
    if ways.iter().any(|way| *way != first || way.contains(&None)) {
        return Err(Diagnostic::error("a code is read in two ways").into());
    }
    let count = first.iter().flatten().map(String::len).sum::<usize>();
    data.set(Secrets::CODES, i64::try_from(count).unwrap_or(i64::MAX));
    Ok(())
}

/// In read and delete no way gives one.
fn no_codes(data: &ResourceData<Secrets>) -> Result {
    match codes(data)?.iter().flatten().any(Option::is_some) {
        true => Err(Diagnostic::error("a code is there that is not stored").into()),
        false => Ok(()),
    }
}

/// Shows that the write-only values of every place arrived.
fn measure(data: &mut ResourceData<Secrets>) {
    let mut length = data.get(Secrets::PASSPHRASE).unwrap_or_default().len();
    length += data
        .get_ok(Secrets::UNSEEN)
        .and_then(|secret| secret.expose().map(str::len))
        .unwrap_or_default();
    let nested = data.get(Secrets::VAULT.then(Vault::UNLOCK));
    length += nested.unwrap_or_default().len();
    let otp = data.get(Secrets::LOGIN.at(0).then(Login::OTP));
    length += otp.unwrap_or_default().len();
    data.set(
        Secrets::PASSPHRASE_LENGTH,
        i64::try_from(length).unwrap_or(i64::MAX),
    );
}
