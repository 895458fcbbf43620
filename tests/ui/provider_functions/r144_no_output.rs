// R144: a function that does not say what it returns; at `Join`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join")]
struct Join {
    text: String,
}

impl Function for Join {
    fn call(self) -> FunctionResult<String> {
        Ok(self.text)
    }
}

fn main() {}
