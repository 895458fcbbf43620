// E0080: a secret as result; at `Secret`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = Secret)]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<Secret> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
