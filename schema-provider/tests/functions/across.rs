//! `validate` of a function: what several arguments say together.

use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::ty::Type;
use schema_provider::testing::{ProviderTest, Step};
use schema_provider::{Value, plugin::proto::v6::DynamicValue};

use crate::calc::Calc;
use crate::wire::{call, error, result};

/// The numbers that are between two others, which must not lie the wrong way round; nor may one number be asked about
/// that is none of them.
#[derive(Function)]
#[function(name = "between", output = Val<i64>)]
pub struct Between {
    #[param(validate = range(0..))]
    least: i64,
    most: Option<i64>,
    token: Secret,
    #[param(variadic)]
    numbers: Vec<Val<i64>>,
}

impl Function for Between {
    fn validate(arguments: ConfigData<'_, Self>) -> Diagnostics {
        let mut wrong = Diagnostics::new();
        // Its own validator was asked before.
        assert!(arguments.get(Between::LEAST).known().unwrap_or_default() >= 0);
        let (least, most) = (arguments.get(Between::LEAST), arguments.get(Between::MOST));
        if let (Val::Known(least), Val::Known(most)) = (&least, &most)
            && least > most
        {
            let error = Diagnostic::error("Wrong way round")
                .with_detail("It must not be above `most`.")
                .at(Between::LEAST.path());
            wrong.push(error);
        }
        let count = match arguments.get(Between::NUMBERS) {
            Val::Known(numbers) => numbers.len(),
            _ => 0,
        };
        // One by one, since a list with an unknown in it is unknown; past its end there is null.
        for index in 0..8 {
            if arguments.get(Between::NUMBERS.at(index)) == Val::Known(13) {
                let at = Between::NUMBERS.at(index).path();
                wrong.push(Diagnostic::error("it brings bad luck").at(at));
            }
        }
        match count {
            4 => wrong.push(Diagnostic::error("four are too many.")),
            5 => wrong.push(Diagnostic::warning("five are many")),
            6 => panic!("what a mess in validate"),
            7 => {
                wrong.push(Diagnostic::error("not here").at(schema_provider::Path::of("elsewhere")))
            }
            _ => {}
        }
        wrong
    }

    fn call(self) -> FunctionResult<Val<i64>> {
        let within =
            |number: &i64| *number >= self.least && self.most.is_none_or(|most| *number <= most);
        let mut count = 0;
        for number in self.numbers {
            match number {
                Val::Unknown => return Ok(Val::Unknown),
                Val::Known(number) if within(&number) => count += 1,
                _ => {}
            }
        }
        Ok(Val::Known(count))
    }
}

fn number(number: i64) -> DynamicValue {
    value(&Value::from(number))
}

fn value(value: &Value) -> DynamicValue {
    DynamicValue::from_msgpack(msgpack::encode(&Type::Number, value).unwrap())
}

fn arguments(least: i64, most: Value, numbers: &[Value]) -> Vec<DynamicValue> {
    let token = msgpack::encode(&Type::String, &Value::from("hunter2hunter2")).unwrap();
    let mut all = vec![
        number(least),
        value(&most),
        DynamicValue::from_msgpack(token),
    ];
    all.extend(numbers.iter().map(value));
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_are_validated_together_over_the_wire() {
    let said = async |least: i64, most: Value, numbers: &[Value]| {
        let response = call("between", arguments(least, most, numbers)).await;
        let (text, argument) = error(&response);
        assert!(!text.contains("hunter2"), "{text}");
        (text.to_owned(), argument)
    };
    let some = |count: usize| vec![Value::from(1); count];
    let wrong = said(3, Value::from(2), &[]).await;
    assert_eq!(wrong, ("It must not be above `most`".to_owned(), Some(0)));
    // One of the further arguments, counted from the first of all; what is not known is no number.
    let further = [Value::from(1), Value::UNKNOWN, Value::from(13)];
    let wrong = said(0, Value::Null, &further).await;
    assert_eq!(wrong, ("it brings bad luck".to_owned(), Some(5)));
    // All of them, at the first.
    let wrong = said(3, Value::from(2), &[Value::from(13)]).await;
    let both = "It must not be above `most`\nit brings bad luck";
    assert_eq!(wrong, (both.to_owned(), Some(0)));
    // None is at fault in particular, or one that this function does not have.
    assert_eq!(
        said(0, Value::Null, &some(4)).await,
        ("four are too many".to_owned(), None)
    );
    assert_eq!(
        said(0, Value::Null, &some(7)).await,
        ("not here".to_owned(), None)
    );
    let (text, argument) = said(0, Value::Null, &some(6)).await;
    assert!(text.contains("what a mess in validate"), "{text}");
    assert_eq!(argument, None);
    // A validator of one argument is asked first, and then nobody else.
    let (text, argument) = said(-1, Value::from(-2), &[Value::from(13)]).await;
    assert_eq!((text.lines().count(), argument), (1, Some(0)), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_fit_together_reach_the_function() {
    let gives = async |most: Value, numbers: &[Value]| {
        let response = call("between", arguments(2, most, numbers)).await;
        result(&response, &Type::Number)
    };
    let (two, nine) = (Value::from(2), Value::from(9));
    assert_eq!(
        gives(Value::Null, &[two.clone(), nine.clone(), 1.into()]).await,
        Value::from(2)
    );
    assert_eq!(
        gives(Value::from(8), &[two.clone(), nine.clone()]).await,
        Value::from(1)
    );
    assert!(gives(Value::Null, &[Value::UNKNOWN]).await.is_unknown());
    // A warning refuses nothing.
    assert_eq!(gives(Value::Null, &vec![two; 5]).await, Value::from(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_are_validated_together_in_process() {
    let instance = Instance::new::<Calc>(Environment::default()).unwrap();
    let arguments = [Value::from(3), Value::from(2), Value::from("token")];
    let refused = instance.call_function("between", arguments.to_vec()).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.text, "It must not be above `most`");
    assert_eq!(refused.argument, Some(0));
}

#[test]
fn arguments_are_validated_together_in_configurations() {
    let call = |arguments: &str| {
        format!("output \"it\" {{\n  value = provider::calc::between({arguments})\n}}\n")
    };
    let unknown = "resource \"terraform_data\" \"a\" {\n  input = 13\n}\n";
    let secret = "variable \"token\" {\n  sensitive = true\n}\n";
    ProviderTest::of::<Calc>()
        .step(Step::apply(call("2, 8, \"\", 1, 2, 9")).output("it").is(1))
        .step(Step::plan(call("3, 2, \"\"")).fails_at(
            "value = provider",
            "Invalid value for \"least\" parameter: It must not be above `most`",
        ))
        .step(Step::plan(call("0, null, \"\", 1, 13")).fails_at(
            "value = provider",
            "Invalid value for \"numbers\" parameter: it brings bad luck",
        ))
        .step(
            Step::plan(call("0, null, \"\", 1, 1, 1, 1"))
                .fails("between\" failed: four are too many"),
        )
        .step(Step::plan(call("0, null, \"\", 1, 1, 1, 1, 1, 1")).fails("what a mess in validate"))
        .step(
            Step::plan(format!(
                "{secret}{}",
                call("3, 2, var.token").replace('}', "  sensitive = true\n}")
            ))
            .var("token", "hunter2hunter2")
            .fails("Invalid value for \"least\" parameter")
            .does_not_mention("hunter2"),
        )
        .step(
            // Not refused as long as it is not known.
            Step::apply(format!(
                "{unknown}{}",
                call("0, null, \"\", terraform_data.a.output")
            ))
            .only_with_terraform("the runner has no resources of other providers")
            .fails("it brings bad luck"),
        )
        .step(Step::apply(call("2, 8, \"\"")))
        .run();
}
