// R217: a pattern that does not parse; at `"["`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    #[param(validate = regex("["))]
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
