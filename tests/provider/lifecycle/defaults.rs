//! Defaults from functions and the environment, which may be invalid.

use schema_provider::lifecycle::{Instance, PlanRequest};
use schema_provider::prelude::*;
use schema_provider::{Path, Value};

use crate::host::{error, object};

/// A shop whose prices come from outside.
#[derive(Schema)]
#[schema(provider = "shop")]
struct Shop {
    #[field(optional, default_env("SHOP_LEVEL"), validate = range(1..=9))]
    level: Option<u8>,
    #[field(optional, sensitive, default_env("SHOP_TOKEN"), validate = length(4..))]
    token: Option<String>,
}

impl Provider for Shop {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Ware, Receipt]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Price]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        panic!("a setting that was rejected reached the provider");
    }
}

#[derive(SchemaEnum, Debug, Clone, Copy, PartialEq)]
enum Size {
    Small,
    Large,
}

#[derive(Schema)]
struct Label {
    #[field(optional, default_env("WARE_LABEL"), validate = length(4..))]
    text: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "shop_ware")]
struct Ware {
    #[field(optional, default_env("WARE_COUNT", "WARE_NUMBER", fallback = "1"), validate = range(1..=9))]
    count_of: u8,
    #[field(optional, default_fn = port, validate = range(1024..))]
    port: Option<u16>,
    #[field(optional, default_env("WARE_SEAT"))]
    seat: Option<u16>,
    #[field(optional, default_env("WARE_SIZE"))]
    size: Option<Size>,
    #[field(optional, default_env("WARE_SEEN"))]
    seen: Option<bool>,
    #[field(optional, default_env("WARE_EVEN"), validate = custom = even)]
    even: Option<i64>,
    #[field(block(list))]
    label: Vec<Label>,
}

/// A port, of a type wider than the field's.
fn port(environment: &Environment) -> Result<Option<u16>> {
    match environment.get("WARE_PORT") {
        Some(text) => Ok(Some(
            text.parse().map_err(|_| Diagnostic::error("no port"))?,
        )),
        None => Ok(None),
    }
}

fn even(_: &Path, value: &i64) -> Diagnostics {
    match value {
        2 => Diagnostic::warning("two is small").into(),
        value if value % 2 == 1 => Diagnostic::error("odd").into(),
        _ => Diagnostics::new(),
    }
}

impl Resource for Ware {
    type Provider = Shop;

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let _ = config.value(Ware::PORT);
        Diagnostics::new()
    }

    nothing_to_do!();
}

impl Update for Ware {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(data_source = "shop_price")]
struct Price {
    #[field(optional, default_env("PRICE_LEVEL"), validate = range(1..=9))]
    level: u8,
}

impl DataSource for Price {
    type Provider = Shop;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        panic!("an argument that was rejected reached the data source");
    }
}

fn shop(variables: &[(&str, &str)]) -> Instance {
    Instance::new::<Shop>(variables.iter().copied().collect()).unwrap()
}

/// The result of validation and plan in such an environment, which must be the same.
async fn ware(variables: &[(&str, &str)], config: &str) -> Diagnostics {
    let instance = shop(variables);
    let config = object(&instance.schemas().resources["shop_ware"], config);
    let validated = instance
        .validate_resource_config("shop_ware", &config)
        .await;
    let plan = instance.plan_resource_change(PlanRequest {
        prior_identity: None,
        type_name: "shop_ware".to_owned(),
        prior_state: Value::Null,
        config,
        prior_private: Vec::new(),
        planned_private: None,
    });
    let planned = plan.await.diagnostics;
    let errors = |found: &Diagnostics| -> Vec<String> {
        let errors = found.iter().filter(|found| found.is_error());
        errors.map(|error| error.to_string()).collect()
    };
    assert_eq!(errors(&validated), errors(&planned));
    validated
}

#[tokio::test]
async fn values_from_the_environment_pass_the_fields_validators() {
    for (variables, words) in [
        (
            [("WARE_COUNT", "99")],
            "count_of must be between 1 and 9, but it is 99. This is what the environment \
             variable WARE_COUNT holds.",
        ),
        ([("WARE_NUMBER", "300")], "variable WARE_NUMBER holds."),
        (
            [("WARE_NUMBER", "many")],
            "the environment variable WARE_NUMBER does not hold a value of its type",
        ),
        ([("WARE_PORT", "99999")], "no port"),
        (
            [("WARE_PORT", "80")],
            "but it is 80. This is what the field's default function gives.",
        ),
        (
            [("WARE_SEAT", "99999")],
            "but it is 99999. This is what the environment variable WARE_SEAT holds.",
        ),
        ([("WARE_SIZE", "huge")], "variable WARE_SIZE holds."),
        (
            [("WARE_SEEN", "perhaps")],
            "variable WARE_SEEN does not hold a value of its type. It takes true or false, also t or f, 1 or 0.",
        ),
        (
            [("WARE_EVEN", "3")],
            "This is what the environment variable WARE_EVEN holds.",
        ),
    ] {
        let found = ware(&variables, "{}").await;
        assert!(
            found.has_errors() && found.to_string().contains(words),
            "{found}"
        );
    }
    let found = ware(&[("WARE_COUNT", "9"), ("WARE_EVEN", "4")], "{}").await;
    assert!(found.is_empty(), "{found}");
    for seen in ["TRUE", "t", "True", "1", " f ", "FALSE", "0"] {
        let found = ware(&[("WARE_SEEN", seen)], "{}").await;
        assert!(found.is_empty(), "{seen}: {found}");
    }
    // A configured value does not use the environment.
    let found = ware(&[("WARE_COUNT", "99")], r#"{"count_of": 1}"#).await;
    assert!(found.is_empty(), "{found}");
    let found = ware(&[("WARE_EVEN", "2")], "{}").await;
    assert!(
        !found.has_errors() && found.to_string().contains("two is small"),
        "{found}"
    );
}

#[tokio::test]
async fn inside_a_block_it_is_not_shown() {
    let found = ware(&[("WARE_LABEL", "s3c")], r#"{"label": [{}]}"#).await;
    let text = error(&found);
    assert!(!text.contains("s3c"), "{text}");
    assert!(
        text.contains("label[0].text") && text.contains("WARE_LABEL"),
        "{text}"
    );
}

#[tokio::test]
async fn neither_settings_nor_arguments_of_data_sources_reach_provider_code() {
    for (name, value) in [
        ("SHOP_LEVEL", "99"),
        ("SHOP_LEVEL", "300"),
        ("SHOP_TOKEN", "s3c"),
    ] {
        let instance = shop(&[(name, value)]);
        let config = object(&instance.schemas().provider, "{}");
        let validated = instance.validate_provider_config(&config).await;
        let configured = instance.configure_provider(config).await;
        for found in [validated, configured] {
            let text = found.to_string();
            assert!(found.has_errors() && text.contains(name), "{text}");
            assert!(!text.contains("s3c"), "{text}");
        }
    }
    let instance = shop(&[("PRICE_LEVEL", "99")]);
    let config = object(&instance.schemas().data_sources["shop_price"], "{}");
    let read = instance.read_data_source("shop_price", config).await;
    let text = error(&read.diagnostics);
    assert!(
        text.contains("level") && text.contains("PRICE_LEVEL"),
        "{text}"
    );
}

/// A receipt with another number each time.
#[derive(Schema)]
#[schema(resource = "shop_receipt")]
struct Receipt {
    #[field(optional, default_fn = number)]
    number: Option<i64>,
}

fn number(_: &Environment) -> Result<Option<i64>> {
    static NEXT: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(1);
    Ok(Some(
        NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
    ))
}

impl Resource for Receipt {
    type Provider = Shop;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Receipt {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// Terraform plans a create again before it is applied: both plans have one number.
#[tokio::test]
async fn an_unstable_default_function_is_called_once() {
    let instance = shop(&[]);
    let config = object(&instance.schemas().resources["shop_receipt"], "{}");
    let plan = async || {
        let request = PlanRequest {
            prior_identity: None,
            type_name: "shop_receipt".to_owned(),
            prior_state: Value::Null,
            config: config.clone(),
            prior_private: Vec::new(),
            planned_private: None,
        };
        let plan = instance.plan_resource_change(request).await;
        assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
        plan.planned_state
    };
    assert_eq!(plan().await, plan().await);
}
