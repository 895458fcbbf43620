// R144: a function without a name; at `Join`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(output = String)]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
