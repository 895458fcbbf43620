//! Answers that exceed the size limit, with a smaller limit.

use schema_provider::Value;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{DynamicValue, call_function};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::ty::Type;

use super::calc::Calc;
use super::served;
use super::wire::{error, result};

/// A call whose result has this length.
fn wide(length: i64) -> call_function::Request {
    let length = msgpack::encode(&Type::Number, &Value::from(length)).unwrap();
    call_function::Request {
        name: "wide".to_owned(),
        arguments: vec![DynamicValue::from_msgpack(length)],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_is_too_large_is_an_error() {
    let (server, _) = served::unconfigured::<Calc>().await;
    let small = server.with_largest_answer(1000);
    let response = small.call_function(wide(2000)).await;
    let (said, _) = error(&response);
    assert!(said.contains("too large for Terraform"), "{said}");
    let response = small.call_function(wide(20)).await;
    assert_eq!(
        result(&response, &Type::String),
        Value::from("x".repeat(20).as_str())
    );
}
