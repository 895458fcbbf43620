//! The plan of a data source that is read during apply.

use std::collections::BTreeMap;

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, terraform_version};

#[derive(Schema)]
#[schema(provider = "late")]
pub struct Late {}

impl Provider for Late {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Look]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "late_thing")]
pub struct Thing {
    #[field(optional)]
    note: Option<String>,
}

impl Resource for Thing {
    type Provider = Late;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
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

#[derive(Schema, Clone)]
pub struct Port {
    #[field(required)]
    number: i64,
    #[field(computed)]
    name: String,
}

#[derive(Schema, Clone, PartialEq)]
pub struct Rule {
    #[field(required)]
    number: i64,
    #[field(optional, default = "tcp")]
    protocol: String,
}

/// With a field that the provider fills in if it is not set.
#[derive(Schema, Clone, PartialEq)]
pub struct Placed {
    #[field(required)]
    number: i64,
    #[field(optional, default = "tcp")]
    protocol: String,
    #[field(optional, computed)]
    region: Option<String>,
}

#[derive(Schema, Clone)]
pub struct Pair {
    #[field(block(set))]
    rule: Set<Rule>,
}

#[derive(Schema)]
#[schema(data_source = "late_look")]
pub struct Look {
    #[field(optional, nested(map))]
    by_name: BTreeMap<String, Rule>,
    #[field(optional, nested(set))]
    any: Set<Rule>,
    #[field(
        optional,
        nested(set),
        allow(computed_in_set, reason = "as providers in Go have it")
    )]
    placed: Set<Placed>,
    #[field(block(set))]
    rule: Set<Rule>,
    #[field(block(list))]
    pair: Vec<Pair>,
    #[field(block(map))]
    named: BTreeMap<String, Rule>,
    #[field(optional, nested(list))]
    ordered: Vec<Rule>,
    #[field(required)]
    of: String,
    #[field(optional, nested(map))]
    ports: BTreeMap<String, Port>,
}

impl DataSource for Look {
    type Provider = Late;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let mut ports = data.get(Look::PORTS);
        for port in ports.values_mut() {
            port.name = format!("port-{}", port.number);
        }
        data.set(Look::PORTS, ports);
        let placed = data.get(Look::PLACED).into_iter().map(|one| Placed {
            region: one.region.or_else(|| Some("eu".to_owned())),
            ..one
        });
        data.set(Look::PLACED, placed.collect::<Set<_>>());
        Ok(())
    }
}

const CONFIG: &str = "resource \"late_thing\" \"a\" {}\n\
    data \"late_look\" \"a\" {\n  of = late_thing.a.id\n  ports = {\n    http = {\n      number = 80\n    }\n  }\n}\n\
    resource \"late_thing\" \"b\" {\n  note = data.late_look.a.ports[\"http\"].name\n}\n";

/// As in Terraform from 1.12 on; before, the plan has null, which the apply contradicts.
#[test]
fn computed_values_in_elements_of_a_map_are_unknown() {
    let mut test = ProviderTest::new::<Late>()
        .needs_terraform("1.12", "before, such values are planned as null")
        .step(Step::apply(CONFIG));
    if terraform_version().is_some_and(|version| version.is_opentofu()) {
        test = test.only_in_process("OpenTofu plans such values as null");
    }
    test.run();
}

/// Terraform plans null in elements of sets, and before 1.12 in those of maps: the read returns
/// null too, and only provider code gets the default. In lists the result has it.
#[test]
fn references_to_a_default_in_an_element_keep_their_plan() {
    for (rules, value, known) in [
        (
            "ordered = [{ number = 80 }]",
            "D.ordered[0].protocol",
            "tcp",
        ),
        (
            "by_name = { a = { number = 80 } }",
            "D.by_name[\"a\"].protocol",
            "null",
        ),
        (
            "any = [{ number = 80 }, { number = 80, protocol = \"tcp\" }]",
            "length(D.any)",
            "2",
        ),
        ("any = [{ number = 80 }]", "one(D.any).protocol", "null"),
        (
            "any = [{ number = 80, protocol = \"tcp\" }]",
            "one(D.any).protocol",
            "tcp",
        ),
        (
            "placed = [{ number = 80 }]",
            "one(D.placed).protocol",
            "null",
        ),
        (
            "placed = [{ number = 80, region = \"us\" }, { number = 80, protocol = \"udp\" }]",
            "join(\",\", sort([for p in D.placed : p.protocol == null ? tostring(p.number) : p.protocol]))",
            "80,udp",
        ),
        ("rule {\n number = 80\n }", "one(D.rule).protocol", "null"),
        (
            "named \"a\" {\n number = 80\n }",
            "D.named[\"a\"].protocol",
            "null",
        ),
        (
            "pair {\n rule {\n number = 80\n }\n }",
            "one(D.pair[0].rule).protocol",
            "null",
        ),
    ] {
        let value = value.replace("D.", "data.late_look.a.");
        let config = format!(
            "resource \"late_thing\" \"a\" {{}}\n\
             data \"late_look\" \"a\" {{\n  of = late_thing.a.id\n  {rules}\n}}\n\
             resource \"late_thing\" \"b\" {{\n  note = {value}\n}}\n\
             output \"seen\" {{\n  value = late_thing.b.note == null ? \"null\" : late_thing.b.note\n}}\n"
        );
        ProviderTest::new::<Late>()
            .step(Step::apply(&config).output("seen").is(known))
            .run();
    }
}
