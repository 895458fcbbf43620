//! Data sources and imports.

use schema_provider::Value;

use crate::host::{Host, error, object, private};

#[tokio::test(flavor = "multi_thread")]
async fn a_data_source_is_looked_up() {
    let host = Host::new("lookup").await;
    host.created(r#"{"name":"a","size":5}"#).await;
    let schema = host.instance.schemas().data_sources["mem_thing"].clone();
    let at = |state: &Value, name: &str| {
        let (position, _) = schema.block.find(name).unwrap();
        state.as_object().unwrap()[position].clone()
    };
    let config = object(&schema, r#"{"name":"a"}"#);
    let read = host.instance.read_data_source("mem_thing", config).await;
    assert!(read.diagnostics.is_empty(), "{}", read.diagnostics);
    assert_eq!(at(&read.state, "size"), Value::from(5));
    assert_eq!(at(&read.state, "id"), Value::from("id-a"));
    assert_eq!(at(&read.state, "style"), Value::from("plain"));
    assert_eq!(host.remote.calls().last().unwrap(), "look up a plain");

    let config = object(&schema, r#"{"name":"b"}"#);
    let read = host.instance.read_data_source("mem_thing", config).await;
    assert!(error(&read.diagnostics).contains("there is no thing b"));
    assert!(read.state.is_null());

    let config = object(&schema, r#"{"name":"?"}"#);
    let read = host.instance.read_data_source("mem_thing", config).await;
    assert!(error(&read.diagnostics).contains("not known yet"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_starts_a_read() {
    let host = Host::new("import").await;
    host.created(r#"{"name":"a","size":5}"#).await;
    let (imported, _) = host
        .instance
        .import_resource_state("mem_thing", "a")
        .await
        .unwrap();
    let [imported] = &imported[..] else {
        panic!("one object");
    };
    assert_eq!(host.field(&imported.state, "id"), Value::from("id-a"));
    assert_eq!(host.field(&imported.state, "size"), Value::Null);
    assert_eq!(host.field(&imported.state, "disk").element_count(), Some(0));
    assert_eq!(
        private(&imported.private, "imported").as_deref(),
        Some("yes")
    );
    let read = host.read(&imported.state).await;
    assert_eq!(host.field(&read.new_state, "size"), Value::from(5));

    let errors = host
        .instance
        .import_resource_state("mem_thing", "nothing")
        .await
        .err()
        .unwrap();
    assert!(error(&errors).contains("found nothing"));

    // By default, an import sets the id.
    let (imported, _) = host
        .instance
        .import_resource_state("mem_fixed", "x")
        .await
        .unwrap();
    let schema = &host.instance.schemas().resources["mem_fixed"];
    let expected = object(schema, r#"{"id":"x"}"#);
    assert!(imported[0].state == expected);
}
