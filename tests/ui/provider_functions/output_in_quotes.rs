// syntax: the name of a Terraform type as the result; at `"string"`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = "string")]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Ok(self.text)
    }
}

fn main() {}
