//! What the newest Terraform has messages for: blocks that the provider chooses, private data of a
//! plan, answers that are deferred, and a lease.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::time::Duration;

use schema_provider::prelude::*;

use super::provider::{Client, Kitchen};

/// The card of a guest.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Card {
    #[field(optional, computed)]
    guest: Option<String>,
    #[field(computed)]
    seat: String,
}

/// The cards of a table, which the provider lays where nobody does. Protocol 5 has no such blocks.
#[derive(Schema)]
#[schema(resource = "kitchen_cards")]
pub(crate) struct Cards {
    #[field(required)]
    name: String,
    #[field(computed, block(list))]
    place: Vec<Card>,
}

impl Resource for Cards {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let mut places = data.get(Cards::PLACE);
        if places.is_empty() {
            let guest = |guest: &str| Card {
                guest: Some(guest.to_owned()),
                seat: String::new(),
            };
            places = vec![guest("host"), guest("guest")];
        }
        for place in &mut places {
            place.seat = format!("seat of {}", place.guest.as_deref().unwrap_or_default());
        }
        data.set(Cards::PLACE, places);
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for Cards {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.update(data.dynamic_mut())
    }
}

/// An order that may have to wait.
#[derive(Schema)]
#[schema(resource = "kitchen_order", deprecated = "order at the bar")]
pub(crate) struct Order {
    /// What; `later` waits for something.
    #[field(required, force_new)]
    dish: String,
    #[field(optional, force_new, deprecated = "use dish")]
    meal: Option<String>,
    /// What the plan said when it was first made, where Terraform keeps it.
    #[field(computed)]
    planned: Option<String>,
}

fn may_wait<R>(cx: &Cx<R>, dish: Option<&str>) -> Result {
    match dish {
        Some("later") => cx.defer(DeferReason::AbsentPrerequisite),
        _ => Ok(()),
    }
}

impl Resource for Order {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let planned = data.private().get("planned").map(<[u8]>::to_vec);
        let planned = planned.map(String::from_utf8).transpose()?;
        data.set(Order::PLANNED, planned);
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        may_wait(cx, Some(&*data.get(Order::DISH)))
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        may_wait(cx, plan.value(Order::DISH).known().as_deref())?;
        if plan.kind() == PlanKind::Create {
            let earlier = plan.earlier_private().and_then(|kept| kept.get("planned"));
            let planned = match earlier {
                Some(earlier) => [earlier, b" again"].concat(),
                None => b"planned".to_vec(),
            };
            plan.set_private("planned", planned);
        }
        Ok(())
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set_id(id);
        data.set(Order::DISH, id);
        may_wait(cx, Some(id))
    }
}

/// What is on the menu, perhaps later.
#[derive(Schema)]
#[schema(data_source = "kitchen_order")]
pub(crate) struct Menu {
    #[field(required)]
    dish: String,
}

impl DataSource for Menu {
    type Provider = Kitchen;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("menu");
        may_wait(cx, Some(&*data.get(Menu::DISH)))
    }
}

/// A lease of the kitchen, which runs out.
#[derive(Schema)]
#[schema(ephemeral = "kitchen_lease")]
pub(crate) struct Lease {
    #[field(required)]
    name: String,
    /// After how many milliseconds it is renewed, and again.
    #[field(optional)]
    renews: Option<u64>,
    /// Which of `open`, `renew` and `close` fails.
    #[field(optional)]
    fails: Option<String>,
    #[field(computed)]
    key: String,
}

impl Lease {
    /// Writes down what becomes of it, for a test.
    fn note(client: &Client, what: &str, name: &str) -> Result {
        let path = client.directory.join("leases");
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        // In one piece, for others write it too.
        Ok(file.write_all(format!("{what} {name}\n").as_bytes())?)
    }

    fn flaw(fails: Option<&str>, place: &str) -> Result {
        if fails == Some(place) {
            bail!("the lease cannot be had: {place}");
        }
        Ok(())
    }
}

impl EphemeralResource for Lease {
    type Provider = Kitchen;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        Lease::note(cx.client()?, "open", &data.get(Lease::NAME))?;
        Lease::flaw(data.get(Lease::FAILS).as_deref(), "open")?;
        data.set(Lease::KEY, format!("key of {}", data.get(Lease::NAME)));
        if let Some(after) = data.get(Lease::RENEWS) {
            data.renew_in(Duration::from_millis(after));
        }
        Ok(())
    }

    async fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        Lease::note(cx.client()?, "close", &data.get(Lease::NAME))?;
        Lease::flaw(data.get(Lease::FAILS).as_deref(), "close")
    }
}

impl Renew for Lease {
    async fn renew(_: &Cx<Self>, data: &mut EphemeralData<Self>) -> Result {
        Lease::flaw(data.get(Lease::FAILS).as_deref(), "renew")?;
        if let Some(after) = data.get(Lease::RENEWS) {
            data.renew_in(Duration::from_millis(after));
        }
        Ok(())
    }
}
