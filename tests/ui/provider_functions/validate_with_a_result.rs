// E0053: a validate that returns what call does; at `FunctionResult<()>`
use schema_provider::prelude::*;

#[derive(Function)]
#[function(name = "join", output = String)]
struct Join {
    between: String,
}

impl Function for Join {
    fn validate(_: ConfigData<'_, Self>) -> FunctionResult<()> {
        Err(FunctionError::new("none"))
    }

    fn call(self) -> FunctionResult<String> {
        Ok(self.between)
    }
}

fn main() {}
