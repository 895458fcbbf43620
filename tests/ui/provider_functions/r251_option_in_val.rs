// R251: an Option in a Val; at `Option<String>`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    text: Val<Option<String>>,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
