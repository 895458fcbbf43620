//! A provider in which everything has a block of each nesting mode, with nested blocks.

use schema_provider::prelude::*;

/// The content of each block: an attribute, and further blocks.
#[derive(Schema)]
pub struct Leaf {
    #[field(optional)]
    name: Option<String>,
}

/// A block with blocks.
#[derive(Schema)]
pub struct Branch {
    #[field(optional)]
    name: Option<String>,
    #[field(block(list))]
    row: Vec<Leaf>,
    #[field(block(map))]
    shelf: BTreeMap<String, Leaf>,
}

macro_rules! stacked {
    ($(#[$meta:meta])* $name:ident) => {
        /// A block of each nesting.
        #[derive(Schema)]
        $(#[$meta])*
        pub struct $name {
            #[field(optional)]
            name: Option<String>,
            #[field(block(list))]
            rows: Vec<Branch>,
            #[field(block(set))]
            piles: Set<Branch>,
            #[field(block(map))]
            shelves: BTreeMap<String, Branch>,
            #[field(block(single))]
            one: Option<Branch>,
            #[field(block(list))]
            strict: Vec<Strict>,
        }
    };
}

stacked!(
    #[schema(provider = "stack")]
    Stack
);
stacked!(
    #[schema(data_source = "stack_view")]
    View
);
stacked!(
    #[schema(ephemeral = "stack_fleeting")]
    Fleeting
);
stacked!(
    #[schema(list = "stack_thing")]
    ThingFilter
);
stacked!(
    #[schema(action = "stack_deed")]
    Deed
);

/// Each of its blocks forces a replacement.
#[derive(Schema)]
#[schema(resource = "stack_thing", identity(id))]
pub struct Thing {
    #[field(optional)]
    name: Option<String>,
    #[field(block(list), force_new)]
    rows: Vec<Branch>,
    #[field(block(set), force_new)]
    piles: Set<Branch>,
    #[field(block(map), force_new)]
    shelves: BTreeMap<String, Branch>,
    #[field(block(single), force_new)]
    one: Option<Branch>,
}

/// A block with a required value.
#[derive(Schema)]
pub struct Strict {
    #[field(required)]
    name: String,
}

/// An object whose blocks have a required value.
#[derive(Schema)]
#[schema(resource = "stack_strict")]
pub struct StrictThing {
    #[field(block(list))]
    rows: Vec<Strict>,
    #[field(block(map))]
    shelves: BTreeMap<String, Strict>,
}

impl Provider for Stack {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![StrictThing, Thing]
    }
    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![View]
    }
    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Fleeting]
    }
    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Thing]
    }
    fn actions() -> &'static [ActionDef<Self>] {
        actions![Deed]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

impl Resource for Thing {
    type Provider = Stack;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        plan.set_private("planned", "1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Resource for StrictThing {
    type Provider = Stack;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        // Whatever was accepted must be readable as its type.
        let _ = data.get(StrictThing::ROWS);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for StrictThing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl ListResource for Thing {
    type Filter = ThingFilter;

    async fn list(
        _: &Cx<Self>,
        filter: ConfigData<'_, ThingFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        // The result has the configured blocks.
        let mut thing = found.object();
        thing.set_id("1");
        if let Some(rows) = filter.get_ok(ThingFilter::ROWS) {
            thing.set(Thing::ROWS, rows);
        }
        found.push("one", thing).await
    }
}

impl DataSource for View {
    type Provider = Stack;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl EphemeralResource for Fleeting {
    type Provider = Stack;

    async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

impl Action for Deed {
    type Provider = Stack;

    async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}
