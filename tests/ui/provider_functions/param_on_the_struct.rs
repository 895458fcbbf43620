// syntax: an annotation of parameters on the function; at `param`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
#[param(variadic)]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
