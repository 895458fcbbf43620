//! A resource whose schema changed, and one that takes over another type's state.

use schema_provider::prelude::*;

use super::provider::{Client, Kitchen, create_read_delete, update};

/// An older release of the kitchen.
#[derive(Schema)]
#[schema(provider = "kitchen")]
pub struct OldKitchen {
    /// The directory of the files.
    #[field(optional, default_env("KITCHEN_DIRECTORY", fallback = "kitchen"))]
    directory: String,
}

impl Provider for OldKitchen {
    type Client = Client;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![OldEvolved, super::write_only::OldWriteOnly]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Client> {
        Client::open(config.require(OldKitchen::DIRECTORY)?, "the past")
    }
}

/// As it was: a list of members, the size in KiB, and a string that became a number.
#[derive(Schema)]
#[schema(
    resource = "kitchen_evolved",
    version = 1,
    allow(version_without_upgrade, reason = "the past, which nothing was before")
)]
pub(crate) struct OldEvolved {
    #[field(required)]
    pub(super) name: String,
    #[field(optional)]
    members: Vec<String>,
    #[field(required)]
    pub(super) size_kb: i64,
    #[field(optional)]
    port: Option<String>,
    #[field(optional, sensitive)]
    gone: Option<String>,
}

impl Resource for OldEvolved {
    type Provider = OldKitchen;
    create_read_delete!();
}
update!(OldEvolved);

/// As it is.
#[derive(Schema)]
#[schema(resource = "kitchen_evolved", version = 2)]
pub(crate) struct Evolved {
    #[field(required)]
    pub(super) name: String,
    #[field(optional)]
    members: Set<String>,
    #[field(required)]
    pub(super) size_mb: i64,
    #[field(optional)]
    port: Option<i64>,
    #[field(computed)]
    origin: Option<String>,
}

impl Resource for Evolved {
    type Provider = Kitchen;
    create_read_delete!();

    async fn upgrade(cx: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
        // The configured client is there, before any other function sees the state.
        let region = cx.client()?.region.clone();
        let before: OldEvolved = old.read()?;
        data.set(Evolved::SIZE_MB, before.size_kb / 1024);
        data.set(
            Evolved::ORIGIN,
            format!("version {} in {region}", old.version()),
        );
        let port: Option<i64> = match before.port {
            Some(port) => Some(port.parse()?),
            None => None,
        };
        data.set(Evolved::PORT, port);
        // The remote object changes with it, so that the next read agrees.
        cx.client()?.store.update(data.dynamic_mut())
    }
}

update!(Evolved);

/// Takes over what its movers know.
#[derive(Schema)]
#[schema(resource = "kitchen_moved")]
pub(crate) struct Moved {
    #[field(required)]
    text: String,
    #[field(computed)]
    from: Option<String>,
}

impl Resource for Moved {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let store = &cx.client()?.store;
        if data.private().get("moved").is_some() && !store.has(data.dynamic_mut()) {
            // Terraform moves state before the provider is configured: the rest is done here.
            let id = data.require_id()?.to_owned();
            return store.adopt(data.dynamic_mut(), &id);
        }
        store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        let found = super::movers::first_of(from)?;
        // The remote object is another one, under the same id.
        let id = from.state().id().unwrap_or_default();
        data.set(Moved::TEXT, found.text);
        data.set(Moved::FROM, found.from);
        data.set_private("moved", "yes");
        data.set_id(id);
        Ok(())
    }
}

update!(Moved);
