//! What both programs keep private data of.

use schema_provider::prelude::*;

use super::front::Moving;

/// An object with private data, which the old program serves.
#[derive(Schema)]
#[schema(
    resource = "old_kept",
    unported,
    timeouts(create = "1m", update = "2m", delete = "3m")
)]
pub(crate) struct UnportedKept {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed)]
    seen: Option<String>,
}

/// The same, served here: what is kept with it counts the updates.
#[derive(Schema)]
#[schema(
    resource = "old_kept",
    timeouts(create = "1m", update = "2m", delete = "3m")
)]
pub(crate) struct PortedKept {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed)]
    seen: Option<String>,
}

impl Resource for PortedKept {
    type Provider = Moving;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("ported");
        data.set(PortedKept::SEEN, "made here");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for PortedKept {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let updates = data.private().get("updates").map_or(0, <[u8]>::len);
        let note = data.get(PortedKept::NOTE).unwrap_or_default();
        if note != "*".repeat(updates + 1) {
            bail!("the private data counts {updates} updates before {note:?}");
        }
        data.set_private("updates", note);
        Ok(())
    }
}
