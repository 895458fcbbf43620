//! The small provider of `tests/peers` on the crate tf-provider.

use std::borrow::Cow;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tf_provider::schema::{
    Attribute, AttributeConstraint, AttributeType, Block, Description, NestedBlock, Schema,
};
use tf_provider::value::{
    ValueBool, ValueEmpty, ValueList, ValueMap, ValueNumber, ValueSet, ValueString,
};
use tf_provider::{AttributePath, Diagnostics, Provider, Resource, map, serve};

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct State<'a> {
    #[serde(borrow)]
    id: ValueString<'a>,
    name: ValueString<'a>,
    note: ValueString<'a>,
    owner: ValueString<'a>,
    size: ValueNumber,
    enabled: ValueBool,
    labels: ValueMap<'a, ValueString<'a>>,
    disk: ValueList<Disk<'a>>,
    rule: ValueSet<Rule<'a>>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Disk<'a> {
    #[serde(borrow)]
    label: ValueString<'a>,
    size: ValueNumber,
}

#[derive(Clone, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
struct Rule<'a> {
    #[serde(borrow)]
    name: ValueString<'a>,
    port: ValueNumber,
}

fn attribute(attr_type: AttributeType, constraint: AttributeConstraint) -> Attribute {
    Attribute {
        attr_type,
        description: Description::plain(""),
        constraint,
        ..Default::default()
    }
}

fn block(name: &str, number: &str) -> Block {
    let required = |kind| attribute(kind, AttributeConstraint::Required);
    Block {
        attributes: map! {
            name => required(AttributeType::String),
            number => required(AttributeType::Number),
        },
        ..Default::default()
    }
}

struct Thing;

#[async_trait]
impl Resource for Thing {
    type State<'a> = State<'a>;
    type PrivateState<'a> = ValueEmpty;
    type ProviderMetaState<'a> = ValueEmpty;

    fn schema(&self, _: &mut Diagnostics) -> Option<Schema> {
        let optional = |kind| attribute(kind, AttributeConstraint::Optional);
        Some(Schema {
            version: 0,
            block: Block {
                attributes: map! {
                    "id" => attribute(AttributeType::String, AttributeConstraint::Computed),
                    "name" => attribute(AttributeType::String, AttributeConstraint::Required),
                    "note" => optional(AttributeType::String),
                    "owner" => optional(AttributeType::String),
                    "size" => optional(AttributeType::Number),
                    "enabled" => optional(AttributeType::Bool),
                    "labels" => optional(AttributeType::Map(AttributeType::String.into())),
                },
                blocks: map! {
                    "disk" => NestedBlock::List(block("label", "size")),
                    "rule" => NestedBlock::Set(block("name", "port")),
                },
                ..Default::default()
            },
        })
    }

    async fn read<'a>(
        &self,
        _: &mut Diagnostics,
        state: State<'a>,
        private: ValueEmpty,
        _: ValueEmpty,
    ) -> Option<(State<'a>, ValueEmpty)> {
        Some((state, private))
    }

    async fn plan_create<'a>(
        &self,
        _: &mut Diagnostics,
        mut proposed: State<'a>,
        _: State<'a>,
        _: ValueEmpty,
    ) -> Option<(State<'a>, ValueEmpty)> {
        proposed.id = ValueString::Unknown;
        Some((proposed, Default::default()))
    }

    async fn plan_update<'a>(
        &self,
        _: &mut Diagnostics,
        prior: State<'a>,
        proposed: State<'a>,
        _: State<'a>,
        private: ValueEmpty,
        _: ValueEmpty,
    ) -> Option<(State<'a>, ValueEmpty, Vec<AttributePath>)> {
        let replaced = (prior.name != proposed.name).then(|| AttributePath::new("name"));
        Some((proposed, private, replaced.into_iter().collect()))
    }

    async fn plan_destroy<'a>(
        &self,
        _: &mut Diagnostics,
        _: State<'a>,
        private: ValueEmpty,
        _: ValueEmpty,
    ) -> Option<ValueEmpty> {
        Some(private)
    }

    async fn create<'a>(
        &self,
        _: &mut Diagnostics,
        mut planned: State<'a>,
        _: State<'a>,
        private: ValueEmpty,
        _: ValueEmpty,
    ) -> Option<(State<'a>, ValueEmpty)> {
        planned.id = ValueString::from(Cow::from("1"));
        Some((planned, private))
    }

    async fn update<'a>(
        &self,
        _: &mut Diagnostics,
        _: State<'a>,
        planned: State<'a>,
        _: State<'a>,
        private: ValueEmpty,
        _: ValueEmpty,
    ) -> Option<(State<'a>, ValueEmpty)> {
        Some((planned, private))
    }

    async fn destroy<'a>(
        &self,
        _: &mut Diagnostics,
        _: State<'a>,
        _: ValueEmpty,
        _: ValueEmpty,
    ) -> Option<()> {
        Some(())
    }
}

struct Peer;

#[async_trait]
impl Provider for Peer {
    type Config<'a> = ValueEmpty;
    type MetaState<'a> = ValueEmpty;

    fn schema(&self, _: &mut Diagnostics) -> Option<Schema> {
        Some(Schema {
            version: 0,
            block: Block::default(),
        })
    }

    async fn configure<'a>(&self, _: &mut Diagnostics, _: String, _: ValueEmpty) -> Option<()> {
        Some(())
    }

    fn get_resources(
        &self,
        _: &mut Diagnostics,
    ) -> Option<std::collections::HashMap<String, Box<dyn tf_provider::DynamicResource>>> {
        Some(map! { "thing" => Thing })
    }

    fn get_data_sources(
        &self,
        _: &mut Diagnostics,
    ) -> Option<std::collections::HashMap<String, Box<dyn tf_provider::DynamicDataSource>>> {
        Some(map! {})
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    serve("peer", Peer).await
}
