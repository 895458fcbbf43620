//! What remains of an abandoned create, with a shorter timeout than a program has.

use std::time::Duration;

use schema_provider::lifecycle::Grace;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::apply_resource_change;
use schema_provider::server::ProviderServer;

use super::messages::Client;
use super::served::wait_until;

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_create_saves_the_identity_set_before() {
    let client = Client::new().await;
    let config = r#"{"reader": "r", "how": "hang"}"#;
    let planned = client.plan("lib_loan", "null", config, None).await;
    let request = apply_resource_change::Request {
        type_name: "lib_loan".into(),
        prior_state: client.state("lib_loan", "null"),
        planned_state: planned.planned_state,
        config: client.state("lib_loan", config),
        planned_private: planned.planned_private,
        ..Default::default()
    };
    let instance = client.instance.clone().with_grace(Grace {
        apply: Duration::from_millis(50),
        other: Duration::from_millis(50),
    });
    let server = ProviderServer::new(instance.clone());
    let apply = server.apply_resource_change(request);
    let stop = async {
        wait_until(async || !instance.running().is_empty()).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        instance.stop();
    };
    let (applied, ()) = tokio::join!(apply, stop);
    assert!(!applied.diagnostics.is_empty());
    let identity = client.identity_text("lib_loan", &applied.new_identity);
    assert_eq!(identity, "branch=null pages=[1,2] serial=7");
}
