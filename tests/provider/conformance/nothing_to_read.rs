//! Objects that exist only in the state: their read is not tested for what it cannot know.

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example};

/// Values.
#[derive(Schema)]
#[schema(provider = "value")]
pub struct Values {}

impl Provider for Values {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Sum]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A saved sum.
#[derive(Schema)]
#[schema(resource = "value_sum")]
pub struct Sum {
    /// What is added.
    #[field(required, force_new)]
    of: Vec<i64>,
    /// A remark.
    #[field(optional, force_new)]
    remark: Option<String>,
    /// The result.
    #[field(computed)]
    result: i64,
}

impl Resource for Sum {
    type Provider = Values;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("sum");
        let result = data
            .get(Sum::OF)
            .iter()
            .fold(0_i64, |sum, one| sum.wrapping_add(*one));
        data.set(Sum::RESULT, result);
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[test]
fn resources_without_remote_system_have_no_findings_of_read() {
    let report = Conformance::new::<Values>()
        .example(Example::<Sum>::hcl("of = [1, 2]\nremark = \"x\"\n"))
        .run();
    // An import that finds nothing is reported: it is useless.
    let others = report
        .findings()
        .filter(|found| found.class != Class::ImportGap);
    assert_eq!(others.count(), 0, "{report}");
}
