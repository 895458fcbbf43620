//! Functions: the arguments that are tried besides those of a call, and calls in settings and
//! examples.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

/// Functions, a setting and a resource.
#[derive(Schema)]
#[schema(provider = "tally")]
pub struct Tally {
    /// How many at most.
    #[field(optional)]
    most: Option<i64>,
}

impl Provider for Tally {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Area, Pair, First, Alone, Names, Tires, Recovers, Size]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result {
        match config.value(Tally::MOST) {
            Val::Known(12) | Val::Null => Ok(()),
            other => Err(Diagnostic::error(format!("{other:?} is not the size")).into()),
        }
    }
}

/// A thing.
#[derive(Schema)]
#[schema(resource = "tally_thing")]
pub struct Thing {
    /// How large.
    #[field(required, force_new)]
    size: i64,
}

impl Resource for Thing {
    type Provider = Tally;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let size = data.get(Thing::SIZE);
        if size != 3 {
            return Err(Diagnostic::error(format!("{size} is not the size")).into());
        }
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

/// A rectangle.
#[derive(Schema)]
#[schema(block)]
pub struct Rectangle {
    /// From left to right.
    #[field(required)]
    width: i64,
    /// What it is called.
    #[field(required)]
    name: String,
}

/// A function of one parameter.
macro_rules! functions_of {
    ($($struct:ident $name:literal ($(#[$key:meta])? $ty:ty) -> $output:ty: $call:expr;)*) => {$(
        /// A function.
        #[derive(Function)]
        #[function(name = $name, output = $output)]
        pub struct $struct {
            /// A value.
            $(#[$key])?
            value: $ty,
        }

        impl Function for $struct {
            fn call(self) -> FunctionResult<$output> {
                let call: fn($ty) -> FunctionResult<$output> = $call;
                call(self.value)
            }
        }
    )*};
}

static TIRED: AtomicI64 = AtomicI64::new(0);
static RECOVERED: AtomicI64 = AtomicI64::new(0);

functions_of! {
    Area "area" (#[param(nested(single))] Rectangle) -> i64: |it| {
        // Only if the other attribute is unchanged.
        Ok(if it.name == "a" { 10 / it.width } else { 0 })
    };
    Pair "pair" ((String, i64)) -> i64: |(text, number)| Ok(if text == "a" { 10 / number } else { 0 });
    First "first" (#[param(variadic)] Vec<String>) -> String: |all| Ok(all[0].clone());
    Alone "alone" (#[param(variadic)] Vec<String>) -> i64: |all| Ok(10 / (2 - all.len() as i64));
    Names "names" (Vec<Option<String>>) -> Vec<String>: |all| {
        Ok(all.into_iter().map(|name| name.expect("a name")).collect())
    };
    Tires "tires" (String) -> i64: |text| match TIRED.fetch_add(1, Ordering::SeqCst) {
        0 => Ok(1),
        _ => Err(FunctionError::new(format!("too tired for {}", text.len()))),
    };
    Recovers "recovers" (String) -> i64: |text| match (text.as_str(), RECOVERED.load(Ordering::SeqCst)) {
        ("kit", 0) => {
            RECOVERED.store(1, Ordering::SeqCst);
            Err(FunctionError::new("not yet"))
        }
        _ => Ok(1),
    };
    Size "size" (String) -> i64: |text| Ok(text.len() as i64);
    Stray "stray" (String) -> i64: |text| Ok(text.len() as i64);
}

fn found<F: Function>(call: F) -> Report {
    Conformance::new::<Tally>().call(call).run()
}

/// The findings in one function, with their parameters and text.
fn findings(report: &Report, name: &str) -> Vec<(Class, String, String)> {
    let of = format!("function.{name}");
    report
        .findings()
        .filter(|finding| finding.resource == of)
        .map(|finding| (finding.class, finding.path.clone(), finding.text.clone()))
        .collect()
}

fn panics(call: impl Function, name: &str) {
    let report = found(call);
    let found = findings(&report, name);
    assert!(
        matches!(found.as_slice(), [(Class::Panic, _, _)]),
        "{report}"
    );
}

fn a() -> String {
    "a".to_owned()
}

#[test]
fn parts_of_objects_and_tuples_are_varied() {
    let value = Rectangle {
        width: 5,
        name: a(),
    };
    panics(Area { value }, "area");
    panics(Pair { value: (a(), 5) }, "pair");
}

#[test]
fn the_number_of_variadic_arguments_is_varied() {
    panics(First { value: vec![a()] }, "first");
    panics(Alone { value: vec![a()] }, "alone");
    panics(Alone { value: vec![] }, "alone");
}

#[test]
fn null_inside_a_collection() {
    let value = vec![Some(a())];
    panics(Names { value }, "names");
}

#[test]
fn alternating_results_and_errors_are_found() {
    let report = found(Tires { value: a() });
    let tires = findings(&report, "tires");
    assert!(
        matches!(tires.as_slice(), [(Class::UnstableResult, _, text)]
            if text.contains("gave a result and then failed: too tired")),
        "{report}"
    );
    let report = found(Recovers { value: a() });
    let recovers = findings(&report, "recovers");
    assert!(
        matches!(recovers.as_slice(), [(Class::UnstableResult, path, text)]
            if path == "value" && text.contains("failed and then gave a result: not yet")),
        "{report}"
    );
}

#[test]
fn a_function_that_is_not_registered() {
    let report = found(Stray { value: a() });
    let stray = findings(&report, "stray");
    assert!(
        matches!(stray.as_slice(), [(Class::ExampleRefused, _, text)] if text.contains("no such function")),
        "{report}"
    );
}

#[test]
fn settings_and_examples_call_functions() {
    let report = Conformance::new::<Tally>()
        .settings("most = provider::tally::size(\"twelve bytes\")")
        .example(Example::<Thing>::hcl(
            "size = provider::tally::size(\"abc\")",
        ))
        .run();
    let wrong: Vec<_> = report
        .findings()
        .filter(|f| matches!(f.class, Class::ExampleRefused | Class::OperationFails))
        .map(|f| (&f.resource, &f.text))
        .collect();
    assert!(wrong.is_empty(), "{report}");
}
