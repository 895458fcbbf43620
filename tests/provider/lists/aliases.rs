//! Lists with several configurations of one provider: as aliases, and all in one debugged process.

use schema_provider::lifecycle::{Instance, ListRequest};
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};

use crate::archive::Archive;
use crate::in_process::config;

async fn configure(instance: &Instance, prefix: &str) {
    let block = &instance.schemas().provider.block;
    let text = format!(r#"{{"prefix": "{prefix}"}}"#);
    let settings = json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse);
    let found = instance.configure_provider(settings.unwrap()).await;
    assert!(!found.has_errors(), "{found}");
}

/// The identity of the first paper.
async fn first_code(instance: &Instance) -> String {
    let mut listing = instance.list_resource(ListRequest {
        type_name: "arch_paper".to_owned(),
        config: config(instance, "arch_paper", r#"{"shelf": "s"}"#),
        include_object: false,
        limit: 1,
    });
    let event = listing.next().await.expect("a paper");
    let identity = event.identity.expect("an identity");
    identity.as_object().unwrap()[0]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_configuration_lists_with_its_own_client() {
    let west = Instance::new::<Archive>(Environment::default()).unwrap();
    let east = west.another_configuration();
    configure(&west, "w-").await;
    configure(&east, "e-").await;
    assert_eq!(first_code(&west).await, "w-c0");
    assert_eq!(first_code(&east).await, "e-c0");
    // Configured again, like a debugged process for each run.
    configure(&west, "x-").await;
    assert_eq!(first_code(&west).await, "x-c0");
    assert_eq!(first_code(&east).await, "e-c0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_block_names_the_alias_that_lists() {
    let directory = tempfile::tempdir().unwrap();
    let query = r#"
provider "arch" {
  prefix = "d-"
}

provider "arch" {
  alias  = "west"
  prefix = "w-"
}

list "arch_paper" "default" {
  provider = arch
  limit    = 1
  config {
    shelf = "s"
  }
}

list "arch_paper" "west" {
  provider = arch.west
  limit    = 1
  config {
    shelf = list.arch_paper.default.data[0].identity.code
  }
}
"#;
    std::fs::write(directory.path().join("papers.tfquery.hcl"), query).unwrap();
    let (io, captured) = Io::captured(directory.path(), "");
    let instance = Instance::new::<Archive>(Environment::default()).unwrap();
    let status = run(["query"].into_iter(), instance, io).await;
    assert_eq!((status.code(), &*captured.errors()), (0, ""));
    assert_eq!(
        captured.output().lines().collect::<Vec<_>>(),
        [
            "list.arch_paper.default   code=d-c0,shelf=s   paper 0",
            "",
            "list.arch_paper.west   code=w-c0,shelf=d-c0   paper 0",
            "",
        ]
    );
}
