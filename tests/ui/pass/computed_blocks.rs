// Computed blocks of every nesting, alone and inside each other.
#![deny(warnings)]

use schema_runtime::Schema;

#[derive(Schema)]
struct Port {
    #[field(computed)]
    number: i64,
}

#[derive(Schema)]
struct Rule {
    #[field(optional, computed)]
    address: Option<String>,
    #[field(optional, default = "tcp")]
    protocol: String,
    #[field(computed, block(list))]
    port: Vec<Port>,
}

#[derive(Schema)]
struct Network {
    #[field(required)]
    name: String,
    #[field(computed, block(list, max_items = 3))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed(volatile), block(list))]
    rule: Vec<Rule>,
    #[field(computed, block(set), allow(computed_in_set, reason = "only the provider sets them"))]
    route: schema_runtime::field_type::Set<Port2>,
    #[field(computed, block(map))]
    host: std::collections::BTreeMap<String, Port>,
    #[field(computed, block(single))]
    owner: Option<Port>,
    #[field(block(list))]
    network: Vec<Network>,
}

#[derive(Schema)]
struct Port2 {
    #[field(computed)]
    number: i64,
}

fn main() {}
