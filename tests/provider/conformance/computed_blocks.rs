//! Computed blocks: the kit leaves them to the provider, configures them, and removes them again.

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example};

/// Cards.
#[derive(Schema)]
#[schema(provider = "card")]
pub struct Cards {}

impl Provider for Cards {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Card, Flawed]
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
    family: Option<String>,
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
                family: Some("v4".to_owned()),
                ip: String::new(),
            });
        }
        for one in &mut all {
            let family = one.family.get_or_insert_with(|| "v6".to_owned());
            one.ip = format!("{family}-1");
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

/// A card whose code fails where its configuration says so.
#[derive(Schema)]
#[schema(resource = "card_flawed")]
pub struct Flawed {
    /// A name.
    #[field(required)]
    name: String,
    /// In which call.
    #[field(required)]
    flaw: String,
    /// Its addresses.
    #[field(computed, block(list))]
    address: Vec<Port>,
    /// Its socket.
    #[field(computed, block(single))]
    socket: Option<Port>,
}

impl Flawed {
    fn is(data: &ResourceData<Self>, flaw: &str) -> bool {
        data.get(Flawed::FLAW) == flaw
    }
}

/// Ports of these numbers.
fn ports(numbers: &[i64]) -> Vec<Port> {
    numbers
        .iter()
        .map(|number| Port { number: *number })
        .collect()
}

impl Resource for Flawed {
    type Provider = Cards;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Flawed::ADDRESS, ports(&[1]));
        if !Flawed::is(data, "never") {
            data.set(Flawed::SOCKET, Some(Port { number: 80 }));
        }
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if Flawed::is(data, "read") {
            let mut all = data.get(Flawed::ADDRESS);
            let number = all.len();
            all.extend(ports(&[i64::try_from(number)?]));
            data.set(Flawed::ADDRESS, all);
        }
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Flawed {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if Flawed::is(data, "update") {
            data.set(Flawed::ADDRESS, ports(&[2, 3]));
        }
        Ok(())
    }
}

/// The fault is reported at the block, and no other with it.
#[test]
fn faults_of_a_computed_block_are_found_at_the_block() {
    for (flaw, found) in [
        ("none", vec![]),
        ("never", vec![(Class::NeverSet, "socket")]),
        ("update", vec![(Class::ContradictsPlan, "address")]),
        ("read", vec![(Class::UnstableRead, "address")]),
    ] {
        let report = Conformance::new::<Cards>()
            .example(Example::<Flawed>::hcl(format!(
                "name = \"a\"\nflaw = \"{flaw}\"\n"
            )))
            .run();
        let told: Vec<_> = report
            .findings()
            // There is no remote system to read from.
            .filter(|one| one.class != Class::ReadNeverSets && !one.path.is_empty())
            .map(|one| (one.class, one.path.as_str()))
            .collect();
        assert_eq!(told, found, "{flaw}: {report}");
    }
}

#[test]
fn blocks_chosen_by_the_provider_cause_no_finding() {
    for inside in ["", "address {\n  family = \"v4\"\n}\n"] {
        let report = Conformance::new::<Cards>()
            .example(Example::<Card>::hcl(format!("name = \"a\"\n{inside}")))
            .run();
        // There is no remote system to read from.
        let of_blocks = report.findings().filter(|found| {
            let block = found.path.contains("address") || found.path.contains("socket");
            block && found.class != Class::ReadNeverSets
        });
        assert_eq!(of_blocks.count(), 0, "{inside}: {report}");
    }
}
