//! Which values can be set, and what the help of a value of the wrong type suggests: all of it compiles.
#![deny(warnings)]
use std::net::IpAddr;
use std::time::Duration;

use schema_provider::prelude::*;

#[derive(SchemaEnum, Clone)]
pub enum Tier {
    Standard,
    Premium,
}

#[derive(SchemaNewtype, Clone)]
pub struct Owner(String);

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional, computed)]
    note: Option<String>,
    #[field(optional, computed)]
    count_of: Option<i64>,
    #[field(optional, computed)]
    tier: Option<Tier>,
    #[field(optional, computed)]
    owner: Option<Owner>,
    #[field(optional, computed)]
    label: Option<CaseInsensitive>,
    #[field(optional, computed)]
    label_or_null: Option<CaseInsensitive>,
    #[field(computed, sensitive)]
    token: Secret,
    #[field(computed, sensitive)]
    token_or_null: Option<Secret>,
    #[field(computed)]
    address: Option<IpAddr>,
    #[field(computed)]
    network: Option<Cidr>,
    #[field(computed)]
    document: Option<Json>,
    #[field(computed)]
    page: Option<url::Url>,
    #[field(computed)]
    made: Option<jiff::Timestamp>,
    #[field(computed)]
    wait: Option<Duration>,
    #[field(optional, computed)]
    zones: Set<String>,
    #[field(block(list))]
    part: Vec<Part>,
}

#[derive(Schema, Clone)]
#[schema(block)]
pub struct Part {
    #[field(required)]
    label: String,
}

/// A value, a reference to one, and an `Option` of these.
pub fn all_forms(data: &mut ResourceData<Image>, text: String, size: i64, zones: &[String]) {
    data.set(Image::NAME, "a");
    data.set(Image::NAME, &text);
    data.set(Image::NAME, text.clone());
    data.set(Image::NAME, Some("a"));
    data.set(Image::NAME, Some(&text));
    data.set(Image::NAME, Some(text.clone()));
    data.set(Image::NOTE, "a");
    data.set(Image::NOTE, &text);
    data.set(Image::NOTE, text.as_str());
    data.set(Image::NOTE, Some("a"));
    data.set(Image::NOTE, Some(&text));
    data.set(Image::NOTE, text.strip_prefix("a"));
    data.set(Image::NOTE, &Some(text.clone()));
    data.set(Image::NOTE, None::<&str>);
    data.set(Image::NOTE, (size > 4).then_some("large"));
    data.set(Image::SIZE_MB, 5);
    data.set(Image::SIZE_MB, &size);
    data.set(Image::SIZE_MB, Some(5));
    data.set(Image::SIZE_MB, Some(&size));
    data.set(Image::SIZE_MB, size.checked_add(1));
    data.set(Image::SIZE_MB, text.parse::<i64>().ok());
    data.set(Image::SIZE_MB, if size > 4 { Some(size) } else { None });
    data.set(Image::COUNT_OF, size);
    data.set(Image::COUNT_OF, Some(size));
    data.set(Image::LABEL, "a");
    data.set(Image::LABEL, text.clone());
    data.set(Image::LABEL, Some("a"));
    data.set(Image::LABEL, CaseInsensitive::from("a"));
    data.set(Image::LABEL_OR_NULL, "a");
    data.set(Image::LABEL_OR_NULL, text.clone());
    data.set(Image::LABEL_OR_NULL, Some("a"));
    data.set(Image::TOKEN, "a");
    data.set(Image::TOKEN, text.clone());
    data.set(Image::TOKEN, Secret::from("a"));
    data.set(Image::TOKEN_OR_NULL, text.as_str());
    data.set(Image::TOKEN_OR_NULL, text.clone());
    data.set(Image::ZONES, zones.to_vec());
    data.set(Image::ZONES, Set::from(["a".to_owned()]));
    data.set(Image::PART, vec![Part { label: text }]);
    data.set_null(Image::NOTE);
    data.set_null(Image::SIZE_MB);
    data.set_null(Image::COUNT_OF);
    data.set_null(Image::ZONES);
}

/// The same in a plan.
pub fn planned(plan: &mut PlanData<Image>, text: &str) {
    plan.set_new(Image::NOTE, text);
    plan.set_new(Image::NOTE, Some(text));
    plan.set_new(Image::LABEL, text);
    plan.set_new(Image::SIZE_MB, 5);
    plan.set_null(Image::NOTE);
    plan.set_null(Image::ADDRESS);
    if let Val::Known(name) = plan.value(Image::NAME) {
        plan.set_new(Image::NOTE, name);
    }
    let _: Option<String> = plan.value(Image::NAME).known();
    let _: i64 = plan.value(Image::COUNT_OF).known().unwrap_or_default();
    let _: bool = plan.value(Image::NAME).is_null() || plan.value(Image::NAME).is_unknown();
}

/// What the help says of types that not every string is a value of.
pub fn cures(data: &mut ResourceData<Image>, text: &str) -> Result {
    data.set(Image::TIER, Tier::Standard);
    data.set(Image::TIER, Tier::from_name(text));
    data.set(Image::OWNER, Owner(text.into()));
    data.set(Image::ADDRESS, text.parse::<IpAddr>()?);
    data.set(Image::NETWORK, text.parse::<Cidr>()?);
    data.set(Image::DOCUMENT, text.parse::<Json>()?);
    data.set(Image::PAGE, text.parse::<url::Url>()?);
    data.set(Image::MADE, text.parse::<jiff::Timestamp>()?);
    data.set(Image::WAIT, Duration::from_secs(5));
    data.set(Image::SIZE_MB, text.parse::<i64>()?);
    data.set(Image::SIZE_MB, i64::from(5_u32));
    data.set(Image::SIZE_MB, i64::try_from(text.len())?);
    data.set(Image::ZONES, text.split(',').map(String::from).collect::<Vec<_>>());
    Ok(())
}

/// What is an id.
pub fn ids(data: &mut ResourceData<Image>, number: u64, text: &String, perhaps: Option<&str>) -> Result {
    data.set_id("a");
    data.set_id(text);
    data.set_id(text.clone());
    data.set_id(text.as_str());
    data.set_id(std::borrow::Cow::Borrowed("a"));
    data.set_id(number.to_string());
    data.set_id(format!("{number}"));
    data.set_id(perhaps.ok_or("the answer names no id")?);
    data.set_id(any(text.clone()));
    Ok(())
}

fn any(text: String) -> impl Into<String> {
    text
}

/// What leads into a list.
pub fn inside(data: &ResourceData<Image>) -> (String, Option<Part>) {
    let label = data.get(Image::PART.at(0).then(Part::LABEL));
    (label, data.get_ok(Image::PART.at(1)))
}

fn main() {}
