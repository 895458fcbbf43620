// The same wherever the provider runs.

/// A configured provider with these settings, and its schemas.
pub async fn configured<P: Provider>(settings: &str) -> (Server, Instance) {
    let (server, instance) = unconfigured::<P>().await;
    configure(&server, &instance, settings).await;
    (server, instance)
}

/// Configures it, or configures it again, like the newest Terraform.
pub async fn configure(server: &Server, instance: &Instance, settings: &str) {
    configure_as(server, instance, settings, "1.16.0").await;
}

/// The same like this version of Terraform.
pub async fn configure_as(server: &Server, instance: &Instance, settings: &str, version: &str) {
    let request = configure_provider::Request {
        terraform_version: version.to_owned(),
        config: encoded(&instance.schemas().provider, settings),
        ..Default::default()
    };
    let configured = server.configure_provider(request).await;
    assert_eq!(configured.diagnostics, []);
}

/// An object of the schema, from JSON; `"?"` at the top is unknown.
pub fn encoded(schema: &Table, text: &str) -> Option<DynamicValue> {
    let block = &schema.block;
    let mut value =
        json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
    if let Value::Object(values) = &mut value {
        let unknown = Value::from("?");
        for value in values.iter_mut().filter(|value| **value == unknown) {
            *value = Value::UNKNOWN;
        }
    }
    let bytes = msgpack::encode_block(block, &value).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

/// Waits until a condition holds.
pub async fn wait_until(mut done: impl AsyncFnMut() -> bool) {
    let began = std::time::Instant::now();
    while !done().await {
        assert!(began.elapsed() < Duration::from_secs(60), "it never happened");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
