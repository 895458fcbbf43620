//! Types with an equality of their own, tuples, dynamic values, newtypes and flattened fields.

use std::net::IpAddr;
use std::time::Duration;

use schema_provider::prelude::*;

use super::provider::{Kitchen, update};

/// Special types. What is set after each call is the value as the type writes it, which is another
/// text than the configured one.
#[derive(Schema)]
#[schema(resource = "kitchen_special_types")]
pub(crate) struct SpecialTypes {
    #[field(optional)]
    json: Option<Json>,
    #[field(optional)]
    timeout: Option<Duration>,
    #[field(optional)]
    ip: Option<IpAddr>,
    #[field(optional)]
    cidrs: Set<Cidr>,
    #[field(optional)]
    tier: Option<CaseInsensitive>,
    #[field(optional)]
    pair: Option<(CaseInsensitive, Port)>,
    #[field(optional)]
    any: Option<Dynamic>,
    #[field(optional, nested(list))]
    maybe: Option<Vec<Door>>,
    #[field(block(set))]
    door: Set<Door>,
    #[field(flatten)]
    place: Place,
}

/// A port.
#[derive(SchemaNewtype, Clone, Debug, PartialEq)]
pub(crate) struct Port(u16);

/// An element of a set with an equality of its own.
#[derive(Schema, Clone)]
#[schema(block)]
pub(crate) struct Door {
    #[field(required)]
    port: Port,
    #[field(optional)]
    from: Option<Cidr>,
}

/// Flattened.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Place {
    #[field(optional, conflicts_with(zone))]
    region: Option<String>,
    #[field(optional)]
    zone: Option<String>,
    #[field(computed)]
    label: String,
}

/// Sets what the data hold, as the types write it.
fn answer(data: &mut ResourceData<SpecialTypes>) {
    if let Some(json) = data.get_ok(SpecialTypes::JSON) {
        data.set(SpecialTypes::JSON, json);
    }
    if let Some(timeout) = data.get_ok(SpecialTypes::TIMEOUT) {
        data.set(SpecialTypes::TIMEOUT, timeout);
    }
    if let Some(ip) = data.get_ok(SpecialTypes::IP) {
        data.set(SpecialTypes::IP, ip);
    }
    let cidrs = data.get(SpecialTypes::CIDRS);
    let network = |cidr: &Cidr| Cidr::new(cidr.network(), cidr.prefix()).unwrap_or(*cidr);
    data.set(
        SpecialTypes::CIDRS,
        cidrs.iter().map(network).collect::<Set<_>>(),
    );
    if let Some(tier) = data.get_ok(SpecialTypes::TIER) {
        data.set(
            SpecialTypes::TIER,
            CaseInsensitive::from(tier.to_uppercase()),
        );
    }
    let doors = data.get(SpecialTypes::DOOR);
    let doors = doors.iter().map(|door| Door {
        port: door.port.clone(),
        from: door.from.as_ref().map(network),
    });
    data.set(SpecialTypes::DOOR, doors.collect::<Set<_>>());
}

impl Resource for SpecialTypes {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(SpecialTypes::PLACE.then(Place::LABEL), "made");
        cx.client()?.store.create(data.dynamic_mut())?;
        answer(data);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())?;
        if data.id().is_some() {
            answer(data);
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

update!(SpecialTypes);
