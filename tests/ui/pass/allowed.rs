//! Every warning can be allowed, one by one and with a reason.
#![deny(warnings)]

use schema_runtime::Schema;
use schema_runtime::field_type::{Canonical, Set};

#[derive(Schema)]
pub struct Rule {
    #[field(optional)]
    ports: Set<i64>,
    #[field(computed)]
    rule_id: String,
}

/// What is in a set of blocks, as an attribute.
#[derive(Schema)]
pub struct Part {
    #[field(optional)]
    names: Set<String>,
}

#[derive(Schema)]
#[schema(
    resource = "disk_image",
    id(when_changed(sector_size)),
    allow(when_changed_replaces, reason = "the API makes the id of it")
)]
pub struct Image {
    #[field(
        block(set),
        allow(set_in_set, computed_in_set, reason = "rules are few and keep their ports")
    )]
    rule: Set<Rule>,
    #[field(optional, nested(set), allow(set_in_set, reason = "parts are few"))]
    part: Set<Part>,
    #[field(optional, allow(set_in_set, reason = "the API has sets of sets"))]
    groups: Set<Set<String>>,
    #[field(optional, canonical = sorted, allow(suppress_on_collection, reason = "the order is the API's"))]
    zones: Vec<String>,
    #[field(optional, allow(timeouts_field, reason = "the object has timeouts of its own"))]
    timeouts: Option<String>,
    #[field(optional, force_new, default = 512, allow(force_new_default, reason = "it never changes"))]
    sector_size: i64,
    #[field(optional, allow(secret_name, reason = "the name of one, in the vault"))]
    secret: Option<String>,
    #[field(
        computed(when_changed(sector_size)),
        allow(when_changed_replaces, reason = "to show which")
    )]
    sectors: i64,
    #[field(
        optional,
        validate = regex(r"^C:\\d$"),
        allow(regex_backslash, reason = "a path of Windows")
    )]
    drive: Option<String>,
}

/// One opt-out for all fields.
#[derive(Schema)]
#[schema(
    resource = "disk_shelf",
    allow(set_in_set, computed_in_set, secret_name, reason = "as the API has it")
)]
pub struct Shelf {
    #[field(block(set))]
    rule: Set<Rule>,
    #[field(block(set))]
    other_rule: Set<Rule>,
    #[field(optional, nested(set))]
    part: Set<Part>,
    #[field(optional)]
    token: Option<String>,
    #[field(optional)]
    password: Option<String>,
}

fn sorted(names: &[String]) -> Canonical {
    let mut names = names.to_vec();
    names.sort();
    names.join("\n").into()
}

fn main() {
    let _ = (Image::RULE, Image::TIMEOUTS, Shelf::RULE);
}
