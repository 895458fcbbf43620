// R207: an empty deprecation; at `deprecated`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String, deprecated = "")]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Err(FunctionError::new("none"))
    }
}

fn main() {}
