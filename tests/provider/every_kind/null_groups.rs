//! Blocks that always exist exactly once, possible only in schemas made at run time: their object
//! is never null.

use std::sync::Arc;

use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;
use schema_provider::server::ProviderServer;
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
};
use schema_provider::{MovedState, OldState, Value};
use schema_runtime::data::DataCore;
use schema_runtime::object::schema;
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting, Schema};

use super::null_blocks;
use super::stacks::{Stack, Thing};

/// The provider and its resource: a thing of [`Stack`] with a group around and in its blocks.
struct Grouped;

/// These fields, and a block `group` with `inside`.
fn grouped(fields: &[Field], inside: Vec<Field>) -> Block {
    let group = Field {
        name: "group".into(),
        kind: Kind::Block {
            nesting: Nesting::Group,
            block: Arc::new(block(inside)).into(),
            min_items: 0,
            max_items: 0,
        },
        flags: Flags::OPTIONAL.with(Flags::FORCE_NEW),
        description: "".into(),
        extras: Ref::empty(),
    };
    let mut fields = fields.to_vec();
    fields.push(group);
    fields.sort_by(|a, b| a.name.as_str().cmp(b.name.as_str()));
    block(fields)
}

fn block(fields: Vec<Field>) -> Block {
    Block {
        fields: fields.into(),
        description: "".into(),
        deprecated: "".into(),
        other_kind: false,
    }
}

impl UntypedProvider for Grouped {
    fn schema(&self) -> Ref<Schema> {
        schema::<Stack>().into()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient>> {
        Box::pin(std::future::ready(Ok(Arc::new(()) as AnyClient)))
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        vec![Ref::from(Arc::new(Grouped) as Arc<dyn UntypedResource>)]
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        Vec::new()
    }
}

fn unchanged(data: DataCore) -> BoxFuture<Ended<DataCore>> {
    Box::pin(std::future::ready((data, Ok(()))))
}

impl UntypedResource for Grouped {
    fn schema(&self) -> Ref<Schema> {
        let thing = schema::<Thing>();
        let (_, branch) = thing.block.field("rows").unwrap().nested_block().unwrap();
        let branch = &branch.fields;
        let inside = grouped(branch, branch.to_vec());
        Arc::new(Schema {
            block: Arc::new(grouped(&thing.block.fields, inside.fields.to_vec())).into(),
            ..thing.clone()
        })
        .into()
    }

    fn can_update(&self) -> bool {
        true
    }

    fn plan(&self, _: Cx, mut plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        plan.change_private(|private| private.set("planned", "1"));
        Box::pin(std::future::ready((plan, Ok(()))))
    }

    fn create(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        data.set_id("1".to_owned());
        unchanged(data)
    }

    fn read(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn update(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn delete(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn upgrade(&self, _: Cx, _: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }

    fn move_from(&self, _: Cx, _: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        unchanged(data)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn null_for_a_group_is_its_empty_form_in_the_life_of_an_object() {
    let provider: Arc<dyn UntypedProvider> = Arc::new(Grouped);
    let instance = Instance::untyped(provider.into(), Environment::default()).unwrap();
    let schema = &instance.schemas().resources["stack_thing"];
    assert!(schema.block.find("group").is_some());
    let inside = r#"{"name": "a", "group": {"name": "b", "group": {"row": [{"name": "c"}]}},
        "rows": [{"name": "d"}, {}]}"#;
    let server = ProviderServer::new(instance.clone());
    null_blocks::live(&server, schema, [null_blocks::EMPTY, inside]).await;
}
