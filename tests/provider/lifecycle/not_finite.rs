//! Infinity and NaN from provider code: an error that names the field, and the object is saved.

use schema_provider::Value;
use schema_provider::lifecycle::{ApplyRequest, Instance, PlanRequest, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{json, msgpack};
use schema_provider::schema_runtime::number::Number;

use crate::host::object;

#[derive(Schema)]
#[schema(provider = "odd")]
struct Odd {}

impl Provider for Odd {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Scale]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
struct Part {
    #[field(optional)]
    name: Option<String>,
    #[field(optional, computed)]
    weight: Option<f64>,
}

impl Part {
    fn of(weight: f64) -> Part {
        Part {
            name: None,
            weight: Some(weight),
        }
    }
}

/// Measures something.
#[derive(Schema)]
#[schema(resource = "odd_scale")]
struct Scale {
    /// The value to set, and how.
    #[field(required)]
    how: String,
    #[field(computed(volatile))]
    wide: Option<f64>,
    #[field(computed(volatile))]
    narrow: Option<f32>,
    #[field(computed(volatile))]
    required: f64,
    #[field(computed(volatile))]
    many: Vec<f64>,
    #[field(computed(volatile))]
    table: BTreeMap<String, f32>,
    #[field(computed(volatile))]
    any: Option<Dynamic>,
    #[field(computed(volatile), nested(list))]
    parts: Vec<Part>,
    #[field(computed(volatile), nested(map))]
    shelves: BTreeMap<String, Part>,
    #[field(block(list))]
    block: Vec<Part>,
}

/// The code of a provider developer, and the path in the error.
const WAYS: &[(&str, &str)] = &[
    ("wide", "wide"),
    ("narrow", "narrow"),
    ("required", "required"),
    ("many", "many[1]"),
    ("table", r#"table["x"]"#),
    ("any", "any"),
    ("any-list", "any[0]"),
    ("parts", "parts[0].weight"),
    ("shelves", r#"shelves["x"].weight"#),
    ("block", "block[0].weight"),
    ("all", "wide"),
    ("raw", "wide"),
    ("raw-list", "many[0]"),
];

fn write(how: &str, data: &mut ResourceData<Scale>) {
    let (way, what) = how.split_once('=').unwrap();
    let odd: f64 = match what {
        "inf" => f64::INFINITY,
        "-inf" => f64::NEG_INFINITY,
        _ => f64::NAN,
    };
    match way {
        "wide" => data.set(Scale::WIDE, odd),
        "narrow" => data.set(Scale::NARROW, odd as f32),
        "required" => data.set(Scale::REQUIRED, odd),
        "many" => data.set(Scale::MANY, vec![1.5, odd]),
        "table" => data.set(Scale::TABLE, BTreeMap::from([("x".to_owned(), odd as f32)])),
        "any" => data.set(Scale::ANY, Dynamic::new(&odd)),
        "any-list" => data.set(Scale::ANY, Dynamic::new(&vec![odd])),
        "parts" => data.set(Scale::PARTS, vec![Part::of(odd)]),
        "shelves" => data.set(
            Scale::SHELVES,
            BTreeMap::from([("x".to_owned(), Part::of(odd))]),
        ),
        "block" => data.set(Scale::BLOCK, vec![Part::of(odd)]),
        "all" => {
            let mut all = data.read_struct().unwrap();
            all.wide = Some(odd);
            data.write_struct(&all);
        }
        "raw" => data.dynamic_mut().set("wide", number(odd)),
        "raw-list" => data
            .dynamic_mut()
            .set("many", Value::List(vec![number(odd)])),
        _ => {}
    }
}

/// The values of a schema without a struct; NaN is not a number there at all.
fn number(odd: f64) -> Value {
    Value::Number(Number::from_f64(odd).unwrap_or(Number::INFINITY))
}

impl Resource for Scale {
    type Provider = Odd;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        let how = data.get(Scale::HOW);
        write(how.trim_end_matches("+error"), data);
        if how.ends_with("+error") {
            return Err(Diagnostic::error("another thing went wrong").into());
        }
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        write(&data.get(Scale::HOW), data);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if let Val::Known(how) = plan.value(Scale::HOW)
            && how.starts_with("plan=")
        {
            plan.set_new(Scale::WIDE, f64::INFINITY);
        }
        Ok(())
    }
}

impl Update for Scale {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        write(&data.get(Scale::HOW), data);
        Ok(())
    }
}

fn instance() -> Instance {
    Instance::new::<Odd>(Environment::default()).unwrap()
}

fn config(instance: &Instance, how: &str) -> Value {
    let block = if how.starts_with("block") {
        "[{}]"
    } else {
        "[]"
    };
    let text = serde_json::json!(how).to_string();
    object(
        &instance.schemas().resources["odd_scale"],
        &format!(r#"{{"how":{text},"block":{block}}}"#),
    )
}

async fn apply(instance: &Instance, prior: &Value, how: &str) -> (Value, Diagnostics) {
    let config = config(instance, how);
    let plan = PlanRequest {
        prior_identity: None,
        type_name: "odd_scale".to_owned(),
        prior_state: prior.clone(),
        config: config.clone(),
        prior_private: Vec::new(),
        planned_private: None,
    };
    let plan = instance.plan_resource_change(plan).await;
    assert!(!plan.diagnostics.has_errors(), "{}", plan.diagnostics);
    let request = ApplyRequest {
        planned_identity: None,
        type_name: "odd_scale".to_owned(),
        prior_state: prior.clone(),
        planned_state: plan.planned_state,
        config,
        planned_private: Vec::new(),
        journal: None,
        progress: None,
    };
    let response = instance.apply_resource_change(request).await;
    (response.new_state, response.diagnostics)
}

fn id(instance: &Instance, object: &Value) -> Value {
    let block = &instance.schemas().resources["odd_scale"].block;
    let (position, _) = block.find("id").unwrap();
    object.as_object().expect("an object")[position].clone()
}

/// Terraform can store it: both of its formats can represent it.
fn storable(instance: &Instance, object: &Value) {
    let block = &instance.schemas().resources["odd_scale"].block;
    json::encode_block(block, object).unwrap();
    msgpack::encode_block(block, object).unwrap();
}

fn one_error(diagnostics: &Diagnostics, path: &str, how: &str) {
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).collect();
    let [error] = errors[..] else {
        panic!("{how}: one error expected: {diagnostics}");
    };
    assert_eq!(error.summary, format!("{path} is infinite or not a number"));
    assert_eq!(error.path.to_string(), path, "{how}");
}

#[tokio::test(flavor = "multi_thread")]
async fn non_finite_numbers_are_errors_and_the_object_is_saved() {
    let instance = instance();
    for (way, path) in WAYS {
        for what in ["inf", "-inf", "nan"] {
            let how = format!("{way}={what}");
            let (state, diagnostics) = apply(&instance, &Value::Null, &how).await;
            one_error(&diagnostics, path, &how);
            assert_eq!(id(&instance, &state), Value::from("1"), "{how}");
            storable(&instance, &state);

            // A change of it is saved too.
            let (prior, fine) = apply(&instance, &Value::Null, "nothing=at-all").await;
            assert!(!fine.has_errors(), "{fine}");
            let (state, diagnostics) = apply(&instance, &prior, &how).await;
            one_error(&diagnostics, path, &how);
            assert_eq!(id(&instance, &state), Value::from("1"), "{how}");
            storable(&instance, &state);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_fails_for_another_reason_reports_both() {
    let instance = instance();
    let (state, diagnostics) = apply(&instance, &Value::Null, "wide=nan+error").await;
    let text = diagnostics.to_string();
    assert!(text.contains("another thing went wrong"), "{text}");
    assert!(text.contains("wide is infinite or not a number"), "{text}");
    assert_eq!(id(&instance, &state), Value::from("1"));
    storable(&instance, &state);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_that_sets_one_changes_nothing() {
    let instance = instance();
    for (way, path) in WAYS {
        if *way == "block" {
            // Blocks belong to the configuration.
            continue;
        }
        let how = format!("{way}=nan");
        let state = config(&instance, &how);
        let block = &instance.schemas().resources["odd_scale"].block;
        let (position, _) = block.find("id").unwrap();
        let mut values = state.as_object().unwrap().to_vec();
        values[position] = Value::from("1");
        let state = Value::Object(values);
        let request = ReadRequest {
            current_identity: None,
            type_name: "odd_scale".to_owned(),
            current_state: state.clone(),
            private: Vec::new(),
            progress: None,
        };
        let response = instance.read_resource(request).await;
        one_error(&response.diagnostics, path, &how);
        assert!(response.new_state == state, "{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_contains_no_non_finite_number() {
    let instance = instance();
    let request = PlanRequest {
        prior_identity: None,
        type_name: "odd_scale".to_owned(),
        prior_state: Value::Null,
        config: config(&instance, "plan=inf"),
        prior_private: Vec::new(),
        planned_private: None,
    };
    let plan = instance.plan_resource_change(request).await;
    one_error(&plan.diagnostics, "wide", "plan");
}
