//! What is planned of a data source that is read during apply.

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

#[derive(Schema)]
#[schema(data_source = "late_look")]
pub struct Look {
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
        Ok(())
    }
}

const CONFIG: &str = "resource \"late_thing\" \"a\" {}\n\
    data \"late_look\" \"a\" {\n  of = late_thing.a.id\n  ports = {\n    http = {\n      number = 80\n    }\n  }\n}\n\
    resource \"late_thing\" \"b\" {\n  note = data.late_look.a.ports[\"http\"].name\n}\n";

/// As Terraform from 1.12 on plans it; before, the plan says null, which the apply contradicts.
#[test]
fn what_is_computed_in_elements_of_a_map_is_unknown() {
    let mut test = ProviderTest::new::<Late>()
        .needs_terraform("1.12", "before, such values are planned as null")
        .step(Step::apply(CONFIG));
    if terraform_version().is_some_and(|version| version.is_opentofu()) {
        test = test.only_in_process("OpenTofu plans such values as null");
    }
    test.run();
}
