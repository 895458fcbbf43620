// syntax: the result of a function under another name; at `returns`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", returns = String)]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Ok(self.text)
    }
}

fn main() {}
