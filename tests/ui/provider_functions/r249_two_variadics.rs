// R249: two variadic parameters; at `variadic`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    #[param(variadic)]
    parts: Vec<String>,
    #[param(variadic)]
    more: Vec<String>,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
