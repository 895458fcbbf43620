//! Fields of two flattened structs: field constants use the path, configurations their names.
#![deny(warnings)]
use schema_provider::prelude::*;

#[derive(Schema)]
pub struct Endpoint {
    #[field(optional)]
    port: Option<u16>,
    #[field(optional, rename = "kind")]
    ty: Option<String>,
}

#[derive(Schema)]
pub struct Common {
    #[field(flatten)]
    endpoint: Endpoint,
    #[field(optional)]
    socket: Option<String>,
}

#[derive(Schema)]
#[schema(
    resource = "net_listener",
    import = "{name}/{port}/{socket}/{kind}",
    id(when_changed(common.port))
)]
pub struct Listener {
    #[field(flatten)]
    common: Common,
    #[field(required)]
    name: String,
    #[field(computed(when_changed(common.port)))]
    by_port: String,
    #[field(computed(when_changed(common.socket, common.kind)))]
    by_both: String,
    #[field(optional, conflicts_with(common.port))]
    any_port: Option<bool>,
    #[field(optional, exactly_one_of(file, common.socket))]
    file: Option<String>,
    #[field(block(set), set_key = port_of)]
    rule: Set<Rule>,
}

#[derive(Schema)]
#[schema(block)]
pub struct Rule {
    #[field(flatten)]
    common: Common,
}

fn port_of(rule: &Rule) -> u16 {
    rule.common.endpoint.port.unwrap_or_default()
}

pub fn create(data: &mut ResourceData<Listener>) -> Option<u16> {
    data.set(Listener::COMMON.then(Common::ENDPOINT).then(Endpoint::PORT), 80);
    data.set_null(Listener::COMMON.then(Common::SOCKET));
    data.get(Listener::COMMON.then(Common::ENDPOINT.then(Endpoint::PORT)))
}

fn main() {}
