// E0053: a call that returns another type; at `FunctionResult<i64>`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<i64> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
