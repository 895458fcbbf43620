//! Provider code's messages to users: without secrets, and with the attribute path.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, creates, object};

#[derive(Schema)]
#[schema(provider = "tell")]
pub struct Tell {}

impl Provider for Tell {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![It, Known]
    }
}

#[derive(Schema)]
#[schema(resource = "tell_it")]
pub struct It {
    #[field(required, force_new)]
    name: String,
    #[field(optional, sensitive, force_new)]
    token: Option<String>,
    #[field(computed, sensitive)]
    made: String,
    #[field(optional, nested(map), force_new)]
    by: BTreeMap<String, Member>,
}

#[derive(Schema)]
pub struct Member {
    #[field(optional, exactly_one_of(mail, phone), required_with(code))]
    mail: Option<String>,
    #[field(optional)]
    phone: Option<String>,
    #[field(optional)]
    code: Option<String>,
}

impl Resource for It {
    type Provider = Tell;

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let token = config.get_ok(It::TOKEN).unwrap_or_default();
        let mut found = Diagnostics::new();
        if config.get_ok(It::NAME).as_deref() == Some("wrong") {
            found.push(Diagnostic::error(format!("no token is called {token}")));
        }
        found
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(It::MADE, "generated-just-now");
        let (name, token) = (data.get(It::NAME), data.get(It::TOKEN).unwrap_or_default());
        let made = "generated-just-now";
        bail!("{name} was rejected: <{token}> <{token}er> <{made}>");
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn config(name: &str, rest: &str) -> String {
    format!("resource \"tell_it\" \"a\" {{\n  name = \"{name}\"\n  {rest}\n}}\n")
}

/// Without imports and a timeouts block, and with an id that the plan knows.
#[derive(Schema)]
#[schema(
    resource = "tell_known",
    import = none,
    default_timeouts(create = "2h", delete = none)
)]
pub struct Known {
    #[field(required, force_new)]
    name: String,
    /// What create sets instead of the planned id.
    #[field(optional, force_new)]
    other: Option<String>,
}

impl Resource for Known {
    type Provider = Tell;

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if let Val::Known(name) = plan.value(Known::NAME) {
            plan.set_id(format!("known:{name}"));
        }
        Ok(())
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let planned = format!("known:{}", data.get(Known::NAME));
        data.set_id(data.get(Known::OTHER).unwrap_or(planned));
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[test]
fn the_id_of_a_new_object_may_be_planned() {
    let known =
        |rest: &str| format!("resource \"tell_known\" \"a\" {{\n  name = \"a\"\n  {rest}\n}}\n");
    ProviderTest::new::<Tell>()
        .step(
            Step::apply(known(""))
                .plans(creates("tell_known.a").attr("id").is("known:a"))
                .saves(object("tell_known.a").attr("id").is("known:a")),
        )
        .step(Step::plan(known("timeouts {\n    create = \"1h\"\n  }")).fails("timeouts"))
        .run();
    ProviderTest::new::<Tell>()
        .step(Step::apply(known("other = \"x\"")).fails("id"))
        .run();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_struct_may_lack_imports_and_timeouts() {
    let schema = schema_provider::schema_runtime::object::schema::<Known>();
    let limit = |operation| schema.timeout(&schema_provider::Value::Null, operation);
    assert_eq!(limit("create"), Some(7_200_000_000_000));
    assert_eq!(limit("delete"), Some(u64::MAX));
    assert_eq!(limit("read"), None);
    assert!(schema.block.field("timeouts").is_none());
    let instance =
        schema_provider::lifecycle::Instance::new::<Tell>(Default::default()).expect("a provider");
    let refused = instance.import_resource_state("tell_known", "a").await;
    let refused = refused.expect_err("refused").to_string();
    assert!(
        refused.contains("tell_known cannot be imported"),
        "{refused}"
    );
}

/// A secret of at least eight letters is hidden anywhere, a shorter one as a word; so are secrets
/// that the call itself set.
#[test]
fn a_secret_of_the_call_is_not_shown() {
    let hidden = r"\(sensitive value\)";
    for (token, told) in [
        ("hunter-22", format!("<{hidden}> <{hidden}er> <{hidden}>")),
        ("abcdefg", format!("<{hidden}> <abcdefger> <{hidden}>")),
        // Hidden in one place it would still be in the other.
        (
            "everybody-knows",
            format!(
                "everybody-knows was rejected: <everybody-knows> <everybody-knowser> <{hidden}>"
            ),
        ),
    ] {
        let name = if token == "everybody-knows" {
            token
        } else {
            "a"
        };
        ProviderTest::new::<Tell>()
            .step(Step::apply(config(name, &format!("token = \"{token}\""))).fails(told))
            .run();
    }
    ProviderTest::new::<Tell>()
        .step(
            Step::plan(config("wrong", "token = \"hunter-22\""))
                .fails(format!("no token is called {hidden}")),
        )
        .run();
}

/// Terraform shows only the whole argument `by`.
#[test]
fn a_nested_relation_reports_its_path() {
    let by = |member: &str| {
        config(
            "a",
            &format!("by = {{\n    k = {{ phone = \"1\" }}\n    l = {{ {member} }}\n  }}"),
        )
    };
    for (member, told) in [
        (
            "",
            r#"by\["l"\]: exactly one of mail, phone must be set, but none is"#,
        ),
        (
            "mail = \"m\"",
            r#"by\["l"\]: mail needs code to be set too"#,
        ),
    ] {
        ProviderTest::new::<Tell>()
            .step(Step::plan(by(member)).fails(told))
            .run();
    }
}
