// R215: a range of a text; at `range`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    #[param(validate = range(1..=3))]
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
