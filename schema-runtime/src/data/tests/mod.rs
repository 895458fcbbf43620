//! What provider code sees: accessors, flatmap paths, changes, what is saved.

mod access;
mod alone;
mod changed;
mod dotted;
mod flattened;
mod hook;
mod id;
mod nulls;
mod saved;
mod secrets;
mod state_fn;
mod unreadable;

use std::collections::BTreeMap;

use crate::data::{DataCore, Operation, Private, ResourceData};
use crate::field_type::Set;
use crate::object::{Root, schema};
use crate::tests::object;
use crate::value::Value;
use crate::{Schema, SchemaEnum};

#[derive(SchemaEnum, Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Linux,
    Swap,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
pub(super) struct Part {
    #[field(required)]
    label: String,
    #[field(optional)]
    size_mb: Option<i64>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate)]
pub(super) struct Mount {
    #[field(optional, computed)]
    readonly: Option<bool>,
    #[field(computed)]
    device: String,
    #[field(optional)]
    flags: Set<String>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(crate = crate, resource = "x_image", timeouts(create = "1m"))]
pub(super) struct Image {
    #[field(required)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(optional, default = false)]
    encrypted: bool,
    #[field(optional, computed)]
    size_mb: Option<i64>,
    #[field(optional)]
    kind: Option<Kind>,
    #[field(computed)]
    uuid: String,
    #[field(optional, write_only)]
    token: Option<String>,
    #[field(optional)]
    tags: Vec<String>,
    #[field(optional)]
    zones: Set<String>,
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(optional)]
    ports: Option<Vec<i64>>,
    #[field(block(list))]
    part: Vec<Part>,
    #[field(block(set))]
    rule: Set<Part>,
    #[field(block(single))]
    boot: Option<Part>,
    #[field(optional, computed, nested(map))]
    mount: BTreeMap<String, Mount>,
}

/// Data of a call; values as in [`crate::tests`].
pub(super) fn data(
    operation: Operation,
    prior: &serde_json::Value,
    planned: &serde_json::Value,
) -> ResourceData<Image> {
    let block = &schema::<Image>().block;
    data_of(
        operation,
        object(block, prior),
        object(block, planned),
        object(block, planned),
    )
}

pub(super) fn data_of<R: Root>(
    operation: Operation,
    prior: Value,
    planned: Value,
    config: Value,
) -> ResourceData<R> {
    ResourceData::new(DataCore::new(
        schema::<R>().into(),
        operation,
        prior,
        planned,
        config,
        Private::default(),
    ))
}
