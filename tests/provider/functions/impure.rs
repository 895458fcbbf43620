//! A function whose result differs between plan and apply: both Terraform and the runner reject it.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step};

use crate::is_opentofu;

/// Notes with an impure function.
#[derive(Schema)]
#[schema(provider = "clock")]
pub struct Clock {}

impl Provider for Clock {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Note]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Tick, Same]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// Another number at each call.
#[derive(Function)]
#[function(name = "tick", output = i64)]
pub struct Tick {}

impl Function for Tick {
    fn call(self) -> FunctionResult<i64> {
        static TICKS: AtomicI64 = AtomicI64::new(0);
        // Another process begins with another number, too.
        let begun = i64::from(std::process::id()) * 1000;
        Ok(begun + TICKS.fetch_add(1, Ordering::SeqCst))
    }
}

/// The same at each call.
#[derive(Function)]
#[function(name = "same", output = i64)]
pub struct Same {}

impl Function for Same {
    fn call(self) -> FunctionResult<i64> {
        Ok(7)
    }
}

/// A note with a number.
#[derive(Schema)]
#[schema(resource = "clock_note")]
pub struct Note {
    #[field(required)]
    number: i64,
}

impl Resource for Note {
    type Provider = Clock;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("note");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Note {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn note(number: &str) -> String {
    format!("resource \"clock_note\" \"a\" {{\n  number = {number}\n}}\n")
}

/// Terraform applies the plan file, and calls the function again.
#[test]
fn a_different_result_in_the_apply_is_rejected() {
    let mut test = ProviderTest::new::<Clock>();
    if is_opentofu() {
        test = test.only_in_process("OpenTofu compares no results of functions");
    }
    test.step(Step::apply(note("provider::clock::same()")))
        .step(Step::apply(note("provider::clock::tick()")).fails("inconsistent result"))
        // A rejection leaves the object unchanged.
        .step(Step::plan(note("provider::clock::same()")).plans_nothing())
        .run();
}
