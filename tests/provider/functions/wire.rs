//! The messages of functions in protocol 6, including cases that only a protocol client can
//! produce.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue, call_function, function};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{msgpack, type_json};
use schema_provider::schema_runtime::ty::Type;

use super::calc::Calc;
use super::served::{self, Server};

async fn server() -> Server {
    served::unconfigured::<Calc>().await.0
}

fn text(text: &str) -> DynamicValue {
    DynamicValue::from_msgpack(msgpack::encode(&Type::String, &Value::from(text)).unwrap())
}

fn number(number: i64) -> DynamicValue {
    DynamicValue::from_msgpack(msgpack::encode(&Type::Number, &Value::from(number)).unwrap())
}

fn raw(bytes: &[u8]) -> DynamicValue {
    DynamicValue::from_msgpack(bytes.to_vec())
}

async fn call_of(
    server: &Server,
    name: &str,
    arguments: Vec<DynamicValue>,
) -> call_function::Response {
    let request = call_function::Request {
        name: name.to_owned(),
        arguments,
    };
    server.call_function(request).await
}

pub async fn call(name: &str, arguments: Vec<DynamicValue>) -> call_function::Response {
    call_of(&server().await, name, arguments).await
}

/// The result as a value of this type.
#[track_caller]
pub fn result(response: &call_function::Response, ty: &Type) -> Value {
    assert_eq!(response.error, None);
    msgpack::decode(ty, &response.result.as_ref().unwrap().msgpack).unwrap()
}

/// The error's text and argument.
#[track_caller]
pub fn error(response: &call_function::Response) -> (&str, Option<i64>) {
    assert_eq!(response.result, None);
    let error = response.error.as_ref().expect("an error");
    (&error.text, error.function_argument)
}

#[tokio::test(flavor = "multi_thread")]
async fn signatures_are_the_same_in_all_three_answers() {
    let server = server().await;
    let schema = server
        .get_provider_schema(v6::get_provider_schema::Request {})
        .await;
    assert_eq!(schema.diagnostics, []);
    let functions = server.get_functions(v6::get_functions::Request {}).await;
    assert_eq!(functions.functions, schema.functions);
    let metadata = server.get_metadata(v6::get_metadata::Request {}).await;
    let names: Vec<&String> = metadata.functions.iter().map(|named| &named.name).collect();
    assert_eq!(names, schema.functions.keys().collect::<Vec<_>>());
    assert!(names.len() > 30);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signature_matches_the_struct() {
    let functions = server()
        .await
        .get_functions(v6::get_functions::Request {})
        .await
        .functions;
    let json = |ty: &[u8]| String::from_utf8(ty.to_vec()).unwrap();
    let size = &functions["size_mb"];
    assert_eq!(size.summary, "A size such as `2GiB`, in MiB.");
    assert_eq!(size.description, "Whole numbers only.");
    assert_eq!(size.description_kind, v6::StringKind::Markdown as i32);
    assert_eq!(json(&size.r#return.as_ref().unwrap().r#type), "\"number\"");
    assert_eq!(size.variadic_parameter, None);
    assert_eq!(
        size.parameters,
        [function::Parameter {
            name: "text".into(),
            r#type: type_json::print(&Type::String).into(),
            description: "A size with its unit.".into(),
            description_kind: v6::StringKind::Markdown as i32,
            ..Default::default()
        }]
    );
    // Verbatim, if both keys have the text, and in plain text.
    let area = &functions["area"];
    assert_eq!(area.summary, area.description);
    assert_eq!(area.description_kind, v6::StringKind::Plain as i32);
    assert_eq!(area.parameters[0].description, "One of them.");
    assert_eq!(
        area.parameters[0].description_kind,
        v6::StringKind::Plain as i32
    );
    // In the order of the struct, under other names.
    let mixed = &functions["mixed"];
    assert_eq!(
        (mixed.summary.as_str(), mixed.description.as_str()),
        ("Z, then a.", "Both in a row.")
    );
    let names: Vec<&str> = mixed.parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["zebra", "apple"]);
    assert_eq!(mixed.parameters[0].description, "The first.");
    let more = mixed.variadic_parameter.as_ref().unwrap();
    assert_eq!(more.name, "more");
    assert_eq!(
        json(&more.r#type),
        r#"["object",{"height":"number","label":"string","width":"number"}]"#
    );
    // Null and unknown only where declared.
    let flags = |name: &str| {
        let function = &functions[name];
        let all = function
            .parameters
            .iter()
            .chain(&function.variadic_parameter);
        all.map(|p| (p.allow_null_value, p.allow_unknown_values))
            .collect::<Vec<_>>()
    };
    assert_eq!(flags("size_mb"), [(false, false)]);
    assert_eq!(flags("describe"), [(true, false), (true, true)]);
    assert_eq!(flags("join"), [(false, false), (false, false)]);
    assert_eq!(flags("join_nullable"), [(true, false)]);
    assert_eq!(flags("known"), [(true, true)]);
    let variadic = |name: &str| {
        let function = &functions[name];
        json(&function.variadic_parameter.as_ref().unwrap().r#type)
    };
    assert_eq!(variadic("kinds"), "\"dynamic\"");
    assert_eq!(variadic("known"), "\"string\"");
    let returned = |name: &str| json(&functions[name].r#return.as_ref().unwrap().r#type);
    assert_eq!(returned("known"), "\"string\"");
    assert_eq!(returned("echo_set"), r#"["set","number"]"#);
    assert_eq!(returned("echo_tuple"), r#"["tuple",["string","number"]]"#);
    assert_eq!(
        returned("boxes"),
        r#"["list",["object",{"height":"number","label":"string","width":"number"}]]"#
    );
    assert_eq!(functions["old"].deprecation_message, "call something else");
    assert_eq!(functions["size_mb"].deprecation_message, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_is_called_without_a_configuration() {
    let response = call("size_mb", vec![text("2GiB")]).await;
    assert_eq!(result(&response, &Type::Number), Value::from(2048));
    // Also in the older format of a value.
    let json = DynamicValue {
        json: "\"3MiB\"".into(),
        ..Default::default()
    };
    let response = call("size_mb", vec![json]).await;
    assert_eq!(result(&response, &Type::Number), Value::from(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_name_their_argument() {
    let response = call("size_mb", vec![text("2 apples")]).await;
    let (said, argument) = error(&response);
    assert_eq!(argument, Some(0));
    assert!(said.contains("must"), "{said}");
    assert!(!said.contains("apples"), "{said}");
    // Terraform appends a full stop.
    let response = call("size_mb", vec![text("9223372036854775807TiB")]).await;
    assert_eq!(error(&response), ("no size is that large", Some(0)));
    let response = call("refuses", vec![]).await;
    assert_eq!(error(&response), ("it does not want to", None));
    for place in 0..4 {
        let arguments = vec![number(place), text("a"), text("b"), text("c")];
        let response = call("refuses_at", arguments).await;
        assert_eq!(error(&response), ("wrong", Some(place)));
    }
    // A constant of another function has no effect here.
    let response = call("refuses_at", vec![number(-1), text("a")]).await;
    assert_eq!(error(&response), ("wrong", None));
    let response = call("parses", vec![text("x")]).await;
    assert_eq!(error(&response), ("invalid digit found in string", None));
}

#[tokio::test(flavor = "multi_thread")]
async fn validators_of_further_arguments_count_from_the_first_argument() {
    let response = call("boxes", vec![number(1), number(2), number(10), number(0)]).await;
    let (said, argument) = error(&response);
    // The error about their number names no argument; the first error about an argument determines
    // which one is named.
    assert_eq!(argument, Some(2));
    assert_eq!(said.lines().count(), 3, "{said}");
    let one = Value::Object(vec![Value::from(2), Value::Null, Value::from(7)]);
    let rectangle = functions_type("boxes");
    let response = call("boxes", vec![number(7)]).await;
    assert_eq!(result(&response, &rectangle), Value::List(vec![one]));
    let response = call("boxes", vec![]).await;
    assert_eq!(result(&response, &rectangle), Value::List(vec![]));
}

fn functions_type(name: &str) -> Type {
    let instance = Instance::new::<Calc>(Environment::default()).unwrap();
    instance.schemas().functions[name].result_type()
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_terraform_never_sends_are_errors() {
    let all: [(&str, Vec<DynamicValue>, &str, Option<i64>); 8] = [
        (
            "size_mb",
            vec![],
            "it takes 1 argument, but was called with 0",
            None,
        ),
        (
            "size_mb",
            vec![text("1MiB"), text("1MiB")],
            "it takes 1 argument, but was called with 2",
            None,
        ),
        (
            "join",
            vec![],
            "it takes at least 1 argument, but was called with 0",
            None,
        ),
        (
            "size_mb",
            vec![raw(&[0xc0])],
            "argument must not be null",
            Some(0),
        ),
        (
            "size_mb",
            vec![raw(&[0xd4, 0, 0])],
            "argument must be known",
            Some(0),
        ),
        (
            "join",
            vec![text("-"), text("a"), raw(&[0xc0])],
            "argument must not be null",
            Some(2),
        ),
        (
            "size_mb",
            vec![raw(&[0x91, 0x01])],
            "not of type string",
            Some(0),
        ),
        (
            "size_mb",
            vec![raw(&[0xda, 0xff])],
            "not of type string",
            Some(0),
        ),
    ];
    for (name, arguments, expected, at) in all {
        let response = call(name, arguments).await;
        let (said, argument) = error(&response);
        assert!(said.contains(expected), "{said}");
        assert_eq!(argument, at, "{said}");
    }
    let response = call("size_kb", vec![]).await;
    let (said, argument) = error(&response);
    assert!(
        said.contains("The provider has no function \"size_kb\""),
        "{said}"
    );
    assert!(said.contains("size_mb"), "{said}");
    assert_eq!(argument, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn null_inside_reaches_the_types() {
    // Core passes null inside an argument.
    let response = call("echo_list", vec![raw(&[0x92, 0xa1, b'a', 0xc0])]).await;
    let (said, argument) = error(&response);
    assert!(said.contains("value[1]") && said.contains("null"), "{said}");
    assert_eq!(argument, Some(0));
    let width = r#"{"height":2,"label":null,"width":null}"#;
    let json = DynamicValue {
        json: width.into(),
        ..Default::default()
    };
    let none = DynamicValue {
        json: "[]".into(),
        ..Default::default()
    };
    let response = call("area", vec![json, none.clone()]).await;
    let (said, argument) = error(&response);
    assert!(said.contains("rectangle.width is required"), "{said}");
    assert_eq!(argument, Some(0));
    let json = DynamicValue {
        json: r#"{"height":2,"label":null,"width":3}"#.into(),
        ..Default::default()
    };
    let response = call("area", vec![json, none]).await;
    assert_eq!(result(&response, &Type::Number), Value::from(6));
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_arguments_reach_functions_that_accept_them() {
    let unknown = || raw(&[0xd4, 0, 0]);
    let response = call("describe", vec![raw(&[0xc0]), unknown()]).await;
    assert_eq!(
        result(&response, &Type::String),
        Value::from("not a string, not known")
    );
    let response = call("known", vec![raw(&[0xc0]), unknown(), text("a")]).await;
    assert!(result(&response, &Type::String).is_unknown());
    let response = call("known", vec![raw(&[0xc0]), text("a")]).await;
    assert_eq!(result(&response, &Type::String), Value::from("a"));
}

#[tokio::test(flavor = "multi_thread")]
async fn panics_and_wrong_results_are_errors() {
    for (name, arguments, expected) in [
        (
            "panics",
            vec![],
            "panics: the provider panicked in call. what a mess",
        ),
        (
            "panics_in_validator",
            vec![text("wrong")],
            "the provider panicked in call. what a mess in a validator",
        ),
        ("infinite", vec![], "result[1] is infinite"),
        ("wrong", vec![], "the result is not of the type string"),
    ] {
        let response = call(name, arguments).await;
        let (said, argument) = error(&response);
        assert!(said.contains(expected), "{said}");
        assert!(said.contains("bug in the provider"), "{said}");
        assert_eq!(argument, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_in_no_error() {
    let response = call("hidden", vec![text("hunter2hunter2")]).await;
    let (said, argument) = error(&response);
    assert!(!said.contains("hunter2"), "{said}");
    assert_eq!(argument, Some(0));
    let response = call("hidden", vec![text("hunter2")]).await;
    assert_eq!(result(&response, &Type::Number), Value::from(7));
    // Null, unknown, and secrets in values that are not strings: an array, an object, a truncated
    // string, one that is not UTF-8, an extension, JSON, and one argument too many.
    let json = |text: &str| DynamicValue {
        json: text.to_owned().into(),
        ..Default::default()
    };
    let argument = |bytes: &[u8]| vec![raw(bytes)];
    for (arguments, said, at) in [
        (argument(&[0xc0]), "must not be null", Some(0)),
        (argument(&[0xd4, 0, 0]), "must be known", Some(0)),
        (argument(b"\x91\xa7hunter2"), "not of type string", Some(0)),
        (
            argument(b"\x81\xa7hunter2\xa7hunter2"),
            "not of type string",
            Some(0),
        ),
        (argument(b"\xd9\x40hunter2"), "not of type string", Some(0)),
        (argument(b"\xa8hunter2\xff"), "not of type string", Some(0)),
        (
            argument(b"\xc7\x07\x05hunter2"),
            "not of type string",
            Some(0),
        ),
        (vec![json(r#"["hunter2"]"#)], "not of type string", Some(0)),
        (vec![json("hunter2")], "", Some(0)),
        (
            vec![json(r#"{"hunter2": "hunter2"}"#)],
            "not of type string",
            Some(0),
        ),
        (
            vec![text("hunter2"), text("hunter2")],
            "it takes 1 argument",
            None,
        ),
    ] {
        let response = call("hidden", arguments.clone()).await;
        let (told, argument) = error(&response);
        assert!(told.contains(said), "{said}: {told}");
        assert!(!told.contains("hunter"), "{told}");
        assert_eq!(argument, at, "{arguments:?}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_run_in_parallel() {
    let server = server().await;
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let server = server.clone();
            tokio::spawn(async move { call_of(&server, "meets", vec![number(8)]).await })
        })
        .collect();
    // One after the other only the last would see all of them.
    for call in calls {
        assert_eq!(result(&call.await.unwrap(), &Type::Bool), Value::Bool(true));
    }
}

fn value(value: &Value) -> DynamicValue {
    DynamicValue::from_msgpack(msgpack::encode(&Type::Number, value).unwrap())
}

fn between(least: i64, most: Value, numbers: &[Value]) -> Vec<DynamicValue> {
    let mut all = vec![number(least), value(&most), text("hunter2hunter2")];
    all.extend(numbers.iter().map(value));
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_are_validated_together() {
    let said = async |least: i64, most: Value, numbers: &[Value]| {
        let response = call("between", between(least, most, numbers)).await;
        let (text, argument) = error(&response);
        assert!(!text.contains("hunter2"), "{text}");
        (text.to_owned(), argument)
    };
    let some = |count: usize| vec![Value::from(1); count];
    let wrong = said(3, Value::from(2), &[]).await;
    assert_eq!(wrong, ("It must not be above `most`".to_owned(), Some(0)));
    // One of the variadic arguments, counted from the first of all; an unknown value is not a
    // number.
    let further = [Value::from(1), Value::UNKNOWN, Value::from(13)];
    let wrong = said(0, Value::Null, &further).await;
    assert_eq!(wrong, ("it brings bad luck".to_owned(), Some(5)));
    // All of them, at the first.
    let wrong = said(3, Value::from(2), &[Value::from(13)]).await;
    let both = "It must not be above `most`.\nit brings bad luck";
    assert_eq!(wrong, (both.to_owned(), Some(0)));
    // The error names no argument, or one that this function does not have.
    assert_eq!(
        said(0, Value::Null, &some(4)).await,
        ("four are too many".to_owned(), None)
    );
    assert_eq!(
        said(0, Value::Null, &some(7)).await,
        ("not here".to_owned(), None)
    );
    let (text, argument) = said(0, Value::Null, &some(6)).await;
    // It quotes the token.
    assert!(
        text.contains("what a mess in validate with Some(\"(sensitive value)\")"),
        "{text}"
    );
    assert_eq!(argument, None);
    // A validator of one argument runs first, and its error ends the validation.
    let (text, argument) = said(-1, Value::from(-2), &[Value::from(13)]).await;
    assert_eq!((text.lines().count(), argument), (1, Some(0)), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_fit_together_reach_the_function() {
    let gives = async |most: Value, numbers: &[Value]| {
        let response = call("between", between(2, most, numbers)).await;
        result(&response, &Type::Number)
    };
    let (two, nine) = (Value::from(2), Value::from(9));
    assert_eq!(
        gives(Value::Null, &[two.clone(), nine.clone(), 1.into()]).await,
        Value::from(2)
    );
    assert_eq!(
        gives(Value::from(8), &[two.clone(), nine.clone()]).await,
        Value::from(1)
    );
    assert!(gives(Value::Null, &[Value::UNKNOWN]).await.is_unknown());
    // A warning rejects nothing.
    assert_eq!(gives(Value::Null, &vec![two; 5]).await, Value::from(5));
}
