//! Computed blocks: the kit leaves them to the provider, configures them, and takes them out again.

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example};

/// Cards.
#[derive(Schema)]
#[schema(provider = "card")]
pub struct Cards {}

impl Provider for Cards {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Card]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// An address of a card.
#[derive(Schema)]
pub struct Address {
    /// Which addresses it is of.
    #[field(optional, computed)]
    family: String,
    /// What is made of it.
    #[field(computed(when_changed(family)))]
    ip: String,
}

/// What only the provider knows.
#[derive(Schema)]
pub struct Port {
    /// Its number.
    #[field(computed)]
    number: i64,
}

/// A card that is only in the state.
#[derive(Schema)]
#[schema(resource = "card_card")]
pub struct Card {
    /// A name.
    #[field(required)]
    name: String,
    /// Its addresses.
    #[field(computed, block(list))]
    address: Vec<Address>,
    /// Its socket.
    #[field(computed, block(single))]
    socket: Option<Port>,
}

impl Card {
    fn make(data: &mut ResourceData<Self>) {
        let mut all = data.get(Card::ADDRESS);
        if all.is_empty() && data.is_new() {
            all.push(Address {
                family: "v4".to_owned(),
                ip: String::new(),
            });
        }
        for one in &mut all {
            if one.family.is_empty() {
                one.family = "v6".to_owned();
            }
            one.ip = format!("{}-1", one.family);
        }
        data.set(Card::ADDRESS, all);
        data.set(Card::SOCKET, Some(Port { number: 80 }));
    }
}

impl Resource for Card {
    type Provider = Cards;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Card::make(data);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Card {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Card::make(data);
        Ok(())
    }
}

#[test]
fn a_provider_that_chooses_its_blocks_has_no_finding_for_them() {
    for inside in ["", "address {\n  family = \"v4\"\n}\n"] {
        let report = Conformance::of::<Cards>()
            .example(Example::<Card>::hcl(format!("name = \"a\"\n{inside}")))
            .run();
        // There is no remote system that a read could ask.
        let of_blocks = report.findings().filter(|found| {
            let block = found.path.contains("address") || found.path.contains("socket");
            block && found.class != Class::ReadNeverSets
        });
        assert_eq!(of_blocks.count(), 0, "{inside}: {report}");
    }
}
