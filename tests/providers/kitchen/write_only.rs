//! Write-only values in every place where they may stand, whose provider developer gives them back
//! wherever that is possible.

use schema_provider::prelude::*;
use schema_runtime::data::DataCore;
use schema_runtime::schema::Flags;
use schema_runtime::value::Value;

use super::provider::{Kitchen, create_read_delete, update};
use super::upgrade::OldKitchen;

/// What this provider developer gives for a write-only value.
pub const LEAK: &str = "canary-leak-51c0";

/// Write-only values in every place.
#[derive(Schema)]
#[schema(resource = "kitchen_write_only", version = 1)]
pub(crate) struct WriteOnly {
    #[field(required, force_new)]
    name: String,
    /// Sensitive as it was before, or Terraform would plan an update for the sake of that alone.
    #[field(optional, sensitive, write_only)]
    text: Option<String>,
    #[field(optional, write_only)]
    number: Option<i64>,
    #[field(optional, write_only)]
    flag: Option<bool>,
    #[field(optional, write_only)]
    list: Option<Vec<String>>,
    #[field(optional, write_only)]
    set: Option<Set<String>>,
    #[field(optional, write_only)]
    map: Option<BTreeMap<String, String>>,
    /// A type with an equality of its own.
    #[field(optional, write_only)]
    document: Option<Json>,
    /// A value of any type.
    #[field(optional, write_only)]
    anything: Option<Dynamic>,
    /// All of it is write-only.
    #[field(optional, write_only, nested(single))]
    credentials: Option<Credentials>,
    #[field(optional, nested(single))]
    desk: Option<Drawer>,
    #[field(optional, nested(list))]
    shelf: Vec<Drawer>,
    #[field(optional, nested(map))]
    door: BTreeMap<String, Drawer>,
    #[field(block(list))]
    account: Vec<Account>,
    /// Says that a write-only value changed, which Terraform cannot see.
    #[field(optional)]
    revision: Option<i64>,
    /// What arrived in create and update: the places and how long the values are.
    #[field(computed(when_changed(revision)))]
    seen: String,
    /// Changes with everything.
    #[field(computed(volatile))]
    touched: String,
}

/// A login, all of it write-only.
#[derive(Schema)]
pub(crate) struct Credentials {
    #[field(required, write_only)]
    user: Option<String>,
    #[field(optional, write_only)]
    password: Option<Secret>,
}

/// Something with a code.
#[derive(Schema)]
pub(crate) struct Drawer {
    #[field(optional)]
    label: Option<String>,
    #[field(optional, write_only)]
    code: Option<Secret>,
}

/// An account.
#[derive(Schema)]
pub(crate) struct Account {
    #[field(required)]
    user: String,
    #[field(optional, write_only)]
    otp: Option<String>,
    #[field(block(single))]
    recovery: Option<Recovery>,
}

/// How an account is recovered.
#[derive(Schema)]
pub(crate) struct Recovery {
    #[field(required)]
    address: String,
    #[field(required, write_only)]
    answer: Secret,
}

impl WriteOnly {
    /// The lengths of all write-only strings, by place.
    fn arrived(data: &ResourceData<Self>) -> Result<String> {
        let all = data.read_struct()?;
        let mut seen = Vec::new();
        let mut add = |place: &str, length: Option<usize>| {
            if let Some(length) = length {
                seen.push(format!("{place}:{length}"));
            }
        };
        let secret = |secret: &Option<Secret>| {
            let text = secret.as_ref().and_then(|secret| secret.expose());
            text.map(str::len)
        };
        add("text", all.text.as_ref().map(String::len));
        add("number", all.number.map(|number| number.to_string().len()));
        add("flag", all.flag.map(usize::from));
        add("list", all.list.map(|list| list.concat().len()));
        add("set", all.set.map(|set| set.iter().map(String::len).sum()));
        add(
            "map",
            all.map.map(|map| map.values().map(String::len).sum()),
        );
        add("document", all.document.map(|json| json.to_string().len()));
        let anything = all.anything.map(|any| any.read::<Vec<String>>());
        add(
            "anything",
            anything.transpose()?.map(|texts| texts.concat().len()),
        );
        if let Some(credentials) = &all.credentials {
            add("user", credentials.user.as_ref().map(String::len));
            add("password", secret(&credentials.password));
        }
        let drawers = all.desk.iter().chain(&all.shelf).chain(all.door.values());
        for drawer in drawers {
            let label = drawer.label.as_deref().unwrap_or("code");
            add(label, secret(&drawer.code));
        }
        for account in &all.account {
            add("otp", account.otp.as_ref().map(String::len));
            let answer = account.recovery.as_ref();
            let answer = answer.and_then(|recovery| recovery.answer.expose());
            add("answer", answer.map(str::len));
        }
        Ok(seen.join(" "))
    }

    /// Gives a value for everything that is write-only, in each way that there is.
    fn leak(data: &mut ResourceData<Self>) {
        let mut doors = data.get(WriteOnly::DOOR);
        let mut shelf = data.get(WriteOnly::SHELF);
        for drawer in doors.values_mut().chain(&mut shelf) {
            drawer.code = Some(Secret::from(LEAK));
        }
        data.set(WriteOnly::DOOR, doors);
        data.set(WriteOnly::SHELF, shelf);
        let mut desk = data.get(WriteOnly::DESK);
        if let Some(desk) = &mut desk {
            desk.code = Some(Secret::from(LEAK));
        }
        data.set(WriteOnly::DESK, desk);
        let mut accounts = data.get(WriteOnly::ACCOUNT);
        for account in &mut accounts {
            account.otp = Some(LEAK.to_owned());
            if let Some(recovery) = &mut account.recovery {
                recovery.answer = Secret::from(LEAK);
            }
        }
        data.set(WriteOnly::ACCOUNT, accounts);
        leak_untyped(data.dynamic_mut());
    }
}

/// The same past the compiler, which lets nobody set a write-only field.
fn leak_untyped(data: &mut DataCore) {
    let fields = data.schema().block.fields.iter().enumerate();
    let texts = fields.filter(|(_, field)| field.is(Flags::WRITE_ONLY));
    let positions: Vec<usize> = texts.map(|(position, _)| position).collect();
    for position in positions {
        data.write(position, Value::from(LEAK), false);
    }
}

impl Resource for WriteOnly {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(WriteOnly::SEEN, Self::arrived(data)?);
        cx.client()?.store.create(data.dynamic_mut())?;
        Self::leak(data);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let store = &cx.client()?.store;
        if data.private().get("moved").is_some() && !store.has(data.dynamic_mut()) {
            let id = data.require_id()?.to_owned();
            store.adopt(data.dynamic_mut(), &id)?;
        } else {
            store.read(data.dynamic_mut())?;
        }
        Self::leak(data);
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set_id(id);
        data.set(WriteOnly::NAME, id);
        Self::leak(data);
        Ok(())
    }

    async fn upgrade(_: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
        // In version 0 the text was an ordinary argument.
        let before: OldWriteOnly = old.read()?;
        data.set(
            WriteOnly::SEEN,
            format!("version 0 had {}", before.text.is_some()),
        );
        Self::leak(data);
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        let id = from.state().id().unwrap_or_default();
        let before: super::scalars::Scalars = from.read("kitchen_scalars", 0)?;
        data.set(WriteOnly::NAME, before.text());
        data.set(WriteOnly::SEEN, "moved");
        data.set(WriteOnly::TOUCHED, "moved");
        data.set_private("moved", "yes");
        data.set_id(id);
        Self::leak(data);
        Ok(())
    }
}

impl Update for WriteOnly {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(WriteOnly::SEEN, Self::arrived(data)?);
        cx.client()?.store.update(data.dynamic_mut())?;
        Self::leak(data);
        Ok(())
    }
}

/// As it was: the text was an ordinary argument.
#[derive(Schema)]
#[schema(resource = "kitchen_write_only", version = 0)]
pub(crate) struct OldWriteOnly {
    #[field(required, force_new)]
    name: String,
    #[field(optional, sensitive)]
    text: Option<String>,
    #[field(computed)]
    seen: String,
    #[field(computed)]
    touched: String,
}

impl Resource for OldWriteOnly {
    type Provider = OldKitchen;
    create_read_delete!();
}
update!(OldWriteOnly);

/// The idiom of a version beside a write-only argument, which took the place of an ordinary one.
#[derive(Schema)]
#[schema(resource = "kitchen_versioned_secret")]
pub(crate) struct VersionedSecret {
    #[field(required, force_new)]
    name: String,
    #[field(
        optional,
        sensitive,
        conflicts_with(password_wo),
        prefer_write_only(password_wo)
    )]
    password: Option<String>,
    #[field(optional, write_only, required_with(password_wo_version))]
    password_wo: Option<Secret>,
    #[field(optional, required_with(password_wo))]
    password_wo_version: Option<i64>,
    /// Another, which is only set when the object is made.
    #[field(optional, write_only, required_with(seed_wo_version))]
    seed_wo: Option<Secret>,
    #[field(optional, force_new, required_with(seed_wo))]
    seed_wo_version: Option<i64>,
    /// How long the password is that is in use.
    #[field(computed(when_changed(password, password_wo_version)))]
    length: i64,
}

impl VersionedSecret {
    fn use_password(data: &mut ResourceData<Self>) -> Result {
        let plain = data.get(VersionedSecret::PASSWORD);
        let secret = data.get(VersionedSecret::PASSWORD_WO).unwrap_or_default();
        let length = plain.as_deref().or(secret.expose()).map_or(0, str::len);
        data.set(VersionedSecret::LENGTH, i64::try_from(length)?);
        Ok(())
    }
}

impl Resource for VersionedSecret {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::use_password(data)?;
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for VersionedSecret {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.has_changes((
            VersionedSecret::PASSWORD,
            VersionedSecret::PASSWORD_WO_VERSION,
        )) {
            Self::use_password(data)?;
        }
        cx.client()?.store.update(data.dynamic_mut())
    }
}
