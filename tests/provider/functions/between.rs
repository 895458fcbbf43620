//! A function that validates its arguments together.

use schema_provider::prelude::*;

/// The numbers between two others, which must be in order; and no unlucky number may be asked
/// about.
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
        // Its own validator ran before.
        assert!(arguments.value(Between::LEAST).known().unwrap_or_default() >= 0);
        let (least, most) = (
            arguments.value(Between::LEAST),
            arguments.value(Between::MOST),
        );
        if let (Val::Known(least), Val::Known(most)) = (&least, &most)
            && least > most
        {
            let error = Diagnostic::error("Wrong way round")
                .with_detail("It must not be above `most`.")
                .at(Between::LEAST.path());
            wrong.push(error);
        }
        let count = match arguments.value(Between::NUMBERS) {
            Val::Known(numbers) => numbers.len(),
            _ => 0,
        };
        // One by one, since a list with an unknown in it is unknown; past its end there is null.
        for index in 0..8 {
            if arguments.value(Between::NUMBERS.at(index)) == Val::Known(13) {
                let at = Between::NUMBERS.at(index).path();
                wrong.push(Diagnostic::error("it brings bad luck").at(at));
            }
        }
        match count {
            4 => wrong.push(Diagnostic::error("four are too many.")),
            5 => wrong.push(Diagnostic::warning("five are many")),
            6 => {
                let token = arguments.value(Between::TOKEN).known();
                let token = token.as_ref().and_then(Secret::expose);
                panic!("what a mess in validate with {token:?}")
            }
            7 => wrong
                .push(Diagnostic::error("not here").at(schema_provider::Path::new("elsewhere"))),
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
