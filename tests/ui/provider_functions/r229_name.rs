// R229: a name that no call can have; at `"Size-MB"`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "Size-MB", output = String)]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
