//! A default function that returns another value at each call.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

/// A till.
#[derive(Schema)]
#[schema(provider = "till")]
pub struct Till {}

impl Provider for Till {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Receipt]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A receipt.
#[derive(Schema)]
#[schema(resource = "till_receipt")]
pub struct Receipt {
    #[field(optional, default_fn = number)]
    number: Option<i64>,
}

fn number(_: &Environment) -> Result<Option<i64>> {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    Ok(Some(NEXT.fetch_add(1, Ordering::Relaxed)))
}

impl Resource for Receipt {
    type Provider = Till;

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

/// It is called once in the process that plans and applies, so that both plans have one value.
#[tokio::test]
async fn an_unstable_default_does_not_fail_a_create() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let main = "resource \"till_receipt\" \"a\" {}\n";
    std::fs::write(directory.path().join("main.tf"), main).expect("written");
    let (io, captured) = Io::captured(directory.path(), "");
    let instance = Instance::new::<Till>(Environment::default()).expect("a good provider");
    let status = run(["apply", "-auto-approve"], instance, io).await;
    let told = captured.errors() + &captured.output();
    assert_eq!(status.code(), 0, "{told}");
    assert!(told.contains("1 added"), "{told}");
}

/// As stated in `docs/src/concepts/computed-and-plans.md`: a plan does not distinguish instances.
#[tokio::test]
async fn an_unstable_default_gives_all_instances_one_value() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let main = "resource \"till_receipt\" \"a\" {\n  count = 2\n}\n\
                output \"different\" {\n  value = length(toset(till_receipt.a[*].number))\n}\n";
    std::fs::write(directory.path().join("main.tf"), main).expect("written");
    let (io, captured) = Io::captured(directory.path(), "");
    let instance = Instance::new::<Till>(Environment::default()).expect("a good provider");
    let status = run(["apply", "-auto-approve"], instance, io).await;
    let told = captured.errors() + &captured.output();
    assert_eq!(status.code(), 0, "{told}");
    assert!(told.contains("2 added"), "{told}");
    assert!(told.contains("different = 1"), "{told}");
}
