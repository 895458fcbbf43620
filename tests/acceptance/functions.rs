//! Function calls that Terraform never makes, in both protocols, from a protocol client.

use schema_client::Client;
use schema_client::Identity;
use schema_client::{Program, Protocol};
use schema_provider::Value;
use schema_provider::plugin::proto::v6::{DynamicValue, call_function, get_functions};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::ty::Type;

use crate::DISK;

fn text(text: &str) -> DynamicValue {
    DynamicValue::from_msgpack(msgpack::encode(&Type::String, &Value::from(text)).unwrap())
}

#[tokio::test]
async fn functions_over_both_protocols() {
    let null = || DynamicValue::from_msgpack(vec![0xc0]);
    let unknown = || DynamicValue::from_msgpack(vec![0xd4, 0, 0]);
    for protocol in [Protocol::V5, Protocol::V6] {
        let directory = tempfile::tempdir().unwrap();
        let identity = Identity::new().unwrap();
        let start = Program::new(DISK.binary)
            .protocols([protocol])
            .directory(directory.path());
        let process = start.start(&identity).unwrap();
        let client = Client::connect(&process.line, Some(&identity))
            .await
            .unwrap();
        let number = protocol.number();
        let path = |call: &str| format!("/tfplugin{number}.Provider/{call}");
        let functions: get_functions::Response = client
            .call(&path("GetFunctions"), &get_functions::Request {})
            .await
            .unwrap();
        let size = &functions.functions["size_mb"];
        assert_eq!(size.summary, "A size such as `2GiB`, in MiB.");
        assert_eq!(size.parameters[0].name, "text");
        let call = |name: &str, arguments: Vec<DynamicValue>| {
            let request = call_function::Request {
                name: name.to_owned(),
                arguments,
            };
            let path = path("CallFunction");
            let client = &client;
            async move {
                let answer: call_function::Response = client.call(&path, &request).await.unwrap();
                answer
            }
        };
        // For a provider that is not configured.
        let answer = call("size_mb", vec![text("2GiB")]).await;
        assert_eq!(answer.error, None);
        let result = msgpack::decode(&Type::Number, &answer.result.unwrap().msgpack).unwrap();
        assert_eq!(result, Value::from(2048));
        for (name, arguments, expected, argument) in [
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
                "size_kb",
                vec![text("1MiB")],
                "The provider has no function \"size_kb\"",
                None,
            ),
            (
                "size_mb",
                vec![null()],
                "argument must not be null",
                Some(0),
            ),
            (
                "size_mb",
                vec![unknown()],
                "argument must be known",
                Some(0),
            ),
            (
                "size_mb",
                vec![text("1000KiB")],
                "it must be a whole number of MiB",
                Some(0),
            ),
            (
                "size_mb",
                vec![DynamicValue::default()],
                "argument must not be null",
                Some(0),
            ),
        ] {
            let answer = call(name, arguments).await;
            assert_eq!(answer.result, None, "{expected}");
            let error = answer.error.expect(expected);
            assert!(error.text.contains(expected), "{}", error.text);
            assert_eq!(error.function_argument, argument, "{}", error.text);
        }
        process.shut_down(client).await.unwrap();
    }
}
