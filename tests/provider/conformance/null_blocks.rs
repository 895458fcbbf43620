//! Null instead of an empty block gets the same answer as the empty block.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

/// Forms.
#[derive(Schema)]
#[schema(provider = "blank")]
pub struct Blank {}

impl Provider for Blank {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Form]
    }
    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![View]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A row.
#[derive(Schema)]
pub struct Row {
    /// A text.
    #[field(optional)]
    text: Option<String>,
}

/// A form.
#[derive(Schema)]
#[schema(resource = "blank_form")]
pub struct Form {
    /// What it is called.
    #[field(required, force_new)]
    name: String,
    /// Rows.
    #[field(block(list), force_new)]
    row: Vec<Row>,
}

/// What is seen of a form.
#[derive(Schema)]
#[schema(data_source = "blank_view")]
pub struct View {
    /// What it is called.
    #[field(required)]
    name: String,
    /// Rows.
    #[field(block(list))]
    row: Vec<Row>,
    /// A number.
    #[field(computed)]
    number: i64,
}

/// Every second answer differs: the codec unifies both forms, so that no provider can distinguish
/// them.
fn alternates(name: &str) -> i64 {
    static CALLS: AtomicI64 = AtomicI64::new(0);
    match name {
        "steady" => 0,
        _ => CALLS.fetch_add(1, Ordering::SeqCst) % 2,
    }
}

impl Resource for Form {
    type Provider = Blank;

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let name = config.value(Form::NAME).known().unwrap_or_default();
        let mut found = Diagnostics::new();
        if alternates(&name) == 1 {
            found.push(Diagnostic::warning("not again"));
        }
        found
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl DataSource for View {
    type Provider = Blank;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let number = alternates(&data.get(View::NAME));
        data.set(View::NUMBER, number);
        Ok(())
    }
}

fn found(name: &str) -> Report {
    let config = format!("name = \"{name}\"");
    Conformance::new::<Blank>()
        .example(Example::<Form>::hcl(config.as_str()))
        .lookup(Example::<View>::hcl(config.as_str()))
        .run()
}

#[test]
fn a_different_answer_to_null_instead_of_an_empty_block_is_found() {
    let report = found("alternating");
    let told = |name: &str, class: Class, operation: &str| {
        let text = format!("{operation} answers null in the place of an empty block otherwise");
        report.findings().any(|finding| {
            (finding.resource == name) && finding.class == class && finding.text.contains(&text)
        })
    };
    assert!(
        told("blank_form", Class::UnstablePlan, "validate"),
        "{report}"
    );
    assert!(
        told("data.blank_view", Class::UnstableRead, "read"),
        "{report}"
    );
    let report = found("steady").to_string();
    assert!(
        !report.contains("in the place of an empty block"),
        "{report}"
    );
}
