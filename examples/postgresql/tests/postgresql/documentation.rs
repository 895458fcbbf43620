//! The pages in `docs`, which `terraform-provider-postgresql docs examples/postgresql` writes, and their examples.

use std::path::Path;

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::Environment;
use terraform_provider_postgresql::Postgresql;

#[tokio::test]
async fn the_pages_of_this_provider_are_up_to_date() {
    let instance = Instance::new::<Postgresql>(Environment::default()).unwrap();
    let (io, captured) = Io::captured(Path::new(env!("CARGO_MANIFEST_DIR")), "");
    let status = run(["docs", "-check"], instance, io).await;
    assert_eq!((status.code(), &*captured.errors()), (0, ""));
    assert_eq!(
        captured.output(),
        "The documentation is up to date: 18 pages, 33 examples.\n"
    );
}
