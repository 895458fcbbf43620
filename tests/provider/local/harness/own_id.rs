//! Configured ids, ids as in Go's SDK, and blocks that occur at most once, in both protocols.

use schema_provider::prelude::*;
use schema_provider::testing::{Protocol, ProviderTest, Step, creates, object, replaces};

/// Racks with slots.
#[derive(Schema)]
#[schema(provider = "rack")]
pub struct Rack {}

impl Provider for Rack {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Slot, Label]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Found]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// Who may use it.
#[derive(Schema, Clone, Debug, PartialEq)]
pub struct Owner {
    #[field(required)]
    name: String,
    #[field(optional, computed)]
    mail: Option<String>,
}

/// Who may use it too.
#[derive(Schema, Clone, Debug, PartialEq)]
pub struct Guest {
    #[field(required)]
    name: String,
}

/// A slot, whose number is its id.
#[derive(Schema)]
#[schema(resource = "rack_slot")]
pub struct Slot {
    #[field(required, force_new)]
    id: i64,
    #[field(block(list, min_items = 1, max_items = 1))]
    owner: Owner,
    #[field(block(set, max_items = 1))]
    guest: Option<Guest>,
    #[field(computed(when_changed(owner, guest)))]
    told: String,
}

impl Resource for Slot {
    type Provider = Rack;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        assert_eq!(data.require_id()?, data.get(Slot::ID).to_string());
        match data.get(Slot::ID) {
            13 => bail!("nobody wants it"),
            14 => data.set_id("15"),
            _ => {}
        }
        Self::update(cx, data).await
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(Slot::TOLD).is_empty() {
            data.set(
                Slot::OWNER,
                Owner {
                    name: "ann".into(),
                    mail: Some("ann@example.com".into()),
                },
            );
            data.set(Slot::TOLD, format!("{}: ann, nobody", data.require_id()?));
        }
        Ok(())
    }

    async fn delete(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        assert!(data.require_id()?.parse::<i64>().is_ok());
        Ok(())
    }
}

impl Update for Slot {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let mut owner = data.require(Slot::OWNER)?;
        let mail = || format!("{}@example.com", owner.name);
        owner.mail = Some(owner.mail.unwrap_or_else(mail));
        let guest = data.get(Slot::GUEST);
        let whose = guest.as_ref().map_or("nobody", |guest| &guest.name);
        let told = format!(
            "{}: {}, {whose}",
            data.require_id()?,
            data.get(Slot::OWNER.then(Owner::NAME))
        );
        data.set(Slot::TOLD, told);
        data.set(Slot::GUEST, guest);
        data.set(Slot::OWNER, owner);
        Ok(())
    }
}

/// A label, with its id as in Go's SDK.
#[derive(Schema)]
#[schema(resource = "rack_label", id(optional, computed))]
pub struct Label {
    #[field(required, force_new)]
    text: String,
}

impl Resource for Label {
    type Provider = Rack;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(format!("label-{}", data.get(Label::TEXT)));
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let text = data.require_id()?.trim_start_matches("label-").to_owned();
        data.set(Label::TEXT, text);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// A slot that somebody else made.
#[derive(Schema)]
#[schema(data_source = "rack_slot", version = 2)]
pub struct Found {
    #[field(required)]
    id: String,
    #[field(computed)]
    told: String,
}

impl DataSource for Found {
    type Provider = Rack;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Found::TOLD, format!("found {}", data.require_id()?));
        Ok(())
    }
}

fn each_protocol(test: impl Fn(ProviderTest) -> ProviderTest) {
    for protocol in [Protocol::V5, Protocol::V6] {
        test(ProviderTest::new::<Rack>().protocol(protocol)).run();
    }
}

fn slot(id: i64, more: &str) -> String {
    format!(
        "resource \"rack_slot\" \"a\" {{\n  id = {id}\n  owner {{\n    name = \"ann\"\n  }}\n{more}}}\n"
    )
}

#[test]
fn a_configured_number_is_the_id() {
    let address = "rack_slot.a";
    let guest = "  guest {\n    name = \"bob\"\n  }\n";
    each_protocol(|test| {
        test.step(
            Step::apply(slot(7, "")).plans(creates(address)).saves(
                object(address)
                    .attr(Slot::GUEST)
                    .is(None::<Guest>)
                    .attr(Slot::OWNER.then(Owner::NAME))
                    .is("ann")
                    .attr(Slot::TOLD)
                    .is("7: ann, nobody")
                    .attr("id")
                    .is(7),
            ),
        )
        .step(Step::import(address).id("7"))
        .step(Step::apply(slot(7, guest)).saves(object(address).attr("told").is("7: ann, bob")))
        .step(Step::apply(slot(8, "")).plans(replaces(address).only_because_of(["id"])))
    });
}

#[test]
fn another_id_and_a_failure_before_the_object_is_made() {
    let address = "rack_slot.a";
    each_protocol(|test| {
        test.step(
            Step::apply(slot(13, ""))
                .fails("nobody wants it")
                .saves(object(address).gone()),
        )
        .step(Step::apply(slot(14, "")).fails("created under another id than the configured one"))
    });
}

#[test]
fn an_id_as_go_serves_it_is_rejected_where_it_is_configured() {
    let label =
        |more: &str| format!("resource \"rack_label\" \"a\" {{\n  text = \"x\"\n{more}}}\n");
    each_protocol(|test| {
        test.step(Step::apply(label("  id = \"mine\"\n")).fails("Can't configure a value for id"))
            .step(Step::apply(label("")).saves(object("rack_label.a").attr("id").is("label-x")))
            .step(Step::import("rack_label.a"))
    });
}

#[test]
fn a_data_source_is_read_by_its_id() {
    let config = "data \"rack_slot\" \"a\" {\n  id = \"9\"\n}\n";
    each_protocol(|test| {
        let told = object("data.rack_slot.a").attr("told").is("found 9");
        test.step(Step::apply(config).saves(told))
    });
}
